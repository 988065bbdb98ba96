import { expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.ts';
import { createGate } from '../faults/gate.ts';
import { agent, createChat, lastWords, user } from './harness.ts';
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
