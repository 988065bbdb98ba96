import type { EndedItem } from '../client/client-snapshot.ts';
import type { Addressee } from '../protocol/person.ts';
import { plainText } from '../protocol/plain-text.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import { urlOf } from '../protocol/url-of.ts';
import type { ReceiptWords } from '../plugin/make-plugin.ts';
import type { ReceiptMessages } from '../ui/receipt/words.ts';

/** A question's receipt: the plugin's words if any, otherwise what was asked and how it ended. */
export function receiptWords(item: EndedItem, words: ReceiptMessages): ReceiptWords {
  const { receipt, message } = item;
  const how = titleOf(item, words);
  // Use the plugin's words only if the answer counts: they promise something.
  if (receipt !== undefined) return item.status === 'settled' ? receipt : { title: how, detail: receipt.title };
  const done = doneHost(item);
  if (done !== undefined) return { title: words.pageDone, detail: done };
  const host = openedHost(item);
  if (host !== undefined) return { title: words.pageOpened, detail: host };
  return message === '' ? { title: how } : { title: message, detail: how };
}

/** Whom a question waits for, in words. */
export function awaitedWords(who: readonly Addressee[], words: ReceiptMessages, locale: string): string {
  const names = who.map(({ name, role }) => plainText(name ?? sentenceOf(role ?? ''), 80) || words.somebody);
  return words.waitsFor(new Intl.ListFormat(locale, { type: 'disjunction' }).format(new Set(names)));
}

/** The host of the page that was opened here, from the question's URL. */
function openedHost(item: EndedItem): string | undefined {
  return item.status === 'settled' && !item.elsewhere ? hostOf(item) : undefined;
}

/** The host of a page that said itself that the person is done. */
function doneHost(item: EndedItem): string | undefined {
  return item.request.until === undefined ? undefined : hostOf(item);
}

function hostOf(item: EndedItem): string | undefined {
  const isAccepted = item.status === 'settled' && item.action === 'accept';
  return isAccepted && item.request.mode === 'url' ? urlOf(item.request.url ?? '')?.host : undefined;
}

function titleOf(item: EndedItem, { titles, elsewhere, stopped, others, somebody }: ReceiptMessages): string {
  if (item.status === 'aborted') return stopped[item.by ?? 'unknown'];
  if (item.status !== 'settled') return titles[item.status];
  if (item.by !== undefined) return others[item.action](plainText(item.by.name ?? '', 80) || somebody);
  return (item.elsewhere ? elsewhere : titles)[item.action];
}
