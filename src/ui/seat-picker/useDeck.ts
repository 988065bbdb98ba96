import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { bestRows, type RowRange } from '../../travel/best-rows.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import type { Seat } from '../../travel/seat-map.ts';
import { moveFrom, type SeatCursor } from '../../travel/seat-moves.ts';
import type { DeckView, MapView, RowView, SeatView } from './seat-views.ts';

/** The deck on show: which of its rows are drawn, and where the keyboard stands. */
export interface DeckState {
  decks: readonly DeckView[];
  index: number;
  open: (index: number) => void;
  deck: DeckView | undefined;
  /** The rows to draw. */
  drawn: ReadonlySet<RowView>;
  /** The seat that the tab key reaches. */
  stopKey: string | undefined;
  /** How many rows "Show all rows" would show; 0 where all are on show. */
  hidden: number;
  grow: () => void;
  /** Go where a key leads from a seat; rows that were not on show are then. Whether the key was one of the map's. */
  move: (from: Seat, key: string, ctrl: boolean) => boolean;
  /** The keyboard has come to a seat by itself. */
  stand: (seat: Seat) => void;
  /** Around all seats. */
  grids: RefObject<HTMLDivElement | null>;
}

/** Keep the state of the deck on show; another deck begins anew. */
export function useDeck(view: MapView, chosenKey: string | undefined, beginKey: string | undefined): DeckState {
  const { decks } = view;
  const grids = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  const [shown, setShown] = useState(() => shownOf(view, firstDeck(view, beginKey), beginKey));
  const { cursor, grown, count, range } = shown;
  const index = decks[shown.index] ? shown.index : 0;
  const deck = decks[index];

  const drawn = useMemo(() => {
    const { rows = [] } = deck ?? {};
    if (!deck || grown) return new Set(rows);
    // The rows of the beginning stay while seats change under them: the next passenger has other prices, not other rows.
    return new Set(rows.slice(...(count === rows.length ? range : bestRows(deck.deck.cabins))));
  }, [deck, grown, count, range]);
  const seats = useMemo(() => [...drawn].flatMap((row) => row.seats), [drawn]);

  const focus = (selector: string) =>
    // The page stays where it is when a button makes way for more rows.
    grids.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: selector === stopSelector });

  // A seat that the arrows led to before it was drawn. The button that was pressed is gone: go on at the tab stop.
  useLayoutEffect(() => {
    if (wanted.current) focus(wanted.current);
    wanted.current = undefined;
  }, [grown]);

  // The tab stop: where the keyboard stood last, else the chosen seat, else the first free one.
  const stop =
    seats.find(({ key }) => cursor && key === seatKey(cursor.seat)) ??
    seats.find(({ key }) => key === chosenKey) ??
    seats.find(isAvailable) ??
    seats[0];

  return {
    decks,
    index,
    open: (next) => setShown(shownOf(view, next, beginKey)),
    deck,
    drawn,
    stopKey: stop?.key,
    hidden: deck && drawn.size < deck.rows.length ? deck.rows.filter((row) => row.seats.length > 0).length : 0,
    grow() {
      wanted.current = stopSelector;
      setShown({ ...shown, grown: true });
    },
    move(from, key, ctrl) {
      const next = moveFrom(deck?.deck.cabins ?? [], cursor?.seat === from ? cursor : { seat: from }, key, ctrl);
      if (!next) return false;
      const there = `[data-seat="${CSS.escape(seatKey(next.seat))}"]`;
      const isDrawn = seats.some(({ seat }) => seat === next.seat);
      setShown((was) => ({ ...was, cursor: next, grown: was.grown || !isDrawn }));
      if (isDrawn) focus(there);
      else wanted.current = there;
      return true;
    },
    stand(seat) {
      // A move has set the cursor already, with the column that it remembers.
      setShown((was) => (was.cursor?.seat === seat ? was : { ...was, cursor: { seat } }));
    },
    grids,
  };
}

interface Shown {
  index: number;
  /** How many rows the deck had: while it has as many, those of the beginning are still right. */
  count: number;
  range: RowRange;
  cursor?: SeatCursor;
  grown: boolean;
}

function shownOf(view: MapView, index: number, beginKey: string | undefined): Shown {
  const { deck, rows = [] } = view.decks[index] ?? {};
  return { index, count: rows.length, range: bestRows(deck?.cabins ?? [], beginKey), grown: false };
}

const stopSelector = '[data-seat][tabindex="0"]';

const isAvailable = ({ seat }: SeatView): boolean => seat.state === 'available';

/** The deck of the chosen seat, else the first with a free one. */
function firstDeck({ decks }: MapView, chosenKey: string | undefined): number {
  const deckWith = (fits: (seat: SeatView) => boolean) =>
    decks.findIndex(({ rows }) => rows.some(({ seats }) => seats.some(fits)));
  const chosen = deckWith(({ key }) => key === chosenKey);
  return chosen < 0 ? Math.max(0, deckWith(isAvailable)) : chosen;
}
