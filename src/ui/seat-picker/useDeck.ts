import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { bestRows, type RowRange } from '../../travel/best-rows.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import type { Seat } from '../../travel/seat-map.ts';
import { moveFrom, type SeatCursor } from '../../travel/seat-moves.ts';
import { usePrinting } from './usePrinting.ts';
import type { DeckView, MapView, RowView, SeatView } from './seat-views.ts';

/** The shown deck: which of its rows are drawn, and where the keyboard cursor is. */
export interface DeckState {
  decks: readonly DeckView[];
  index: number;
  open: (index: number) => void;
  deck: DeckView | undefined;
  /** The rows to draw. */
  drawn: ReadonlySet<RowView>;
  /** The seat that is the tab stop. */
  stopKey: string | undefined;
  /** The row numbers hidden at each end of the deck; undefined if none are. */
  hidden: Readonly<Record<End, readonly [first: number, last: number] | undefined>>;
  grow: (end: End) => void;
  /** Move focus from a seat by a key, and reveal hidden rows if needed. Returns whether the map handles the key. */
  move: (from: Seat, key: string, ctrl: boolean) => boolean;
  /** Focus a seat, and reveal hidden rows if needed. */
  goTo: (seat: Seat) => void;
  /** Make a seat that got the focus the tab stop. */
  stand: (seat: Seat) => void;
  /** The element around all seats. */
  grids: RefObject<HTMLDivElement | null>;
}

/** The end of the deck towards the nose, or towards the tail. */
export type End = 'front' | 'back';

/** Keep the state of the shown deck. Opening another deck resets it. */
export function useDeck(view: MapView, chosenKey: string | undefined, beginKey: string | undefined): DeckState {
  const { decks } = view;
  const grids = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  const [shown, setShown] = useState(() => shownOf(view, firstDeck(view, beginKey), beginKey));
  const { cursor, grown, count, range } = shown;
  const printing = usePrinting();
  const index = decks[shown.index] ? shown.index : 0;
  const deck = decks[index];

  const [from, to] = useMemo(() => {
    const { rows = [] } = deck ?? {};
    // Keep the initial rows while the seats in them change: the next passenger has other prices, but the same rows.
    const [first, end] = count === rows.length ? range : bestRows(deck?.deck.cabins ?? []);
    return [grown.front || printing ? 0 : first, grown.back || printing ? rows.length : end];
  }, [deck, grown, count, range, printing]);
  const drawn = useMemo(() => new Set(deck?.rows.slice(from, to)), [deck, from, to]);
  const seats = useMemo(() => [...drawn].flatMap((row) => row.seats), [drawn]);

  const focus = (selector: string) =>
    // After "Show rows", the page must not scroll.
    grids.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: selector === stopSelector });

  // Focus what had to be drawn first: the seat that an arrow key led to, or the tab stop after "Show rows", whose
  // button is gone.
  useLayoutEffect(() => {
    if (wanted.current) focus(wanted.current);
    wanted.current = undefined;
  }, [grown]);

  const goTo = (next: SeatCursor) => {
    const there = `[data-seat="${CSS.escape(seatKey(next.seat))}"]`;
    const isDrawn = seats.some(({ seat }) => seat === next.seat);
    const at = deck?.rows.findIndex((row) => row.seats.some(({ seat }) => seat === next.seat)) ?? 0;
    setShown((was) => {
      if (isDrawn) return { ...was, cursor: next };
      return { ...was, cursor: next, grown: { front: was.grown.front || at < from, back: was.grown.back || at >= to } };
    });
    if (isDrawn) focus(there);
    else wanted.current = there;
  };

  // The tab stop: the seat that had focus last, else the chosen one, else the first free one.
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
    hidden: { front: numbersOf(deck?.rows.slice(0, from)), back: numbersOf(deck?.rows.slice(to)) },
    grow(end) {
      wanted.current = stopSelector;
      setShown({ ...shown, grown: { ...grown, [end]: true } });
    },
    move(seat, key, ctrl) {
      const next = moveFrom(deck?.deck.cabins ?? [], cursor?.seat === seat ? cursor : { seat }, key, ctrl);
      if (next) goTo(next);
      return next !== undefined;
    },
    goTo: (seat) => goTo({ seat }),
    stand(seat) {
      // A move already set the cursor, with the column to keep to: don't overwrite it.
      setShown((was) => (was.cursor?.seat === seat ? was : { ...was, cursor: { seat } }));
    },
    grids,
  };
}

interface Shown {
  index: number;
  /** The deck's number of rows at first. While it is the same, `range` is still valid. */
  count: number;
  range: RowRange;
  cursor?: SeatCursor;
  grown: Readonly<Record<End, boolean>>;
}

function shownOf(view: MapView, index: number, beginKey: string | undefined): Shown {
  const { deck, rows = [] } = view.decks[index] ?? {};
  return { index, count: rows.length, range: bestRows(deck?.cabins ?? [], beginKey), grown: nowhere };
}

const nowhere = { front: false, back: false };

/** The first and last row number; undefined if the rows have no seats. */
export function numbersOf(rows: readonly RowView[] = []): readonly [first: number, last: number] | undefined {
  const numbers = rows.flatMap(({ row, seats }) => (seats[0] ? (row.number ?? seats[0].seat.row) : []));
  return numbers[0] === undefined ? undefined : [numbers[0], numbers.at(-1) ?? 0];
}

const stopSelector = '[data-seat][tabindex="0"]';

const isAvailable = ({ seat }: SeatView): boolean => seat.state === 'available';

/** The deck of the chosen seat, else the first with a free seat. */
function firstDeck({ decks }: MapView, chosenKey: string | undefined): number {
  const deckWith = (fits: (seat: SeatView) => boolean) =>
    decks.findIndex(({ rows }) => rows.some(({ seats }) => seats.some(fits)));
  const chosen = deckWith(({ key }) => key === chosenKey);
  return chosen < 0 ? Math.max(0, deckWith(isAvailable)) : chosen;
}
