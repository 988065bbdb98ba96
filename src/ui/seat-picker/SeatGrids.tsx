import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { bestRows } from '../../travel/best-rows.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import type { Seat } from '../../travel/seat-map.ts';
import { seatMoveOf, type SeatCursor } from '../../travel/seat-moves.ts';
import { CabinGrid } from './CabinGrid.tsx';
import type { SeatMarks } from './seat-mark.ts';
import type { DeckView, SeatView } from './seat-views.ts';
import { words } from './words.ts';

interface SeatGridsProps {
  deck: DeckView;
  byKey: ReadonlyMap<string, SeatView>;
  chosenKey: string | undefined;
  /** The seat round which rows are shown at first. */
  beginKey: string | undefined;
  marks: SeatMarks;
  onToggle: (seat: SeatView) => void;
}

/** One deck: a grid for each cabin, one tab stop for all of them. */
export function SeatGrids({ deck, byKey, chosenKey, beginKey, marks, onToggle }: SeatGridsProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<SeatCursor>();
  const [grown, setGrown] = useState(false);
  const wanted = useRef<Seat | 'next'>(undefined);
  // The rows of the beginning stay while seats change under them: the next passenger has other prices, not other rows.
  const shape = deck.cabins.map(({ rows }) => rows.length).join();
  const [begin] = useState(() => ({ shape, ranges: bestRows(deck.deck.cabins, beginKey) }));
  const ranges = useMemo(() => {
    if (grown) return deck.deck.cabins.map((cabin) => [0, cabin.rows.length] as const);
    return begin.shape === shape ? begin.ranges : bestRows(deck.deck.cabins);
  }, [deck, grown, begin, shape]);
  const seats = useMemo(
    () => deck.cabins.flatMap(({ rows }, i) => rows.slice(...(ranges[i] ?? [])).flatMap((row) => row.seats)),
    [deck, ranges],
  );
  const total = deck.cabins.flatMap(({ rows }) => rows).filter((row) => row.seats.length > 0).length;
  const rest = deck.cabins.some(({ rows }, i) => rows.length > (ranges[i]?.[1] ?? 0) - (ranges[i]?.[0] ?? 0));

  const focus = (seat: Seat) =>
    root.current?.querySelector<HTMLElement>(`[data-seat="${CSS.escape(seatKey(seat))}"]`)?.focus();

  // A seat that the arrows led to before it was drawn. The button that was pressed is gone: go on at the tab stop.
  useLayoutEffect(() => {
    const seat = wanted.current;
    wanted.current = undefined;
    if (seat === 'next')
      root.current?.querySelector<HTMLElement>('[data-seat][tabindex="0"]')?.focus({ preventScroll: true });
    else if (seat) focus(seat);
  }, [grown]);

  // The tab stop: where the keyboard stood last, else the chosen seat, else the first free one.
  const stop =
    seats.find(({ key }) => cursor && key === seatKey(cursor.seat)) ??
    seats.find(({ key }) => key === chosenKey) ??
    seats.find(({ seat }) => seat.state === 'available') ??
    seats[0];

  const seatAt = (target: EventTarget): SeatView | undefined => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-seat]') : null;
    return byKey.get(button?.dataset['seat'] ?? '');
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = seatMoveOf(event.key, event.ctrlKey);
    const from = seatAt(event.target)?.seat;
    if (!move || !from || event.altKey || event.metaKey || event.shiftKey) return;
    // At the hull too: the page must not scroll away under the map.
    event.preventDefault();
    const next = deck.walk.move(cursor?.seat === from ? cursor : deck.walk.at(from), move);
    setCursor(next);
    if (seats.some(({ seat }) => seat === next.seat)) return focus(next.seat);
    wanted.current = next.seat;
    setGrown(true);
  };

  const onFocus = (event: FocusEvent) => {
    const seat = seatAt(event.target)?.seat;
    // A move has set the cursor already, with the column that it remembers.
    if (seat) setCursor((at) => (at?.seat === seat ? at : deck.walk.at(seat)));
  };

  const onClick = (event: MouseEvent) => {
    const seat = seatAt(event.target);
    if (seat) onToggle(seat);
  };

  return (
    // The buttons inside are what is pressed: hundreds of seats share one set of listeners.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div ref={root} data-part="grids" dir="ltr" onClick={onClick} onKeyDown={onKeyDown} onFocus={onFocus}>
      {deck.cabins.map((view, i) => {
        const range = ranges[i] ?? [0, 0];
        if (range[0] === range[1] && view.rows.length > 0) return null;
        return <CabinGrid key={view.cabin.id} view={view} range={range} marks={marks} stopKey={stop?.key} />;
      })}
      {rest && (
        <button
          type="button"
          data-part="more"
          onClick={() => {
            wanted.current = 'next';
            setGrown(true);
          }}
        >
          {words.allRows(total)}
        </button>
      )}
    </div>
  );
}
