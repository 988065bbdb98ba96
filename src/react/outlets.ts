import type { PluginClient } from '../client/client-options.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { createStore } from '../ui/parts/store.ts';
import { isSame } from './groups.ts';

/** Decides which outlet shows a question: the one that names its call, or else one without a `callId`. */
export interface Outlets {
  /**
   * Put an outlet in line for the questions of a call, or for questions that no outlet names. Warns once, in
   * development, if it shows nothing because a similar one was mounted first.
   *
   * @returns a function that takes it out of the line
   */
  readonly claim: (outlet: object, callId: string | undefined) => () => void;
  /** The questions that an outlet shows; the same list while it shows the same. */
  readonly itemsOf: (outlet: object) => readonly ElicitItem[];
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createOutlets({ getSnapshot, subscribe }: PluginClient): Outlets {
  const lines = new Map<string | undefined, readonly object[]>();
  const claims = createStore({});
  let shared:
    | { from: readonly ElicitItem[]; claimed: object; byOutlet: Map<object, readonly ElicitItem[]> }
    | undefined;
  let hasWarned = false;

  const setLine = (callId: string | undefined, change: (outlets: readonly object[]) => readonly object[]) => {
    const outlets = change(lines.get(callId) ?? []);
    if (outlets.length === 0) lines.delete(callId);
    else lines.set(callId, outlets);
    claims.set({});
  };

  /** Share out the questions: once for all outlets. */
  const shareOut = (items: readonly ElicitItem[]) => {
    const byOutlet = new Map<object, ElicitItem[]>();
    for (const item of items) {
      const outlet = (lines.get(item.callId) ?? lines.get(undefined))?.[0];
      if (outlet === undefined) continue;
      const own = byOutlet.get(outlet);
      if (own === undefined) byOutlet.set(outlet, [item]);
      else own.push(item);
    }
    return byOutlet;
  };

  return {
    claim(outlet, callId) {
      const isSecond = lines.has(callId);
      setLine(callId, (outlets) => [...outlets, outlet]);
      if (isSecond && !hasWarned) {
        hasWarned = true;
        try {
          // Bundlers replace this expression, and drop the warning from a page that is built for production.
          if (process.env.NODE_ENV !== 'production') warnOfTwo(callId);
        } catch {
          // A browser without a bundler has no `process`.
        }
      }
      return () => setLine(callId, (outlets) => outlets.filter((one) => one !== outlet));
    },
    itemsOf(outlet) {
      const [from, claimed] = [getSnapshot().items, claims.get()];
      if (shared?.from !== from || shared.claimed !== claimed) {
        const byOutlet: Map<object, readonly ElicitItem[]> = shareOut(from);
        for (const [one, items] of byOutlet) {
          const before = shared?.byOutlet.get(one);
          if (before !== undefined && isSame(before, items)) byOutlet.set(one, before);
        }
        shared = { from, claimed, byOutlet };
      }
      return shared.byOutlet.get(outlet) ?? none;
    },
    subscribe(onChange) {
      const stops = [subscribe(onChange), claims.subscribe(onChange)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

const none: readonly ElicitItem[] = [];

// Keep it out of `createOutlets`: esbuild drops unused functions of modules alone.
function warnOfTwo(callId: string | undefined): void {
  const kind = callId === undefined ? '<ElicitOutlet> without a callId' : `<ElicitOutlet callId="${callId}">`;
  const what = `There are two ${kind} under one provider. The one that was mounted first shows the questions;`;
  console.warn(`${what} the second shows nothing until the first is unmounted. Keep one of them.`);
}

declare const process: { readonly env: { readonly NODE_ENV?: string } };
