import { Card as OwnCard, Footer, type CardProps } from 'elicitkit/kit';
import { useId, useState, type ReactNode } from 'react';
import { nameCard, type Card } from './card.ts';
import { CardFace, SuitIcon } from './CardFace.tsx';

export interface PickCardProps extends Pick<CardProps, 'message' | 'state' | 'issues'> {
  /** The cards, face up. */
  cards: readonly Card[];
  /** Called with the number of the card, from 1. Choosing alone does not call it. */
  onRespond: (answer: { number: number }) => void;
  /** Called when the person skips. Without it there is no Skip button. */
  onDecline?: (() => void) | undefined;
  /** The answer to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: { number: number }) => void) | undefined;
}

/** Cards to pick one of: radios that look like cards. */
export function PickCard({ cards, onRespond, onDecline, draft, onDraftChange, ...asked }: PickCardProps): ReactNode {
  const id = useId();
  const [number, setNumber] = useState(() => numberOf(draft));
  const [isMissing, setMissing] = useState(false);
  const chosen = cards[(number ?? 0) - 1];

  const commit = () => {
    setMissing(chosen === undefined);
    if (number !== undefined && chosen !== undefined) onRespond({ number });
  };

  return (
    <OwnCard
      {...asked}
      className="pick-card"
      title="Pick a card"
      icon={<SuitIcon suit="spades" />}
      status={isMissing ? 'Pick a card first.' : ''}
    >
      <div className="card-table" data-many={cards.length > 6 || undefined}>
        {cards.map((card, index) => (
          <label key={nameCard(card)} data-elicit="">
            <input
              data-elicit=""
              type="radio"
              name={id}
              aria-label={capital(nameCard(card))}
              checked={index + 1 === number}
              onChange={() => {
                setMissing(false);
                setNumber(index + 1);
                onDraftChange?.({ number: index + 1 });
              }}
            />
            <CardFace card={card} />
            {index + 1 === number && <Tick />}
          </label>
        ))}
      </div>
      <Footer
        summary={chosen && <strong data-elicit="">{capital(nameCard(chosen))}</strong>}
        invalid={isMissing}
        commit="Pick this card"
        missing={chosen ? undefined : 'input'}
        onCommit={commit}
        onSkip={onDecline}
      />
    </OwnCard>
  );
}

function Tick(): ReactNode {
  return (
    <svg className="card-tick" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="m7 12.5 3.5 3.5 6.5-7.5" fill="none" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
    </svg>
  );
}

function numberOf(draft: unknown): number | undefined {
  if (typeof draft !== 'object' || draft === null || !('number' in draft)) return undefined;
  return typeof draft.number === 'number' ? draft.number : undefined;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
