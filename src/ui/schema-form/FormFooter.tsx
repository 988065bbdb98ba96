import { useContext, type ReactNode } from 'react';
import { FrameContext } from '../frame/frame.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { useFormWords } from './useFormWords.ts';

interface FormFooterProps {
  /** The button that answers; undefined where nothing can be answered. */
  commit: string | undefined;
  /** How many answers are wrong. */
  errors: number;
  onCommit: () => void;
  onDecline: (() => void) | undefined;
}

/** One way out, the frame's where the form has none, and the one button that answers: always in view. */
export function FormFooter({ commit, errors, onCommit, ...own }: FormFooterProps): ReactNode {
  const words = useFormWords();
  const frame = useContext(FrameContext);
  const { onDecline = frame?.onDecline } = own;
  useOwnParts({ decline: onDecline !== undefined });
  if ((commit ?? onDecline) === undefined) return null;
  return (
    <div data-part="footer">
      {errors > 0 && (
        <p data-part="summary" data-state="invalid" dir="auto">
          {words.corrections(errors, words.locale)}
        </p>
      )}
      {onDecline && (
        <button type="button" data-part="skip" onClick={onDecline}>
          {words.decline}
        </button>
      )}
      {commit !== undefined && (
        <button type="button" data-part="commit" onClick={onCommit}>
          {commit}
        </button>
      )}
    </div>
  );
}
