import type { ReactNode } from 'react';
import type { Card, Suit } from './card.ts';

/** A playing card, for the eye only: give its name beside it. */
export function CardFace({ card: { rank, suit } }: { card: Card }): ReactNode {
  const corner = (
    <span className="card-corner">
      {rank}
      <SuitIcon suit={suit} />
    </span>
  );
  return (
    <span className="card-face" data-suit={suit} aria-hidden="true" dir="ltr">
      {corner}
      <SuitIcon suit={suit} />
      {corner}
    </span>
  );
}

export function SuitIcon({ suit }: { suit: Suit }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[suit]} fill="currentColor" />
    </svg>
  );
}

const shapes: Record<Suit, string> = {
  spades:
    'M12 2.5C9 6.5 3.5 9.8 3.5 14a4.2 4.2 0 0 0 7.3 2.9c-.3 2-1.1 3.6-2.3 4.6h7c-1.2-1-2-2.6-2.3-4.6a4.2 4.2 0 0 0 7.3-2.9c0-4.2-5.5-7.5-8.5-11.5Z',
  hearts:
    'M12 21C7 16.6 3 13.1 3 8.8 3 6.1 5.2 4 7.7 4 9.5 4 11.1 5 12 6.6 12.9 5 14.5 4 16.3 4 18.8 4 21 6.1 21 8.8c0 4.3-4 7.8-9 12.2Z',
  diamonds: 'M12 2.5 19.5 12 12 21.5 4.5 12Z',
  clubs:
    'M12 2.8a4.1 4.1 0 0 1 3.3 6.5 4.2 4.2 0 1 1-2 7.3c.2 2.1 1.1 3.9 2.2 4.9h-7c1.1-1 2-2.8 2.2-4.9a4.2 4.2 0 1 1-2-7.3A4.1 4.1 0 0 1 12 2.8Z',
};
