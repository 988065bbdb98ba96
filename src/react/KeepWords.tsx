import { useMemo, type ReactNode } from 'react';
import { ElicitLocaleProvider } from '../ui/language/ElicitLocaleProvider.tsx';
import type { CardMessages } from '../ui/elicit-card/words.ts';
import { useNotes } from './useNotes.ts';

/**
 * Around a question whose answer is being changed: every button that declines keeps the answer, and says so. `asks`
 * names the card: the next question is one of the same tool.
 */
export function KeepWords({ asks, children }: { asks: CardMessages['asks']; children: ReactNode }): ReactNode {
  const { keep } = useNotes();
  const messages = useMemo(() => {
    const way = { decline: keep, skip: keep, without: keep };
    return {
      card: { ...way, asks },
      schemaForm: way,
      urlConsent: way,
      choiceList: way,
      flightList: way,
      seatPicker: way,
    };
  }, [keep, asks]);
  return <ElicitLocaleProvider messages={messages}>{children}</ElicitLocaleProvider>;
}
