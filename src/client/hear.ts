import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import { ClientError } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import type { Told } from './wire/read-line.ts';

export interface HearOptions {
  store: ClientStore;
  readonly onEvent: (event: ChatStreamEvent) => void;
  readonly onError: (error: ClientError) => void;
}

/** Apply what a stream says to the state. Only news goes to `onEvent`. */
export function createHear({ store, onEvent, onError }: HearOptions): (post: string, told: readonly Told[]) => void {
  let isReported = false;
  return (post, given) => {
    const told = given.filter((one) => !isUnnumbered(one));
    if (told.length < given.length && !isReported) {
      isReported = true;
      onError(unnumbered());
    }
    const news: ChatStreamEvent[] = [];
    store.batch(() => {
      for (const one of told) {
        const before = store.getState();
        store.dispatch({ ...one, post, at: Date.now() });
        const isOfConversation = one.revision !== undefined;
        if (isOfConversation && store.getState().revision === before.revision) continue;
        news.push(...(one.type === 'event' ? [one.event] : one.events));
      }
    });
    for (const event of news) {
      if (event.type === 'error') onError(new ClientError(event.code, event.message));
      onEvent(event);
    }
  };
}

/** An event of the conversation without its revision: nobody can tell whether it came before. */
function isUnnumbered(told: Told): boolean {
  return told.type === 'event' && told.revision === undefined && !ofRequest.has(told.event.type);
}

/** The events that may be for one request alone. */
const ofRequest: ReadonlySet<string> = new Set([
  'session_info',
  'plugin_elicit_settled',
  'plugin_session_error',
  'error',
  'end',
]);

function unnumbered(): ClientError {
  const what = 'Events of the stream were left out: they have no revision.';
  return new ClientError('BAD_EVENT', `${what} Send lines of {revision, event}.`);
}
