import { expect, it, onTestFinished, vi } from 'vitest';
import { badListeners } from '../bad-listeners.ts';
import { agent, createChat, lastWords, user } from './harness.ts';

function complaints() {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => said.mockRestore());
  return () => said.mock.calls.flat();
}

it.each(badListeners)('a listener that %s changes nothing, and the console says why', async (_how, onEvent) => {
  const heard = complaints();
  const chat = createChat(agent([]), { onEvent });

  const told = await chat.post({ conversationId: 'c', messages: [user('hello')] });

  expect(lastWords(told)).toBe('Hello.');
  expect(heard()).not.toEqual([]);
  for (const one of heard()) expect(one).toMatchObject({ message: 'The log is away.' });
});
