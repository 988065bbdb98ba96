import { createDeadline, type Deadline } from './timers.ts';

/**
 * What this process has, by key. It is opening, live, leaving or lost, and never two of them:
 *
 * - one opening at a time: who comes meanwhile gets what it opens;
 * - nobody opens what is leaving before it has left;
 * - what the place where it is kept has lost is buried there before it is opened again.
 *
 * @typeParam Thing - what is live here
 * @typeParam Other - what an opening may find instead, such as that another process has it
 */
export interface AtWork<Thing, Other = undefined> {
  /** Undefined for what is not live. */
  live(key: string): Thing | undefined;
  everyLive(): Thing[];
  /** The keys of what is lost and could not be buried. */
  lost(): string[];
  /**
   * What is live, or what `work` makes of it.
   *
   * @param work - calls `enter` with what is live from then on. That is refused with false if it has left, or was lost,
   *   while it was opened
   * @throws what `work` or the burial throws
   */
  open(key: string, work: (enter: (thing: Thing) => boolean) => Promise<Thing | Other>): Promise<Thing | Other>;
  /** A new one is live. */
  enter(key: string, thing: Thing): void;
  /** It is leaving until this settles. With false it was live, and stays so. */
  leave(key: string, going: Promise<unknown>): void;
  /** It is leaving until this settles, and lost. */
  lose(key: string, going?: Promise<unknown>): void;
  /**
   * Do this if it is live for so long and nothing else is to be done later. The process may end meanwhile.
   *
   * @param wait - in milliseconds. `Infinity` for never
   */
  later(key: string, wait: number, work: () => void): void;
  /** Resolves when what is opening or leaving now has done so. */
  settled(): Promise<unknown>;
}

type State<Thing, Other> =
  | { readonly is: 'opening'; readonly over: Promise<Thing | Other> }
  | { readonly is: 'live'; readonly thing: Thing; readonly timer: Deadline }
  | { readonly is: 'leaving'; readonly over: Promise<void> }
  | { readonly is: 'lost' };

/** @param bury - removes what is lost from where it is kept. Throws if it is still there */
export function createAtWork<Thing, Other = undefined>(bury: (key: string) => Promise<void>): AtWork<Thing, Other> {
  type Known = State<Thing, Other> | undefined;
  const states = new Map<string, State<Thing, Other>>();

  function become(key: string, next: Known): void {
    const state = states.get(key);
    if (state?.is === 'live') state.timer.clear();
    if (next === undefined) states.delete(key);
    else states.set(key, next);
  }

  /** Put a state in the place of another one, unless that has been replaced. */
  function follow(key: string, state: Known, next: Known): boolean {
    if (states.get(key) !== state) return false;
    become(key, next);
    return true;
  }

  const liveAs = (thing: Thing): Known => ({ is: 'live', thing, timer: createDeadline({ keepsAlive: false }) });

  function begin(key: string, work: (enter: (thing: Thing) => boolean) => Promise<Thing | Other>) {
    let before = states.get(key);
    const over = (async () => {
      await (before && bury(key));
      before = undefined;
      return work((thing) => follow(key, state, liveAs(thing)));
    })();
    const state: Known = { is: 'opening', over };
    become(key, state);
    const end = () => void follow(key, state, before);
    over.then(end, end);
    return over;
  }

  function leave(key: string, going: Promise<unknown>, after?: () => Promise<Known>): void {
    const before = states.get(key);
    const leaving = async (): Promise<void> => {
      const [, left] = await Promise.allSettled([before?.is === 'leaving' ? before.over : undefined, going]);
      const stays = before?.is === 'live' && left.status === 'fulfilled' && left.value === false;
      follow(key, state, stays ? liveAs(before.thing) : await after?.());
    };
    const state: Known = { is: 'leaving', over: leaving() };
    become(key, state);
  }

  return {
    live(key) {
      const state = states.get(key);
      return state?.is === 'live' ? state.thing : undefined;
    },
    everyLive: () => [...states.values()].flatMap((state) => (state.is === 'live' ? [state.thing] : [])),
    lost: () => [...states].flatMap(([key, { is }]) => (is === 'lost' ? [key] : [])),
    async open(key, work) {
      for (;;) {
        const state = states.get(key);
        if (state?.is === 'live') return state.thing;
        if (state?.is === 'opening') return state.over;
        if (state?.is !== 'leaving') return begin(key, work);
        await state.over;
      }
    },
    enter: (key, thing) => become(key, liveAs(thing)),
    leave: (key, going) => leave(key, going),
    lose(key, going = Promise.resolve()) {
      leave(key, going, () =>
        bury(key).then(
          () => undefined,
          (): Known => ({ is: 'lost' }),
        ),
      );
    },
    later(key, wait, work) {
      const state = states.get(key);
      if (state?.is !== 'live') return;
      state.timer.clear();
      if (wait < Infinity) state.timer.set(Date.now() + wait, work);
    },
    settled: () => Promise.allSettled([...states.values()].map((state) => ('over' in state ? state.over : undefined))),
  };
}
