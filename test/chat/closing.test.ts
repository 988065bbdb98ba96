import { run } from 'effection';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createOnce } from '../../src/base/coming.ts';
import { kept } from '../attack/inbox-doors.ts';
import { eventually } from '../eventually.ts';
import { agent, createChat, declaration, lastWords, user } from './harness.ts';

const calls = 60;
/** On a busy machine, as many calls take longer to end than one clean-up may, and some are let go of before. */
const limits = { cleanupTime: Infinity, parkAfter: Infinity };
const names = Array.from({ length: calls }, (_, index) => `c${index}`);

it('stops its calls a few at a time, and lets other work come between', async () => {
  const ended = countPerTurn();
  const chat = createChat(agent(), {
    limits,
    onEvent: ({ type }) => {
      if (type === 'session_ended') ended.add();
    },
  });
  for (const conversationId of names) await chat.post({ conversationId, messages: [user('Book')] });

  await ended.watch(() => chat.handler.close());

  expect(ended.total()).toBe(calls);
  expect(ended.mostInOneTurn()).toBeLessThanOrEqual(10);
});

it('lets go of its models a few at a time', async () => {
  const aborted = countPerTurn();
  let asked = 0;
  const chat = createChat(agent(), {
    limits,
    provider: {
      async *stream(_, { signal }) {
        asked += 1;
        yield { type: 'text', content: '' };
        return await new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.add();
            reject(new Error('aborted'));
          });
        });
      },
    },
  });
  const open = names.map((conversationId) => chat.post({ conversationId, messages: [user('x')] }));
  await eventually(() => expect(asked).toBe(calls));

  await aborted.watch(() => chat.handler.close());

  await Promise.all(open);
  expect(aborted.total()).toBe(calls);
  expect(aborted.mostInOneTurn()).toBeLessThanOrEqual(10);
});

it('begins nothing while it closes: a call that ends meanwhile sets no model going', async () => {
  const chat = createChat(agent(), { limits });
  const { sessions } = chat.handler;
  for (const conversationId of names) await chat.post({ conversationId, messages: [user('Book')] });
  const before = chat.asked.length;

  const open = await run(() => sessions.listActive());
  const closed = chat.handler.close();
  await Promise.all(open.map(({ id }) => run(() => sessions.abort(id))));
  await closed;

  expect(open).toHaveLength(calls);
  expect(chat.asked).toHaveLength(before);
});

it('stops a call whose conversation leaves memory at that moment, with its clean-up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const tool = declaration.execute(function* (_params, ctx) {
    try {
      return yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    } finally {
      told.push('cleaned up');
    }
  });
  const chat = createChat(agent(), {
    tools: [tool],
    limits: { parkAfter: 1000 },
    onEvent: ({ type }) => void told.push(type),
  });
  await chat.post({ conversationId: 'c', messages: [user('Book')] });

  vi.advanceTimersByTime(1000);
  await chat.handler.close();

  expect(told.slice(-2)).toEqual(['cleaned up', 'session_ended']);
});

it.each([0, Infinity])(
  'a lease of %s milliseconds, which could not be renewed, is refused at the start',
  (leaseTime) => {
    expect(() => createChat(agent(), { limits: { leaseTime } })).toThrow(/limits\.leaseTime is/);
  },
);

/** Counts what happens between two turns of the event loop. */
function countPerTurn() {
  let total = 0;
  let inThisTurn = 0;
  let most = 0;
  return {
    total: () => total,
    mostInOneTurn: () => most,
    add() {
      total += 1;
      inThisTurn += 1;
      most = Math.max(most, inThisTurn);
    },
    async watch(work: () => Promise<void>): Promise<void> {
      let isOver = false;
      const turn = () => {
        inThisTurn = 0;
        if (!isOver) setImmediate(turn);
      };
      turn();
      await work();
      isOver = true;
    },
  };
}

it('keeps what the steps do that are under way, and begins no other', async () => {
  const store = kept();
  const ran: string[] = [];
  const done = createOnce<void>();
  const tool = declaration.execute(function* (_, ctx) {
    const paid = yield* ctx.step('pay', async () => {
      ran.push('pay');
      await new Promise<void>((resolve, reject) => done.coming(resolve, reject));
      return 'paid';
    });
    ran.push(yield* ctx.step('ship', () => `ship after ${paid}`));
    return 'Done.';
  });
  const steps: string[] = [];
  const chat = createChat(agent(), {
    store,
    tools: [tool],
    onEvent: (event) => {
      if (event.type === 'step_ended') steps.push(`${event.name} ${event.status}`);
    },
  });
  const conversationId = 'c';
  const told = chat.post({ conversationId, messages: [user('Book')] });
  await eventually(() => expect(ran).toEqual(['pay']));
  const closed = chat.handler.close();
  done.resolve();
  await Promise.all([closed, told]);
  expect({ ran, steps }).toEqual({ ran: ['pay'], steps: ['pay completed'] });
  const next = createChat(agent(), { store, tools: [tool] });
  const answered = await next.post({ conversationId, attach: true });
  expect(ran).toEqual(['pay', 'ship after paid']);
  expect(lastWords(answered)).toContain('Done.');
});
