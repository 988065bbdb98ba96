import type { EndedItem } from '../client/elicit-item.ts';
import type { Addressee } from '../protocol/person.ts';
import { plainText } from '../protocol/plain-text.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import { urlOf } from '../protocol/url-of.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import type { ReceiptMessages } from '../ui/receipt/words.ts';

/** A question's receipt: the plugin's words if any, otherwise what was asked and how it ended. */
export function receiptWords(item: EndedItem, words: ReceiptMessages): ReceiptWords {
  const { receipt, message } = item;
  const how = titleOf(item, words);
  if (receipt === undefined) {
    return pageWords(item, words) ?? (message === '' ? { title: how } : { title: message, detail: how });
  }
  // Use the plugin's words only if the person's answer counts: they promise something.
  if (item.status !== 'settled' || item.by !== undefined) return { title: how, detail: receipt.title };
  // The person may have said otherwise on this page.
  return item.elsewhere ? { ...receipt, detail: [receipt.detail ?? [], how].flat().join(' · ') } : receipt;
}

export const outcomes = { accept: 'answered', decline: 'declined', cancel: 'cancelled' } as const;

/** Whom a question waits for, in words. */
export function awaitedWords(who: readonly Addressee[], words: ReceiptMessages, locale: string): string {
  const names = who.map(({ name, role }) => plainText(name ?? sentenceOf(role ?? ''), 80) || words.somebody);
  return words.waitsFor(new Intl.ListFormat(locale, { type: 'disjunction' }).format(new Set(names)));
}

/** The receipt of a page that was opened here, or that said itself that the person is done. It names the page's host. */
function pageWords(item: EndedItem, words: ReceiptMessages): ReceiptWords | undefined {
  if (item.status !== 'settled' || item.action !== 'accept' || item.request.mode !== 'url') return undefined;
  const host = urlOf(item.request.url ?? '')?.host;
  if (host === undefined) return undefined;
  if (item.request.until !== undefined) return { title: words.pageDone, detail: host };
  return item.elsewhere ? undefined : { title: words.pageOpened, detail: host };
}

function titleOf(item: EndedItem, words: ReceiptMessages): string {
  const { titles, elsewhere, stopped, others, somebody } = words;
  if (item.status === 'aborted') return item.by ? stopped[item.by] : words.outcomes.aborted;
  if (item.status !== 'settled') return titles[item.status];
  if (item.by !== undefined) return others[item.action](plainText(item.by.name ?? '', 80) || somebody);
  return item.elsewhere ? elsewhere[item.action] : words.outcomes[outcomes[item.action]];
}
