import { all } from 'effection';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  memoryStore,
  type ChatHandlerOptions,
  type DurableStore,
  type OnWaiting,
  type ServerEvent,
  type WaitingNotice,
} from '../../src/server.ts';
import { createGate } from '../faults/gate.ts';
import { agent, createChat, questionOf, respond, the, user, type Chat } from './harness.ts';
import { answerFor, as, conversationId, declared, ok, type Options } from './refund-for-others.ts';
import { eventually } from '../eventually.ts';

const refund = (options: Options) =>
  declared.execute(function* (_params, ctx) {
    return { answer: yield* ctx.elicit('decide', { message: 'Refund 40 euros?' }, options as never) };
  });

const people = {
  ada: { id: 'ada' },
  bo: { id: 'bo', roles: ['manager'] },
  cy: { id: 'cy', roles: ['boss'] },
  dee: { id: 'dee' },
};
const identify: ChatHandlerOptions['identify'] = (request) =>
  people[request.headers.get('x-user') as keyof typeof people];

function chatOf(onWaiting: OnWaiting, more: Partial<ChatHandlerOptions> = {}, options: Options = { to: 'bo' }): Chat {
  const tools = [refund(options)];
  const notify = { after: 20, ...more.notify };
  return createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools, onWaiting, ...more, notify });
}

const kept = (): DurableStore => ({ ...memoryStore(), isVolatile: false, opening: undefined });
const limits = { leaseTime: 500, parkAfter: 20, sweepEvery: 20 };
const say = (chat: Chat, id = conversationId, name = 'ada') =>
  chat.post({ conversationId: id, messages: [user('refund')] }, as(name));

/** Keeps what it is told. */
function listener(then: (attempt: number) => void = () => undefined) {
  const told: (WaitingNotice & { attempt: number; idempotencyKey: string })[] = [];
  const signals: AbortSignal[] = [];
  const onWaiting: OnWaiting = (question, attempt, signal) => {
    told.push({ ...question, ...attempt });
    signals.push(signal);
    then(told.length);
  };
  return { told, signals, onWaiting, attempts: () => told.map(({ attempt }) => attempt) };
}

describe.each([
  ['in memory', () => ({})],
  ['in a store', () => ({ store: kept(), limits })],
])('a question of a call %s that has waited', (_, stored) => {
  it('is told to the host, with whom it waits for', async () => {
    const { told, onWaiting } = listener();
    const chat = chatOf(onWaiting, stored());
    const asked = questionOf(await say(chat));
    await eventually(() => expect(told).toHaveLength(1));
    expect(told[0]).toEqual({
      callId: asked.sessionId,
      elicitId: asked.elicitId,
      key: 'decide',
      toolName: 'refund',
      message: 'Refund 40 euros?',
      from: 'ada',
      to: [{ id: 'bo' }],
      attempt: 1,
      idempotencyKey: expect.stringContaining(asked.elicitId),
    });
    await chat.handler.close();
  });

  it('is told again, as often as the host wants, and no more once it is answered', async () => {
    const { told, onWaiting, attempts } = listener();
    const chat = chatOf(onWaiting, { ...stored(), notify: { again: 20, most: 3 } });
    const asked = questionOf(await say(chat, 'again'));
    await eventually(() => expect(attempts()).toEqual([1, 2, 3]));
    expect(new Set(told.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
    await answerFor(chat, asked, people.bo);
    await chat.handler.sweep();
    expect(attempts()).toEqual([1, 2, 3]);
    await chat.handler.close();
  });

  it('that is for the person of the conversation names nobody else', async () => {
    const { told, onWaiting } = listener();
    const chat = chatOf(onWaiting, stored(), {} as Options);
    await say(chat, 'own');
    await eventually(() => expect(told).toHaveLength(1));
    expect(told[0]).toMatchObject({ from: 'ada' });
    expect(told[0]).not.toHaveProperty('to');
    await chat.handler.close();
  });

  it('goes to somebody else, who is told from the first attempt, and whom the page names', async () => {
    const { told, onWaiting } = listener();
    const chat = chatOf(onWaiting, stored());
    const asked = questionOf(await say(chat, 'moved'));
    await eventually(() => expect(told).toHaveLength(1));
    expect(await chat.handler.reassign(told[0]!, { to: { role: 'boss' } })).toBe(true);
    await eventually(() => expect(told).toHaveLength(2));
    expect(told[1]).toMatchObject({ attempt: 1, to: [{ role: 'boss' }] });

    expect((await chat.handler.inbox({ who: people.bo })).items).toEqual([]);
    expect((await chat.handler.inbox({ who: people.cy })).items).toHaveLength(1);
    const page = await chat.post({ conversationId: 'moved', attach: true }, as('ada'));
    expect(the(page, 'plugin_elicit_request')).toMatchObject({ attempt: 2, to: { who: [{ role: 'boss' }] } });
    expect(await answerFor(chat, asked, people.bo)).toEqual({ outcome: 'unknown' });
    expect(await answerFor(chat, asked, people.cy)).toEqual({ outcome: 'recorded' });
    expect(await chat.handler.reassign(told[0]!, { to: 'bo' })).toBe(false);
    await chat.handler.close();
  });

  it('goes to somebody else, who is told, while whom it was for before is being told', async () => {
    const before = createGate();
    const told: WaitingNotice[] = [];
    const onWaiting: OnWaiting = async (question) => {
      told.push(question);
      if (told.length === 1) await before.opened;
    };
    const chat = chatOf(onWaiting, stored());
    await say(chat, 'moving');
    await eventually(() => expect(told).toHaveLength(1));
    expect(await chat.handler.reassign(told[0]!, { to: { role: 'boss' } })).toBe(true);
    before.open();
    await eventually(() => expect(told).toHaveLength(2));
    expect(told[1]).toMatchObject({ to: [{ role: 'boss' }] });
    await chat.handler.close();
  });
});

describe('telling of a question', () => {
  it('is not begun once it is settled', async () => {
    const { told, onWaiting } = listener();
    const chat = chatOf(onWaiting, { notify: { after: 60 } });
    await answerFor(chat, questionOf(await say(chat)), people.bo);
    await say(chat, 'other');
    await eventually(() => expect(told).toHaveLength(1));
    await chat.handler.close();
    expect(told).toHaveLength(1);
  });

  it('ends with the question: its signal aborts', async () => {
    let end: (() => void) | undefined;
    let signal: AbortSignal | undefined;
    const onWaiting: OnWaiting = (_question, _attempt, given) => {
      signal = given;
      return new Promise<void>((resolve) => (end = resolve));
    };
    const chat = chatOf(onWaiting);
    const asked = questionOf(await say(chat));
    await eventually(() => expect(signal?.aborted).toBe(false));
    await answerFor(chat, asked, people.bo);
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), 5000);
    end?.();
    await chat.handler.close();
  });

  it('is made once by several processes, and again by another one if that process is gone', async () => {
    const store = kept();
    const [first, second] = [listener(), listener()];
    const processes = [chatOf(first.onWaiting, { store, limits }), chatOf(second.onWaiting, { store, limits })];
    await say(processes[0]!);
    await eventually(() => expect(first.told.length + second.told.length).toBe(1));
    await Promise.all(processes.map(({ handler }) => handler.sweep()));
    expect(first.told.length + second.told.length).toBe(1);
    await Promise.all(processes.map(({ handler }) => handler.close()));
  });

  it('is made once, also if a process hears late from the store what was due', async () => {
    const store = kept();
    const [first, late] = [listener(), listener()];
    const heard: (() => void)[] = [];
    const read = vi.fn<DurableStore['read']>(store.read);
    const slow: DurableStore = {
      ...store,
      read,
      async due(...asked) {
        const due = await store.due(...asked);
        const isNow = asked[0] === 'waiting' && asked[1] < Number.MAX_SAFE_INTEGER;
        if (isNow && due.length > heard.length) await new Promise<void>((resolve) => heard.push(resolve));
        return due;
      },
    };
    const slowly = chatOf(late.onWaiting, { store: slow, limits });
    await say(slowly);
    await eventually(() => expect(heard).not.toEqual([]));
    const chat = chatOf((...told) => (first.onWaiting(...told), new Promise(() => {})), { store, limits });
    await eventually(() => expect(first.told).toHaveLength(1));
    read.mockClear();
    for (const hear of heard) hear();
    await eventually(() => expect(read.mock.calls.flat(2)).toContainEqual(expect.stringContaining('notices/')));
    await slowly.handler.sweep();
    expect(late.told).toEqual([]);
    await Promise.all([slowly, chat].map(({ handler }) => handler.close()));
  });

  it('is made once, and the host hears why it comes late, where others tell the same person faster each time', async () => {
    const store = kept();
    const { told, onWaiting } = listener();
    const errors: unknown[] = [];
    let lost = 0;
    const busy: DurableStore = {
      ...store,
      async commit(commit) {
        const isClaim = commit.put?.some(({ key }) => key.startsWith('notices/')) === true;
        return isClaim && (lost += 1) <= 30 ? null : store.commit(commit);
      },
    };
    const onEvent = (event: ServerEvent) => void (event.type === 'error' && errors.push(event));
    const chat = chatOf(onWaiting, { store: busy, limits, onEvent });
    await say(chat);
    await eventually(() => expect(told).toMatchObject([{ attempt: 1 }]));
    expect(errors).toMatchObject([{ where: 'waiting', error: { code: 'MOVED' } }]);
    await chat.handler.sweep();
    expect(told).toHaveLength(1);
    await chat.handler.close();
  });

  it('comes again with the same key if the process was killed in the middle', async () => {
    const store = kept();
    const here = listener();
    // Never ends, as in a process that is killed.
    const chat = chatOf((...told) => (void here.onWaiting(...told), new Promise(() => {})), { store, limits });
    await say(chat);
    await eventually(() => expect(here.told).toHaveLength(1));
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    try {
      const there = listener();
      const next = chatOf(there.onWaiting, { store, limits });
      await eventually(() => expect(there.told).toHaveLength(1));
      expect(there.told[0]).toEqual(here.told[0]);
      await next.handler.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('that fails is told to the listener', async () => {
    const events: ServerEvent[] = [];
    const fails = () => Promise.reject(new Error('no mail today'));
    const chat = chatOf(fails, { onEvent: (event) => void events.push(event) });
    await say(chat);
    await eventually(() => expect(events).toContainEqual(expect.objectContaining({ type: 'error', where: 'waiting' })));
    await chat.handler.close();
  });

  it('spares one person: what is too much in an hour comes later, and nobody takes more than half of it', async () => {
    const { told, onWaiting } = listener();
    const chat = chatOf(onWaiting, { store: kept(), limits, notify: { perHour: 4 } });
    const from = () => told.map((one) => one.from).join();
    for (let nth = 0; nth < 4; nth += 1) await say(chat, `c${nth}`);
    await eventually(() => expect(from()).toBe('ada,ada'));
    await chat.handler.sweep();
    expect(from()).toBe('ada,ada');
    for (let nth = 0; nth < 3; nth += 1) await say(chat, `d${nth}`, 'cy');
    await eventually(() => expect(from()).toBe('ada,ada,cy,cy'));
    await say(chat, 'of bo', 'dee');
    await chat.handler.sweep();
    expect(told).toHaveLength(4);
    vi.useFakeTimers({ now: Date.now() + 3_700_000, toFake: ['Date'] });
    try {
      await chat.handler.sweep();
      const later = told.slice(4).map((one) => `${one.from}`);
      expect(later.toSorted()).toEqual(['ada', 'ada', 'cy', 'dee']);
    } finally {
      vi.useRealTimers();
    }
    await chat.handler.close();
  });

  describe('where there is more than one person may be told of', () => {
    const minute = 60_000;
    const owners = ['ada', 'cy', 'dee'];

    /** A chat whose clock goes on as the test says. */
    function slowly(onWaiting: OnWaiting, perHour: number) {
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      const withheld: (ServerEvent & { type: 'notice_withheld' })[] = [];
      const onEvent = (event: ServerEvent) => void (event.type === 'notice_withheld' && withheld.push(event));
      const notify = { after: 1, perHour };
      const chat = chatOf(onWaiting, { store: kept(), limits: { ...limits, sweepEvery: 1e9 }, notify, onEvent });
      const pass = async (minutes: number) => {
        vi.setSystemTime(Date.now() + minutes * minute);
        await chat.handler.sweep();
      };
      return { chat, withheld, pass };
    }

    it('puts each off once in an hour at most, and tells of as many as it may', async () => {
      const at: number[] = [];
      const { told, onWaiting } = listener(() => void at.push(Date.now()));
      const { chat, withheld, pass } = slowly(onWaiting, 12);
      for (let nth = 0; nth < 36; nth += 1) {
        await say(chat, `c${nth}`, owners[nth % 3]);
        await pass(2);
      }
      for (let nth = 0; nth < 40; nth += 1) await pass(5);
      expect(new Set(told.map(({ elicitId }) => elicitId)).size).toBe(36);
      for (const [nth, time] of at.entries()) expect(time - (at[nth - 12] ?? 0)).toBeGreaterThanOrEqual(60 * minute);
      expect(at[35]! - at[0]!).toBeLessThan(150 * minute);
      for (const { elicitId } of told) {
        const ofOne = withheld.filter((one) => one.elicitId === elicitId);
        expect(ofOne.length).toBeLessThanOrEqual(3);
      }
    });

    it('gives the place of a question that waits no more to the next one', async () => {
      const { told, onWaiting } = listener();
      const { chat, withheld, pass } = slowly(onWaiting, 2);
      const begun = Date.now();
      const asked = [];
      for (const owner of ['ada', 'cy', 'ada', 'cy']) {
        asked.push(questionOf(await say(chat, `${owner} ${asked.length}`, owner)));
        await pass(0.1);
      }
      expect([told.length, withheld.length]).toEqual([2, 2]);
      for (const question of asked.slice(2)) await answerFor(chat, question, people.bo);
      await say(chat, 'new', 'dee');
      await pass(30);
      expect(withheld[2]!.until - begun).toBeLessThan(61 * minute);
      await pass(31);
      expect(told.map(({ from }) => from)).toEqual(['ada', 'cy', 'dee']);
    });

    it('counts an attempt once, however often it fails', async () => {
      const { told, onWaiting } = listener((attempt) => {
        if (attempt <= 5) throw new Error('The mail server is down.');
      });
      const { chat, pass } = slowly(onWaiting, 2);
      await say(chat, 'of ada');
      for (let nth = 0; nth < 6; nth += 1) await pass(1.1);
      expect(told.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1]);
      await say(chat, 'of cy', 'cy');
      await pass(0.1);
      expect(told.at(-1)).toMatchObject({ from: 'cy' });
    });
  });

  it('again leaves room for questions that are new, and the host hears of what is withheld', async () => {
    const { told, onWaiting } = listener();
    const withheld: (ServerEvent & { type: 'notice_withheld' })[] = [];
    const onEvent = (event: ServerEvent) => void (event.type === 'notice_withheld' && withheld.push(event));
    const notify = { again: 1, most: Infinity, perHour: 8 };
    const chat = chatOf(onWaiting, { store: kept(), limits, notify, onEvent });
    const old = questionOf(await say(chat, 'old'));
    await eventually(() => expect(withheld).toHaveLength(1));
    expect(told.map(({ attempt }) => attempt)).toEqual([1, 2]);
    const { sessionId, toolName, elicitId, key } = old;
    expect(withheld).toEqual([
      { type: 'notice_withheld', sessionId, toolName, elicitId, key, attempt: 3, until: expect.any(Number) },
    ]);
    for (let nth = 0; nth < 3; nth += 1) await say(chat, `new ${nth}`);
    await eventually(() => expect(withheld.some(({ attempt }) => attempt === 1)).toBe(true));
    const first = told.filter((one) => one.attempt === 1 && one.elicitId !== elicitId);
    expect(first).toHaveLength(2);
    await chat.handler.close();
  });

  it('has no bound where the host wants none', async () => {
    const { told, onWaiting } = listener();
    const notify = { again: Infinity, most: Infinity, perHour: Infinity };
    const chat = chatOf(onWaiting, { store: kept(), limits, notify });
    for (let nth = 0; nth < 40; nth += 1) await say(chat, `c${nth}`);
    await eventually(() => expect(told).toHaveLength(40));
    await chat.handler.sweep();
    expect(told).toHaveLength(40);
    await chat.handler.close();
  });

  it('is for hosts that want it: others keep nothing', async () => {
    const store = kept();
    const tools = [refund({} as Options)];
    const chat = createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools, store, limits });
    await say(chat);
    expect(await store.due('waiting', 8.64e15, 10)).toEqual([]);
    await chat.handler.close();
  });

  it('is settled once if it is put to somebody else while its answer is on its way', async () => {
    const store = kept();
    const [here, there] = [chatOf(() => undefined, { store, limits }), chatOf(() => undefined, { store, limits })];
    const asked = questionOf(await say(here));
    const place = { callId: asked.sessionId, elicitId: asked.elicitId };
    const [answered, isMoved] = await Promise.all([
      answerFor(here, asked, people.bo),
      there.handler.reassign(place, { to: { role: 'boss' } }),
    ]);
    expect([answered.outcome, isMoved]).toEqual(isMoved ? ['unknown', true] : ['recorded', false]);
    const late = await there.handler.inbox.answer(people.cy, { sessionId: place.callId, ...place, result: ok });
    expect(late.outcome).toBe(isMoved ? 'settled' : 'gone');
    await Promise.all([here, there].map(({ handler }) => handler.close()));
  });

  it('is put to somebody else once, also where the process at work rests before its reply is read', async () => {
    const store = kept();
    const mayEnd = createGate();
    const mayLook = createGate();
    let hasRested = false;
    const tools = [
      declared.execute(function* (_params, ctx) {
        const [answer] = yield* all([
          ctx.elicit('decide', { message: 'Refund 40 euros?' }, { to: 'bo' }),
          ctx.step('work', () => mayEnd.opened),
        ]);
        return { answer };
      }),
    ];
    const atWork: DurableStore = {
      ...store,
      async commit(commit) {
        const done = await store.commit(commit);
        hasRested ||= done !== null && commit.remove?.some((key) => key.endsWith('/lease')) === true;
        return done;
      },
    };
    const early: DurableStore = {
      ...store,
      async list(key, from) {
        const found = await store.list(key, from);
        if (key.includes('/out/')) await mayLook.opened;
        return found;
      },
      async read(keys) {
        if (keys.length === 1 && keys[0]!.endsWith('/lease')) await mayLook.opened;
        return store.read(keys);
      },
    };
    const more = { tools, limits: { ...limits, leaseTime: 5000, sweepEvery: Infinity } };
    const here = chatOf(() => undefined, { ...more, store: atWork });
    const there = chatOf(() => undefined, { ...more, store: early });
    const working = await here.open({ conversationId, messages: [user('refund')] }, as('ada'));
    const waiting = () => here.handler.inbox({ who: people.bo });
    await eventually(async () => expect((await waiting()).items).toHaveLength(1));
    const [item] = (await waiting()).items;
    const moved = there.handler.reassign(item!, { to: { role: 'boss' } });
    await eventually(async () => expect((await waiting()).items).toEqual([]));
    mayEnd.open();
    await eventually(() => expect(hasRested).toBe(true));
    mayLook.open();
    expect(await moved).toBe(true);

    const opened = await here.handler.inbox.open(people.cy, item!);
    expect(opened).toMatchObject({ outcome: 'waits', question: { attempt: 2 } });
    await working.body?.cancel();
    await Promise.all([here, there].map(({ handler }) => handler.close()));
  });

  it.each([
    ['after', 0],
    ['again', -1],
    ['most', 1.5],
    ['perHour', Number.NaN],
  ])('refuses notify.%s of %s', (name, value) => {
    expect(() => chatOf(() => undefined, { notify: { [name]: value } })).toThrow(`notify.${name} is ${value}`);
  });

  it('goes to nobody whom reassign does not name', async () => {
    const chat = chatOf(() => undefined);
    const asked = questionOf(await say(chat));
    const place = { callId: asked.sessionId, elicitId: asked.elicitId };
    await expect(chat.handler.reassign(place, { to: [] })).rejects.toMatchObject({ code: 'ELICIT_TO_INVALID' });
    // A page can neither do that nor make more time of it.
    await chat.post({ conversationId, pluginElicitResponses: [respond(asked, ok)] }, as('ada'));
    expect((await chat.handler.inbox({ who: people.bo })).items).toHaveLength(1);
    await chat.handler.close();
  });
});
