import { run, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type ElicitAccept, type ElicitResult, type McpToolContext } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({ day: z.object({ day: z.string().transform((day) => new Date(day)) }) }, { open: true });
type Ctx = McpToolContext<typeof declaration.elicits, { open: true }>;
const play = (
  body: (ctx: Ctx) => Operation<unknown>,
  result: ElicitResult<unknown>,
  sampleResponses: string[] = [],
) => {
  const client = createMockClient({ elicitResponses: [result], sampleResponses });
  const tool = declaration.execute((_, ctx) => body(ctx));
  return run(() => runTool(tool, {}, client)).then((value) => ({ value, client }));
};
const accept: ElicitResult<unknown> = { action: 'accept', content: { day: '2026-05-01' } };

describe('ctx.exchangeOf', () => {
  it('gives question and answer as JSON, though the tool gets a parsed answer', async () => {
    const { value } = await play(function* (ctx) {
      const answer = yield* ctx.elicit('day', { message: 'Which day?', prices: [7, 9] });
      if (answer.action !== 'accept') return undefined;
      expect(answer.content.day).toBeInstanceOf(Date);
      return ctx.exchangeOf(answer);
    }, accept);
    expect(value).toEqual({
      context: { prices: [7, 9] },
      request: { key: 'day', message: 'Which day?' },
      response: { day: '2026-05-01' },
      messages: [
        { role: 'assistant', content: 'Which day?' },
        { role: 'user', content: '{"day":"2026-05-01"}' },
      ],
    });
  });

  it('lets a later sample read them, with as much of the context as the tool wants', async () => {
    const { client } = await play(
      function* (ctx) {
        const answer = yield* ctx.elicit('day', { message: 'Which day?', prices: [7, 9], secret: 'x' });
        yield* ctx.sample({ prompt: 'A pun, please.' });
        const { messages } = ctx.exchangeOf(answer as ElicitAccept<unknown>, {
          context: ({ prices }) => ({ prices: prices as number[] }),
        });
        return yield* ctx.sample({ messages: [...messages, { role: 'user', content: 'A good day?' }] });
      },
      accept,
      ['No.', 'Yes.'],
    );
    // Nothing of a question gets into a conversation by itself.
    expect(client.sampleCalls[0]?.messages).toEqual([{ role: 'user', content: 'A pun, please.' }]);
    expect(client.sampleCalls[1]?.messages.map(({ content }) => content)).toEqual([
      'Which day?\n\n{"prices":[7,9]}',
      '{"day":"2026-05-01"}',
      'A good day?',
    ]);
  });

  it('refuses what is no accepted answer of this call', async () => {
    const forged = play(function* (ctx) {
      yield* ctx.elicit('day', { message: 'Which day?' });
      return ctx.exchangeOf({ action: 'accept', content: { day: new Date() } });
    }, accept);
    await expect(forged).rejects.toMatchObject({ code: 'NOT_AN_ANSWER' });
    const declined = play(
      function* (ctx) {
        return ctx.exchangeOf((yield* ctx.elicit('day', { message: 'Which day?' })) as ElicitAccept<unknown>);
      },
      { action: 'decline' },
    );
    await expect(declined).rejects.toMatchObject({ code: 'NOT_AN_ANSWER' });
  });

  it('gives copies', async () => {
    await play(function* (ctx) {
      const answer = yield* ctx.elicit('day', { message: 'Which day?', prices: [7] });
      const first = ctx.exchangeOf(answer as ElicitAccept<unknown>);
      (first.context['prices'] as number[]).push(8);
      expect(ctx.exchangeOf(answer as ElicitAccept<unknown>).context).toEqual({ prices: [7] });
    }, accept);
  });
});

describe('ctx.elicit with a schema', () => {
  const schema = z.object({ card: z.number().int().max(3) });

  it('asks, and gives the answer as the schema parsed it', async () => {
    const { value, client } = await play(
      (ctx) => ctx.elicit({ message: 'Pick a card.', schema, key: 'card', ui: { deck: 'french' } }),
      { action: 'accept', content: { card: 2 } },
    );
    expect(value).toEqual({ action: 'accept', content: { card: 2 } });
    expect(client.elicitCalls).toEqual([
      { key: 'card', message: 'Pick a card.', context: { ui: { deck: 'french' } }, seq: 0, attempt: 1 },
    ]);
  });

  it('asks again until the answer fits the schema, and passes the tool’s own check', async () => {
    const client = createMockClient({
      elicitResponses: [
        { action: 'accept', content: { card: 4 }, refused: true },
        { action: 'accept', content: { card: 1 }, refused: true },
        { action: 'accept', content: { card: 3 }, key: 'question-0' },
      ],
    });
    const tool = declaration.execute((_, ctx) =>
      ctx.elicit({ message: 'Pick a card.', schema }, { check: ({ card }) => (card === 1 ? ['It is taken.'] : []) }),
    );
    expect(await run(() => runTool(tool, {}, client))).toMatchObject({ content: { card: 3 } });
    expect(client.elicitCalls[2]).toMatchObject({
      key: 'question-0',
      attempt: 3,
      issues: [{ message: 'It is taken.' }],
    });
  });

  it('is refused in a tool that does not declare it', async () => {
    const closed = createMcpTool('trip').description('Plan').parameters(z.object({})).elicits({});
    const tool = closed.execute((_, ctx) => (ctx as unknown as Ctx).elicit({ message: 'Pick a card.', schema }));
    await expect(run(() => runTool(tool, {}, createMockClient()))).rejects.toMatchObject({ code: 'OPEN_NOT_DECLARED' });
  });

  it('is refused for a schema that no form can be made of', async () => {
    const asking = play((ctx) => ctx.elicit({ message: 'When?', schema: z.object({ at: z.date() }) }), accept);
    await expect(asking).rejects.toMatchObject({ code: 'INVALID_DECLARATION' });
  });
});

it('asks one question 200 times in one call', async () => {
  const client = createMockClient({
    elicitResponses: Array.from({ length: 200 }, (_, turn) => ({
      action: 'accept' as const,
      content: { day: new Date(turn * 86_400_000).toISOString() },
      key: 'day',
    })),
  });
  const tool = declaration.execute(function* (_, ctx) {
    let last = 0;
    for (let turn = 0; turn < 200; turn += 1) {
      const answer = yield* ctx.elicit('day', { message: `Turn ${turn}`, board: [turn] });
      if (answer.action === 'accept') last = answer.content.day.getTime();
    }
    return last;
  });
  expect(await run(() => runTool(tool, {}, client))).toBe(199 * 86_400_000);
  expect(client.elicitCalls.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, turn) => turn));
});

it.for<[what: string, schema: unknown, says: string]>([
  [
    'a schema of another library',
    { '~standard': { version: 1, vendor: 'valibot' } },
    'is not a zod schema, but a schema of valibot.',
  ],
  ['JSON Schema', { type: 'string' }, 'is not a zod schema.'],
  ['JSON Schema that zod wrote', z.toJSONSchema(z.string()), 'is not a zod schema.'],
  ['nothing', undefined, 'is not a zod schema.'],
])(
  'a question made on the way is not asked with %s, and its author is told what to write',
  async ([, schema, says]) => {
    const asking = play((ctx) => ctx.elicit({ message: 'Which?', schema: schema as z.ZodType }), accept);
    await expect(asking).rejects.toMatchObject({
      code: 'INVALID_DECLARATION',
      message: `trip's ctx.elicit ${says} Write it with zod 4: z.object({ … }).`,
    });
  },
);
