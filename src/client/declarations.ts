import type { ClientCapabilities } from '../protocol/chat-request.ts';
import type { ClientStore } from './client-store.ts';

/**
 * What the page says it can show besides its plugins' questions. The state has what counts: the host's option if set,
 * otherwise what was declared.
 *
 * @param given - the host's option
 */
export function createDeclarations(given: ClientCapabilities = {}, store: ClientStore) {
  const declared = new Set<ClientCapabilities>();
  let promised: ClientCapabilities = {};

  const has = (what: keyof ClientCapabilities) =>
    given[what] ?? [...declared, promised].some((capabilities) => capabilities[what] === true);
  const tell = () => store.dispatch({ type: 'shows', shows: { genericForm: has('genericForm'), url: has('url') } });
  tell();

  return {
    /** @returns a function that takes it back */
    declare(capabilities: ClientCapabilities): () => void {
      const own = { ...capabilities };
      promised = {};
      declared.add(own);
      tell();
      return () => {
        declared.delete(own);
        tell();
      };
    },
    /** Assume what the previous page could show until this page declares its own. */
    promise(capabilities: ClientCapabilities): void {
      promised = capabilities;
      tell();
    },
  };
}
