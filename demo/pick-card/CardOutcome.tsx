import { useId, type ReactNode } from 'react';
import { nameCard, type Card } from './card.ts';
import { CardFace } from './CardFace.tsx';
import type { Outcome } from './outcome.ts';

/** The card that was picked, and the one that won. */
export function CardOutcome({ outcome: { picked, winner, isWinner } }: { outcome: Outcome }): ReactNode {
  const id = useId();
  return (
    <article className="card-outcome" aria-labelledby={id}>
      <h2 id={id}>{isWinner ? 'You won' : 'Not this time'}</h2>
      {isWinner ? (
        <Shown what="Your card wins" card={picked} />
      ) : (
        <>
          <Shown what="Your card" card={picked} />
          <Shown what="The winner" card={winner} />
        </>
      )}
    </article>
  );
}

function Shown({ what, card }: { what: string; card: Card }): ReactNode {
  return (
    <figure>
      <CardFace card={card} />
      <figcaption>
        {what}
        <strong>{nameCard(card)}</strong>
      </figcaption>
    </figure>
  );
}
