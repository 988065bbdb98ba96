/** The chosen flight. Each row subscribes by itself, so a choice redraws only two rows. */
export interface ChoiceStore {
  get: () => string | undefined;
  set: (flightId: string) => void;
  subscribe: (onChange: () => void) => () => void;
}

export function createChoiceStore(initial: string | undefined): ChoiceStore {
  const listeners = new Set<() => void>();
  let chosen = initial;
  return {
    get: () => chosen,
    set(flightId) {
      chosen = flightId;
      for (const onChange of listeners) onChange();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
