import type { ReceiptWords } from '../plugin/make-plugin.ts';
import type { ItemState } from './state/item-state.ts';

const titles = {
  accept: 'Answered',
  decline: 'Declined',
  cancel: 'Cancelled',
  expired: 'Not answered in time',
  lost: 'Outcome unknown',
  aborted: 'Stopped',
} as const;

/** The line that stays of a question: the plugin's words where it has some, else what was asked. */
export function receiptOf(item: ItemState): ReceiptWords {
  if (item.receipt !== undefined) return item.receipt;
  const { status, action = 'cancel', message } = item;
  const title = status === 'expired' || status === 'lost' || status === 'aborted' ? titles[status] : titles[action];
  return message === '' ? { title } : { title, detail: message };
}
