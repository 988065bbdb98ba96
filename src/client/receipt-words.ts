import type { ReceiptWords } from '../plugin/make-plugin.ts';
import type { ItemState } from './state/item-state.ts';

const titles = {
  accept: 'Answered',
  decline: 'Declined',
  cancel: 'Cancelled',
  expired: 'Not answered in time',
  lost: 'Outcome unknown',
} as const;
const elsewhere = {
  accept: 'Answered in another tab',
  decline: 'Declined in another tab',
  cancel: 'Cancelled in another tab',
} as const;
const stopped = {
  user: 'Stopped by you',
  timeout: 'Stopped: it took too long',
  server: 'Stopped by the server',
} as const;

/** The line that stays of a question: the plugin's words where it has some, else what was asked. */
export function receiptOf(item: ItemState): ReceiptWords {
  const { receipt, message } = item;
  const title = titleOf(item);
  // Of an answer that did not count, or that nobody knows of, the words say no more than what it was; of one of
  // another tab they say what, and the rest says where.
  if (receipt !== undefined && item.status !== 'settled') return { title, detail: receipt.title };
  if (receipt !== undefined) return item.elsewhere === true ? { title: receipt.title, detail: title } : receipt;
  return message === '' ? { title } : { title, detail: message };
}

function titleOf({ status, action = 'cancel', elsewhere: isElsewhere, by }: ItemState): string {
  if (status === 'aborted') return by === undefined ? 'Stopped' : stopped[by];
  if (status === 'expired' || status === 'lost') return titles[status];
  return isElsewhere === true ? elsewhere[action] : titles[action];
}
