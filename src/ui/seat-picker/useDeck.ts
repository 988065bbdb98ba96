import { useMemo, useRef, useState, type RefObject } from 'react';
import { bestRows, type RowRange } from '../../travel/best-rows.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import type { Seat } from '../../travel/seat-map.ts';
import { moveFrom, type SeatCursor } from '../../travel/seat-moves.ts';
import { useBrowserLayoutEffect } from '../parts/useBrowserLayoutEffect.ts';
import { usePrinting } from './usePrinting.ts';
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
  /** The numbers of the rows that are not on show, nose and tail; undefined where all are. */
  hidden: Readonly<Record<End, readonly [first: number, last: number] | undefined>>;
  grow: (end: End) => void;
  /** Go where a key leads from a seat; rows that were not on show are then. Whether the key was one of the map's. */
  move: (from: Seat, key: string, ctrl: boolean) => boolean;
  /** Go to a seat; rows that were not on show are then. */
  goTo: (seat: Seat) => void;
  /** The keyboard has come to a seat by itself. */
  stand: (seat: Seat) => void;
  /** Around all seats. */
  grids: RefObject<HTMLDivElement | null>;
}

/** The rows before those on show, or after them. */
export type End = 'front' | 'back';

/** Keep the state of the deck on show; another deck begins anew. */
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
    // The rows of the beginning stay while seats change under them: the next passenger has other prices, not other rows.
    const [first, end] = count === rows.length ? range : bestRows(deck?.deck.cabins ?? []);
    return [grown.front || printing ? 0 : first, grown.back || printing ? rows.length : end];
  }, [deck, grown, count, range, printing]);
  const drawn = useMemo(() => new Set(deck?.rows.slice(from, to)), [deck, from, to]);
  const seats = useMemo(() => [...drawn].flatMap((row) => row.seats), [drawn]);

  const focus = (selector: string) =>
    // The page stays where it is when a button makes way for more rows.
    grids.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: selector === stopSelector });

  // A seat that the arrows led to before it was drawn. The button that was pressed is gone: go on at the tab stop.
  useBrowserLayoutEffect(() => {
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
  grown: Readonly<Record<End, boolean>>;
}

function shownOf(view: MapView, index: number, beginKey: string | undefined): Shown {
  const { deck, rows = [] } = view.decks[index] ?? {};
  return { index, count: rows.length, range: bestRows(deck?.cabins ?? [], beginKey), grown: nowhere };
}

const nowhere = { front: false, back: false };

/** The first and the last number of some rows; undefined where no seat stands in them. */
export function numbersOf(rows: readonly RowView[] = []): readonly [first: number, last: number] | undefined {
  const numbers = rows.flatMap(({ row, seats }) => (seats[0] ? (row.number ?? seats[0].seat.row) : []));
  return numbers[0] === undefined ? undefined : [numbers[0], numbers.at(-1) ?? 0];
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
