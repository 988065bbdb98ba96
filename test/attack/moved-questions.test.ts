import { describe, expect, it, vi } from 'vitest';
import type { ChatHandlerOptions, StoreCommit } from '../../src/server.ts';
import { lastWords, only, questionOf } from '../chat/harness.ts';
import { as, conversationId, declared, ok, type Options } from '../chat/refund-for-others.ts';
import { storeInProcess } from '../store/postgres-in-process.ts';
import { answer, chatOf, gone, idsIn, kept, limits, open, say } from './inbox-doors.ts';
import { eventually } from '../eventually.ts';

describe('an answer of somebody else', () => {
  const asks = declared.execute(function* (_params, ctx) {
    const reason = yield* ctx.elicit('reason', { message: 'Why?' });
    const decided = yield* ctx.elicit('decide', { message: 'Refund?' }, { to: 'bo' } as Options);
    const again = yield* ctx.elicit('reason', { message: 'Anything else?' });
    return [reason, decided, again].map(({ action, by }) => `${action} by ${by?.id ?? 'nobody'}`).join(', ');
  });
  const text = (
    answerId: string,
    { sessionId, callId, elicitId }: ReturnType<typeof questionOf>,
    more: object = {},
  ) => {
    const result = { action: 'accept', content: { text: answerId } } as const;
    return { conversationId, pluginElicitResponses: [{ sessionId, callId, elicitId, answerId, result, ...more }] };
  };

  it.each([
    ['an agreement', ok],
    ['a refusal', { action: 'decline' }],
  ])('that is %s is not changed by the person of the conversation', async (_, result) => {
    const chat = chatOf({}, {}, asks);
    const asked = questionOf(await chat.post(text('r', questionOf(await say(chat))), as('ada')));
    await answer(chat, 'bo', asked, { answerId: 'b', result });
    const last = questionOf(await chat.post({ conversationId, attach: true }, as('ada')));
    for (const changed of [ok, { action: 'decline' }, { action: 'cancel' }]) {
      const told = await chat.post(text('x', asked, { revises: 'b', result: changed }), as('ada'));
      expect(only(told, 'plugin_elicit_revised')).toEqual([]);
    }
    const told = await chat.post(text('z', last), as('ada'));
    expect(lastWords(told)).toContain(`accept by ada, ${result.action} by bo, accept by ada`);
  });

  it('counts no more for a question that the conversation has gone back past', async () => {
    const store = kept();
    const chat = chatOf({}, { store, limits }, asks);
    const why = questionOf(await say(chat));
    const asked = questionOf(await chat.post(text('r', why), as('ada')));
    const told = await chat.post(text('s', why, { revises: 'r' }), as('ada'));
    const now = questionOf(told);
    expect(now.elicitId).not.toBe(asked.elicitId);
    expect(await idsIn(chat, 'bo')).toEqual([now.elicitId]);
    expect([await open(chat, 'bo', asked), await answer(chat, 'bo', asked)]).toEqual([gone, gone]);
    expect(await chat.handler.reassign(asked, { to: 'cy' })).toBe(false);
    expect(await answer(chat, 'bo', now)).toMatchObject({ outcome: 'settled', answerId: 'a' });
    await chat.handler.close();
  });
});

describe('a question that is put to others in a hurry', () => {
  it('is in the inbox of the last of them alone, and each of them is told', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    try {
      const told: string[] = [];
      const chat = chatOf(
        { to: 'bo' },
        {
          store: kept(),
          limits: { ...limits, sweepEvery: Infinity },
          notify: { after: 1 },
          onWaiting: (_question, { idempotencyKey }) => void told.push(idempotencyKey),
        },
      );
      const place = questionOf(await say(chat));
      await eventually(() => expect(idsIn(chat, 'bo')).resolves.toHaveLength(1));
      vi.setSystemTime(Date.now() + 10);
      for (const to of ['cy', 'eve']) {
        expect(await chat.handler.reassign(place, { to })).toBe(true);
        expect(await idsIn(chat, to)).toEqual([place.elicitId]);
        vi.setSystemTime(Date.now() + 10);
        await chat.handler.sweep();
        vi.setSystemTime(Date.now() - 10);
      }
      for (const other of ['bo', 'cy']) expect(await idsIn(chat, other)).toEqual([]);
      expect([told.length, new Set(told).size]).toEqual([2, 2]);
      await chat.handler.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('and answered by two processes at once is settled once, by somebody whom it was for', async () => {
    // Neither process dies, and on a busy machine a short lease would run out.
    const alive = { ...limits, leaseTime: 60_000 };
    for (let nth = 0; nth < 8; nth += 1) {
      const store = kept();
      const [here, there] = [
        chatOf({ to: 'bo' }, { store, limits: alive }),
        chatOf({ to: 'bo' }, { store, limits: alive }),
      ];
      const place = questionOf(await say(here));
      const turns = [
        () => answer(there, 'bo', place, { answerId: 'bo' }),
        () => here.handler.reassign(place, { to: 'cy' }),
        () => answer(here, 'cy', place, { answerId: 'cy' }),
        () => there.handler.reassign(place, { to: 'eve' }),
        () => answer(there, 'eve', place, { answerId: 'eve' }),
      ];
      await Promise.all([...turns.slice(nth % 5), ...turns.slice(0, nth % 5)].map((turn) => turn()));
      for (const name of ['bo', 'cy', 'eve']) await answer(there, name, place, { answerId: name });
      const told = await here.post({ conversationId, attach: true, revision: undefined }, as('ada'));
      expect(only(told, 'plugin_elicit_settled')).toHaveLength(1);
      expect(lastWords(told)).toMatch(/accept by (bo|cy|eve)$/);
      for (const name of ['bo', 'cy', 'eve']) expect(await idsIn(there, name)).toEqual([]);
      await Promise.all([here.handler.close(), there.handler.close()]);
    }
  });

  it('while another process takes the conversation over is said to be put to them', async () => {
    const store = kept();
    const short = { ...limits, leaseTime: 200 };
    const here = chatOf({ to: 'bo' }, { store, limits: short });
    let commits = -Infinity;
    const commit = async (given: StoreCommit) => {
      commits += 1;
      // It is recorded by now, and its host has not been told.
      if (commits === 2) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await here.post({ conversationId, attach: true }, as('ada'));
      }
      return store.commit(given);
    };
    const there = chatOf({ to: 'bo' }, { store: { ...store, commit }, limits: short });
    const place = questionOf(await say(here));
    await eventually(() => expect(idsIn(there, 'bo')).resolves.toHaveLength(1));
    commits = 0;
    expect(await there.handler.reassign(place, { to: 'eve' })).toBe(true);
    expect(commits).toBeGreaterThanOrEqual(2);
    expect([await idsIn(here, 'bo'), await idsIn(here, 'eve')]).toEqual([[], [place.elicitId]]);
    await Promise.all([here.handler.close(), there.handler.close()]);
  });
});

describe('a host that is told', () => {
  const telling = { limits: { ...limits, sweepEvery: Infinity }, notify: { after: 1 } };

  it('and never comes back holds up a sweep for a minute only, and is told again', async () => {
    const told: string[] = [];
    const onWaiting: ChatHandlerOptions['onWaiting'] = (_question, { idempotencyKey }) => {
      told.push(idempotencyKey);
      return new Promise<void>(() => undefined);
    };
    const chat = chatOf({ to: 'bo' }, { ...telling, store: kept(), onWaiting });
    await say(chat);
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      await vi.advanceTimersByTimeAsync(10);
      for (const times of [1, 2]) {
        const swept = chat.handler.sweep();
        await vi.advanceTimersByTimeAsync(61_000);
        await swept;
        expect(told).toHaveLength(times);
      }
      expect(new Set(told).size).toBe(1);
    } finally {
      vi.useRealTimers();
    }
    await chat.handler.close();
  });

  it('is told again with the same key if the store fails right after', async () => {
    const told: string[] = [];
    const store = kept();
    const fails = { now: true };
    const commit = async (given: StoreCommit) => {
      const isCount =
        given.put?.some(({ key, value }) => key.startsWith('asks/') && !value.includes('"count":0')) === true;
      if (!isCount || !fails.now) return store.commit(given);
      fails.now = false;
      throw new Error('The line broke');
    };
    const onWaiting: ChatHandlerOptions['onWaiting'] = (_question, { idempotencyKey }) =>
      void told.push(idempotencyKey);
    const chat = chatOf({ to: 'bo' }, { ...telling, store: { ...store, commit }, onWaiting });
    await say(chat);
    const start = Date.now();
    vi.useFakeTimers({ now: start, toFake: ['Date'] });
    try {
      for (const minutes of [1, 3, 5, 7]) {
        vi.setSystemTime(start + minutes * 60_000);
        await chat.handler.sweep();
      }
    } finally {
      vi.useRealTimers();
    }
    expect([fails.now, told.length, new Set(told).size]).toEqual([false, 2, 1]);
    await chat.handler.close();
  });

  it('hears of a person whose name no store takes', async () => {
    const told: unknown[] = [];
    const onWaiting: ChatHandlerOptions['onWaiting'] = ({ from }) => void told.push(from);
    const store = storeInProcess();
    const chat = chatOf({}, { ...telling, store, onWaiting });
    await say(chat, 'nul', 'nul');
    await eventually(async () => {
      await chat.handler.sweep();
      expect(told).toEqual(['a\0b']);
    });
    expect(chat.errors).toEqual([]);
    await chat.handler.close();
  });
});

describe('a store that fails in the middle', () => {
  it.each([
    ['before it writes', false],
    ['after it has written', true],
  ])('%s leaves a question with one of its people', async (_, writes) => {
    const store = kept();
    const fails = { now: false };
    const commit = async (given: StoreCommit) => {
      const isIndexed = given.due?.some(({ queue }) => queue === 'to:cy') === true;
      if (!fails.now || !isIndexed) return store.commit(given);
      fails.now = false;
      if (writes) await store.commit(given);
      throw new Error('The line broke');
    };
    const begin = () => chatOf({ to: 'bo' }, { store: { ...store, commit }, limits });
    const chat = begin();
    const place = questionOf(await say(chat));
    fails.now = true;
    await chat.handler.reassign(place, { to: 'cy' }).catch(() => undefined);
    await eventually(async () => {
      const lists = [await idsIn(chat, 'bo'), await idsIn(chat, 'cy')];
      expect(lists.flat()).toEqual([place.elicitId]);
      const holders = [await open(chat, 'bo', place), await open(chat, 'cy', place)];
      expect(holders.map(({ outcome }) => outcome === 'waits')).toEqual(lists.map((ids) => ids.length === 1));
    });
    await eventually(async () => expect(await chat.handler.reassign(place, { to: 'cy' })).toBe(true));
    expect([await idsIn(chat, 'bo'), await idsIn(chat, 'cy')]).toEqual([[], [place.elicitId]]);
    expect(await answer(chat, 'bo', place)).toEqual(gone);
    expect(await answer(chat, 'cy', place)).toMatchObject({ outcome: 'settled' });
    await chat.handler.close();
  });
});
