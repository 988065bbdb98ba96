import { useContext, useId, useMemo, useState, type ReactNode } from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { routeOf } from '../../travel/flight-summary.ts';
import type { Flight, FlightInput } from '../../travel/flight.ts';
import { normalizeFlight } from '../../travel/normalize-flight.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import { disclosuresOf } from '../../travel/seat-disclosures.ts';
import type { PickSeat, SeatMap, SeatMapInput } from '../../travel/seat-map.ts';
import { FrameContext } from '../frame/frame.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { CardFooter } from '../parts/CardFooter.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Issues } from '../parts/Issues.tsx';
import { Message } from '../parts/Message.tsx';
import { StatusLine } from '../parts/StatusLine.tsx';
import { useInert } from '../parts/useInert.ts';
import { Disclosures } from './Disclosures.tsx';
import { SeatDecks } from './SeatDecks.tsx';
import { SeatLegend } from './SeatLegend.tsx';
import { SeatSelect } from './SeatSelect.tsx';
import { createMapView, type MapView, type SeatView } from './seat-views.ts';
import { words } from './words.ts';

/** What a person has chosen and not sent. */
export interface SeatPickerDraft {
  row: number;
  seat: string;
}

export interface SeatPickerProps {
  /** In either shape. */
  seatMap: SeatMapInput | SeatMap;
  /** What the person is asked. */
  message?: string | undefined;
  /** The flight that the seat is on, for the header; the map's own `flight` goes before it. */
  flight?: FlightInput | Flight | undefined;
  /** Called when the person presses Confirm, never when they merely choose. */
  onRespond: (answer: PickSeat) => void;
  /** With it the card has a Skip button. */
  onDecline?: (() => void) | undefined;
  /** @default "pending" */
  state?: AnswerState | undefined;
  /** What was wrong with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
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
  message,
  flight,
  onRespond,
  onDecline,
  state = 'pending',
  issues,
  draft,
  onDraftChange,
  locale,
}: SeatPickerProps): ReactNode {
  const id = useId();
  const frame = useContext(FrameContext);
  const view = useMemo(() => createMapView(seatMap, locale), [seatMap, locale]);
  const [chosenKey, setChosenKey] = useState(() => keyOf(draft));
  const [asList, setAsList] = useState(false);
  const [agreedKey, setAgreedKey] = useState<string>();
  const [said, setSaid] = useState({ text: '', quiet: true });
  const { body, holder } = useInert(state === 'sending' && !frame?.sending);

  const candidate = view.byKey.get(chosenKey ?? '');
  const chosen = candidate?.seat.state === 'available' ? candidate : undefined;
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
    if (state === 'sending') return;
    if (!chosen) return setSaid({ text: words.chooseFirst, quiet: false });
    if (!agreed) return setSaid({ text: words.agreeFirst, quiet: false });
    setSaid({ text: '', quiet: true });
    onRespond({ row: chosen.seat.row, seat: chosen.seat.seat });
  };

  // A plain list comes first for the keyboard, for who would rather not walk a map.
  const Chooser = asList ? SeatSelect : SeatDecks;
  const failed = state === 'failed' && !frame?.failed;
  const sending = state === 'sending' && !frame?.sending;
  const status = sending ? words.sending : said.text || (failed ? words.failed : '');
  const describedBy = [
    message && frame?.message !== message && `${id}-message`,
    issues?.length && (frame?.issuesId ?? `${id}-issues`),
  ]
    .filter(Boolean)
    .join(' ');

  return (
    <div ref={holder} tabIndex={-1} data-elicit-root="" data-part="seat-picker" data-state={state}>
      <Message id={`${id}-message`} text={message} />
      <div data-part="card" role="group" aria-labelledby={`${id}-header`} aria-describedby={describedBy || undefined}>
        <div ref={body} data-part="card-body">
          <Issues id={`${id}-issues`} issues={issues} />
          <div data-part="header">
            <div id={`${id}-header`} data-part="heading">
              <CardHeader title={words.title} subtitle={subtitleOf(view, flight)} />
            </div>
            {view.hasAvailable && (
              <button type="button" data-part="view-switch" onClick={() => setAsList(!asList)}>
                {asList ? words.toMap : words.toList}
              </button>
            )}
          </div>
          {!asList && <SeatLegend view={view} chosen={chosen !== undefined} />}
          <Chooser view={view} chosenKey={chosen?.key} onToggle={toggle} />
          <div data-part="dock">
            {chosen && disclosures.length > 0 && (
              <Disclosures
                texts={disclosures}
                agreed={agreed}
                onChange={(yes) => setAgreedKey(yes ? chosen.key : undefined)}
              />
            )}
            <CardFooter
              summary={chosen ? <Summary chosen={chosen} /> : view.hasAvailable ? words.none : words.empty}
              commit={failed ? words.again : words.commit}
              ready={chosen !== undefined && agreed}
              onCommit={commit}
              skip={words.skip}
              onSkip={onDecline}
            />
          </div>
        </div>
        <StatusLine text={status} busy={sending} quiet={!sending && said.text !== '' && said.quiet} />
      </div>
    </div>
  );
}

function Summary({ chosen }: { chosen: SeatView }): ReactNode {
  const facts = chosen.facts.join(' · ');
  return (
    <>
      <strong>{chosen.seat.designator}</strong> {facts.charAt(0).toUpperCase() + facts.slice(1)}
    </>
  );
}

function subtitleOf({ map }: MapView, given: FlightInput | Flight | undefined): string {
  const flight = given && normalizeFlight(given);
  const route = map.flight?.from && map.flight.to ? `${map.flight.from} → ${map.flight.to}` : undefined;
  return [
    map.flight?.number ?? flight?.flightNumber,
    route ?? (flight && routeOf(flight, ' → ')),
    map.flight?.aircraft?.name ?? flight?.legs[0]?.segments[0]?.aircraft?.name,
  ]
    .filter(Boolean)
    .join(' · ');
}

function keyOf(draft: unknown): string | undefined {
  if (typeof draft !== 'object' || draft === null || !('row' in draft) || !('seat' in draft)) return undefined;
  const { row, seat } = draft;
  return typeof row === 'number' && typeof seat === 'string' ? seatKey({ row, seat }) : undefined;
}
