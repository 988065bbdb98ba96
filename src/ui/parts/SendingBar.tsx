import type { ReactNode } from 'react';
import { useWords } from '../language/language-context.ts';
import { words as english } from './answer-words.ts';

/** Replaces a card's footer while its answer is being sent. `summary` says so in the card's own words. */
export function SendingBar({ summary }: { summary: string }): ReactNode {
  const { sending } = useWords('card', english);
  // Hide this from screen readers: they hear the card's status line.
  return (
    <div data-elicit="footer" data-state="sending" aria-hidden="true">
      <span data-elicit="summary" data-state="busy" dir="auto">
        {summary}
      </span>
      <span data-elicit="commit" data-state="busy">
        {sending}
      </span>
    </div>
  );
}
