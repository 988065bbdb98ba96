import type { ClientCapabilities } from '../protocol/chat-request.ts';
import type { ClientStore } from './client-store.ts';

/** What the page says that it can show, beside the questions of the plugins. */
export interface Declarations {
  /** What counts now: the host's own word, else whether anybody has declared it. */
  readonly shows: () => Required<ClientCapabilities>;
  /** @returns a function that takes it back */
  readonly declare: (capabilities: ClientCapabilities) => () => void;
  /** Count on what a page before this one could show, until this one says. */
  readonly promise: (capabilities: ClientCapabilities) => void;
}

/** @param given - the host's own word; it counts before what is declared */
export function createDeclarations(given: ClientCapabilities = {}, store: ClientStore): Declarations {
  const declared = new Set<ClientCapabilities>();
  let promised: ClientCapabilities = {};

  const has = (what: keyof ClientCapabilities) =>
    given[what] ?? [...declared, promised].some((capabilities) => capabilities[what] === true);
  const shows = () => ({ genericForm: has('genericForm'), url: has('url') });
  const tell = () => store.dispatch({ type: 'shows', shows: shows() });
  tell();

  return {
    shows,
    declare(capabilities) {
      const own = { ...capabilities };
      promised = {};
      declared.add(own);
      tell();
      return () => {
        declared.delete(own);
        tell();
      };
    },
    promise(capabilities) {
      promised = capabilities;
      tell();
    },
  };
}
