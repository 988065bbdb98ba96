import { ClientError, problemOf } from './client-error.ts';
import { cut, notConfirmed } from './delivery/delivery-errors.ts';
import { tellOf, type PosterOptions } from './post.ts';
import { pushedPost } from './state/client-state.ts';
import { answerOnItsWay, openIn } from './state/item-state.ts';
import type { LineReader, Told } from './wire/read-line.ts';

/** The stream that the host reads itself and pushes. */
export interface PushedStream {
  readonly push: (line: unknown) => void;
  readonly end: (failure?: unknown) => void;
}

export interface PushedStreamOptions extends Pick<PosterOptions, 'store' | 'onError' | 'retry'> {
  readonly lines: LineReader;
  readonly hear: (post: string, told: readonly Told[]) => void;
}

export function createPushedStream({ store, lines, hear, onError, retry }: PushedStreamOptions): PushedStream {
  let hasBegun = false;
  return {
    push(line) {
      const read = lines.readParsed(line);
      if (read.type !== 'event' && read.type !== 'snapshot') {
        if (read.type === 'nothing') return;
        return onError(new ClientError('BAD_EVENT', `A pushed event was left out: ${read.problem}.`));
      }
      hasBegun = true;
      hear(pushedPost, [read]);
    },
    end(failure) {
      // Leave out answers that a transport is still sending: it reports its own failure.
      const answers = openIn(store.getState().items).filter((item) => answerOnItsWay(item)?.post === pushedPost);
      const isCut = failure !== undefined || (hasBegun && !lines.isOver());
      hasBegun = false;
      lines.restart();
      if (!isCut && answers.length === 0) return;
      const error = isCut ? cut(failure) : notConfirmed();
      store.dispatch({ type: 'push_ended', problem: problemOf(error) });
      const ids = answers.map(({ request }) => request.elicitId);
      tellOf(error, ids, { onError, retry });
    },
  };
}
