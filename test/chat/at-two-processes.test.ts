import { expect, it } from 'vitest';
import type { DurableStore } from '../../src/server.ts';
import { kept, limits } from '../attack/inbox-doors.ts';
import { createOnce } from '../../src/base/coming.ts';
import { accept, agent, createChat, declaration, only, questionOf, user } from './harness.ts';
import { as } from './refund-for-others.ts';

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

it('an answer and a stop that name no conversation find it by their call, whichever process they come to', async () => {
  const store = kept();
  const at = () => createChat(agent(), { store, limits });
  const [one, other] = [at(), at()];
  const asked = questionOf(await one.post({ conversationId: 'c', messages: [user('book')] }, as('ada')));
  const { sessionId } = asked;
  const answers = { pluginElicitResponses: [accept(asked, { flightId: 'FL001' })], revision: 0 };
  const stop = { pluginAbort: { sessionId }, revision: 0 };
  for (const brought of [answers, stop]) expect((await other.post(brought, as('eve'))).status).toBe(409);

  expect(only(await other.post(answers, as('ada')), 'plugin_elicit_settled')).toMatchObject([{ action: 'accept' }]);
  expect(only(await other.post(stop, as('ada')), 'plugin_session_status')).toMatchObject([{ status: 'aborted' }]);
  const told = await one.post({ conversationId: 'c', attach: true }, as('ada'));
  expect(only(told, 'plugin_session_status').at(-1)).toMatchObject({ sessionId, status: 'aborted' });
  await Promise.all([one.handler.close(), other.handler.close()]);
});
