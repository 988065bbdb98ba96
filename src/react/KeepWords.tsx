import { useMemo, type ReactNode } from 'react';
import { ElicitLocaleProvider } from '../ui/language/ElicitLocaleProvider.tsx';
import { useWords } from '../ui/language/language-context.ts';
import { words as receiptEnglish } from '../ui/receipt/words.ts';
import { useNotes } from './useNotes.ts';

/**
 * Around a question whose answer is being changed: every button that declines keeps the answer, and says so. The card's
 * name tells it from the next question of the same tool.
 */
export function KeepWords({ children }: { children: ReactNode }): ReactNode {
  const { keep } = useNotes();
  const { changeOf } = useWords('receipt', receiptEnglish);
  const messages = useMemo(() => {
    const [decline, skip] = [{ decline: keep }, { skip: keep }];
    return {
      card: { ...decline, asks: changeOf },
      schemaForm: decline,
      urlConsent: decline,
      choiceList: skip,
      flightList: { ...skip, without: keep },
      seatPicker: { ...skip, without: keep },
    };
  }, [keep, changeOf]);
  return <ElicitLocaleProvider messages={messages}>{children}</ElicitLocaleProvider>;
}
