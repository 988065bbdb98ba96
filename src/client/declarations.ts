import type { ClientCapabilities } from '../protocol/chat-request.ts';
import type { ClientStore } from './client-store.ts';

/**
 * What the page says it can show besides its plugins' questions. The state has what counts: the host's option if set,
 * otherwise what was declared.
 */
export interface Declarations {
  /** @returns a function that takes it back */
  readonly declare: (capabilities: ClientCapabilities) => () => void;
  /** Assume what the previous page could show until this page declares its own. */
  readonly promise: (capabilities: ClientCapabilities) => void;
}

/** @param given - the host's option; it takes precedence over what is declared */
export function createDeclarations(given: ClientCapabilities = {}, store: ClientStore): Declarations {
  const declared = new Set<ClientCapabilities>();
  let promised: ClientCapabilities = {};

  const has = (what: keyof ClientCapabilities) =>
    given[what] ?? [...declared, promised].some((capabilities) => capabilities[what] === true);
  const tell = () => store.dispatch({ type: 'shows', shows: { genericForm: has('genericForm'), url: has('url') } });
  tell();

  return {
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
