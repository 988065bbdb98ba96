import { createDeadline, type Deadline } from './timers.ts';

type Opening<Thing, Other> = (enter: (thing: Thing) => boolean) => Promise<Thing | Other>;

type State<Thing, Other> =
  | { readonly is: 'opening'; readonly over: Promise<Thing | Other> }
  | { readonly is: 'live'; readonly thing: Thing; readonly timer: Deadline }
  | { readonly is: 'leaving'; readonly over: Promise<void> }
  | { readonly is: 'lost' };

export type AtWork<Thing, Other = undefined> = ReturnType<typeof createAtWork<Thing, Other>>;

/**
 * What this process has, by key. It is opening, live, leaving or lost, and never two of them. One opens it at a time,
 * for all who come meanwhile. Nobody opens what is leaving before it has left. What is lost is buried before it is opened.
 *
 * @typeParam Thing - what is live here
 * @typeParam Other - what an opening may find instead, such as that another process has it
 * @param bury - removes what is lost from where it is kept. Throws if it is still there
 */
export function createAtWork<Thing, Other = undefined>(bury: (key: string) => Promise<void>) {
  type Known = State<Thing, Other> | undefined;
  const states = new Map<string, State<Thing, Other>>();

  /** @returns false, with nothing changed, if the state `before` has been replaced */
  function become(key: string, next: Known, before: Known = states.get(key)): boolean {
    const state = states.get(key);
    if (state !== before) return false;
    if (state?.is === 'live') state.timer.clear();
    if (next === undefined) states.delete(key);
    else states.set(key, next);
    return true;
  }

  const liveAs = (thing: Thing): Known => ({ is: 'live', thing, timer: createDeadline({ keepsAlive: false }) });

  function begin(key: string, work: Opening<Thing, Other>) {
    let before = states.get(key);
    const over = (async () => {
      await (before && bury(key));
      before = undefined;
      return work((thing) => become(key, liveAs(thing), state));
    })();
    const state: Known = { is: 'opening', over };
    become(key, state);
    const end = () => void become(key, before, state);
    over.then(end, end);
    return over;
  }

  function leave(key: string, going: Promise<unknown>, isLost: boolean): Promise<void> {
    const before = states.get(key);
    const left = async (): Promise<Known> => {
      const [, gone] = await Promise.allSettled([before?.is === 'leaving' && before.over, going]);
      if (isLost) return bury(key).then(() => undefined, lost);
      const stays = gone.status === 'fulfilled' && gone.value === false;
      return stays && before?.is === 'live' ? liveAs(before.thing) : undefined;
    };
    const over = left().then((after) => void become(key, after, state));
    const state: Known = { is: 'leaving', over };
    become(key, state);
    return over;
  }

  const ofEach = <T>(read: (state: State<Thing, Other>, key: string) => readonly T[]) =>
    [...states].flatMap(([key, state]) => read(state, key));

  return {
    /** Undefined for what is not live. */
    live(key: string): Thing | undefined {
      const state = states.get(key);
      return state?.is === 'live' ? state.thing : undefined;
    },
    everyLive: () => ofEach((state) => (state.is === 'live' ? [state.thing] : [])),
    /** The keys of what is lost and could not be buried. */
    lost: () => ofEach(({ is }, key) => (is === 'lost' ? [key] : [])),
    /**
     * What is live, or what `work` makes of it.
     *
     * @param work - calls `enter` with what is live from then on. That returns false if it left, or was lost, meanwhile
     * @throws what `work` or the burial throws
     */
    async open(key: string, work: Opening<Thing, Other>): Promise<Thing | Other> {
      for (;;) {
        const state = states.get(key);
        if (state?.is === 'live') return state.thing;
        if (state?.is === 'opening') return state.over;
        if (state?.is !== 'leaving') return begin(key, work);
        await state.over;
      }
    },
    /** A new one is live. */
    enter: (key: string, thing: Thing) => void become(key, liveAs(thing)),
    /** It is leaving until this settles. With false it was live, and stays so. Resolves when that is clear. */
    leave: (key: string, going: Promise<unknown>) => leave(key, going, false),
    /** It is leaving until this settles, and lost. */
    lose: (key: string, going: Promise<unknown> = Promise.resolve()) => void leave(key, going, true),
    /** Do this after so many milliseconds, if it is live until then and nothing else is to be done later. */
    later(key: string, wait: number, work: () => void): void {
      const state = states.get(key);
      if (state?.is !== 'live') return;
      state.timer.clear();
      if (wait < Infinity) state.timer.set(Date.now() + wait, work);
    },
    /** Resolves when what is opening or leaving now has done so. */
    settled: () => Promise.allSettled(ofEach((state) => ('over' in state ? [state.over] : []))),
  };
}

const lost = () => ({ is: 'lost' }) as const;
