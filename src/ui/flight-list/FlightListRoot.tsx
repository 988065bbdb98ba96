import {
  forwardRef,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { badgesOf, isNonstop, sortFlights, sortsOf, type FlightSort } from '../../travel/flight-sort.ts';
import { groupFares } from '../../travel/flight-fares.ts';
import { warner, type ConvertOptions } from '../../travel/convert/warner.ts';
import type { Carrier, Flight, FlightData, PickFlight } from '../../travel/flight.ts';
import { plainFlight, richFlight } from '../../travel/normalize-flight.ts';
import { useLanguage } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { silence } from '../parts/said.ts';
import { createStore } from '../parts/store.ts';
import { useAnswering } from '../parts/useAnswering.ts';
import { useStable } from '../parts/useStable.ts';
import { useWarnings } from '../parts/useWarnings.ts';
import {
  FlightListContext,
  FlightRowsContext,
  type Badge,
  type FlightListState,
  type FlightRowsState,
} from './flight-list-context.ts';
import { words as english, type FlightListMessages } from './words.ts';

/** What a person has chosen and not sent. */
export interface FlightListDraft {
  flightId: string;
}

/** What a list of flights knows and tells. */
export interface FlightListOptions extends AnswerCardOptions, ConvertOptions {
  /** In the order of the tool's own ranking; both shapes may be mixed. */
  flights: readonly FlightData[];
  /** Called when the person presses Continue, never when they merely choose. */
  onRespond: (answer: PickFlight) => void;
  /** With it the card has a Skip button. */
  onDecline?: (() => void) | undefined;
  /** A `FlightListDraft` to begin with; anything else is ignored. */
  draft?: unknown;
  /** Called on every change, with what to give back as `draft`. */
  onDraftChange?: ((draft: FlightListDraft) => void) | undefined;
  /**
   * The picture of an airline. Without it nothing is loaded from anywhere and the card shows its letters.
   *
   * @example
   * logoOf={(carrier) => `/logos/${carrier.code}.svg`}
   */
  logoOf?: ((carrier: Carrier) => string | undefined) | undefined;
}

/** Props of `FlightListParts.Root`. */
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
    messages,
    logoOf,
    onWarning,
    children,
    ...dom
  }: FlightListRootProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const language = useLanguage({ locale, messages });
  const words = wordsOf(language, 'flightList', english);
  const { flights, read } = useMemo(() => {
    const reading = warner('list of flights');
    const rich = given.map((flight, i) => richFlight(flight, reading.warn, `[${i}].`));
    return { flights: distinct(rich), read: reading };
  }, [given]);
  useWarnings(read, onWarning);
  const groups = useMemo(() => groupFares(flights), [flights]);
  const fares = useMemo(() => new Map(groups.map((group) => [group[0].id, group])), [groups]);
  const rows = useMemo(() => groups.map(([cheapest]) => cheapest), [groups]);
  const badges = useMemo(() => badgesIn(rows, words), [rows, words]);
  const sorts = useMemo(() => (rows.length > shortList ? sortsOf(rows) : []), [rows]);
  const filters = useMemo(() => rows.length > shortList && rows.some((row) => isNonstop(row) === false), [rows]);
  const [choice] = useState(() => createStore(flightIdOf(draft)));
  const chosenId = useSyncExternalStore(choice.subscribe, choice.get, choice.get);
  const [wantedSort, setSort] = useState<FlightSort>('best');
  const [wantsNonstop, setNonstop] = useState(false);
  const [grown, setGrown] = useState(0);
  const [said, setSaid] = useState(silence);
  const { failed } = useAnswering(state);

  const sort = sorts.includes(wantedSort) ? wantedSort : 'best';
  const nonstopOnly = filters ? wantsNonstop : undefined;
  const matching = useMemo(() => sortFlights(kept(rows, nonstopOnly), sort), [rows, sort, nonstopOnly]);

  const chosenOne = flights.find((flight) => flight.id === chosenId && !flight.disabled);
  const chosen = chosenOne && plainOnce(chosenOne);
  // A restored choice is on show however far down it stands.
  const [reach, setReach] = useState(chosenId);
  const first = Math.max(
    shortList,
    matching.findIndex((row) => fares.get(row.id)?.some(({ id: fare }) => fare === reach)) + 1,
  );
  const count = first + grown >= matching.length - 2 ? matching.length : first + grown;
  const shown = useMemo(() => matching.slice(0, count).map((flight) => plainOnce(flight)), [matching, count]);
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
    setSaid({ text: words.sorted(kept(rows, only).length, by, words.locale), quiet: true });
  };

  const choose = useStable((flightId: string) => {
    choice.set(flightId);
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
    words,
    flights,
    matching,
    shown,
    count: rows.length,
    chosen,
    sorts,
    sort,
    nonstopOnly,
    locale: language.locale,
    onDecline,
    commit,
    failed,
    next,
    sortBy: (by) => turnTo(by, nonstopOnly),
    showNonstopOnly: (only) => turnTo(sort, only),
    showMore: () => setGrown(grown + next),
  };
  const open = useMemo(() => {
    const offered = shown.flatMap((row) => fares.get(row.id) ?? []).filter((fare) => !fare.disabled);
    return new Set(offered.map((fare) => fare.id));
  }, [shown, fares]);
  const row = useMemo(
    (): FlightRowsState => ({
      id,
      words,
      locale: language.locale,
      logoOf,
      choice,
      fares,
      badges,
      open,
      choose,
      onKeyDown,
    }),
    [id, words, language.locale, logoOf, choice, fares, badges, open, choose, onKeyDown],
  );

  return (
    <AnswerCard component="flight-list" {...dom} ref={ref} state={state} said={said} words={words} language={language}>
      <FlightRowsContext.Provider value={row}>
        <FlightListContext.Provider value={list}>{children}</FlightListContext.Provider>
      </FlightRowsContext.Provider>
    </AnswerCard>
  );
});

/** Those that a filter leaves. */
const kept = (flights: readonly Flight[], nonstopOnly: boolean | undefined): readonly Flight[] =>
  nonstopOnly ? flights.filter(isNonstop) : flights;

/** One badge a flight, and each badge once: those that the list works out, then the host's own. */
function badgesIn(rows: readonly Flight[], words: FlightListMessages): ReadonlyMap<string, Badge> {
  const badges = new Map<string, Badge>();
  for (const [id, tone] of badgesOf(rows)) badges.set(id, { text: words.badges[tone], tone });
  const given = new Set(Array.from(badges.values(), ({ text }) => text));
  for (const { id, badges: own, disabled } of rows) {
    const text = own?.[0];
    if (!text || disabled || badges.has(id) || given.has(text)) continue;
    badges.set(id, { text: plainText(text, 120) });
    given.add(text);
  }
  return badges;
}

const shortList = 4;
// "Show more" brings all that is left, unless that would be more than a page draws at once.
const wholeRest = 300;
const step = 200;

/** Whatever it is, it counts only where it names a flight of the list. */
const flightIdOf = (draft: unknown): string | undefined => (draft as FlightListDraft | null | undefined)?.flightId;

const plainOnes = new WeakMap<Flight, Flight>();

/** The flight in words that are safe to show; asked for those on show alone, and the same one each time. */
function plainOnce(flight: Flight): Flight {
  const plain = plainOnes.get(flight) ?? plainFlight(flight);
  plainOnes.set(flight, plain);
  return plain;
}

/** Two flights with one id could not be told apart in the answer: the first stays. */
function distinct(flights: readonly Flight[]): readonly Flight[] {
  const seen = new Set<string>();
  return flights.filter(({ id }) => !seen.has(id) && seen.add(id));
}
