import { useId, useState, type ReactNode } from 'react';
import { DeckTabs } from './DeckTabs.tsx';
import { SeatGrids } from './SeatGrids.tsx';
import type { SeatMarks } from './seat-mark.ts';
import type { DeckView, MapView, SeatView } from './seat-views.ts';

interface SeatDecksProps {
  view: MapView;
  /** The seat to begin with. */
  chosenKey: string | undefined;
  marks: SeatMarks;
  onToggle: (seat: SeatView) => void;
}

/** The drawing of the aircraft, deck by deck. */
export function SeatDecks({ view, chosenKey, marks, onToggle }: SeatDecksProps): ReactNode {
  const id = useId();
  // Where nobody is being seated anew, the seat of another is the place to begin.
  const beginKey = chosenKey ?? [...marks.keys()][0];
  const [deckIndex, setDeckIndex] = useState(() => firstDeck(view, beginKey));
  const deck = view.decks[deckIndex] ?? view.decks[0];

  return (
    <div data-part="map">
      {view.decks.length > 1 && <DeckTabs id={id} decks={view.decks} index={deckIndex} onChange={setDeckIndex} />}
      {deck && (
        <div
          id={`${id}-panel`}
          role={view.decks.length > 1 ? 'tabpanel' : undefined}
          aria-labelledby={view.decks.length > 1 ? `${id}-tab-${deckIndex}` : undefined}
        >
          {/* A deck of its own begins with a cursor of its own. */}
          <SeatGrids
            key={deckIndex}
            deck={deck}
            byKey={view.byKey}
            chosenKey={chosenKey}
            beginKey={beginKey}
            marks={marks}
            onToggle={onToggle}
          />
        </div>
      )}
    </div>
  );
}

/** The deck of the chosen seat, else the first with a free one. */
function firstDeck(view: MapView, chosenKey: string | undefined): number {
  const has = (fits: (seat: SeatView) => boolean) => (deck: DeckView) =>
    deck.cabins.some((cabin) => cabin.rows.some((row) => row.seats.some(fits)));
  const chosen = view.decks.findIndex(has((seat) => seat.key === chosenKey));
  return chosen >= 0 ? chosen : Math.max(0, view.decks.findIndex(has(({ seat }) => seat.state === 'available')));
}
