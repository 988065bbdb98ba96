import {
  forwardRef,
  useId,
  useMemo,
  useState,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import { disclosuresOf, type PickSeat } from '../../travel/seat-map.ts';
import { useOwnWords } from '../language/language-context.ts';
import { silence } from '../parts/said.ts';
import { flightLine } from './flight-line.ts';
import type { SeatMark } from './seat-mark.ts';
import { SeatCard, type SeatCardOptions } from './SeatCard.tsx';
import { createMapView, refusalOf, type SeatView } from './seat-views.ts';
import { useSeatMap } from './useSeatMap.ts';
import { words as english } from './words.ts';

/** A choice that was not sent yet. */
export interface SeatPickerDraft {
  row: number;
  seat: string;
}

/** Options of a picker of one seat. */
export interface SeatPickerOptions extends SeatCardOptions {
  /** Called when the person presses Confirm. Choosing alone does not call it. */
  onRespond: (answer: PickSeat, words?: ReceiptWords) => void;
  /** The `SeatPickerDraft` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`; undefined if no seat is chosen. */
  onDraftChange?: ((draft: SeatPickerDraft | undefined) => void) | undefined;
}

/** Props of `SeatPickerParts.Root`. */
export interface SeatPickerRootProps
  extends SeatPickerOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof SeatPickerOptions> {}

/** Holds the seat map, the choice and the answer. The parts inside draw them. */
export const SeatPickerRoot = forwardRef(function SeatPickerRoot(
  { flight, onRespond, draft, onDraftChange, locale: ownLocale, messages, ...card }: SeatPickerRootProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const { language, words } = useOwnWords({ locale: ownLocale, messages }, 'seatPicker', english);
  const { locale } = language;
  const [chosenKey, setChosenKey] = useState(() => keyOf(draft));
  const { map, reasons, ...refused } = useSeatMap(card, ['row', 'seat'], () => chosenKey);
  const view = useMemo(() => createMapView(map, { locale, words, refused: reasons }), [map, locale, words, reasons]);
  const [agreedKey, setAgreedKey] = useState<string>();
  const [said, setSaid] = useState(silence);

  const candidate = view.byKey.get(chosenKey ?? '');
  const chosen = candidate?.seat.state === 'available' ? candidate : undefined;
  const marks = useMemo(() => new Map(chosen ? [[chosen.key, mine] as const] : []), [chosen]);
  const disclosures = chosen ? disclosuresOf(chosen.seat, words) : [];
  const agreed = disclosures.length === 0 || agreedKey === chosen?.key;

  const toggle = (pressed: SeatView) => {
    const { designator, state: seatState } = pressed.seat;
    if (seatState !== 'available') {
      return setSaid({ text: refusalOf(pressed, words) });
    }
    const off = pressed.key === chosen?.key;
    setChosenKey(off ? undefined : pressed.key);
    setAgreedKey(undefined);
    setSaid({ text: off ? words.unselected(designator) : words.selected(pressed.name) });
    onDraftChange?.(off ? undefined : { row: pressed.seat.row, seat: pressed.seat.seat });
  };

  const commit = () => {
    if (card.state === 'sending') return;
    if (!chosen) return setSaid({ text: words.chooseFirst, shown: 'wrong' });
    if (!agreed) return setSaid({ text: words.agreeFirst, shown: 'wrong' });
    setSaid(silence);
    onRespond({ row: chosen.seat.row, seat: chosen.seat.seat }, { title: chosen.name });
  };

  return (
    <SeatCard
      component="seat-picker"
      {...card}
      ref={ref}
      language={language}
      issues={refused.rest}
      said={said.text || chosen ? said : refused.said}
      picker={{
        id,
        title: words.title,
        locale,
        subtitle: flightLine(view.map, flight, words),
        view,
        chosenKey: chosen?.key,
        refusedKey: refused.said.at,
        marks,
        toggle,
        passengers: undefined,
        disclosures,
        agreed,
        agree: (yes) => setAgreedKey(yes ? chosen?.key : undefined),
        confirm: chosen ? words.commit(chosen.seat.designator) : words.choose,
        total: undefined,
        none: words.none,
        soldOut: !view.marks.has('available'),
        barred: words.kinds.barred,
        lacks: chosen ? (agreed ? undefined : 'agreement') : 'seat',
        commit,
      }}
    />
  );
});

const mine: SeatMark = { mine: true };

/** The draft may be any value: one that names no seat of the map has no effect. */
function keyOf(draft: unknown): string | undefined {
  const { row, seat } = (draft ?? {}) as SeatPickerDraft;
  return typeof row === 'number' ? seatKey({ row, seat }) : undefined;
}
