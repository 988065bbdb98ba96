import { useEffect, useRef, type ReactNode } from 'react';
import type { FrameAnswer } from '../frame/frame.ts';
import type { AnswerMessages } from './answer-words.ts';
import { focusedNear } from './focused-near.ts';

interface AnswerBarProps {
  /** The words for this kind of answer. */
  own: { sending: string; keptOnFailure: string };
  words: AnswerMessages;
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
    const card = bar.current?.closest('[data-elicit="elicit-card"]');
    const focused = card && focusedNear(card);
    if (!failed || !focused || !card.contains(focused)) return;
    bar.current?.scrollIntoView({ block: 'nearest' });
    if (focused === card || !bar.current?.contains(focused)) again.current?.focus({ preventScroll: true });
  }, [failed]);

  if (answer === undefined) {
    // Hide this from screen readers: they hear the card's status line.
    return (
      <div data-elicit="footer" data-state="sending" aria-hidden="true">
        <span data-elicit="summary" data-state="busy" dir="auto">
          {own.sending}
        </span>
        <span data-elicit="commit" data-state="busy">
          {words.sending}
        </span>
      </div>
    );
  }
  return (
    <div ref={bar} data-elicit="footer" data-state="failed">
      <p role="alert" data-elicit="summary" dir="auto">
        <strong data-elicit="">{words.notSent}</strong>{' '}
        <span data-elicit="">
          {answer.error && `${answer.error} `}
          {own.keptOnFailure}
        </span>
      </p>
      {onSkip && (
        <button
          type="button"
          data-elicit="skip"
          onClick={() => {
            // The button disappears: move the focus to the card first.
            bar.current?.closest<HTMLElement>('[data-elicit="elicit-card"]')?.focus({ preventScroll: true });
            onSkip();
          }}
        >
          {words.decline}
        </button>
      )}
      <button ref={again} type="button" data-elicit="commit" onClick={answer.onRetry}>
        {words.retry}
      </button>
    </div>
  );
}
