import type { AnswersOptions } from './answers.ts';
import { changed } from './post.ts';
import { isBusy } from './state/client-state.ts';

/** Catches up with the server: after a deadline, or news from another tab. */
export function createAttach({ store, post, closing }: Pick<AnswersOptions, 'store' | 'post' | 'closing'>) {
  /** True while another tab's news waits for the current stream to end. */
  let isNewsWaiting = false;

  /** Ask the server what happened meanwhile. Does nothing before the conversation has begun. */
  async function follow(): Promise<void> {
    if (store.getState().revision === undefined) return;
    while (isBusy(store.getState())) await changed(store, closing);
    await post({ attach: true });
  }

  /**
   * Another tab says the server has told it more. Trust only the server: ask it. However much news arrives, only one
   * request runs at a time, and one more waits.
   */
  async function hearTab(revision: number): Promise<void> {
    const isNews = () => revision > (store.getState().revision ?? -1);
    if (isNewsWaiting || !isNews()) return;
    isNewsWaiting = true;
    while (isBusy(store.getState())) await changed(store, closing);
    isNewsWaiting = false;
    if (isNews()) await follow();
  }

  return { follow, hearTab };
}
