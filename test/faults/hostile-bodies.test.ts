import { run } from 'effection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, agent, createChat, isWhole, messagesOf, questionOf, user } from '../chat/harness.ts';
import { runs } from '../runs.ts';

/** Values that break things: odd types, odd names, odd sizes. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, '', '\u0000', '\u202E', 'x'.repeat(5000), [], {}, [[[[]]]]),
  fc.constantFrom<unknown>('__proto__', 'constructor', 'call_', '../../etc', '<img src=x onerror=1>', '${1}'),
  fc.constant(JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}')),
  fc.constant(JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)),
  fc.jsonValue(),
);

/** Change a JSON value at a random place: replace, drop, double or rename. */
function mutate(value: unknown, picks: readonly number[], replacement: unknown): unknown {
  const [pick = 0, ...rest] = picks;
  if (typeof value !== 'object' || value === null || rest.length === 0) return replacement;
  if (Array.isArray(value)) {
    if (value.length === 0) return [replacement];
    const index = pick % value.length;
    if (pick % 7 === 0) return [...value, ...value];
    if (pick % 5 === 0) return value.toSpliced(index, 1);
    return value.with(index, mutate(value[index], rest, replacement));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return { [String(replacement)]: replacement };
  const index = pick % entries.length;
  const [name, member] = entries[index] as [string, unknown];
  if (pick % 7 === 0) return Object.fromEntries(entries.toSpliced(index, 1));
  if (pick % 5 === 0) return Object.fromEntries(entries.with(index, [`${name}_`, member]));
  return Object.fromEntries(entries.with(index, [name, mutate(member, rest, replacement)]));
}

describe('hostile request bodies', () => {
  it('are answered with a stream or a coded 4xx, and harm nothing', async () => {
    const chat = createChat(agent(), { limits: { perProcess: 50, rememberedTurns: 100, patience: 300 } });
    const first = await chat.post({ conversationId: 'kept', messages: [user('Book')] }, { 'x-user': 'ada' });
    const question = questionOf(first);
    const valid = [
      { conversationId: 'c', messages: [user('hello')], enabledPlugins: ['book_flight'], capabilities: { url: false } },
      {
        conversationId: 'c',
        messages: messagesOf(first),
        pluginElicitResponses: [accept(question, { flightId: 'a' })],
      },
      {
        conversationId: 'c',
        messages: messagesOf(first),
        pluginAbort: { sessionId: question.sessionId, silent: true },
      },
      { conversationId: 'c', messages: messagesOf(first), attach: true },
    ];
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(valid.length - 1),
        fc.array(fc.nat(1000), { minLength: 1, maxLength: 7 }),
        nasty,
        async (index, picks, replacement) => {
          const body = mutate(valid[index], picks, replacement);
          const response = await chat.handler(
            new Request('http://chat.test/', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
          );
          const text = await response.text();
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          expect([200, 400, 413]).toContain(response.status);
          expect(response.status === 200 || /^\{"error":\{"code":"[A-Z_]+","message":".+"\}\}$/.test(text)).toBe(true);
          expect(text).not.toMatch(/\bat .*\.ts:\d/);
        },
      ),
      { numRuns: runs(10_000) },
    );
    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(chat.errors).toEqual([]);

    const kept = {
      conversationId: 'kept',
      messages: [],
      pluginElicitResponses: [accept(question, { flightId: 'FL001' })],
    };
    const second = await chat.post(kept, { 'x-user': 'ada' });
    expect(questionOf(second).key).toBe('pickSeat');
    const last = await chat.post(
      {
        conversationId: 'kept',
        messages: [],
        pluginElicitResponses: [accept(questionOf(second), { row: 1, seat: 'A' })],
      },
      { 'x-user': 'ada' },
    );
    expect(isWhole(messagesOf(last))).toBe(true);
    expect((await run(() => chat.handler.sessions.listActive())).length).toBeLessThanOrEqual(50);
  }, 120_000);
});
