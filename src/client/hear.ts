import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import { ClientError } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import { isNumbered, type ClientState } from './state/client-state.ts';
import type { Input } from './state/reduce.ts';
import { fromOlderServer } from './wire/older-server.ts';
import type { Told } from './wire/read-line.ts';

export interface HearOptions {
  store: ClientStore;
  readonly onEvent: (event: ChatStreamEvent) => void;
  readonly onError: (error: ClientError) => void;
}

/** Apply what a stream says to the state. Only news goes to `onEvent`. */
export function createHear({ store, onEvent, onError }: HearOptions): (post: string, told: readonly Told[]) => void {
  return (post, told) => {
    const news: ChatStreamEvent[] = [];
    store.batch(() => {
      for (const one of told) {
        const before = store.getState();
        for (const input of inputsOf(before, post, one, Date.now())) store.dispatch(input);
        const isOfConversation = one.revision !== undefined;
        if (isOfConversation && store.getState().revision === before.revision) continue;
        news.push(...(one.kind === 'event' ? [one.event] : one.events));
      }
    });
    for (const event of news) {
      if (event.type === 'error') onError(new ClientError(event.code, event.message));
      onEvent(event);
    }
  };
}

/**
 * Turn what a stream says into inputs for the state.
 *
 * @param at - the time, in milliseconds since the Unix epoch
 */
export function inputsOf(state: ClientState, post: string, told: Told, at: number): readonly Input[] {
  // The response that says so first may be lost with its process.
  const { capabilities } = state;
  const info = { type: 'session_info', capabilities: { ...capabilities, revisions: true } } as const;
  const isNews = told.revision !== undefined && !isNumbered(state);
  const first: readonly Input[] = isNews ? [{ type: 'event', post, event: info, at }] : [];
  if (told.kind === 'snapshot') {
    return [...first, { type: 'snapshot', post, events: told.events, revision: told.revision, at }];
  }
  const { event, revision } = told;
  const isOurs = revision !== undefined || event.type === 'session_info' || isNumbered(state);
  return isOurs ? [...first, { type: 'event', post, event, revision, at }] : fromOlderServer(state, post, event, at);
}
