import { expect, it } from 'vitest';
import { agent, createChat, declaration, lastWords, user } from './harness.ts';

const row = { message: 'duplicate key', code: '23505' };

it.each<[string, unknown, string]>([
  ['an error', new Error('no seat'), 'no seat'],
  ['a text', 'no seat', 'no seat'],
  ['an object with a message, as clients of databases give', row, 'duplicate key'],
  ['an error whose message is no text', Object.assign(new Error('x'), { message: 42 }), '42'],
  ['nothing', undefined, 'undefined'],
])('a tool or a step that throws %s says it to the model', async (_what, thrown, words) => {
  const throws = () => {
    throw thrown;
  };
  const alone = declaration.execute(function* () {
    return throws();
  });
  const step = declaration.execute(function* (_params, ctx) {
    return yield* ctx.step('search', () => Promise.reject(thrown as Error));
  });
  for (const tool of [alone, step]) {
    const chat = createChat(agent(), { tools: [tool] });
    const told = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    expect(lastWords(told)).toContain(words);
    expect(chat.errors).toEqual([]);
  }
});
