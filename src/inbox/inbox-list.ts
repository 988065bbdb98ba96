import { heed } from '../client/abortable.ts';
import { problemOf, retriable, type ClientError } from '../client/client-error.ts';
import type { InboxItem } from '../protocol/inbox.ts';
import type { InboxDeskParts } from './inbox-desk.ts';

/** Reads what waits, page by page. A new reading takes the place of the one under way. */
export function createInboxList({ requests, dispatch, onError, closing }: Omit<InboxDeskParts, 'client' | 'refresh'>) {
  let pages = 1;
  let last = new AbortController();

  async function read(wanted: number): Promise<void> {
    closing.throwIfAborted();
    last.abort();
    const own = (last = new AbortController());
    const unheed = heed(closing, () => own.abort(closing.reason));
    dispatch({ type: 'reads' });
    try {
      const { mark, ...first } = await requests.page(undefined, own.signal);
      const items: InboxItem[] = [...first.items];
      let { next } = first;
      for (let at = 1; at < wanted && next !== undefined; at += 1) {
        const page = await requests.page(next, own.signal);
        items.push(...page.items);
        next = page.next;
      }
      pages = wanted;
      dispatch({ type: 'read', items, next, mark });
    } catch (cause) {
      closing.throwIfAborted();
      if (own.signal.aborted) return;
      dispatch({ type: 'failed', problem: problemOf(cause as ClientError) });
      onError(retriable(cause as ClientError, () => void read(wanted).catch(() => undefined)));
    } finally {
      unheed();
    }
  }

  return {
    /** Read the pages again that were read before. It throws nothing but the reason of `closing`. */
    read: () => read(pages),
    /** Read them with the next one. */
    more: () => read(pages + 1),
  };
}
