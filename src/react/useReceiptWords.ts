import { useMemo } from 'react';
import type { EndedItem } from '../client/client-snapshot.ts';
import type { ReceiptWords } from '../plugin/make-plugin.ts';
import { useWords } from '../ui/language/language-context.ts';
import { words as english } from '../ui/receipt/words.ts';
import { receiptWords } from './receipt-words.ts';

/**
 * The line that stays of a question, for a receipt of your own: the plugin's words where it has some, else how the
 * question ended, in the language of the place.
 *
 * @example
 * const { title, detail } = useReceiptWords(item);
 */
export function useReceiptWords(item: EndedItem): ReceiptWords {
  const words = useWords('receipt', english);
  return useMemo(() => receiptWords(item, words), [item, words]);
}
