import {
  forwardRef,
  useId,
  useMemo,
  useState,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { badgesOf } from '../../travel/flight-badges.ts';
import { hasNonstopChoice, isNonstop, sortFlights, sortsOf, type FlightSort } from '../../travel/flight-sort.ts';
import type { Carrier, Flight, FlightInput, PickFlight } from '../../travel/flight.ts';
import { normalizeFlight } from '../../travel/normalize-flight.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { silence } from '../parts/said.ts';
import { useAnswering } from '../parts/useAnswering.ts';
import { useStable } from '../parts/useStable.ts';
import { FlightListContext, type FlightListState } from './flight-list-context.ts';
import { words } from './words.ts';

/** What a person has chosen and not sent. */
export interface FlightListDraft {
  flightId: string;
}

/** What a list of flights knows and tells. */
export interface FlightListOptions extends AnswerCardOptions {
  /** In the order of the tool's own ranking; both shapes may be mixed. */
  flights: readonly (FlightInput | Flight)[];
  /** Called when the person presses Continue, never when they merely choose. */
  onRespond: (answer: PickFlight) => void;
  /** With it the card has a Skip button. */
  onDecline?: (() => void) | undefined;
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
    onRespond,
    onDecline,
    state = 'pending',
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
  const flights = useMemo(() => distinct(given.map(normalizeFlight)), [given]);
  const badges = useMemo(() => badgesOf(flights), [flights]);
  const sorts = useMemo(() => (flights.length > shortList ? sortsOf(flights) : []), [flights]);
  const filters = useMemo(() => flights.length > shortList && hasNonstopChoice(flights), [flights]);
  const [chosenId, setChosenId] = useState(() => flightIdOf(draft));
  const [wantedSort, setSort] = useState<FlightSort>('best');
  const [wantsNonstop, setNonstop] = useState(false);
  const [grown, setGrown] = useState(0);
  const [said, setSaid] = useState(silence);
  const { failed } = useAnswering(state);

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
    setSaid(silence);
    onRespond({ flightId: chosen.id });
  };

  const turnTo = (by: FlightSort, only: boolean | undefined) => {
    setSort(by);
    setNonstop(only ?? false);
    setReach(undefined);
    const matches = only ? flights.filter((flight) => isNonstop(flight)).length : flights.length;
    setSaid({ text: `${words.counted(matches)} ${words.sorted[by]}`, quiet: true });
  };

  const choose = useStable((flightId: string) => {
    setChosenId(flightId);
    setSaid(silence);
    onDraftChange?.({ flightId });
  });
  const onKeyDown = useStable((event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // A form around the card must not be sent instead.
    event.preventDefault();
    commit();
  });

  const list: FlightListState = {
    id,
    flights,
    matching,
    shown,
    chosen,
    atHand: chosen && shown.includes(chosen) ? chosen : shown.find((flight) => !flight.disabled),
    badges,
    sorts,
    sort,
    nonstopOnly,
    locale,
    logoOf,
    onDecline,
    commit,
    failed,
    next,
    choose,
    sortBy: (by) => turnTo(by, nonstopOnly),
    showNonstopOnly: (only) => turnTo(sort, only),
    showMore: () => setGrown(grown + next),
    onKeyDown,
  };

  return (
    <AnswerCard component="flight-list" {...dom} ref={ref} state={state} said={said} words={words}>
      <FlightListContext.Provider value={list}>{children}</FlightListContext.Provider>
    </AnswerCard>
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
