import { createStore } from '../ui/parts/store.ts';

/** Decides which outlet shows a question: the one that names its call, or else one without a `callId`. */
export interface OutletClaims {
  /**
   * Put an outlet in line for the questions of a call, or for questions that no outlet names.
   *
   * @returns a function that takes it out of the line
   */
  readonly claim: (outlet: object, callId: string | undefined) => () => void;
  /** The outlet that shows a call's questions, or `undefined` before any has claimed them. */
  readonly holderOf: (callId: string) => object | undefined;
  /** Warn once, in development, about an outlet that shows nothing because a similar one was mounted first. */
  readonly warnOf: (outlet: object, callId: string | undefined) => void;
  /** A new value for every change. */
  readonly getSnapshot: () => unknown;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createOutletClaims(): OutletClaims {
  const lines = new Map<string | undefined, readonly object[]>();
  const { get: getSnapshot, set: change, subscribe } = createStore({});
  let hasWarned = false;

  const setLine = (callId: string | undefined, outlets: readonly object[]) => {
    if (outlets.length === 0) lines.delete(callId);
    else lines.set(callId, outlets);
    change({});
  };

  return {
    claim(outlet, callId) {
      setLine(callId, [...(lines.get(callId) ?? []), outlet]);
      return () =>
        setLine(
          callId,
          (lines.get(callId) ?? []).filter((one) => one !== outlet),
        );
    },
    holderOf: (callId) => (lines.get(callId) ?? lines.get(undefined))?.[0],
    warnOf(outlet, callId) {
      const [first] = lines.get(callId) ?? [];
      if (hasWarned || first === undefined || first === outlet) return;
      hasWarned = true;
      try {
        // Bundlers replace this expression, and drop the warning from a page that is built for production.
        if (process.env.NODE_ENV !== 'production') warnOfTwo(callId);
      } catch {
        // A browser without a bundler has no `process`.
      }
    },
    getSnapshot,
    subscribe,
  };
}

// Keep it out of `createOutletClaims`: esbuild drops unused functions of modules alone.
function warnOfTwo(callId: string | undefined): void {
  const kind = callId === undefined ? '<ElicitOutlet> without a callId' : `<ElicitOutlet callId="${callId}">`;
  const what = `There are two ${kind} under one provider. The one that was mounted first shows the questions;`;
  console.warn(`${what} the second shows nothing until the first is unmounted. Keep one of them.`);
}

declare const process: { readonly env: { readonly NODE_ENV?: string } };
