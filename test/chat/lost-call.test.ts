import { describe, expect, it } from 'vitest';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { mortal } from '../faults/mortal-store.ts';
import { eventually } from '../eventually.ts';
import {
  accept,
  agent,
  createChat,
  declaration,
  isWhole,
  lastWords,
  messagesOf,
  only,
  questionOf,
  user,
} from './harness.ts';

const conversationId = 'c';
const unknown = 'Outcome unknown; do not repeat it unless the person asks.';

/** A store that can lose single keys, as a cache that evicts does. */
function evicting() {
  const inner = memoryStore();
  const keys = new Set<string>();
  const store: DurableStore = {
    ...inner,
    isVolatile: false,
    commit(commit) {
      for (const { key } of [...(commit.put ?? []), ...(commit.append ?? [])]) keys.add(key);
      return inner.commit(commit);
    },
  };
  const lose = (isMeant: (key: string) => boolean) => inner.commit({ remove: [...keys].filter(isMeant) });
  return { store, lose };
}

/** A tool that pays, then asks. */
function paying() {
  const paid: string[] = [];
  const tool = declaration.execute(function* (_, ctx) {
    yield* ctx.step('pay', () => void paid.push(ctx.callId));
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    return `Seat: ${seat.action}`;
  });
  return { tool, paid };
}

/** A question was asked, its process has ended, and the store has lost what is meant. @returns the next process */
async function askedAndLost(isMeant: (key: string) => boolean) {
  const { store, lose } = evicting();
  const { tool, paid } = paying();
  const options = { tools: [tool], store, limits: { parkAfter: 0, sweepEvery: Infinity } };
  const one = createChat(agent(), options);
  const asked = await one.post({ conversationId, messages: [user('Book')] });
  await one.handler.close();
  await lose(isMeant);
  return { chat: createChat(agent(), options), paid, answer: accept(questionOf(asked), { row: 1, seat: 'A' }) };
}

describe.each([
  ['the whole record', (key: string) => key.startsWith('call/')],
  ['its head', (key: string) => /^call\/[^/]+$/.test(key)],
  ['its journal', (key: string) => key.endsWith('/journal')],
])('a store that loses of a waiting call %s', (_, isMeant) => {
  it.each(['an answer', 'a page', 'another process', 'the sweeper'])(
    'does not make the tool begin anew for %s, and the host hears of it',
    async (comes) => {
      const { chat, paid, answer } = await askedAndLost(isMeant);
      if (comes === 'the sweeper') await chat.handler.sweep();
      const told =
        comes === 'an answer'
          ? await chat.post({ conversationId, pluginElicitResponses: [answer] })
          : await chat.post({ conversationId, attach: true, revision: 0 });

      // Repeated, an answer changes nothing.
      await chat.post({ conversationId, pluginElicitResponses: [answer] });
      expect(paid).toHaveLength(1);
      expect(only(told, 'plugin_elicit_request')).toEqual([]);
      const messages = messagesOf(await chat.post({ conversationId, attach: true, revision: 0 }));
      expect(messages.find(({ role }) => role === 'tool')?.content).toBe(unknown);
      expect(isWhole(messages)).toBe(true);
      expect(chat.errors).toMatchObject([{ code: 'STORE_LOST', key: expect.stringMatching(/^call\//) }]);
      const next = await chat.post({ conversationId, messages: [{ ...user('hello'), id: 'next' }] });
      expect(lastWords(next)).toBe('Hello.');
    },
  );
});

it('a store that loses the messages of a conversation tells the host, and the call goes no further', async () => {
  const { chat, paid, answer } = await askedAndLost((key) => key.includes('/messages/'));
  const told = await chat.post({ conversationId, pluginElicitResponses: [answer] });

  expect(only(told, 'tool_result')).toEqual([]);
  expect(chat.errors).toMatchObject([{ code: 'STORE_LOST', key: expect.stringMatching(/^conv\/.*\/messages\/0$/) }]);
  expect(paid).toHaveLength(1);
  const next = await chat.post({ conversationId, messages: [{ ...user('hello'), id: 'next' }] });
  expect(lastWords(next)).toBe('Hello.');
});

it('a call that was to begin when its process died begins in the next one', async () => {
  const { store } = evicting();
  const { tool, paid } = paying();
  const dying = mortal(store);
  // The process dies before it writes the first record of the call.
  const commit: DurableStore['commit'] = (change) => {
    if (change.put?.some(({ key }) => key.startsWith('call/'))) void dying.die();
    return dying.commit(change);
  };
  const limits = { leaseTime: 200, sweepEvery: Infinity };
  const one = createChat(agent(), {
    tools: [tool],
    store: { ...dying, commit },
    limits: { ...limits, cleanupTime: 1 },
  });
  void one.open({ conversationId, messages: [user('Book')] });
  const two = createChat(agent(), { tools: [tool], store, limits });
  await eventually(async () => {
    expect(questionOf(await two.post({ conversationId, attach: true, revision: 0 })).key).toBe('pickSeat');
  });
  expect(paid).toHaveLength(1);
});
