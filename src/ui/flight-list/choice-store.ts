/** Which flight is chosen. Each row listens for itself, so that a choice draws two rows however many there are. */
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
