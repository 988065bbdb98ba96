import { useContext, type ReactNode } from 'react';
import { FrameContext } from '../frame/frame.ts';
import { Footer } from '../kit/Footer.tsx';
import { useFormWords } from './useFormWords.ts';

interface FormFooterProps {
  /** The label of the submit button, or undefined if nothing can be answered. */
  commit: string | undefined;
  /** How many answers have an error: 0 if there is only one field, which shows its error just above. */
  errors: number;
  onCommit: () => void;
  onDecline: (() => void) | undefined;
}

/** One way out (the form's, else the frame's) and the submit button, both always in view. */
export function FormFooter({ commit, errors, onCommit, ...own }: FormFooterProps): ReactNode {
  const words = useFormWords();
  const frame = useContext(FrameContext);
  const { onDecline = frame?.onDecline } = own;
  if ((commit ?? onDecline) === undefined) return null;
  return (
    <Footer
      summary={errors > 0 && words.corrections(errors, words.locale)}
      invalid={errors > 0}
      commit={commit}
      again={commit !== undefined}
      onCommit={onCommit}
      skip={words.decline}
      onSkip={onDecline}
    />
  );
}
