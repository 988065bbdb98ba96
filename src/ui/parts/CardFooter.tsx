import type { ReactNode } from 'react';

export interface CardFooterProps {
  /** What will be answered. */
  summary: ReactNode;
  commit: string;
  /** Whether there is something to answer. The button says so, and stays where the keyboard finds it. */
  ready: boolean;
  onCommit: () => void;
  skip: string;
  onSkip?: (() => void) | undefined;
}

/** The summary, the way out and the one button that answers. */
export function CardFooter({ summary, commit, ready, onCommit, skip, onSkip }: CardFooterProps): ReactNode {
  return (
    <div data-part="footer">
      <p data-part="summary">{summary}</p>
      {onSkip && (
        <button type="button" data-part="skip" onClick={onSkip}>
          {skip}
        </button>
      )}
      <button type="button" data-part="commit" aria-disabled={!ready} onClick={onCommit}>
        {commit}
      </button>
    </div>
  );
}
