import { all, ensure, race, run, sleep, spawn, suspend, until, withResolvers, type Operation } from 'effection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import type { BridgeEvent } from '../../src/runtime/bridge-event.ts';
import { createQueuedHost } from '../queued-host.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';

const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({ to: z.string().default('LAX') }))
  .elicits({
    flight: { response: z.object({ id: z.coerce.number() }), context: z.object({ ids: z.array(z.number()) }) },
    seat: z.object({ seat: z.string() }),
  });
const asking = declaration.elicits;
type Ctx = McpToolContext<typeof asking>;
type Body = (params: { to: string }, ctx: Ctx) => Operation<unknown>;

const answers: Record<string, unknown> = { flight: { id: '2' }, seat: { seat: '3A' } };

interface Play {
  journal?: JournalEntry[];
  /** Answers the nth event; returning false leaves it open. */
  onEvent?: (event: BridgeEvent) => boolean | void;
  /** How long the host takes to keep an operation, in milliseconds. */
  keeping?: number | undefined;
}

/** Run a tool's body, answering as `answers` says, and give its result. */
function* play(body: Body, { journal = [], onEvent, keeping }: Play = {}): Operation<unknown> {
  const kept = journal;
  const host = createQueuedHost({
    tool: declaration.execute(body),
    params: { to: 'LAX' },
    callId: 'call_1',
    journal: [...kept],
    *append(entry) {
      if (keeping !== undefined) yield* sleep(keeping);
      kept.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
      return entry;
    },
  });
  yield* spawn(function* () {
    for (;;) {
      const { value: event } = yield* host.events.next();
      if (onEvent?.(event) !== false) yield* spawn(() => respond(event));
    }
  });
  return yield* host.run();
}

function* respond(event: BridgeEvent): Operation<void> {
  if (event.type === 'elicit') {
    const checked = yield* event.check({ action: 'accept', content: answers[event.question.key] }, { via: 'server' });
    if (checked.ok) yield* event.settle(checked.settlement);
  }
  if (event.type === 'sample')
    event.respond({ ok: true, value: { text: `tip for ${event.messages.at(-1)?.content}` } });
}

/** Run until `stopAt` operations are kept, then drop the run; gives what was kept. */
function* playAndDrop(
  body: Body,
  journal: JournalEntry[],
  isLast: (event: BridgeEvent) => boolean,
): Operation<boolean> {
  const dropped = withResolvers<boolean>();
  let last: BridgeEvent | undefined;
  const host = createQueuedHost({
    tool: declaration.execute(body),
    params: { to: 'LAX' },
    callId: 'call_1',
    journal: [...journal],
    *append(entry) {
      journal.push(entry);
      return entry;
    },
  });
  const task = yield* spawn(function* () {
    yield* host.run();
    dropped.resolve(false);
  });
  yield* spawn(function* () {
    for (;;) {
      const { value: event } = yield* host.events.next();
      if (isLast(event)) {
        last = event;
        dropped.resolve(true);
      } else yield* spawn(() => respond(event));
    }
  });
  const wasDropped = yield* dropped.operation;
  // A tool that asks the model is halted as it stands.
  const isParked = last?.type !== 'elicit' || (yield* last.park());
  expect(isParked).toBe(true);
  host.leave();
  yield* task.halt();
  return wasDropped;
}

const booking = (effects: string[]): Body =>
  function* (params, ctx) {
    const ids = yield* ctx.step('search', () => {
      effects.push('search');
      return [1, 2, 3];
    });
    const flight = yield* ctx.elicit('flight', { message: 'Which flight?', ids });
    if (flight.action !== 'accept') return 'none';
    const at = yield* ctx.now();
    const id = yield* ctx.uuid();
    const seat = yield* ctx.elicit('seat', { message: 'Which seat?' });
    yield* ctx.sleep(1);
    const tip = yield* ctx.sample({ prompt: params.to });
    return yield* ctx.step('book', async () => {
      effects.push('book');
      return { flight: flight.content.id, seat, at, id, tip: tip.text };
    });
  };

describe('a run', () => {
  it('gives the tool what the person, the model and its own steps gave', () =>
    run(function* () {
      const ticket = yield* play(booking([]));
      expect(ticket).toMatchObject({
        flight: 2,
        seat: { action: 'accept', content: { seat: '3A' } },
        tip: 'tip for LAX',
      });
    }));

  it('goes on from its journal alone after every suspension, and does nothing twice', () =>
    run(function* () {
      const effects: string[] = [];
      const journal: JournalEntry[] = [];
      let drops = 0;
      const seen = new Set<string>();
      for (;;) {
        const before = journal.length;
        const wasDropped = yield* playAndDrop(booking(effects), journal, (event) => {
          const name = event.type === 'elicit' ? event.elicitId : event.type;
          if (seen.has(name)) return false;
          seen.add(name);
          return true;
        });
        expect(journal.length).toBeGreaterThanOrEqual(before);
        if (!wasDropped) break;
        drops += 1;
      }
      const ticket = yield* play(booking(effects), { journal: [...journal] });
      expect(drops).toBe(3);
      expect(effects).toEqual(['search', 'book']);
      const last = journal.at(-1)?.outcome;
      expect(last).toEqual({ ok: true, value: ticket });
    }));

  it('runs no finally of a dropped tool, and releases what it waited on', () =>
    run(function* () {
      const seen: string[] = [];
      let timers = 0;
      const body: Body = function* (_, ctx) {
        try {
          yield* ensure(() => {
            seen.push('resource released');
          });
          yield* spawn(function* () {
            timers += 1;
            try {
              yield* suspend();
            } finally {
              timers -= 1;
            }
          });
          return yield* ctx.elicit('seat', { message: 'Seat?' });
        } finally {
          seen.push('finally');
        }
      };
      expect(yield* playAndDrop(body, [], (event) => event.type === 'elicit')).toBe(true);
      expect(seen).toEqual(['resource released']);
      expect(timers).toBe(0);
    }));

  it('runs every finally and ensure of a halted tool, and lets it start nothing more', () =>
    run(function* () {
      const seen: string[] = [];
      let signal: AbortSignal | undefined;
      function* inner(ctx: Ctx): Operation<void> {
        try {
          yield* ctx.elicit('seat', { message: 'Seat?' });
        } finally {
          // oxlint-disable-next-line effection/no-yield-in-finally
          yield* sleep(0);
          seen.push('finally');
        }
      }
      const host = createQueuedHost({
        tool: declaration.execute(function* (_, ctx) {
          signal = ctx.signal;
          yield* ensure(function* () {
            yield* sleep(0);
            seen.push('ensure');
          });
          yield* inner(ctx);
          // JavaScript goes on here after a finally that yields.
          yield* ctx.step('book', () => {
            seen.push('booked');
          });
        }),
        params: {},
        callId: 'call_1',
      });
      const task = yield* spawn(host.run);
      yield* host.events.next();
      yield* task.halt();
      expect(seen).toEqual(['finally', 'ensure']);
      expect(signal?.aborted).toBe(true);
    }));

  it('has aborted the signal that a halted tool reads first in its clean-up', () =>
    run(function* () {
      let isAborted: boolean | undefined;
      const tool = declaration.execute(function* (_, ctx) {
        yield* ensure(() => void (isAborted = ctx.signal.aborted));
        yield* ctx.elicit('seat', { message: 'Seat?' });
      });
      const host = createQueuedHost({ tool, params: {}, callId: 'call_1' });
      const task = yield* spawn(host.run);
      yield* host.events.next();
      yield* task.halt();
      expect(isAborted).toBe(true);
    }));

  it('keeps the winner of a race when it is repeated', () =>
    run(function* () {
      const raced: Body = function* (_, ctx) {
        const first = yield* race([
          ctx.step('slow', function* () {
            yield* sleep(20);
            return 'slow';
          }),
          ctx.step('fast', () => 'fast'),
        ]);
        const seat = yield* ctx.elicit('seat', { message: first });
        return [first, seat.action];
      };
      const journal: JournalEntry[] = [];
      expect(yield* play(raced, { journal })).toEqual(['fast', 'accept']);
      expect(yield* play(raced, { journal: [...journal] })).toEqual(['fast', 'accept']);
    }));

  it('keeps any interleaving of concurrent operations, however far it got', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.nat(),
        (lanes, cut) =>
          run(function* () {
            let performed = 0;
            const concurrent: Body = function* (_, ctx) {
              const order: string[] = [];
              yield* all(
                lanes.map((delays, lane) =>
                  (function* (): Operation<void> {
                    for (const [index, delay] of delays.entries()) {
                      const name = `${lane}.${index}`;
                      order.push(
                        yield* ctx.step(name, function* () {
                          performed += 1;
                          if (delay > 0) yield* sleep(delay);
                          return name;
                        }),
                      );
                    }
                  })(),
                ),
              );
              return order;
            };
            const journal: JournalEntry[] = [];
            const order = yield* play(concurrent, { journal });
            const total = lanes.flat().length;
            expect(performed).toBe(total);
            const kept = journal.slice(0, cut % (journal.length + 1));
            const names = kept.map((entry) => entry.name);
            const again = (yield* play(concurrent, { journal: kept })) as string[];
            expect(performed).toBe(total + total - names.length);
            expect(again.slice(0, names.length)).toEqual((order as string[]).slice(0, names.length));
          }),
      ),
      { numRuns: 60 },
    ));

  it.each<[string, Body]>([
    [
      'a pause beside a race',
      (_, ctx) => all([ctx.sleep(0), race<Operation<unknown>>([ctx.now(), ctx.elicit('seat', { message: 'Seat?' })])]),
    ],
    [
      'a search beside a nested race',
      (_, ctx) => {
        const steps = race([ctx.step('b', () => sleep(1)), ctx.step('c', () => sleep(3))]);
        return all([all([ctx.step('a', () => sleep(3)), steps]), ctx.sleep(3)]);
      },
    ],
    [
      'a race of a race',
      function* (_, ctx) {
        yield* race<Operation<unknown>>([
          ctx.now(),
          race<Operation<unknown>>([ctx.step('a', () => sleep(2)), ctx.now()]),
        ]);
        return [yield* ctx.now(), yield* ctx.step('b', () => sleep(2))];
      },
    ],
  ])('goes on from every beginning of its journal, kept at once or slowly: %s', (_what, body) =>
    run(function* () {
      for (const keeping of [undefined, 1]) {
        const journal: JournalEntry[] = [];
        const result = yield* play(body, { journal, keeping });
        for (let length = 0; length < journal.length; length += 1) {
          yield* play(body, { journal: journal.slice(0, length), keeping });
        }
        expect(yield* play(body, { journal: [...journal] })).toEqual(result);
      }
    }),
  );

  it('fails the same way when repeated, with a coded error that names the step', () =>
    run(function* () {
      const caught: unknown[] = [];
      const body: Body = function* (_, ctx) {
        try {
          yield* ctx.step('pay', () => Promise.reject(Object.assign(new Error('card refused'), { code: 'REFUSED' })));
        } catch (error) {
          caught.push(error);
        }
        return 'over';
      };
      const journal: JournalEntry[] = [];
      yield* play(body, { journal });
      yield* play(body, { journal: [...journal] });
      expect(caught).toHaveLength(2);
      // The error itself, with its stack, is there in the run in which it was thrown.
      expect(caught.map((error) => (error as Error).cause)).toEqual([
        expect.objectContaining({
          message: 'card refused',
          stack: expect.stringContaining('bridge-host.test') as string,
        }),
        undefined,
      ]);
      for (const error of caught) {
        expect(error).toMatchObject({
          code: 'STEP_FAILED',
          message: 'Step "pay" failed: card refused',
          error: { name: 'Error', message: 'card refused', code: 'REFUSED' },
        });
      }
    }));

  it.each([
    ['a Map', () => ({ seats: new Map() }), /seats is a Map/],
    ['a Date', () => new Date(0), /the value itself is a Date/],
    ['a Date deep inside', () => ({ legs: [{ departs: new Date(0) }] }), /legs\[0\]\.departs is a Date/],
    ['a URL', () => ({ link: new URL('https://example.com') }), /link is a URL/],
    ['a function', () => ({ undo: () => 1 }), /undo is a function/],
    ['an undefined property', () => ({ seat: { row: undefined } }), /seat\.row is undefined/],
    ['an undefined in a list', () => ['a', undefined], /\[1\] is undefined/],
    ['a bigint', async () => 1n, /the value itself is a bigint/],
  ] as [string, () => unknown, RegExp][])(
    'refuses a step that gives %s, which JSON would change',
    (_what, give, message) =>
      run(function* () {
        const body: Body = function* (_, ctx) {
          try {
            yield* ctx.step('bad', give);
          } catch (error) {
            return error;
          }
          return 'no error';
        };
        expect(yield* play(body)).toMatchObject({
          code: 'STEP_FAILED',
          error: { code: 'NOT_JSON', message: expect.stringMatching(message) as string },
        });
      }),
  );

  it('takes a step that gives nothing', () =>
    run(function* () {
      const body: Body = function* (_, ctx) {
        return (yield* ctx.step('quiet', () => undefined)) === undefined;
      };
      expect(yield* play(body)).toBe(true);
    }));

  it('passes on what a tool and its children throw', () =>
    run(function* () {
      const thrown = async (body: Body) => {
        try {
          await run(() => play(body));
          return 'nothing';
        } catch (error) {
          return (error as Error).message;
        }
      };
      const atOnce = (() => {
        throw new Error('at once');
      }) as Body;
      expect(yield* until(thrown(atOnce))).toBe('at once');
      expect(
        yield* until(
          thrown(function* (_, ctx) {
            yield* ctx.now();
            throw new Error('later');
          }),
        ),
      ).toBe('later');
      expect(
        yield* until(
          thrown(function* (_, ctx) {
            yield* spawn(function* () {
              yield* sleep(0);
              throw new Error('in a child');
            });
            yield* ctx.elicit('seat', { message: 'Seat?' });
            yield* suspend();
          }),
        ),
      ).toBe('in a child');
    }));
});

describe('a changed tool', () => {
  const original: Body = function* (_, ctx) {
    yield* ctx.step('search', () => 1);
    yield* ctx.elicit('seat', { message: 'Seat?' });
    return 'ok';
  };
  const changed: [string, Body, RegExp][] = [
    [
      'another step',
      function* (_, ctx) {
        yield* ctx.step('find', () => 1);
      },
      /operation 0 the journal has step "search", but the code asked for step "find"/,
    ],
    [
      'another question text',
      function* (_, ctx) {
        yield* ctx.step('search', () => 1);
        yield* ctx.elicit('seat', { message: 'Which seat?' });
      },
      /operation 1 .* with other arguments/,
    ],
    [
      'an early end',
      function* (_, ctx) {
        yield* ctx.step('search', () => 1);
      },
      /ended without asking for it/,
    ],
    [
      'a try round everything',
      function* (_, ctx) {
        try {
          yield* ctx.step('find', () => 1);
        } catch {
          // swallowed
        }
        return 'swallowed';
      },
      /TOOL_CHANGED|the code asked for step "find"/,
    ],
  ];
  for (const [name, body, message] of changed) {
    it(`ends the run from outside: ${name}`, async () => {
      const journal: JournalEntry[] = [];
      await run(() => play(original, { journal }));
      await expect(run(() => play(body, { journal: [...journal] }))).rejects.toMatchObject({
        code: 'TOOL_CHANGED',
        message: expect.stringMatching(message) as string,
      });
    });
  }

  it('ends the run when the code never asks again', async () => {
    const host = createQueuedHost({
      tool: declaration.execute(function* () {
        yield* suspend();
      }),
      params: {},
      callId: 'call_1',
      journal: [{ key: '0', kind: 'step', name: 'search', hash: 'x', outcome: { ok: true } }],
      replayTimeout: 1,
    });
    await expect(run(host.run)).rejects.toMatchObject({ code: 'TOOL_CHANGED' });
  });
});

describe('asking', () => {
  const failing = (body: Body) =>
    run(function* () {
      return yield* play(function* (params, ctx) {
        try {
          return yield* body(params, ctx);
        } catch (error) {
          return error;
        }
      });
    });

  it('names the declared questions when the key is unknown', async () => {
    const error = await failing((_, ctx) => ctx.elicit('hotel' as 'seat', { message: 'Which?' }));
    expect(error).toMatchObject({ code: 'UNKNOWN_ELICIT', message: expect.stringContaining('flight, seat') as string });
  });

  it('refuses context that does not fit, naming the field', async () => {
    const error = await failing((_, ctx) => ctx.elicit('flight', { message: 'Which?', ids: ['x'] as never }));
    expect(error).toMatchObject({
      code: 'ELICIT_CONTEXT_INVALID',
      message: expect.stringContaining('ids.0') as string,
    });
  });

  it('asks one question at a time', async () => {
    const error = await failing(function* (_, ctx) {
      return yield* all([ctx.elicit('seat', { message: 'Seat?' }), ctx.elicit('flight', { message: 'F?', ids: [] })]);
    });
    expect(error).toMatchObject({ code: 'ELICIT_PENDING', message: expect.stringContaining('"seat"') as string });
  });

  it('may ask again after its question was halted', () =>
    run(function* () {
      const result = yield* play(
        function* (_, ctx) {
          yield* race([ctx.elicit('flight', { message: 'F?', ids: [] }), sleep(0)]);
          return yield* ctx.elicit('seat', { message: 'Seat?' });
        },
        { onEvent: (event) => event.type === 'elicit' && event.question.key === 'seat' },
      );
      expect(result).toMatchObject({ action: 'accept' });
    }));

  it.each([Infinity, 2 ** 31, 30 * 86_400_000])('may pause for %s milliseconds, longer than a timer holds', (ms) =>
    run(function* () {
      const result = yield* play(function* (_, ctx) {
        function* pause(): Operation<string> {
          yield* ctx.sleep(ms);
          return 'over';
        }
        // Longer than it takes a timer that is over at once.
        const other = ctx.step('other', function* () {
          yield* sleep(20);
          return 'still pausing';
        });
        return yield* race([pause(), other]);
      });
      expect(result).toBe('still pausing');
    }),
  );

  it('continues the side conversation of prompts and leaves it alone for messages', () =>
    run(function* () {
      const asked: unknown[] = [];
      yield* play(
        function* (_, ctx) {
          yield* ctx.sample({ prompt: 'one' });
          yield* ctx.sample({ messages: [{ role: 'user', content: 'aside' }] });
          yield* ctx.sample({ prompt: 'two' });
        },
        {
          onEvent(event) {
            if (event.type === 'sample') asked.push(event.messages.map((message) => message.content));
          },
        },
      );
      expect(asked).toEqual([['one'], ['aside'], ['one', 'tip for one', 'two']]);
    }));

  it('throws the provider error as a coded one', async () => {
    const error = await run(() =>
      play(
        function* (_, ctx) {
          try {
            return yield* ctx.sample({ prompt: 'x' });
          } catch (thrown) {
            return thrown;
          }
        },
        {
          onEvent(event) {
            if (event.type === 'sample') event.respond({ ok: false, error: { name: 'Error', message: 'overloaded' } });
            return event.type !== 'sample';
          },
        },
      ),
    );
    expect(error).toMatchObject({ code: 'SAMPLE_FAILED', message: expect.stringContaining('overloaded') as string });
  });

  it('tells logs and progress once, not again when the run is repeated', () =>
    run(function* () {
      const told: string[] = [];
      const body: Body = function* (_, ctx) {
        yield* ctx.notify('searching', 1, 2);
        yield* ctx.step('search', () => 1);
        yield* ctx.log('info', 'found');
        yield* ctx.elicit('seat', { message: 'Seat?' });
        yield* ctx.notify('booking', 2, 2);
      };
      const onEvent = (event: BridgeEvent) => {
        if (event.type === 'log' || event.type === 'progress') told.push(event.message);
      };
      const journal: JournalEntry[] = [];
      yield* play(body, { journal, onEvent });
      expect(told).toEqual(['searching', 'found', 'booking']);
      yield* play(body, { journal: journal.slice(0, 1), onEvent });
      expect(told).toEqual(['searching', 'found', 'booking', 'found', 'booking']);
    }));
});
