import { lineBounds } from '../protocol/bounds.ts';
import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { AskingParts } from './ask-here.ts';
import { ClientError, problemOf } from './client-error.ts';
import type { WireParts } from './delivery/deliver.ts';
import { cut, notConfirmed } from './delivery/delivery-errors.ts';
import { guardCallback } from './guard.ts';
import { tellOf } from './post.ts';
import { pushedPost } from './state/client-state.ts';
import { answerOnItsWay, openIn } from './state/item-state.ts';
import { createLineReader } from './wire/read-line.ts';

/** What reads the events of streams, whoever brings them. */
export function openStreams(parts: AskingParts) {
  const createLines = () => createLineReader(lineBounds(parts.options.maxLineBytes));
  const streams = { createLines, hear: createHear(parts) };
  return { ...streams, pushed: createPushed(parts, streams) };
}

/** Apply what a stream says to the state. Only news goes to `onEvent`. */
function createHear({ options, store, onError }: AskingParts): WireParts['hear'] {
  const onEvent = guardCallback(options.onEvent);
  return (post, told) => {
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

/** The stream that the host reads itself and pushes. */
function createPushed(parts: AskingParts, { createLines, hear }: Pick<WireParts, 'createLines' | 'hear'>) {
  const { store, onError } = parts;
  let lines = createLines();
  let hasBegun = false;
  return {
    push(line: unknown): void {
      const read = lines.readParsed(line);
      if (read.type !== 'event' && read.type !== 'snapshot') {
        if (read.type === 'nothing') return;
        return onError(new ClientError('BAD_EVENT', `A pushed event was left out: ${read.problem}.`));
      }
      hasBegun = true;
      hear(pushedPost, [read]);
    },
    end(failure?: unknown): void {
      // Leave out answers that a transport is still sending: it reports its own failure.
      const answers = openIn(store.getState().items).filter((item) => answerOnItsWay(item)?.post === pushedPost);
      const isCut = failure !== undefined || (hasBegun && !lines.isOver());
      hasBegun = false;
      lines = createLines();
      if (!isCut && answers.length === 0) return;
      const error = isCut ? cut(failure) : notConfirmed();
      store.dispatch({ type: 'push_ended', problem: problemOf(error) });
      const ids = answers.map(({ request }) => request.elicitId);
      tellOf(error, ids, parts);
    },
  };
}
