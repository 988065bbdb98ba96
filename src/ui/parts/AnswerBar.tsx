import { useEffect, useRef, type ReactNode } from 'react';
import type { CardMessages } from '../elicit-card/words.ts';
import type { FrameAnswer } from '../frame/frame.ts';
import { focusedNear } from './focused-near.ts';

interface AnswerBarProps {
  /** The words for this kind of answer. */
  own: { sending: string; keptOnFailure: string };
  words: CardMessages;
  /** Set if the answer was not sent; undefined while it is being sent. */
  answer: FrameAnswer | undefined;
  onSkip: (() => void) | undefined;
}

/** Replaces a card's footer while its answer is being sent, or if it was not sent. */
export function AnswerBar({ own, words, answer, onSkip }: AnswerBarProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const failed = answer !== undefined;

  // If the focus is still in this card, take the person to the failure. If they went elsewhere, leave them there.
  useEffect(() => {
    const card = bar.current?.closest('[data-part="elicit-card"]');
    const focused = card && focusedNear(card);
    if (!failed || !focused || !card.contains(focused)) return;
    bar.current?.scrollIntoView({ block: 'nearest' });
    if (focused === card || !bar.current?.contains(focused)) again.current?.focus({ preventScroll: true });
  }, [failed]);

  if (answer === undefined) {
    // Hide this from screen readers: they hear the card's status line.
    return (
      <div data-part="footer" data-state="sending" aria-hidden="true">
        <span data-part="summary" data-state="busy" dir="auto">
          {own.sending}
        </span>
        <span data-part="commit" data-state="busy">
          {words.sending}
        </span>
      </div>
    );
  }
  return (
    <div ref={bar} data-part="footer" data-state="failed">
      <p role="alert" data-part="summary" dir="auto">
        <strong>{words.notSent}</strong>{' '}
        <span>
          {answer.error && `${answer.error} `}
          {own.keptOnFailure}
        </span>
      </p>
      {onSkip && (
        <button
          type="button"
          data-part="skip"
          onClick={() => {
            // The button disappears: move the focus to the card first.
            bar.current?.closest<HTMLElement>('[data-part="elicit-card"]')?.focus({ preventScroll: true });
            onSkip();
          }}
        >
          {words.decline}
        </button>
      )}
      <button ref={again} type="button" data-part="commit" onClick={answer.onRetry}>
        {words.retry}
      </button>
    </div>
  );
}
