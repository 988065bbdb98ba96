import { expect, it } from 'vitest';
import type { DurableStore } from '../../src/server.ts';
import { kept, limits } from '../attack/inbox-doors.ts';
import { createOnce } from '../../src/base/coming.ts';
import { agent, createChat, declaration, questionOf, user } from './harness.ts';

it('a first message that comes to two processes at once begins one conversation', async () => {
  const searches: string[] = [];
  const tool = declaration.execute(function* (params, ctx) {
    yield* ctx.step('search', () => void searches.push(params.destination));
    return yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
  });
  const store = kept();
  const looked = createOnce<void>();
  const begun = createOnce<void>();
  let looks = 0;
  /** The other process begins the conversation after this one has looked for it. */
  const slow: DurableStore = {
    ...store,
    async read(keys) {
      const found = await store.read(keys);
      if (looks === 0 && keys.some((key) => key.startsWith('conv-of/'))) {
        looks += 1;
        looked.resolve();
        await new Promise<void>((resolve, reject) => begun.coming(resolve, reject));
      }
      return found;
    },
  };
  const at = (each: DurableStore) => createChat(agent(), { tools: [tool], store: each, limits });
  const [one, other] = [at(slow), at(store)];
  const body = { conversationId: 'c', messages: [{ ...user('book'), id: 'm' }] };
  const told = one.post(body);
  await new Promise<void>((resolve, reject) => looked.coming(resolve, reject));
  const first = questionOf(await other.post(body));
  begun.resolve();
  expect(questionOf(await told).elicitId).toBe(first.elicitId);
  expect(searches).toEqual(['LAX']);
  await Promise.all([one.handler.close(), other.handler.close()]);
});
