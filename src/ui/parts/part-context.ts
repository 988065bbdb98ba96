import { createContext, useContext, type Provider } from 'react';

/**
 * A state that the parts of a component share: its provider, and the hook of a part that reads it. The hook throws where
 * nothing provides the state.
 *
 * @param root - the part that provides it, such as `"FlightListParts.Root"`
 * @param holds - what that part holds, for the error
 */
export function partContext<State>(
  root: string,
  holds: string,
): readonly [Provider<State | undefined>, (part: string) => State] {
  const Context = createContext<State | undefined>(undefined);
  function usePart(part: string): State {
    const state = useContext(Context);
    if (state) return state;
    throw new Error(`<${root.replace(/\w+$/, part)}> stands outside <${root}>, which holds ${holds}. Put it inside.`);
  }
  return [Context.Provider, usePart];
}
