import { useId, useMemo, useState, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import type { Flight, FlightInput } from '../../travel/flight.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import { disclosuresOf } from '../../travel/seat-disclosures.ts';
import type { PickSeat, SeatMap, SeatMapInput } from '../../travel/seat-map.ts';
import { flightLine } from './flight-line.ts';
import type { SeatMark } from './seat-mark.ts';
import { SeatCard, type SeatCardOptions } from './SeatCard.tsx';
import { createMapView, type SeatView } from './seat-views.ts';
import { words } from './words.ts';

/** What a person has chosen and not sent. */
export interface SeatPickerDraft {
  row: number;
  seat: string;
}

/** Props of `SeatPicker`. */
export interface SeatPickerProps extends SeatCardOptions {
  /** In either shape. */
  seatMap: SeatMapInput | SeatMap;
  /** The flight that the seat is on, for the header; the map's own `flight` goes before it. */
  flight?: FlightInput | Flight | undefined;
  /** Called when the person presses Confirm, never when they merely choose. */
  onRespond: (answer: PickSeat) => void;
  /** A `SeatPickerDraft` to begin with; anything else is ignored. */
  draft?: unknown;
  onDraftChange?: ((draft: SeatPickerDraft | undefined) => void) | undefined;
  /**
   * A BCP 47 tag for prices.
   *
   * @default the browser's own
   */
  locale?: string | undefined;
}

/** Asks a person to pick one seat of an aircraft. */
export function SeatPicker({
  seatMap,
  flight,
  onRespond,
  draft,
  onDraftChange,
  locale,
  ...card
}: SeatPickerProps): ReactNode {
  const id = useId();
  const closed = card.disabled !== undefined;
  const view = useMemo(() => createMapView(seatMap, { locale, closed }), [seatMap, locale, closed]);
  const [chosenKey, setChosenKey] = useState(() => keyOf(draft));
  const [agreedKey, setAgreedKey] = useState<string>();
  const [said, setSaid] = useState({ text: '', quiet: true });

  const candidate = view.byKey.get(chosenKey ?? '');
  const chosen = candidate?.seat.state === 'available' ? candidate : undefined;
  const marks = useMemo(() => new Map(chosen ? [[chosen.key, mine] as const] : []), [chosen]);
  const disclosures = chosen ? disclosuresOf(chosen.seat) : [];
  const agreed = disclosures.length === 0 || agreedKey === chosen?.key;

  const toggle = (pressed: SeatView) => {
    const { designator, state: seatState } = pressed.seat;
    if (seatState !== 'available') {
      const why = seatState === 'occupied' ? words.taken(designator) : words.unavailable(designator);
      return setSaid({ text: why, quiet: false });
    }
    const off = pressed.key === chosen?.key;
    setChosenKey(off ? undefined : pressed.key);
    setAgreedKey(undefined);
    setSaid({ text: off ? words.unselected(designator) : words.selected(pressed.name), quiet: true });
    onDraftChange?.(off ? undefined : { row: pressed.seat.row, seat: pressed.seat.seat });
  };

  const commit = () => {
    if (card.state === 'sending') return;
    if (!chosen) return setSaid({ text: words.chooseFirst, quiet: false });
    if (!agreed) return setSaid({ text: words.agreeFirst, quiet: false });
    setSaid({ text: '', quiet: true });
    onRespond({ row: chosen.seat.row, seat: chosen.seat.seat });
  };

  return (
    <SeatCard
      {...card}
      id={id}
      part="seat-picker"
      title={words.title}
      subtitle={flightLine(view.map, flight)}
      view={view}
      chosenKey={chosen?.key}
      marks={marks}
      onToggle={toggle}
      disclosures={disclosures}
      agreed={agreed}
      onAgree={(yes) => setAgreedKey(yes ? chosen?.key : undefined)}
      summary={chosen ? <Summary chosen={chosen} /> : plainText(card.disabled ?? words.none, 300)}
      ready={chosen !== undefined && agreed}
      onCommit={commit}
      said={said}
    />
  );
}

const mine: SeatMark = { mine: true };

function Summary({ chosen }: { chosen: SeatView }): ReactNode {
  const facts = chosen.facts.join(' · ');
  return (
    <>
      <strong>{chosen.seat.designator}</strong> {facts.charAt(0).toUpperCase() + facts.slice(1)}
    </>
  );
}

function keyOf(draft: unknown): string | undefined {
  if (typeof draft !== 'object' || draft === null || !('row' in draft) || !('seat' in draft)) return undefined;
  const { row, seat } = draft;
  return typeof row === 'number' && typeof seat === 'string' ? seatKey({ row, seat }) : undefined;
}
