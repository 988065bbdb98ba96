import { race, type Operation } from 'effection';
import { expect, it } from 'vitest';
import { agent, createChat, declaration, lastWords, only, questionOf, user, type Body } from './harness.ts';
import { createGate } from '../faults/gate.ts';

const conversationId = 'c';

/** A tool that waits for a seat no longer than `beside` takes. */
function asking(beside: (ctx: Parameters<Body>[1]) => Operation<unknown>) {
  return declaration.execute(function* (_, ctx) {
    const seat = yield* race([ctx.elicit('pickSeat', { message: 'Which seat?' }), beside(ctx)]);
    return typeof seat === 'string' ? seat : 'answered';
  });
}

it('a reader hears of a step that is done before its question is answered', async () => {
  const gate = createGate();
  const chat = createChat(agent(), {
    tools: [
      asking((ctx) =>
        ctx.step('search', async () => {
          await gate.opened;
          return 'found';
        }),
      ),
    ],
  });
  const first = chat.post({ conversationId, messages: [user('Book')] });
  // The question was told long before.
  setTimeout(() => gate.open(), 50);
  const read = await first;

  expect(only(read, 'plugin_elicit_settled')).toMatchObject([{ action: 'cancel' }]);
  expect(lastWords(read)).toBe('It said: found');
});

it('the end of a response says when the server goes on by itself', async () => {
  const chat = createChat(agent(), { tools: [asking((ctx) => ctx.sleep(60_000))] });
  const first = await chat.post({ conversationId, messages: [user('Book')] });
  const [end] = only(first, 'end');

  expect(questionOf(first).key).toBe('pickSeat');
  expect(end?.lookAfter).toBeGreaterThan(0);
  expect(end?.lookAfter).toBeLessThanOrEqual(60_000);
});

it('the end of a response says when the server goes on, however soon that is', async () => {
  const chat = createChat(agent(), { tools: [asking((ctx) => ctx.sleep(2000))] });
  const first = await chat.post({ conversationId, messages: [user('Book')] });

  expect(only(first, 'end')[0]?.lookAfter).toBeLessThanOrEqual(2000);
});

it('the end of a response says no time if nothing is due', async () => {
  const chat = createChat(agent(), {
    tools: [
      asking(function* () {
        return 'at once';
      }),
    ],
  });
  const first = await chat.post({ conversationId, messages: [user('Book')] });

  expect(only(first, 'end')).toEqual([{ type: 'end' }]);
});
