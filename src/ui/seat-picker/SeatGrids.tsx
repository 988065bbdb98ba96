import { useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import { seatMoveOf, type SeatCursor } from '../../travel/seat-moves.ts';
import { CabinGrid } from './CabinGrid.tsx';
import type { DeckView, SeatView } from './seat-views.ts';

interface SeatGridsProps {
  deck: DeckView;
  byKey: ReadonlyMap<string, SeatView>;
  chosenKey: string | undefined;
  onToggle: (seat: SeatView) => void;
}

/** One deck: a grid for each cabin, one tab stop for all of them. */
export function SeatGrids({ deck, byKey, chosenKey, onToggle }: SeatGridsProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<SeatCursor>();
  const seats = useMemo(() => deck.cabins.flatMap(({ rows }) => rows.flatMap((row) => row.seats)), [deck]);

  // The tab stop: where the keyboard stood last, else the chosen seat, else the first free one.
  const stop =
    seats.find(({ seat }) => seat === cursor?.seat) ??
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
    root.current?.querySelector<HTMLElement>(`[data-seat="${CSS.escape(seatKey(next.seat))}"]`)?.focus();
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
      {deck.cabins.map((view) => (
        <CabinGrid key={view.cabin.id} view={view} chosenKey={chosenKey} stopKey={stop?.key} />
      ))}
    </div>
  );
}
