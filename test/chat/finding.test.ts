import { expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.ts';
import type { DurableStore } from '../../src/server.ts';
import { kept } from '../attack/inbox-doors.ts';
import { eventually } from '../eventually.ts';
import { createGate } from '../faults/gate.ts';
import { agent, createChat, declaration, lastWords, read, user } from './harness.ts';
import { as } from './refund-for-others.ts';

it('a person whose request takes long holds nobody else’s up who uses the same id', async () => {
  const inner = memoryStore();
  const gate = createGate();
  const isEves = (key: string) => key.includes('eve');
  const read = async (keys: readonly string[]) => {
    if (keys.some(isEves)) await gate.opened;
    return inner.read(keys);
  };
  const chat = createChat(agent(), { store: { ...inner, read } });
  const body = { conversationId: 'support', messages: [user('hello')] };
  const eves = chat.post(body, as('eve'));
  expect(lastWords(await chat.post(body, as('ada')))).toBe('Hello.');
  gate.open();
  expect(lastWords(await eves)).toBe('Hello.');
});

it('a request makes as many store readings with many calls in it as with one', async () => {
  const inner = memoryStore();
  let readings = 0;
  const read: typeof inner.read = (keys) => {
    readings += 1;
    return inner.read(keys);
  };
  const chat = createChat(agent(), { store: { ...inner, read } });
  const callOf = (nth: number) => `call_${String(nth).padStart(20, '0')}${'0'.repeat(12)}`;
  const readingsOf = async (count: number, conversationId?: string) => {
    readings = 0;
    const ids = Array.from({ length: count }, (_, nth) => callOf(nth));
    const calls = ids.map((id) => ({ id, type: 'function' as const, function: { name: 'x', arguments: '{}' } }));
    const made = calls.map((call) => ({ role: 'assistant' as const, content: '', tool_calls: [call] }));
    const answers = ids.map((id) => ({
      sessionId: id,
      callId: id,
      elicitId: id,
      result: { action: 'cancel' as const },
    }));
    expect(lastWords(await chat.post({ conversationId, messages: [...made, user('hello')] }))).toBe('Hello.');
    const withMessage = readings;
    await chat.post({ conversationId, pluginElicitResponses: answers, attach: true, revision: 0, restartAbove: 0 });
    return [withMessage, readings - withMessage];
  };

  const one = await readingsOf(1, 'one');
  expect(await readingsOf(100, 'many')).toEqual(one);
});

it('a request that names a call nobody knows reads each message once, however often it looks', async () => {
  const gate = createGate();
  const tool = declaration.execute(function* (_params, ctx) {
    yield* ctx.step('slow', () => gate.opened);
    return 'done';
  });
  const store = kept();
  let listed = 0;
  let looks = 0;
  const counted: DurableStore = {
    ...store,
    read(keys) {
      if (keys.some((key) => key.startsWith('conv-of/'))) looks += 1;
      return store.read(keys);
    },
    async list(key, from) {
      const items = await store.list(key, from);
      if (key.includes('/messages/')) listed += items.length;
      return items;
    },
  };
  const at = (each: DurableStore) => createChat(agent(), { tools: [tool], store: each, limits: { patience: 3600 } });
  const [one, other] = [at(store), at(counted)];
  const asking = await one.open({ conversationId: 'c', messages: [user('book')] });
  const looking = other.post({ conversationId: 'c', attach: true, revision: 0, calls: ['nobody’s'] });
  await eventually(() => expect(looks).toBeGreaterThan(2));
  expect(listed).toBe(2);
  gate.open();
  expect((await looking).raw).toContain('SESSION_NOT_FOUND');
  await read(asking);
});
