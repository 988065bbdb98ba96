import { action, all, race, run, spawn, withResolvers, type Operation } from 'effection';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpBranchContext, type McpToolContext } from '../../src/plugin.ts';
import type { AnswerSource } from '../../src/protocol/person.ts';
import type { BridgeElicit } from '../../src/runtime/bridge-event.ts';
import { createQueuedHost } from '../queued-host.ts';
import { keptSource, type JournalEntry } from '../../src/runtime/journal.ts';
import type { RunClock } from '../../src/runtime/run-clock.ts';
import { runs } from '../runs.ts';

const asking = createMcpTool('trip').description('Plan a trip').parameters(z.object({}));
const elicits = { seat: z.object({ seat: z.string() }) };
const declarations = { alone: asking.elicits(elicits), together: asking.elicits(elicits, { concurrent: true }) };
type Ctx = McpToolContext<typeof elicits>;
type Asks = keyof typeof declarations;

/** What a tool does, one thing after another. */
type Program = readonly Act[];
type Act =
  | { type: 'step' | 'sample' | 'elicit' | 'now' | 'throw' }
  | { type: 'branch'; body: Program; timeout: boolean }
  | { type: 'all' | 'race'; parts: readonly Program[] };

const { program } = fc.letrec<{ program: Program; act: Act }>((tie) => ({
  act: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Act[]>(
      { type: 'step' },
      { type: 'sample' },
      { type: 'elicit' },
      { type: 'now' },
      { type: 'throw' },
    ),
    fc.record({ type: fc.constant('branch' as const), body: tie('program'), timeout: fc.boolean() }),
    fc.record({
      type: fc.constantFrom('all' as const, 'race' as const),
      parts: fc.array(tie('program'), { minLength: 1, maxLength: 2 }),
    }),
  ),
  program: fc.array(tie('act'), { minLength: 1, maxLength: 2 }),
}));

/** Run a program, and tell what came of it. */
function* perform(acts: Program, ctx: McpBranchContext, world: World): Operation<unknown> {
  const found: unknown[] = [];
  for (const act of acts) found.push(yield* settled(() => performOne(act, ctx, world)));
  return found;
}

function* performOne(act: Act, ctx: McpBranchContext, world: World): Operation<unknown> {
  switch (act.type) {
    case 'step':
      return yield* ctx.step('step', function* () {
        yield* world.turn();
        return world.next();
      });
    case 'sample':
      return (yield* ctx.sample({ prompt: 'Tip?' })).text;
    case 'now':
      // A plain value: what is recorded is the same in each replay, and differs in each run.
      return typeof (yield* ctx.now());
    case 'elicit':
      // A branch has none, and says so.
      return yield* askSeat(ctx as Ctx, world);
    case 'throw':
      throw Object.assign(new Error('thrown'), { code: 'THROWN' });
    case 'branch':
      return yield* ctx.branch((inner) => perform(act.body, inner, world), act.timeout ? { timeout: 1000 } : {});
    case 'all':
      return yield* all(act.parts.map((part) => perform(part, ctx, world)));
    case 'race':
      return yield* race(act.parts.map((part) => perform(part, ctx, world)));
  }
}

function* askSeat(ctx: Ctx, world: World): Operation<unknown> {
  let from: AnswerSource | undefined;
  const check = (_: unknown, source: AnswerSource) => void (from = source);
  const answer = yield* ctx.elicit('seat', { message: 'Seat?' }, { check });
  world.answerers.push(answer.by?.id);
  // An answer of the journal is not checked again.
  if (from !== undefined) expect(answer.by).toEqual(from.by);
  return { ...answer };
}

function* settled(work: () => Operation<unknown>): Operation<unknown> {
  try {
    return yield* work();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Answers whatever waits, in the order in which it began to wait, one thing whenever nothing else moves. */
interface World {
  /** Wait for one's turn. */
  turn(): Operation<void>;
  next(): number;
  moved(): void;
  readonly clock: RunClock;
  /** Who gave the answers, as the tool got them. */
  readonly answerers: (string | undefined)[];
  run(): Operation<void>;
}

function createWorld(): World {
  const waiting = new Set<() => void>();
  let moves = 0;
  let given = 0;
  const wait = (done: () => void) => {
    moves += 1;
    waiting.add(done);
    return () => void waiting.delete(done);
  };
  return {
    turn: () => action((resolve) => wait(resolve)),
    next: () => (given += 1),
    moved: () => void (moves += 1),
    answerers: [],
    clock: { start: () => undefined, pause: () => undefined, after: (_, onPassed) => wait(onPassed) },
    *run() {
      for (;;) {
        for (let seen = -1, still = 0; still < 20; still += 1) {
          if (seen !== moves) still = 0;
          seen = moves;
          yield* action<void>((resolve) => {
            const immediate = setImmediate(resolve);
            return () => clearImmediate(immediate);
          });
        }
        const [first] = waiting;
        if (first !== undefined) waiting.delete(first);
        first?.();
      }
    },
  };
}

interface Played {
  result: unknown;
  journal: JournalEntry[];
  answerers: World['answerers'];
}

/** Play a program on from a journal. At each question that is `parked`, the run is dropped and another one takes over. */
function play(asks: Asks, acts: Program, kept: readonly JournalEntry[], isParked = false): Promise<Played> {
  return run(function* (): Operation<Played> {
    const journal = [...kept];
    for (let parked = new Set<string>(); ;) {
      const world = createWorld();
      const host = createQueuedHost({
        tool: declarations[asks].execute((_, ctx) => perform(acts, ctx, world)),
        params: {},
        callId: 'call_1',
        clock: world.clock,
        journal: [...journal],
        *append(entry) {
          world.moved();
          journal.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
          return entry;
        },
      });
      if (isParked) host.leave();
      const result = yield* race([
        dropped(host.events, world, isParked ? parked : undefined),
        (function* (): Operation<{ value: unknown }> {
          return { value: yield* host.run() };
        })(),
      ]);
      if (result !== undefined) return { result: result.value, journal, answerers: world.answerers };
      parked = new Set(parked);
    }
  });
}

/** Answer what the tool asks. Returns if a question was parked. */
function* dropped(
  events: ReturnType<typeof createQueuedHost>['events'],
  world: World,
  parked: Set<string> | undefined,
): Operation<undefined> {
  const gone = withResolvers<undefined>();
  yield* spawn(world.run);
  yield* spawn(function* () {
    for (;;) {
      const { value: event } = yield* events.next();
      world.moved();
      if (event.type === 'elicit') yield* spawn(() => answer(event, world));
      if (event.type === 'elicit' && parked !== undefined && !parked.has(event.elicitId)) {
        parked.add(event.elicitId);
        yield* spawn(function* () {
          if (yield* event.park()) gone.resolve(undefined);
        });
      }
      if (event.type === 'sample') {
        yield* spawn(function* () {
          yield* world.turn();
          event.respond({ ok: true, value: { text: `tip ${event.branch}` } });
        });
      }
    }
  });
  return yield* gone.operation;
}

/** Who answers, and where: one after the other. */
const sources: readonly AnswerSource[] = [
  { by: { id: 'ada', name: 'Ada' }, via: 'inbox' },
  { by: { id: 'bo' }, via: 'link' },
  { via: 'page' },
];

/** How many questions wait, and the most that ever did. */
const atOnce = { now: 0, most: 0 };

function* answer(event: BridgeElicit, world: World): Operation<void> {
  atOnce.now += 1;
  atOnce.most = Math.max(atOnce.most, atOnce.now);
  try {
    yield* world.turn();
  } finally {
    atOnce.now -= 1;
  }
  const source = sources[event.seq % sources.length]!;
  const checked = yield* event.check({ action: 'accept', content: { seat: '3A' } }, source);
  if (checked.ok) yield* event.settle(checked.settlement, { attempt: 1, ...keptSource(source) });
}

const twoAtOnce: Program = [{ type: 'all', parts: [[{ type: 'elicit' }, { type: 'elicit' }], [{ type: 'elicit' }]] }];

const plain = ({ result, journal }: Played) => ({
  result,
  journal: journal.map(({ key, kind, question }) => {
    const { elicitId = '', by, via = '' } = question ?? {};
    return [key, kind, elicitId, by?.id, by?.name, via].join(' ');
  }),
});

it('random programs end the same live, cooled at every question, and replayed from every prefix', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom<Asks[]>('alone', 'together'), program, async (asks, acts) => {
      const live = await play(asks, acts, []);
      for (const { kind } of live.journal) kinds.add(kind);
      for (let length = 0; length <= live.journal.length; length += 1) {
        // One after the other: they share nothing but time.
        const again = await play(asks, acts, live.journal.slice(0, length));
        expect(plain(again).journal, `from ${length}`).toEqual(plain(live).journal);
        expect(again.answerers, `from ${length}`).toEqual(live.answerers);
        if (length === live.journal.length) expect(again.result).toEqual(live.result);
      }
      const cooled = await play(asks, acts, [], true);
      expect(plain(cooled).journal).toEqual(plain(live).journal);
      expect(cooled.answerers).toEqual(live.answerers);
    }),
    { numRuns: runs(1000), examples: [['together', twoAtOnce]] },
  );
  expect(atOnce.most).toBeGreaterThan(1);
  expect([...kinds].toSorted()).toEqual(['elicit', 'now', 'sample', 'step', 'timeout']);
}, 600_000);
