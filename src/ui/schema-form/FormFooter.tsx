import type { ReactNode } from 'react';
import { useFormWords } from './useFormWords.ts';

interface FormFooterProps {
  /** The button that answers; undefined where nothing can be answered. */
  commit: string | undefined;
  onCommit: () => void;
  onDecline: (() => void) | undefined;
  onCancel: (() => void) | undefined;
}

/** The ways out and the one button that answers, always in view. */
export function FormFooter({ commit, onCommit, onDecline, onCancel }: FormFooterProps): ReactNode {
  const words = useFormWords();
  if (commit === undefined && !onDecline && !onCancel) return null;
  return (
    <div data-part="footer">
      <span data-part="summary" />
      {onCancel && (
        <button type="button" data-part="skip" onClick={onCancel}>
          {words.cancel}
        </button>
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
