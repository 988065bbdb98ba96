import {
  forwardRef,
  useContext,
  useId,
  useImperativeHandle,
  useMemo,
  useState,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { badgesOf } from '../../travel/flight-badges.ts';
import { hasNonstopChoice, isNonstop, sortFlights, sortsOf, type FlightSort } from '../../travel/flight-sort.ts';
import type { Carrier, Flight, FlightInput, PickFlight } from '../../travel/flight.ts';
import { normalizeFlight } from '../../travel/normalize-flight.ts';
import { FrameContext } from '../frame/frame.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { Issues } from '../parts/Issues.tsx';
import { Message } from '../parts/Message.tsx';
import { StatusLine } from '../parts/StatusLine.tsx';
import { useInert } from '../parts/useInert.ts';
import { FlightListContext, type FlightListState } from './flight-list-context.ts';
import { words } from './words.ts';

/** What a person has chosen and not sent. */
export interface FlightListDraft {
  flightId: string;
}

/** What a list of flights knows and tells. */
export interface FlightListOptions {
  /** In the order of the tool's own ranking; both shapes may be mixed. */
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
  /**
   * The picture of an airline. Without it nothing is loaded from anywhere and the card shows its letters.
   *
   * @example
   * logoOf={(carrier) => `/logos/${carrier.code}.svg`}
   */
  logoOf?: ((carrier: Carrier) => string | undefined) | undefined;
}

/** Props of `FlightListRoot`. */
export interface FlightListRootProps
  extends FlightListOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof FlightListOptions> {}

/** Holds the flights, the choice and the answer; the parts inside draw them. */
export const FlightListRoot = forwardRef(function FlightListRoot(
  {
    flights: given,
    message,
    onRespond,
    onDecline,
    state = 'pending',
    issues,
    draft,
    onDraftChange,
    locale,
    logoOf,
    children,
    ...dom
  }: FlightListRootProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const frame = useContext(FrameContext);
  const flights = useMemo(() => distinct(given.map(normalizeFlight)), [given]);
  const badges = useMemo(() => badgesOf(flights), [flights]);
  const sorts = useMemo(() => (flights.length > shortList ? sortsOf(flights) : []), [flights]);
  const filters = useMemo(() => flights.length > shortList && hasNonstopChoice(flights), [flights]);
  const [chosenId, setChosenId] = useState(() => flightIdOf(draft));
  const [wantedSort, setSort] = useState<FlightSort>('best');
  const [wantsNonstop, setNonstop] = useState(false);
  const [grown, setGrown] = useState(0);
  const [said, setSaid] = useState({ text: '', quiet: true });
  const { body, holder } = useInert(state === 'sending' && !frame?.sending);
  useImperativeHandle(ref, () => holder.current as HTMLDivElement, [holder]);

  const sort = sorts.includes(wantedSort) ? wantedSort : 'best';
  const nonstopOnly = filters ? wantsNonstop : undefined;
  const matching = useMemo(() => {
    const kept = nonstopOnly ? flights.filter((flight) => isNonstop(flight)) : flights;
    return sortFlights(kept, sort);
  }, [flights, sort, nonstopOnly]);

  const chosen = flights.find((flight) => flight.id === chosenId && !flight.disabled);
  // A restored choice is on show however far down it stands.
  const [reach, setReach] = useState(chosenId);
  const first = Math.max(shortList, matching.findIndex((flight) => flight.id === reach) + 1);
  const count = first + grown >= matching.length - 2 ? matching.length : first + grown;
  const shown = useMemo(() => matching.slice(0, count), [matching, count]);
  const left = matching.length - count;
  const next = left > wholeRest ? step : left;

  const commit = () => {
    if (state === 'sending') return;
    if (!chosen) return setSaid({ text: words.chooseFirst, quiet: false });
    setSaid({ text: '', quiet: true });
    onRespond({ flightId: chosen.id });
  };

  const turnTo = (by: FlightSort, only: boolean | undefined) => {
    setSort(by);
    setNonstop(only ?? false);
    setReach(undefined);
    const matches = only ? flights.filter((flight) => isNonstop(flight)).length : flights.length;
    setSaid({ text: `${words.counted(matches)} ${words.sorted[by]}`, quiet: true });
  };

  const list: FlightListState = {
    id,
    flights,
    matching,
    shown,
    chosen,
    badges,
    sorts,
    sort,
    nonstopOnly,
    locale,
    logoOf,
    onDecline,
    commit,
    failed: state === 'failed' && !frame?.failed,
    next,
    choose(flightId) {
      setChosenId(flightId);
      setSaid({ text: '', quiet: true });
      onDraftChange?.({ flightId });
    },
    sortBy: (by) => turnTo(by, nonstopOnly),
    showNonstopOnly: (only) => turnTo(sort, only),
    showMore: () => setGrown(grown + next),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter') return;
      // A form around the card must not be sent instead.
      event.preventDefault();
      commit();
    },
  };

  const sending = state === 'sending' && !frame?.sending;
  const text = sending ? words.sending : said.text || (list.failed ? words.failed : '');
  const describedBy = [
    message && frame?.message !== message && `${id}-message`,
    issues?.length && (frame?.issuesId ?? `${id}-issues`),
  ]
    .filter(Boolean)
    .join(' ');

  return (
    <div tabIndex={-1} data-elicit-root="" data-part="flight-list" data-state={state} {...dom} ref={holder}>
      <Message id={`${id}-message`} text={message} />
      <div data-part="card">
        <div ref={body} data-part="card-body">
          <Issues id={`${id}-issues`} issues={issues} />
          <fieldset aria-describedby={describedBy || undefined}>
            <FlightListContext.Provider value={list}>{children}</FlightListContext.Provider>
          </fieldset>
        </div>
        <StatusLine text={text} busy={sending} quiet={!sending && said.text !== '' && said.quiet} />
      </div>
    </div>
  );
});

const shortList = 4;
// "Show more" brings all that is left, unless that would be more than a page draws at once.
const wholeRest = 300;
const step = 200;

function flightIdOf(draft: unknown): string | undefined {
  if (typeof draft !== 'object' || draft === null || !('flightId' in draft)) return undefined;
  return typeof draft.flightId === 'string' ? draft.flightId : undefined;
}

/** Two flights with one id could not be told apart in the answer: the first stays. */
function distinct(flights: readonly Flight[]): readonly Flight[] {
  const seen = new Set<string>();
  return flights.filter(({ id }) => !seen.has(id) && seen.add(id));
}
