import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createAskTool } from '../../src/ask.ts';
import { connect, endpointOf } from '../mcp/harness.ts';
import { createSignUp, right, signedUp, wrong } from './sign-up.ts';

const call = { name: 'sign_up', arguments: { event: 'Party' } };
const quiet = { onEvent: () => undefined };
const textOf = (result: { content: unknown[] }) => (result.content[0] as { text: string }).text;

describe.each(['legacy', 'modern'] as const)('over MCP in the %s era, a tool of words', (era) => {
  it('asks flat forms, asks again with what was wrong, and gets the typed answers', async () => {
    const done: string[] = [];
    // The official client gives up after ten rounds of 2026-07-28.
    const isWrongFirst = (index: number) => era === 'legacy' || index < 2;
    const script = right.flatMap((answer, index) => [
      ...(isWrongFirst(index) ? [wrong[index] ?? 'perhaps'] : []),
      answer,
    ]);
    const onAsked = () => ({ action: 'accept', content: { answer: script.shift() } });
    const { client, asked } = await connect(endpointOf([createSignUp(done)]), era, { onAsked });

    const result = await client.callTool(call);

    expect(result.structuredContent).toEqual(signedUp);
    expect(done).toEqual(['Ada: Party']);
    const [first, again] = asked;
    expect(first?.message).toBe('What is your name?');
    expect(again?.message).toMatch(/^What is your name\?\n\n- .*2 char/);
    expect(asked).toHaveLength(right.length + (era === 'legacy' ? right.length : 2));
    expect(
      asked
        .filter(({ _meta }) => _meta?.['elicitkit/attempt'] === undefined)
        .map(({ requestedSchema }) => requestedSchema),
    ).toEqual(
      [
        { type: 'string', title: 'Name', description: 'Your first name.', minLength: 2 },
        { type: 'string', title: 'Answer', format: 'email' },
        { type: 'string', title: 'Answer', enum: ['S', 'M', 'L'], default: 'M' },
        { type: 'integer', title: 'Answer', minimum: 1, maximum: 9, default: 1 },
        { type: 'string', title: 'Answer', format: 'date' },
        {
          type: 'array',
          title: 'Answer',
          maxItems: 1,
          items: {
            anyOf: [
              { const: 'lunch', title: 'Lunch' },
              { const: 'tour', title: 'City tour' },
            ],
          },
        },
        { type: 'boolean', title: 'Answer' },
      ].map((answer) => ({ type: 'object', properties: { answer }, required: ['answer'] })),
    );
  });

  it('takes no default for a field that the client left out', async () => {
    const script = right.map((answer) => ({ answer }) as object);
    script.splice(2, 0, {});
    const onAsked = () => ({ action: 'accept', content: script.shift() });
    const { client, asked } = await connect(endpointOf([createSignUp()]), era, { onAsked });
    expect((await client.callTool(call)).structuredContent).toEqual(signedUp);
    expect(asked.map(({ message }) => message.split('\n')[0]).slice(2, 4)).toEqual(['T-shirt?', 'T-shirt?']);
  });

  it('says in words that the person declined or cancelled', async () => {
    for (const [action, words] of [
      ['decline', 'the person declined'],
      ['cancel', 'the person closed it'],
    ] as const) {
      const { client } = await connect(endpointOf([createSignUp()], quiet), era, { onAsked: () => ({ action }) });
      const result = await client.callTool(call);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain(`"What is your name?" was not answered: ${words}.`);
    }
  });

  it('names what is missing in a client that cannot ask', async () => {
    const { client } = await connect(endpointOf([createSignUp()], quiet), era, {
      capabilities: {},
    });
    const result = await client.callTool(call).then(
      (told) => ({ isError: told.isError, text: textOf(told) }),
      (error: Error) => ({ isError: true, text: error.message }),
    );
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(/elicitation\.form/);
  });

  it('keeps two calls that ask at once apart', async () => {
    const double = createAskTool('double')
      .description('Double a number')
      .parameters(z.object({ who: z.string() }))
      .execute(function* ({ who }, ask) {
        const first = yield* ask.number(`${who}, a number?`);
        return `${who}: ${first + (yield* ask.number(`${who}, another?`))}`;
      });
    const numbers: Record<string, number> = { Ada: 1, Bob: 10 };
    const onAsked = ({ message }: { message: string }) => ({
      action: 'accept',
      content: { answer: numbers[message.split(',')[0]!] },
    });
    const { client } = await connect(endpointOf([double]), era, { onAsked });
    const results = await Promise.all(
      ['Ada', 'Bob'].map((who) => client.callTool({ name: 'double', arguments: { who } })),
    );
    expect(results.map(textOf)).toEqual(['Ada: 2', 'Bob: 20']);
  });
});
