import type { EndedItem } from '../client/client-snapshot.ts';
import type { ReceiptWords } from '../plugin/make-plugin.ts';
import type { ReceiptMessages } from '../ui/receipt/words.ts';

/** The line that stays of a question: the plugin's words where it has some, else what was asked. */
export function receiptWords(item: EndedItem, words: ReceiptMessages): ReceiptWords {
  const { receipt, message } = item;
  const title = titleOf(item, words);
  // Of an answer that did not count, or that nobody knows of, the words say no more than what it was; of one of
  // another tab they say what, and the rest says where.
  if (receipt !== undefined) {
    if (item.status !== 'settled') return { title, detail: receipt.title };
    return item.elsewhere ? { title: receipt.title, detail: title } : receipt;
  }
  return message === '' ? { title } : { title, detail: message };
}

function titleOf(item: EndedItem, { titles, elsewhere, stopped }: ReceiptMessages): string {
  if (item.status === 'aborted') return stopped[item.by ?? 'unknown'];
  if (item.status !== 'settled') return titles[item.status];
  return (item.elsewhere ? elsewhere : titles)[item.action];
}
