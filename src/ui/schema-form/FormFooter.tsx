import { useContext, type ReactNode } from 'react';
import { FrameContext } from '../frame/frame.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
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
  useOwnParts({ decline: onDecline !== undefined });
  if ((commit ?? onDecline) === undefined) return null;
  return (
    <div data-elicit="footer">
      {errors > 0 && (
        <p data-elicit="summary" data-state="invalid" dir="auto">
          {words.corrections(errors, words.locale)}
        </p>
      )}
      {onDecline && (
        <button type="button" data-elicit="skip" onClick={onDecline}>
          {words.decline}
        </button>
      )}
      {commit !== undefined && (
        <button type="button" data-elicit="commit" onClick={onCommit}>
          {commit}
        </button>
      )}
    </div>
  );
}
