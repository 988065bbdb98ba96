import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { bestRows, type RowRange } from '../../travel/best-rows.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import type { Seat } from '../../travel/seat-map.ts';
import type { SeatCursor, SeatMove } from '../../travel/seat-moves.ts';
import type { DeckView, MapView, SeatView } from './seat-views.ts';

/** The deck on show: which of its rows are drawn, and where the keyboard stands. */
export interface DeckState {
  decks: readonly DeckView[];
  index: number;
  open: (index: number) => void;
  deck: DeckView | undefined;
  /** The rows to draw of each cabin. */
  ranges: readonly RowRange[];
  /** The seat that the tab key reaches. */
  stopKey: string | undefined;
  /** How many rows "Show all rows" would show; 0 where all are on show. */
  hidden: number;
  grow: () => void;
  /** Move the keyboard from one seat to another; rows that were not on show are then. */
  move: (from: Seat, move: SeatMove) => void;
  /** The keyboard has come to a seat by itself. */
  stand: (seat: Seat) => void;
  /** Around all seats. */
  grids: RefObject<HTMLDivElement | null>;
}

/** Keep the state of the deck on show; another deck begins anew. */
export function useDeck(view: MapView, chosenKey: string | undefined, beginKey: string | undefined): DeckState {
  const grids = useRef<HTMLDivElement>(null);
  const wanted = useRef<Seat | 'next'>(undefined);
  const [shown, setShown] = useState<Shown>(() => shownOf(view, firstDeck(view, beginKey), beginKey));
  const { cursor, grown } = shown;
  const index = view.decks[shown.index] ? shown.index : 0;
  const deck = view.decks[index];

  const ranges = useMemo((): readonly RowRange[] => {
    if (!deck) return [];
    if (grown) return deck.cabins.map(({ rows }) => [0, rows.length]);
    // The rows of the beginning stay while seats change under them: the next passenger has other prices, not other rows.
    return shown.shape === shapeOf(deck) ? shown.ranges : bestRows(deck.deck.cabins);
  }, [deck, grown, shown.shape, shown.ranges]);
  const seats = useMemo(
    () => (deck?.cabins ?? []).flatMap(({ rows }, i) => rows.slice(...(ranges[i] ?? [])).flatMap((row) => row.seats)),
    [deck, ranges],
  );

  const focus = (selector: string, options?: FocusOptions) =>
    grids.current?.querySelector<HTMLElement>(selector)?.focus(options);

  // A seat that the arrows led to before it was drawn. The button that was pressed is gone: go on at the tab stop.
  useLayoutEffect(() => {
    const seat = wanted.current;
    wanted.current = undefined;
    if (seat === 'next') focus('[data-seat][tabindex="0"]', { preventScroll: true });
    else if (seat) focus(selectorOf(seat));
  }, [grown]);

  // The tab stop: where the keyboard stood last, else the chosen seat, else the first free one.
  const stop =
    seats.find(({ key }) => cursor && key === seatKey(cursor.seat)) ??
    seats.find(({ key }) => key === chosenKey) ??
    seats.find(({ seat }) => seat.state === 'available') ??
    seats[0];

  const cabins = deck?.cabins ?? [];
  const rest = cabins.some(({ rows }, i) => rows.length > (ranges[i]?.[1] ?? 0) - (ranges[i]?.[0] ?? 0));

  return {
    decks: view.decks,
    index,
    open: (next) => setShown(shownOf(view, next, beginKey)),
    deck,
    ranges,
    stopKey: stop?.key,
    hidden: rest ? cabins.flatMap(({ rows }) => rows).filter((row) => row.seats.length > 0).length : 0,
    grow() {
      wanted.current = 'next';
      setShown((was) => ({ ...was, grown: true }));
    },
    move(from, move) {
      if (!deck) return;
      const next = deck.walk.move(cursor?.seat === from ? cursor : deck.walk.at(from), move);
      const drawn = seats.some(({ seat }) => seat === next.seat);
      if (!drawn) wanted.current = next.seat;
      setShown((was) => ({ ...was, cursor: next, grown: was.grown || !drawn }));
      if (drawn) focus(selectorOf(next.seat));
    },
    stand(seat) {
      // A move has set the cursor already, with the column that it remembers.
      setShown((was) => (was.cursor?.seat === seat || !deck ? was : { ...was, cursor: deck.walk.at(seat) }));
    },
    grids,
  };
}

interface Shown {
  index: number;
  /** Tells whether the rows are still those of the beginning. */
  shape: string;
  ranges: readonly RowRange[];
  cursor: SeatCursor | undefined;
  grown: boolean;
}

function shownOf(view: MapView, index: number, beginKey: string | undefined): Shown {
  const deck = view.decks[index];
  const ranges = deck ? bestRows(deck.deck.cabins, beginKey) : [];
  return { index, shape: deck ? shapeOf(deck) : '', ranges, cursor: undefined, grown: false };
}

const shapeOf = (deck: DeckView): string => deck.cabins.map(({ rows }) => rows.length).join();

const selectorOf = (seat: Seat): string => `[data-seat="${CSS.escape(seatKey(seat))}"]`;

/** The deck of the chosen seat, else the first with a free one. */
function firstDeck(view: MapView, chosenKey: string | undefined): number {
  const has = (fits: (seat: SeatView) => boolean) => (deck: DeckView) =>
    deck.cabins.some((cabin) => cabin.rows.some((row) => row.seats.some(fits)));
  const chosen = view.decks.findIndex(has((seat) => seat.key === chosenKey));
  return chosen >= 0 ? chosen : Math.max(0, view.decks.findIndex(has(({ seat }) => seat.state === 'available')));
}
