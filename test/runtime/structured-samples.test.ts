import { run, spawn, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import { createQueuedHost } from '../queued-host.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import { createMockClient, runTool, type MockClient } from '../../src/testing.ts';
import { answerByScript } from '../answer-by-script.ts';

const declaration = createMcpTool('trip').description('Plan a trip').parameters(z.object({})).elicits({});
type Ctx = McpToolContext<{}>;
const play = (body: (ctx: Ctx) => Operation<unknown>, client: MockClient) =>
  run(() =>
    runTool(
      declaration.execute((_, ctx) => body(ctx)),
      {},
      client,
    ),
  );

const price = z.object({ amount: z.number(), currency: z.string().default('EUR') });
const asked = (ctx: Ctx) => ctx.sample({ prompt: 'Price?', systemPrompt: 'Be brief.', schema: price });

describe('a sample with a schema', () => {
  it('gives the value that the schema makes of the answer, and tells the model the schema', async () => {
    const client = createMockClient({ sampleResponses: ['{"amount": 12}'] });
    expect(await play(asked, client)).toMatchObject({ text: '{"amount": 12}', value: { amount: 12, currency: 'EUR' } });
    expect(client.sampleCalls).toHaveLength(1);
    expect(client.sampleCalls[0]?.systemPrompt).toMatch(/^Be brief\.\n\n.*"amount"/s);
    expect(client.sampleCalls[0]?.schema).toMatchObject({ type: 'object', properties: { amount: { type: 'number' } } });
  });

  it.each([
    ['a fence', '```json\n{"amount": 1}\n```'],
    ['blanks', '\n {"amount": 1}\n'],
  ])('takes JSON in %s', async (_, text) => {
    const client = createMockClient({ sampleResponses: [text] });
    expect(await play(asked, client)).toMatchObject({ value: { amount: 1 } });
  });

  it.each([
    ['is no JSON', 'About 12 euros.', 'the value: It is not JSON.'],
    ['does not fit', '{"amount": "12"}', 'amount: Invalid input: expected number, received string'],
    ['is too deep', '['.repeat(5000), 'the value: its JSON'],
  ])('asks once more, and says why, where the answer %s', async (_, wrong, why) => {
    const client = createMockClient({ sampleResponses: [wrong, '{"amount": 12}'] });
    expect(await play(asked, client)).toMatchObject({ value: { amount: 12 } });
    const [, second] = client.sampleCalls;
    expect(second?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(second?.messages.at(-1)?.content).toContain(why);
  });

  it('fails with the issues where the second answer does not fit either', async () => {
    const client = createMockClient({ sampleResponses: ['no', '{"amount": "no"}', 'never asked'] });
    await expect(play(asked, client)).rejects.toMatchObject({
      code: 'SAMPLE_SCHEMA',
      issues: [{ path: ['amount'] }],
      text: '{"amount": "no"}',
    });
    expect(client.unused().sample).toBe(1);
  });

  it('keeps the conversation as if the model had answered well at once', async () => {
    const client = createMockClient({ sampleResponses: ['no', '{"amount": 1}', 'Yes.'] });
    await play(function* (ctx) {
      yield* asked(ctx);
      yield* ctx.sample({ prompt: 'Sure?' });
    }, client);
    expect(client.sampleCalls.at(-1)?.messages.map(({ content }) => content)).toEqual([
      'Price?',
      '{"amount": 1}',
      'Sure?',
    ]);
  });

  it('is parsed once: a replay gets the same value', async () => {
    let parses = 0;
    const counted = z.object({ day: z.string() }).transform(({ day }) => ({ day, parse: (parses += 1) }));
    const dated = z.object({ day: z.iso.datetime().transform((text) => new Date(text)) });
    const tool = declaration.execute(function* (_, ctx) {
      const first = yield* ctx.sample({ prompt: 'When?', schema: counted });
      const second = yield* ctx.sample({ prompt: 'Which day?', schema: dated });
      return [first.value, second.value.day instanceof Date];
    });
    const journal: JournalEntry[] = [];
    const playOn = (kept: JournalEntry[]) =>
      run(function* () {
        const host = createQueuedHost({
          tool,
          params: {},
          callId: 'call_1',
          journal: structuredClone(kept),
          *append(entry) {
            kept.push(entry);
            return entry;
          },
        });
        const client = createMockClient({
          sampleResponses: ['{"day": "today"}', '{"day": "2026-09-06T00:00:00Z"}'],
        });
        return yield* answered(host, client);
      });
    const live = await playOn(journal);
    expect(live).toEqual([{ day: 'today', parse: 1 }, true]);
    expect(await playOn(journal)).toEqual(live);
    expect(parses).toBe(1);
  });
});

function* answered(host: ReturnType<typeof createQueuedHost>, client: MockClient): Operation<unknown> {
  yield* spawn(() => answerByScript(host, client));
  return yield* host.run();
}
