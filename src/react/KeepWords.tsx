import { useMemo, type ReactNode } from 'react';
import { ElicitLocaleProvider } from '../ui/language/ElicitLocaleProvider.tsx';
import { useNotes } from './useNotes.ts';

/** Around a question whose answer is being changed: every button that declines keeps the answer, and says so. */
export function KeepWords({ children }: { children: ReactNode }): ReactNode {
  const { keep } = useNotes();
  const messages = useMemo(() => {
    const [decline, skip] = [{ decline: keep }, { skip: keep }];
    return {
      card: decline,
      schemaForm: decline,
      urlConsent: decline,
      choiceList: skip,
      flightList: { ...skip, without: keep },
      seatPicker: { ...skip, without: keep },
    };
  }, [keep]);
  return <ElicitLocaleProvider messages={messages}>{children}</ElicitLocaleProvider>;
}
