import { ensure, run, sleep, spawn, until, withResolvers, type Operation, type Task } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { Call, RespondToElicitOutcome } from '../../src/session/plugin-session.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Calls } from '../../src/session/calls.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { atWrite } from './at-write.ts';

const provider = {
  async *stream() {
    yield { type: 'text' as const, content: '' };
    return { text: '', toolCalls: [] };
  },
};

interface Airline {
  /** What it has done, in order. */
  readonly ledger: string[];
  /** Each run of the tool waits for this before it asks. */
  opens: () => Promise<unknown>;
  release(flight: string): unknown;
  cleanUp?(): Operation<void>;
}

function createAirline(given: Partial<Airline> = {}): Airline {
  const ledger: string[] = [];
  return {
    ledger,
    opens: () => Promise.resolve(),
    release: (flight) => void ledger.push(`release ${flight}`),
    ...given,
  };
}

/** As in the documentation: a `finally` gives back what the call still holds. */
function bookTool(airline: Airline, sell?: () => unknown): AnyMcpTool {
  const { ledger } = airline;
  return createMcpTool('book')
    .description('Book')
    .parameters(z.object({}))
    .elicits({ flight: z.object({ flight: z.string() }), seat: z.object({ seat: z.string() }) })
    .execute(function* (_, ctx) {
      try {
        yield* until(airline.opens());
        const flight = yield* ctx.elicit('flight', { message: 'Which flight?' });
        if (flight.action !== 'accept') return flight.action;
        const picked = flight.content.flight;
        const hold = () => {
          ledger.push(`hold ${picked}`);
          return picked;
        };
        const undo = (held: string) => airline.release(held) as Promise<void>;
        yield* ctx.step('hold', hold, { idempotent: true, undo });
        const seat = yield* ctx.elicit('seat', { message: `Which seat on ${picked}?` });
        if (seat.action !== 'accept') return seat.action;
        if (sell !== undefined) yield* ctx.step('sell', () => sell() as Promise<void>);
        return `${picked} ${seat.content.seat}`;
      } finally {
        ledger.push('give all back');
        // A tool's outermost `finally` may: no operation after it begins.
        // oxlint-disable-next-line effection/no-yield-in-finally
        if (airline.cleanUp !== undefined) yield* airline.cleanUp();
      }
    });
}

type Limits = Parameters<typeof createPluginSessionManager>[0]['limits'];

const durable = (): DurableStore => ({ ...memoryStore(), isVolatile: false });

const flightId = 'c:elicit:0';
const accept = (content: object) => ({ action: 'accept' as const, content });

function* manage(tool: AnyMcpTool, store: DurableStore, limits?: Limits) {
  const manager = createPluginSessionManager({ provider, tools: [tool], store, limits, onEvent: () => undefined });
  yield* ensure(() => manager.close());
  return manager;
}

/** A call whose flight is picked, and that asks for the seat. */
function inCall(
  tool: AnyMcpTool,
  store: DurableStore,
  work: (session: Call, anew: () => Operation<Call>) => Operation<void>,
  limits?: Limits,
) {
  return run(function* () {
    const manager = yield* manage(tool, store, limits);
    const session = yield* begin(tool, manager);
    // Where the store has failed, the call is opened anew from its record.
    yield* work(session, function* () {
      const opened = yield* manager.get('c');
      if (opened === null) throw new Error('The call is gone.');
      return opened;
    });
  });
}

function* begin(tool: AnyMcpTool, manager: Calls): Operation<Call> {
  const session = yield* manager.create({ tool, params: {}, callId: 'c', owner: 'ada' });
  yield* asked(session, 'Which flight?');
  yield* session.respondToElicit(flightId, accept({ flight: 'SH1' }), { answerId: 'a', by: 'ada' });
  yield* asked(session, 'Which seat on SH1?');
  return session;
}

function* asked(session: Call, message: string) {
  for (;;) {
    const [question] = session.pending();
    if (question?.message === message) {
      // This resolves when the question is kept.
      yield* session.status();
      return question;
    }
    yield* sleep(0);
  }
}

const change = (session: Call, flight = 'SH2', { answerId = 'b', revises = 'a', owner = 'ada' } = {}) =>
  session.respondToElicit(flightId, accept({ flight }), { answerId, revises, by: owner });

/** A change that has turned the call. */
function* turned(session: Call): Operation<Task<RespondToElicitOutcome>> {
  const changing = yield* spawn(() => change(session));
  while (session.pending().length > 0) yield* sleep(0);
  return changing;
}

/** What an operation throws, as text. */
function* thrownBy(operation: Operation<unknown>): Operation<string> {
  try {
    return JSON.stringify(yield* operation);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a call on its way back', () => {
  it.each([
    ['does not write the change', 'revise', 'revised'],
    ['does not write that the undo begins', 'started undo:', 'repeated'],
    ['does not write that the undo is done', 'undo undo:', 'repeated'],
  ])('goes back once the change comes again, if the store %s', (_, what, outcome) => {
    const airline = createAirline();
    const store = atWrite(durable(), what, () => Promise.reject(new Error('The disk is full')));
    return inCall(bookTool(airline), store, function* (failed, anew) {
      expect(yield* thrownBy(change(failed))).toBe('The disk is full');
      const session = yield* anew();
      expect(yield* change(session)).toMatchObject({ outcome });
      expect((yield* asked(session, 'Which seat on SH2?')).elicitId).toBe('c:elicit:1~1');
      expect(airline.ledger.at(-1)).toBe('hold SH2');
      expect(airline.ledger.filter((done) => done === 'hold SH2')).toHaveLength(1);
    });
  });

  it('goes back once the change comes again, if the store writes it and says that it did not', () => {
    const airline = createAirline();
    const store = atWrite(durable(), 'revise', async (write) => {
      await write();
      throw new Error('The connection is lost');
    });
    return inCall(bookTool(airline), store, function* (failed, anew) {
      expect(yield* thrownBy(change(failed))).toBe('The connection is lost');
      const session = yield* anew();
      expect(yield* change(session)).toEqual({ outcome: 'repeated', action: 'accept', answerId: 'b' });
      const { elicitId } = yield* asked(session, 'Which seat on SH2?');
      expect(airline.ledger).toEqual(['hold SH1', 'release SH1', 'hold SH2']);
      // Another process reads the same from the record.
      const second = yield* manage(bookTool(airline), store);
      expect((yield* second.get('c'))?.pending()).toMatchObject([{ elicitId }]);
    });
  });

  it('takes the answer to what waits, if the store does not write the change', () => {
    const airline = createAirline();
    const store = atWrite(durable(), 'revise', () => Promise.reject(new Error('The disk is full')));
    return inCall(bookTool(airline), store, function* (failed, anew) {
      yield* thrownBy(change(failed));
      const session = yield* anew();
      const answered = yield* session.respondToElicit('c:elicit:1', accept({ seat: '2A' }), { by: 'ada' });
      expect(answered).toEqual({ outcome: 'recorded' });
    });
  });

  it('goes on to its end if who sent the change leaves in the middle', () => {
    const gate = withResolvers<void>();
    const airline = createAirline({ release: () => gate.operation });
    return inCall(bookTool(airline), memoryStore(), function* (session) {
      const changing = yield* turned(session);
      yield* changing.halt();
      gate.resolve();
      yield* asked(session, 'Which seat on SH2?');
      expect(yield* change(session)).toEqual({ outcome: 'repeated', action: 'accept', answerId: 'b' });
      expect(airline.ledger).toEqual(['hold SH1', 'hold SH2']);
    });
  });

  it('is stopped after it has gone back, and then gives back what it holds', () => {
    const airline = createAirline();
    const [writes, goesOn] = [withResolvers<void>(), withResolvers<void>()];
    const store = atWrite(durable(), 'revise', async (write) => {
      writes.resolve();
      await run(() => goesOn.operation);
      return write();
    });
    return inCall(bookTool(airline), store, function* (session) {
      const changing = yield* spawn(() => change(session));
      yield* writes.operation;
      const stopping = yield* spawn(() => session.abort('Enough'));
      yield* sleep(0);
      goesOn.resolve();
      yield* stopping;
      expect(yield* changing).toMatchObject({ outcome: 'revised' });
      expect(yield* session.status()).toBe('aborted');
      expect(airline.ledger.slice(0, 2)).toEqual(['hold SH1', 'release SH1']);
      expect(airline.ledger.at(-1)).toBe('give all back');
    });
  });

  it('gives back what it holds if it is stopped and its undo does not end', () => {
    const never = withResolvers<void>();
    const airline = createAirline({ release: () => never.operation });
    function* stop(session: Call) {
      const changing = yield* turned(session);
      yield* session.abort('Enough');
      expect(yield* changing).toMatchObject({ outcome: 'kept', because: 'late' });
      expect(airline.ledger).toEqual(['hold SH1', 'give all back']);
    }
    return inCall(bookTool(airline), durable(), stop, { cleanupTime: 10 });
  });

  it('takes no change while it is being stopped, the same once more or another', () => {
    const [never, cleans, goesOn] = [withResolvers<void>(), withResolvers<void>(), withResolvers<void>()];
    const airline = createAirline({
      release: () => never.operation,
      *cleanUp() {
        cleans.resolve();
        yield* goesOn.operation;
      },
    });
    function* stop(session: Call) {
      const first = yield* turned(session);
      const stopping = yield* spawn(() => session.abort('Enough'));
      yield* cleans.operation;
      const again = yield* spawn(() => change(session));
      const other = yield* spawn(() => change(session, 'SH3', { answerId: 'c' }));
      yield* sleep(0);
      goesOn.resolve();
      yield* stopping;
      const stands = { action: 'accept', answerId: 'a' };
      expect(yield* first).toEqual({ outcome: 'kept', because: 'late', ...stands });
      expect(yield* again).toEqual({ outcome: 'repeated', ...stands });
      expect(yield* other).toEqual({ outcome: 'repeated', ...stands });
    }
    return inCall(bookTool(airline), durable(), stop, { cleanupTime: 200 });
  });

  it.each([
    ['outcomes', 4000, ''],
    ['bytes', 10_000, 'x'.repeat(2000)],
  ])('is gone no more once half of its journal is full of %s, and the call can still be finished', (_, bytes, more) => {
    function* changeOften(session: Call) {
      for (let [nth, revises] = [2, 'a']; ; nth += 1) {
        const isOffered = session.pending()[0]?.changeable !== undefined;
        const told = yield* change(session, `SH${nth}${more}`, { answerId: `a${nth}`, revises });
        expect(told.outcome).toBe(isOffered ? 'revised' : 'kept');
        if (!isOffered) break;
        revises = `a${nth}`;
        yield* asked(session, `Which seat on SH${nth}${more}?`);
      }
      const [seat] = session.pending();
      yield* session.respondToElicit(seat?.elicitId ?? '', accept({ seat: '2A' }), { by: 'ada' });
      while ((yield* session.status()) === 'running') yield* sleep(0);
      expect(yield* session.status()).toBe('completed');
    }
    return inCall(bookTool(createAirline()), memoryStore(), changeOften, { bytes });
  });

  it('is one way at a time: of two changes at once, one counts', () => {
    const airline = createAirline();
    return inCall(bookTool(airline), durable(), function* (session) {
      const one = yield* spawn(() => change(session, 'SH2', { answerId: 'b' }));
      const other = yield* spawn(() => change(session, 'SH3', { answerId: 'c' }));
      expect(yield* one).toMatchObject({ outcome: 'revised', revised: { answerId: 'b' } });
      expect(yield* other).toMatchObject({ outcome: 'kept', because: 'late', answerId: 'b' });
      yield* asked(session, 'Which seat on SH2?');
      expect(airline.ledger).toEqual(['hold SH1', 'release SH1', 'hold SH2']);
    });
  });

  it('is stopped when an undo takes longer than the tool may run', () => {
    const airline = createAirline({ release: () => new Promise(() => undefined) });
    function* wait(session: Call) {
      const events = session.getEvents();
      expect(yield* change(session)).toMatchObject({ outcome: 'kept', because: 'late' });
      const told: unknown[] = [];
      while (!told.some((event) => (event as { type: string }).type === 'ended')) {
        told.push((yield* events.next()).value.event);
      }
      expect(told.at(-1)).toMatchObject({ outcome: { status: 'aborted', by: 'timeout' } });
      expect(airline.ledger).toEqual(['hold SH1', 'give all back']);
    }
    return inCall(bookTool(airline), durable(), wait, { runTime: 1000, cleanupTime: 10 });
  });

  it('waits for nobody but its owner', () => {
    const gate = withResolvers<void>();
    const airline = createAirline({ release: () => gate.operation });
    return inCall(bookTool(airline), memoryStore(), function* (session) {
      const changing = yield* turned(session);
      expect(yield* change(session, 'SH3', { owner: 'eve' })).toEqual({ outcome: 'unknown' });
      gate.resolve();
      expect(yield* changing).toMatchObject({ outcome: 'revised' });
    });
  });
});

describe('a call whose run is left while it goes on', () => {
  /** Each later run of the tool gets no further than its beginning. */
  function stuckAirline() {
    const airline = createAirline();
    const entered = withResolvers<void>();
    return {
      airline,
      entered: entered.operation,
      shut() {
        airline.opens = () => {
          entered.resolve();
          return new Promise(() => undefined);
        };
      },
    };
  }

  it('keeps what it holds when the check of a change is left in the middle', () => {
    const { airline, entered, shut } = stuckAirline();
    return inCall(bookTool(airline), memoryStore(), function* (session) {
      shut();
      const changing = yield* spawn(() => change(session));
      yield* entered;
      yield* changing.halt();
      expect(airline.ledger).toEqual(['hold SH1']);
      expect(yield* session.respondToElicit('c:elicit:1', accept({ seat: '2A' }), { by: 'ada' })).toEqual({
        outcome: 'recorded',
      });
    });
  });

  it('keeps what it holds when what waits is answered while a change is checked', () => {
    const { airline, entered, shut } = stuckAirline();
    const sold = withResolvers<void>();
    const tool = bookTool(airline, () => {
      airline.ledger.push('sell');
      return sold.operation;
    });
    return inCall(tool, memoryStore(), function* (session) {
      shut();
      const changing = yield* spawn(() => change(session));
      yield* entered;
      yield* session.respondToElicit('c:elicit:1', accept({ seat: '2A' }), { by: 'ada' });
      expect(yield* changing).toMatchObject({ outcome: 'kept', because: 'late', answerId: 'a' });
      while (airline.ledger.length < 2) yield* sleep(0);
      expect(airline.ledger).toEqual(['hold SH1', 'sell']);
      sold.resolve();
    });
  });

  it('keeps what it holds when its process closes while it waits', () => {
    const airline = createAirline();
    const tool = bookTool(airline);
    const store = durable();
    return run(function* () {
      yield* begin(tool, yield* manage(tool, store));
    }).then(() =>
      run(function* () {
        // The first manager has closed.
        expect(airline.ledger).toEqual(['hold SH1']);
        const manager = yield* manage(tool, store);
        const session = yield* manager.get('c');
        expect(yield* change(session!)).toMatchObject({ outcome: 'revised' });
        yield* asked(session!, 'Which seat on SH2?');
        expect(airline.ledger).toEqual(['hold SH1', 'release SH1', 'hold SH2']);
      }),
    );
  });

  it('keeps what it holds when its process loses it while it runs again', () => {
    const { airline, entered, shut } = stuckAirline();
    const tool = bookTool(airline);
    const store = durable();
    return inCall(tool, store, function* (session) {
      yield* session.cool();
      const second = yield* manage(tool, store);
      const there = yield* second.get('c');
      shut();
      yield* spawn(() => thrownBy(there!.respondToElicit('c:elicit:1', accept({ seat: '2A' }), { by: 'ada' })));
      yield* entered;
      yield* second.drop('c');
      expect(airline.ledger).toEqual(['hold SH1']);
    });
  });

  it('gives back what it holds if it is stopped right after a restart', () => {
    const airline = createAirline();
    const tool = bookTool(airline);
    const store = durable();
    return inCall(tool, store, function* (session) {
      yield* session.cool();
      const second = yield* manage(tool, store);
      const there = yield* second.get('c');
      yield* there!.abort('Enough');
      expect(airline.ledger).toEqual(['hold SH1', 'give all back']);
    });
  });
});
