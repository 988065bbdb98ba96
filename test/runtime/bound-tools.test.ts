import { all, run, spawn, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpBranchContext } from '../../src/plugin.ts';
import { createQueuedHost } from '../queued-host.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import { createMockClient, runTool, type MockClient } from '../../src/testing.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';

const price = createMcpTool('price')
  .description('The price of a city')
  .parameters(z.object({ city: z.string(), nights: z.number().default(1) }))
  .elicits({})
  .execute(function* ({ city, nights }, ctx) {
    if (city === 'Atlantis') throw new Error('no such city');
    const rate = yield* ctx.step('rate', () => city.length * 10);
    return { city, total: rate * nights };
  });
const think = createMcpTool('think')
  .description('Think')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* (_, ctx) {
    return (yield* ctx.sample({ prompt: 'Think' })).text;
  });
const tools = [price, think] as const;
type Inner = McpBranchContext<typeof tools>;

const declaration = createMcpTool('trip').description('Plan a trip').parameters(z.object({})).elicits({});
const trip = (body: (ctx: Inner) => Operation<unknown>) => declaration.execute((_, ctx) => ctx.branch(body, { tools }));
const play = (body: (ctx: Inner) => Operation<unknown>, client: MockClient = createMockClient()) =>
  run(() => runTool(trip(body), {}, client));
const calls = (...toolCalls: { name: string; arguments: unknown }[]) => ({ text: 'Let me see.', toolCalls });

describe('ctx.callTool', () => {
  it('calls a tool of the branch, with the arguments as its schema parses them', async () => {
    expect(await play((ctx) => ctx.callTool('price', { city: 'Rome' }))).toEqual({ city: 'Rome', total: 40 });
  });

  it('gives the tool a conversation of its own, below the one that calls', async () => {
    const client = createMockClient({ sampleResponses: ['First.', 'Thought.'] });
    const result = await play(function* (ctx) {
      yield* ctx.sample({ prompt: 'Hi' });
      return yield* ctx.callTool('think', {});
    }, client);
    expect(result).toBe('Thought.');
    expect(client.sampleCalls.map(({ branch }) => branch)).toEqual(['0', '0.2']);
    expect(client.sampleCalls[1]?.messages).toEqual([{ role: 'user', content: 'Think' }]);
  });

  it('throws for arguments that do not fit, and for a tool that the branch does not have', async () => {
    const wrong = play((ctx) => ctx.callTool('price', { city: 7 } as never));
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringMatching(/city/) });
    const unknown = play((ctx) => ctx.callTool('pay' as never, {} as never));
    await expect(unknown).rejects.toMatchObject({
      code: 'UNKNOWN_TOOL',
      message: expect.stringMatching(/price, think/),
    });
  });

  it('throws what the tool throws', async () => {
    await expect(play((ctx) => ctx.callTool('price', { city: 'Atlantis' }))).rejects.toThrow('no such city');
  });

  it('reaches no further than the branch that binds the tools, unless a branch below changes them', async () => {
    const below = play((ctx) => ctx.branch((inner) => inner.callTool('price', { city: 'Rome' })));
    expect(await below).toMatchObject({ total: 40 });
    const without = play((ctx) =>
      ctx.branch((inner) => inner.callTool('price' as never, {} as never), { tools: [] as const }),
    );
    await expect(without).rejects.toMatchObject({ code: 'UNKNOWN_TOOL', message: expect.stringMatching(/: none/) });
    const inTheTool = createMcpTool('nosy')
      .description('Calls what its caller has')
      .parameters(z.object({}))
      .elicits({})
      .execute((_, ctx) => ctx.callTool('price' as never, {} as never));
    const nosy = declaration.execute((_, ctx) =>
      ctx.branch((inner) => inner.callTool('nosy', {}), { tools: [price, inTheTool] }),
    );
    await expect(run(() => runTool(nosy, {}, createMockClient()))).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
  });

  it('counts what the tool uses towards the limits around it and its own', async () => {
    const usage = { inputTokens: 6, outputTokens: 6 };
    const spent = (limits: object, own: object) => {
      const client = createMockClient({ sampleResponses: [{ text: 'A', usage }] });
      const called = createMcpTool('think').description('Think').parameters(z.object({})).elicits({}).limits(own);
      const bound = called.execute((_, ctx) => ctx.sample({ prompt: 'Think' }));
      const tool = declaration.execute((_, ctx) =>
        ctx.branch((inner) => inner.callTool('think', {}), { ...limits, tools: [bound] }),
      );
      return run(() => runTool(tool, {}, client));
    };
    expect(await spent({}, {})).toMatchObject({ text: 'A' });
    await expect(spent({ maxTokens: 10 }, {})).rejects.toMatchObject({ code: 'TOOL_TOKENS' });
    await expect(spent({}, { maxTokens: 10 })).rejects.toMatchObject({ code: 'TOOL_TOKENS' });
    await expect(spent({ maxDepth: 0 }, {})).rejects.toMatchObject({ code: 'TOOL_DEPTH' });
  });

  it('refuses a body that is no operation', async () => {
    const broken = { ...price, run: () => 7 } as unknown as typeof price;
    const tool = declaration.execute((_, ctx) =>
      ctx.branch((inner) => inner.callTool('price', { city: 'Rome' }), { tools: [broken] }),
    );
    await expect(run(() => runTool(tool, {}, createMockClient()))).rejects.toMatchObject({ code: 'NOT_AN_OPERATION' });
  });
});

describe('a tool that asks', () => {
  it.each([
    ['questions', { ask: z.object({}) }, {}],
    ['pages', {}, { url: true }],
    ['open questions', {}, { open: true }],
  ])('cannot be bound: %s', async (_, questions, options) => {
    const asking = createMcpTool('asks').description('Asks').parameters(z.object({})).elicits(questions, options);
    const bound = asking.execute(function* () {}) as never;
    const tool = declaration.execute((_params, ctx) => ctx.branch(() => ctx.now(), { tools: [bound] }));
    await expect(run(() => runTool(tool, {}, createMockClient()))).rejects.toMatchObject({ code: 'TOOL_ASKS' });
  });
});

describe('a sample with tools', () => {
  it('gives the provider back what it wants to have again with the results', async () => {
    const kept = { reasoning: [{ text: 'Hm.' }], providerData: { signature: 's1' } };
    const client = createMockClient({
      sampleResponses: [{ ...calls({ name: 'price', arguments: { city: 'Rome' } }), ...kept }, 'Forty.'],
    });
    const result = await play((ctx) => ctx.sample({ prompt: 'Rome?', tools: true }), client);
    expect(client.sampleCalls[1]?.messages[1]).toMatchObject({ content: 'Let me see.', tool_calls: [{}], ...kept });
    expect(result).not.toHaveProperty('providerData');
  });

  it('lets the model call them, tells it the results, and keeps both in the messages', async () => {
    const client = createMockClient({
      sampleResponses: [
        calls(
          { name: 'price', arguments: { city: 'Rome' } },
          { name: 'price', arguments: '{"city":"Oslo","nights":2}' },
        ),
        'Rome is cheaper.',
      ],
    });
    const result = await play(function* (ctx) {
      const { text } = yield* ctx.sample({ prompt: 'Rome or Oslo?', tools: true });
      return { text, roles: ctx.messages.map(({ role }) => role) };
    }, client);
    expect(result).toEqual({
      text: 'Rome is cheaper.',
      roles: ['user', 'assistant', 'tool', 'tool', 'assistant'],
    });
    expect(client.sampleCalls[0]?.tools).toEqual(['price', 'think']);
    const [, asked, rome, oslo] = client.sampleCalls[1]?.messages ?? [];
    expect(asked).toMatchObject({ content: 'Let me see.', tool_calls: [{ function: { name: 'price' } }, {}] });
    expect(rome).toMatchObject({ tool_call_id: asked?.tool_calls?.[0]?.id, content: '{"city":"Rome","total":40}' });
    expect(oslo).toMatchObject({ tool_call_id: asked?.tool_calls?.[1]?.id, content: '{"city":"Oslo","total":80}' });
  });

  it('offers the named ones alone, and none unless it says so', async () => {
    const client = createMockClient({ sampleResponses: ['A', 'B', calls({ name: 'price', arguments: {} })] });
    const result = await play(function* (ctx) {
      yield* ctx.sample({ prompt: '1', tools: ['think'] });
      yield* ctx.sample({ prompt: '2' });
      return yield* ctx.sample({ prompt: '3' });
    }, client);
    expect(client.sampleCalls.map(({ tools: offered }) => offered)).toEqual([['think'], undefined, undefined]);
    // A call that the model was not offered is none.
    expect(result).toMatchObject({ text: 'Let me see.' });
  });

  it.each([
    [
      'arguments that do not fit',
      { name: 'price', arguments: { city: 7 } },
      /^Error: Invalid arguments for price: city/,
    ],
    ['arguments that are no object', { name: 'price', arguments: '[1]' }, /^Error: Invalid .* not a JSON object/],
    ['arguments that are no JSON', { name: 'price', arguments: '{"city":' }, /^Error: Invalid .* not a JSON object/],
    ['too much JSON', { name: 'price', arguments: '['.repeat(5000) }, /^Error: Invalid .* their JSON/],
    ['a tool it was not offered', { name: 'think', arguments: {} }, /^Error: There is no tool "think" here.*price\.$/],
    ['what the tool throws', { name: 'price', arguments: { city: 'Atlantis' } }, /^Error: no such city$/],
  ])('tells the model of %s', async (_, call, told) => {
    const client = createMockClient({ sampleResponses: [calls(call), 'Sorry.'] });
    await play((ctx) => ctx.sample({ prompt: 'Go', tools: ['price'] }), client);
    expect(client.sampleCalls[1]?.messages.at(-1)?.content).toMatch(told);
  });

  it('refuses more than 32 calls in one answer', async () => {
    const many = Array.from({ length: 1000 }, () => ({ name: 'price', arguments: { city: 'Rome' } }));
    const client = createMockClient({ sampleResponses: [calls(...many), 'Done.'] });
    await play((ctx) => ctx.sample({ prompt: 'Go', tools: true }), client);
    const told = client.sampleCalls[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(told.map(({ content }) => content.startsWith('Error'))).toEqual([
      ...many.slice(0, 32).map(() => false),
      true,
    ]);
  });

  it('ends a model that goes on calling', async () => {
    const again = calls({ name: 'price', arguments: { city: 'Rome' } });
    const rounds = (count: number, iterations?: number) => {
      const client = createMockClient({ sampleResponses: [...Array.from({ length: count }, () => again), 'Done.'] });
      return play((ctx) => ctx.sample({ prompt: 'Go', tools: true, iterations }), client);
    };
    await expect(rounds(11)).rejects.toMatchObject({ code: 'SAMPLE_ROUNDS', message: expect.stringMatching(/10/) });
    await expect(rounds(2, 1)).rejects.toMatchObject({ code: 'SAMPLE_ROUNDS' });
    expect(await rounds(10)).toMatchObject({ text: 'Done.' });
  });

  it('adds up the tokens of its rounds', async () => {
    const one = {
      ...calls({ name: 'price', arguments: { city: 'Rome' } }),
      usage: { inputTokens: 5, outputTokens: 2 },
    };
    const client = createMockClient({
      sampleResponses: [one, { text: 'A', usage: { inputTokens: 9, outputTokens: 1 } }],
    });
    const result = await play((ctx) => ctx.sample({ prompt: 'Go', tools: true }), client);
    expect(result).toEqual({ text: 'A', usage: { inputTokens: 14, outputTokens: 3 } });
  });

  it('gives a value with a schema, also after it was asked again', async () => {
    const client = createMockClient({
      sampleResponses: [calls({ name: 'price', arguments: { city: 'Rome' } }), 'forty', '{"total":40}'],
    });
    const schema = z.object({ total: z.number() });
    const result = await play((ctx) => ctx.sample({ prompt: 'Rome?', tools: true, schema }), client);
    expect(result).toMatchObject({ value: { total: 40 } });
    expect(client.sampleCalls[2]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });
});

it('replays from every prefix of its journal, with the same requests to the model', async () => {
  const tool: AnyMcpTool = trip(function* (ctx) {
    const [, text] = yield* all([
      ctx.callTool('price', { city: 'Rome' }),
      ctx.sample({ prompt: 'Where to?', tools: true }),
    ]);
    return text;
  });
  const answers = [
    calls({ name: 'think', arguments: {} }, { name: 'price', arguments: { city: 'Bonn' } }),
    'Thought.',
    'Bonn.',
  ];
  const once = (journal: JournalEntry[]) =>
    run(function* () {
      const asked: string[] = [];
      const host = createQueuedHost({
        tool,
        params: {},
        callId: 'call_1',
        journal: [...journal],
        *append(entry) {
          journal.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
          return entry;
        },
      });
      yield* spawn(function* () {
        for (;;) {
          const { value: event } = yield* host.events.next();
          if (event.type !== 'sample') continue;
          const last = event.messages.at(-1)?.content;
          asked.push(`${event.branch}: ${last}`);
          const answer = last === 'Where to?' ? answers[0] : last === 'Think' ? answers[1] : answers[2];
          event.respond({ ok: true, value: (typeof answer === 'string' ? { text: answer } : answer) as never });
        }
      });
      return { value: yield* host.run(), asked };
    });
  const journal: JournalEntry[] = [];
  const live = await once(journal);
  expect(live).toMatchObject({
    value: { text: 'Bonn.' },
    asked: ['0: Where to?', '0.5: Think', '0: {"city":"Bonn","total":40}'],
  });
  for (let kept = 0; kept <= journal.length; kept += 1) {
    const again = journal.slice(0, kept);
    expect((await once(again)).value).toEqual(live.value);
    expect(again).toEqual(journal);
  }
});
