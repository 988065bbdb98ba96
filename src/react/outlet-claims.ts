/** Which calls have an outlet of their own: every other outlet leaves them to it. */
export interface OutletClaims {
  /** @returns a function that gives the call back */
  readonly claim: (callId: string) => () => void;
  /** The claimed calls; a new value for every change. */
  readonly getSnapshot: () => ReadonlySet<string>;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createOutletClaims(): OutletClaims {
  const holders = new Map<string, number>();
  const listeners = new Set<() => void>();
  let claimed: ReadonlySet<string> = new Set();

  const count = (callId: string, by: 1 | -1) => {
    const held = (holders.get(callId) ?? 0) + by;
    if (held === 0) holders.delete(callId);
    else holders.set(callId, held);
    if (claimed.has(callId) === held > 0) return;
    claimed = new Set(holders.keys());
    const now = [...listeners];
    for (const onChange of now) onChange();
  };

  return {
    claim(callId) {
      count(callId, 1);
      return () => count(callId, -1);
    },
    getSnapshot: () => claimed,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
