import { run, sleep } from 'effection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import {
  createPluginSessionManager,
  type ChatProvider,
  type PluginSession,
  type PluginSessionManager,
} from '../../src/server.ts';
import { canChange, seqOf } from '../../src/protocol/question-keys.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { runs } from '../runs.ts';
import { mortal, type MortalStore } from './mortal-store.ts';

const provider: ChatProvider = {
  async *stream() {
    return { text: 'tip', toolCalls: [] };
  },
};

/** What a part of the tool does after its question. */
type Work = 'nothing' | 'pure' | 'undo' | 'barrier' | 'commit' | 'sample' | 'refuses to be undone';

interface Part {
  work: Work;
  isFinal: boolean;
}

type Act =
  | { type: 'answer'; value: number }
  /**
   * Change the answer to an earlier question, counted from the last. `twice`: the POST comes again. `dies`: the process
   * does, at this commit. `leaves`: who sent it does, after this many turns of the event loop.
   */
  | {
      type: 'change';
      back: number;
      value: number;
      twice: boolean;
      dies: number | undefined;
      leaves: number | undefined;
    }
  /** Both at once: one of them wins. */
  | { type: 'cross'; back: number; value: number; answer: number }
  | { type: 'cool' }
  /** The process dies at its nth commit from now on, or just before it, for half a number. */
  | { type: 'die'; commits: number };

const half = (number: number) => number / 2;
const works: Work[] = ['nothing', 'pure', 'undo', 'undo', 'barrier', 'commit', 'sample', 'refuses to be undone'];
const part: fc.Arbitrary<Part> = fc.record({
  work: fc.constantFrom(...works),
  isFinal: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
});
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('answer' as const), value: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('change' as const),
      back: fc.nat(3),
      value: fc.nat(3),
      twice: fc.boolean(),
      dies: fc.option(fc.nat(9).map(half), { nil: undefined }),
      leaves: fc.option(fc.nat(40), { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('cross' as const),
      back: fc.nat(3),
      value: fc.nat(3),
      answer: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cool' as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('die' as const), commits: fc.nat(12).map(half) }) },
);

const declaration = createMcpTool('parts')
  .description('Parts')
  .parameters(z.object({}))
  .elicits({ number: z.object({ n: z.number() }) });

/** The world outside. It takes every key once, as services with idempotency keys do. */
function createWorld() {
  const done = new Map<string, string>();
  const undone = new Map<string, string>();
  return {
    done,
    undone,
    do(key: string, what: string): string {
      if (!done.has(key)) done.set(key, what);
      return key;
    },
    undo(key: string, ofKey: string): void {
      if (!undone.has(key)) undone.set(key, ofKey);
    },
    /** What stands, in order. */
    stands: () => [...done].flatMap(([key, what]) => ([...undone.values()].includes(key) ? [] : [what])),
  };
}

function partsTool(parts: readonly Part[], world: ReturnType<typeof createWorld>) {
  return declaration.execute(function* (_, ctx) {
    const way: string[] = [];
    for (const [index, { work, isFinal }] of parts.entries()) {
      const answer = yield* ctx.elicit('number', { message: `Number ${index}?` }, { final: isFinal });
      const n = answer.action === 'accept' ? answer.content.n : -1;
      const what = `${index}=${n}`;
      way.push(what);
      const act = ({ idempotencyKey }: { idempotencyKey: string }) => world.do(idempotencyKey, what);
      const idempotent = true;
      if (work === 'pure') yield* ctx.step('look', () => n, { pure: true });
      if (work === 'undo')
        yield* ctx.step('act', act, {
          idempotent,
          async undo(key, about) {
            await new Promise(setImmediate);
            world.undo(about.idempotencyKey, key);
          },
        });
      if (work === 'refuses to be undone') {
        yield* ctx.step('act', act, {
          idempotent,
          undo: () => {
            throw new Error('It stays.');
          },
        });
      }
      if (work === 'barrier') yield* ctx.step('act', act, { idempotent });
      if (work === 'commit') yield* ctx.commit();
      if (work === 'sample') yield* ctx.sample({ prompt: what });
    }
    return way;
  });
}

interface Life {
  manager: PluginSessionManager;
  session: PluginSession;
  store: MortalStore;
  /** Resolves when the process is dead. */
  died: Promise<'died'>;
  dieIn(commits: number): void;
}

describe('a call whose answers change, in any order, with crashes and repeated requests', () => {
  it(
    'has done in the end what its last way says, and has undone all else once',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), fc.array(act, { maxLength: 14 }), play),
        { numRuns: runs(3000) },
      ),
    300_000,
  );
});

async function play(parts: readonly Part[], acts: readonly Act[]): Promise<void> {
  const world = createWorld();
  const tool = partsTool(parts, world);
  const shared: DurableStore = { ...memoryStore(), isVolatile: false };
  let names = 0;
  const nextName = () => `answer ${(names += 1)}`;

  async function begin(): Promise<Life> {
    let left = Infinity;
    let die = () => {};
    const died = new Promise<'died'>((resolve) => (die = () => resolve('died')));
    const store = mortal({
      ...shared,
      async commit(change) {
        left -= 1;
        // Half of the deaths come before it is written.
        const isLost = left < 0 && left % 1 !== 0;
        const result = isLost ? null : await shared.commit(change);
        if (left < 0) {
          void store.die();
          die();
        }
        return result;
      },
    });
    const manager = createPluginSessionManager({
      provider,
      tools: [tool],
      store,
      onEvent: (event) => {
        if (event.type === 'error') throw event.error;
      },
    });
    const known = await run(() => manager.get('c'));
    const session = known ?? (await run(() => manager.create({ tool, params: {}, callId: 'c', owner: 'ada' })));
    return { manager, session, store, died, dieIn: (commits) => (left = commits) };
  }

  let life = await begin();

  let restarting: Promise<void> | undefined;
  /** However many notice. */
  function restart(dead: Life): Promise<void> {
    if (dead !== life) return Promise.resolve();
    restarting ??= (async () => {
      await dead.store.die();
      // Its store never answers, so do not wait for it.
      run(() => dead.manager.close()).catch(() => undefined);
      life = await begin();
      restarting = undefined;
    })();
    return restarting;
  }

  /** Until the process dies. Then another one goes on. */
  async function alive<T>(work: () => Promise<T>): Promise<T | undefined> {
    await restarting;
    const mine = life;
    const result = await Promise.race([work(), mine.died]);
    if (result !== 'died') return result as T;
    await restart(mine);
    return undefined;
  }

  /** It asks, or has ended. */
  const settled = () =>
    run(function* () {
      for (;;) {
        const status = yield* life.session.status();
        if (!['running', 'awaiting_sample'].includes(status)) return;
        yield* sleep(0);
      }
    });
  async function rest(): Promise<void> {
    for (;;) if ((await alive(async () => (await settled(), true))) === true) return;
  }

  const answers = new Map<string, string>();
  const respond = (elicitId: string, n: number, answerId: string, revises?: string) =>
    run(() =>
      life.session.respondToElicit(
        elicitId,
        { action: 'accept', content: { n } },
        { by: 'ada', answerId, ...(revises !== undefined && { revises }) },
      ),
    );

  async function answer(value: number): Promise<void> {
    const [asked] = life.session.pending();
    if (asked === undefined) return;
    const { elicitId } = asked;
    const name = nextName();
    const told = await alive(() => respond(elicitId, value, name));
    // Whoever heard nothing sends it again.
    const { outcome } = told ?? (await again(() => respond(elicitId, value, name)));
    expect(['recorded', 'repeated', 'stale', 'ended']).toContain(outcome);
    answers.set(elicitId, name);
  }

  /** Try until somebody answers. */
  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      await rest();
      const told = await alive(work);
      if (told !== undefined) return told;
    }
  }

  /** Send it, and hear nothing of it. */
  async function leave(sent: ReturnType<typeof respond>, turns: number): Promise<undefined> {
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    await sent.halt();
  }

  async function change(back: number, value: number, twice: boolean, leaves?: number): Promise<void> {
    const [asked] = life.session.pending();
    // Of several questions with one place, the newest counts.
    const standing = new Map([...answers.keys()].map((id) => [seqOf(id), id]));
    const elicitId = [...standing].filter(([seq]) => asked && canChange(asked, seq)).at(-1 - back)?.[1];
    if (elicitId === undefined) return;
    const name = nextName();
    const revises = answers.get(elicitId);
    const send = () => respond(elicitId, value, name, revises);
    const heard = leaves === undefined ? await alive(send) : await leave(send(), leaves);
    const told = heard ?? (await again(send));
    expect(['revised', 'kept', 'repeated']).toContain(told.outcome);
    const isMine = told.outcome === 'repeated' ? told.answerId === name : told.outcome === 'revised';
    if (told.outcome === 'revised' && told.revised.isStuck === true) return;
    if (isMine) answers.set(elicitId, name);
    if (twice && isMine) expect((await again(send)).outcome).not.toBe('revised');
  }

  for (const what of acts) {
    await rest();
    if (what.type === 'answer') await answer(what.value);
    if (what.type === 'change') {
      if (what.dies !== undefined) life.dieIn(what.dies);
      await change(what.back, what.value, what.twice, what.leaves);
    }
    if (what.type === 'cross') await Promise.all([change(what.back, what.value, false), answer(what.answer)]);
    if (what.type === 'cool') await alive(() => run(() => life.session.cool()));
    if (what.type === 'die') life.dieIn(what.commits);
  }
  for (;;) {
    await rest();
    if (life.session.pending().length === 0) break;
    await answer(9);
  }
  const outcome = await run(function* () {
    const events = life.session.getEvents();
    for (;;) {
      const { event } = (yield* events.next()).value;
      if (event.type === 'ended') return event.outcome;
    }
  });
  expect(outcome.status, JSON.stringify(outcome)).toBe('completed');
  const way = JSON.parse(outcome.status === 'completed' ? outcome.content : '') as string[];
  const acting = new Set<Work>(['undo', 'barrier', 'refuses to be undone']);
  const due = way.filter((_, index) => acting.has(parts[index]!.work));
  expect(world.stands()).toEqual(due);
  const undone = [...world.undone.values()];
  expect(new Set(undone).size, 'nothing is undone twice').toBe(undone.length);
  await run(() => life.manager.close());
}
