import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { readChatEvent } from '../../src/protocol/chat-event.ts';
import { chatMessageSchema } from '../../src/protocol/chat-message.ts';
import { chatRequestBodySchema } from '../../src/protocol/chat-request.ts';
import { keepUnknown, list } from '../../src/protocol/wire-schemas.ts';

/** So many entries that are all wrong, and how many of them were read. */
function badEntries(length: number, field: string) {
  const count = { reads: 0 };
  const entry = Object.defineProperty({}, field, {
    enumerable: true,
    get() {
      count.reads += 1;
      return 7;
    },
  });
  return { entries: Array.from({ length }, () => entry), count };
}

describe('a list', () => {
  const names = list(z.object({ name: z.string() }), 1000);

  it('gives its entries as their schema does', () => {
    expect(names.parse([{ name: 'a', more: 1 }, { name: 'b' }])).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it('is read up to its first bad entry', () => {
    const { entries, count } = badEntries(1000, 'name');
    const read = names.safeParse(entries);
    expect(read.error?.issues).toMatchObject([{ path: [0, 'name'] }]);
    expect(count.reads).toBeLessThan(5);
  });

  it('is not read where it is too long', () => {
    const { entries, count } = badEntries(1001, 'name');
    expect(names.safeParse(entries).error?.issues).toMatchObject([{ path: [], message: 'has more than 1000 entries' }]);
    expect(count.reads).toBe(0);
  });

  it.each([undefined, null, {}, 'abc', { length: 1e9 }])('is nothing else: %j', (given) => {
    expect(names.safeParse(given).success).toBe(false);
  });
});

describe('an object that keeps what it does not know', () => {
  const known = keepUnknown(z.object({ role: z.string() }));

  it('carries the others, and reads none of them', () => {
    const other = { nested: [1] };
    const read = known.parse({ role: 'user', other });
    expect(read).toEqual({ role: 'user', other });
    expect((read as { other?: unknown }).other).toBe(other);
  });

  it('carries no name that reaches a prototype', () => {
    const read = known.parse(JSON.parse('{"role":"user","__proto__":{"polluted":true}}'));
    expect(Object.keys(read)).toEqual(['role']);
    expect((read as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('what is made to be wrong everywhere', () => {
  const many = 300_000;

  it.each([
    ['messages', (entries: unknown[]) => ({ messages: entries })],
    ['tool_calls', (entries: unknown[]) => ({ messages: [{ role: 'assistant', tool_calls: entries }] })],
    ['enabledPlugins', (entries: unknown[]) => ({ messages: [], enabledPlugins: entries })],
    ['pluginElicitResponses', (entries: unknown[]) => ({ messages: [], pluginElicitResponses: entries })],
  ])('costs next to nothing in a request: %s', (field, body) => {
    const { entries, count } = badEntries(many, 'id');
    const read = chatRequestBodySchema.safeParse(body(entries));
    expect(read.error?.issues).toHaveLength(1);
    expect(read.error?.issues[0]?.path).toContain(field);
    expect(count.reads).toBe(0);
  });

  it.each([
    ['tool_calls', (entries: unknown[]) => ({ type: 'tool_calls', calls: entries })],
    ['messages', (entries: unknown[]) => ({ type: 'messages', messages: entries })],
    [
      'a message’s calls',
      (entries: unknown[]) => ({
        type: 'messages',
        messages: [{ role: 'assistant', tool_calls: entries }],
      }),
    ],
  ])('costs next to nothing in an event: %s', (_what, event) => {
    const { entries, count } = badEntries(many, 'id');
    expect(readChatEvent(event(entries))).toMatchObject({
      kind: 'invalid',
      problem: expect.stringContaining('entries'),
    });
    expect(count.reads).toBe(0);
  });

  it('tells of the first bad entry by its path', () => {
    const good = { role: 'user', content: 'hello' };
    const read = chatRequestBodySchema.safeParse({ messages: [good, { role: 'tool', content: 7 }, {}] });
    expect(read.error?.issues).toMatchObject([{ path: ['messages', 1, 'content'] }]);
  });
});

it('a message keeps its unknown fields, and its content is text', () => {
  expect(chatMessageSchema.parse({ role: 'assistant', content: null, parts: [1] })).toEqual({
    role: 'assistant',
    content: '',
    parts: [1],
  });
});

it('ids and names go into the words of errors, and are no longer than words', () => {
  const long = 'x'.repeat(1001);
  expect(readChatEvent({ type: 'tool_error', id: 'a', name: long, message: 'x' }).kind).toBe('invalid');
  expect(readChatEvent({ type: 'error', code: long, message: 'x' }).kind).toBe('invalid');
  expect(readChatEvent({ type: 'error', code: 'SHORT', message: long }).kind).toBe('event');
});
