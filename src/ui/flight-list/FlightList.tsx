import { useContext, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { badgesOf } from '../../travel/flight-badges.ts';
import { sharedRoute } from '../../travel/flight-summary.ts';
import type { Flight, FlightInput, PickFlight } from '../../travel/flight.ts';
import { formatMoney } from '../../travel/money.ts';
import { normalizeFlight } from '../../travel/normalize-flight.ts';
import { FrameContext } from '../frame/frame.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { CardFooter } from '../parts/CardFooter.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Issues } from '../parts/Issues.tsx';
import { Message } from '../parts/Message.tsx';
import { StatusLine } from '../parts/StatusLine.tsx';
import { useInert } from '../parts/useInert.ts';
import { FlightCard } from './FlightCard.tsx';
import { words } from './words.ts';

/** What a person has chosen and not sent. */
export interface FlightListDraft {
  flightId: string;
}

export interface FlightListProps {
  /** In the order to show them; both shapes may be mixed. */
  flights: readonly (FlightInput | Flight)[];
  /** What the person is asked. */
  message?: string | undefined;
  /** Called when the person presses Continue, never when they merely choose. */
  onRespond: (answer: PickFlight) => void;
  /** With it the card has a Skip button. */
  onDecline?: (() => void) | undefined;
  /** @default "pending" */
  state?: AnswerState | undefined;
  /** What was wrong with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
  /** A `FlightListDraft` to begin with; anything else is ignored. */
  draft?: unknown;
  onDraftChange?: ((draft: FlightListDraft) => void) | undefined;
  /**
   * A BCP 47 tag for prices and dates.
   *
   * @default the browser's own
   */
  locale?: string | undefined;
}

/** Asks a person to pick one of several flights. */
export function FlightList({
  flights: given,
  message,
  onRespond,
  onDecline,
  state = 'pending',
  issues,
  draft,
  onDraftChange,
  locale,
}: FlightListProps): ReactNode {
  const id = useId();
  const frame = useContext(FrameContext);
  const flights = useMemo(() => distinct(given.map(normalizeFlight)), [given]);
  const badges = useMemo(() => badgesOf(flights), [flights]);
  const [chosenId, setChosenId] = useState(() => flightIdOf(draft));
  const [note, setNote] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const { body, holder } = useInert(state === 'sending' && !frame?.sending);

  const chosen = flights.find((flight) => flight.id === chosenId && !flight.disabled);
  const [grown, setGrown] = useState(false);
  const all = grown || flights.length <= shortList + 2 || flights.indexOf(chosen as Flight) >= shortList;
  const shown = all ? flights : flights.slice(0, shortList);

  // The button that was pressed is gone: go on with the first of the flights it brought.
  useEffect(() => {
    if (grown) list.current?.querySelectorAll('input')[shortList]?.focus();
  }, [grown]);

  const choose = (flightId: string) => {
    setChosenId(flightId);
    setNote('');
    onDraftChange?.({ flightId });
  };

  const commit = () => {
    if (state === 'sending') return;
    if (!chosen) return setNote(words.chooseFirst);
    setNote('');
    onRespond({ flightId: chosen.id });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // A form around the card must not be sent instead.
    event.preventDefault();
    commit();
  };

  const failed = state === 'failed' && !frame?.failed;
  const sending = state === 'sending' && !frame?.sending;
  const describedBy = [
    message && frame?.message !== message && `${id}-message`,
    issues?.length && (frame?.issuesId ?? `${id}-issues`),
  ]
    .filter(Boolean)
    .join(' ');

  return (
    <div ref={holder} tabIndex={-1} data-elicit-root="" data-part="flight-list" data-state={state}>
      <Message id={`${id}-message`} text={message} />
      <div data-part="card">
        <div ref={body} data-part="card-body">
          <Issues id={`${id}-issues`} issues={issues} />
          <fieldset aria-describedby={describedBy || undefined}>
            <legend data-part="header">
              <CardHeader title={words.title} subtitle={sharedRoute(flights, locale)} />
            </legend>
            {flights.length === 0 && <p data-part="empty">{words.empty}</p>}
            <div ref={list} data-part="flights">
              {shown.map((flight) => (
                <FlightCard
                  key={flight.id}
                  flight={flight}
                  badge={flight.badges?.[0] ?? words.badges[badges.get(flight.id) ?? 'none']}
                  tone={badges.get(flight.id)}
                  name={`${id}-flight`}
                  checked={flight === chosen}
                  onChoose={choose}
                  onKeyDown={onKeyDown}
                  locale={locale}
                />
              ))}
            </div>
          </fieldset>
          {!all && (
            <button type="button" data-part="more" onClick={() => setGrown(true)}>
              {words.more(flights.length - shown.length)}
            </button>
          )}
          <CardFooter
            summary={chosen ? <Summary flight={chosen} locale={locale} /> : words.none}
            commit={failed ? words.again : words.commit}
            ready={chosen !== undefined}
            onCommit={commit}
            skip={words.skip}
            onSkip={onDecline}
          />
        </div>
        <StatusLine text={sending ? words.sending : failed && !note ? words.failed : note} busy={sending} />
      </div>
    </div>
  );
}

const shortList = 4;

function Summary({ flight, locale }: { flight: Flight; locale: string | undefined }): ReactNode {
  return (
    <>
      <bdi>{flight.airline.name ?? flight.airline.code}</bdi> {flight.flightNumber}
      {flight.price && (
        <>
          {' · '}
          <strong>{formatMoney(flight.price, locale)}</strong>
        </>
      )}
    </>
  );
}

function flightIdOf(draft: unknown): string | undefined {
  if (typeof draft !== 'object' || draft === null || !('flightId' in draft)) return undefined;
  return typeof draft.flightId === 'string' ? draft.flightId : undefined;
}

/** Two flights with one id could not be told apart in the answer: the first stays. */
function distinct(flights: readonly Flight[]): readonly Flight[] {
  const seen = new Set<string>();
  return flights.filter(({ id }) => !seen.has(id) && seen.add(id));
}
