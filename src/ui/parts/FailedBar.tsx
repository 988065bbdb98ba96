import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useWords } from '../language/language-context.ts';
import { words as english } from './answer-words.ts';
import { focusedNear } from './focused-near.ts';

interface FailedBarProps {
  /** The reason, if known. */
  error: string | undefined;
  /** Says that the answer is kept, in the card's own words. */
  kept: string;
  onSkip: (() => void) | undefined;
  onRetry: () => void;
}

/** Replaces a card's footer if its answer was not sent. */
export function FailedBar({ error, kept, onSkip, onRetry }: FailedBarProps): ReactNode {
  const words = useWords('card', english);
  const { failure, retry } = useWayToFailure();
  return (
    <div ref={failure} data-elicit="footer" data-state="failed">
      <p role="alert" data-elicit="summary" dir="auto">
        <strong data-elicit="">{words.notSent}</strong> <span data-elicit="">{error ? `${error} ${kept}` : kept}</span>
      </p>
      {onSkip && (
        <button type="button" data-elicit="skip" onClick={onSkip}>
          {words.decline}
        </button>
      )}
      <button ref={retry} type="button" data-elicit="commit" onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}

/** Takes the person to a failure that appears in an `ElicitCard`. If they went elsewhere, it leaves them there. */
export function useWayToFailure(): {
  failure: RefObject<HTMLDivElement | null>;
  retry: RefObject<HTMLButtonElement | null>;
} {
  const failure = useRef<HTMLDivElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const card = failure.current?.closest('[data-elicit="elicit-card"]');
    const focused = card && focusedNear(card);
    if (!focused || !card.contains(focused)) return;
    failure.current?.scrollIntoView({ block: 'nearest' });
    // The card has the focus because the control that had it became inert.
    if (focused.contains(failure.current)) retry.current?.focus({ preventScroll: true });
  }, []);
  return { failure, retry };
}
