import type { EndedItem } from '../client/client-snapshot.ts';
import type { ReceiptWords } from '../plugin/make-plugin.ts';
import { formWords } from './form-words.ts';

/** The line that stays of a page that was opened here. */
export function pageReceipt(item: EndedItem): ReceiptWords | undefined {
  const isOpened = item.status === 'settled' && item.action === 'accept' && !item.elsewhere;
  if (!isOpened || item.request.mode !== 'url') return undefined;
  return { title: formWords.pageOpened, detail: hostOf(item.request.url) || item.message };
}

function hostOf(url = ''): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}
