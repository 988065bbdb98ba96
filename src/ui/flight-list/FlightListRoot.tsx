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
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { badgesOf, isNonstop, sortFlights, sortsOf, type FlightSort } from '../../travel/flight-sort.ts';
import { groupFares } from '../../travel/flight-fares.ts';
import { warner, type ConvertOptions } from '../../travel/convert/warner.ts';
import type { Carrier, Flight, FlightData, PickFlight } from '../../travel/flight.ts';
import { formatMoney } from '../../travel/money.ts';
import { readFlight } from '../../travel/normalize-flight.ts';
import { useOwnWords } from '../language/language-context.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { keyOf } from '../parts/key-of.ts';
import { silence } from '../parts/said.ts';
import { createStore } from '../parts/store.ts';
import { useRefused } from '../parts/useRefused.ts';
import { useStable } from '../parts/useStable.ts';
import { useWarnings } from '../parts/useWarnings.ts';
import { chosenWords } from './chosen-words.ts';
import {
  FlightListProvider,
  FlightRowsProvider,
  type Badge,
  type FlightListState,
  type FlightRowsState,
} from './flight-list-context.ts';
import { words as english, type FlightListMessages } from './words.ts';

/** A choice that was not sent yet. */
export interface FlightListDraft {
  flightId: string;
}

/** Options of a list of flights. */
export interface FlightListOptions extends AnswerCardOptions, ConvertOptions {
  /** The flights, in the order of the tool's own ranking. Both shapes may be mixed. */
  flights: readonly FlightData[];
  /** Called when the person presses Continue. Choosing alone does not call it. */
  onRespond: (answer: PickFlight, words?: ReceiptWords) => void;
  /** Called when the person skips. Without it there is no Skip button. */
  onDecline?: (() => void) | undefined;
  /** The `FlightListDraft` to start from. Any other value is ignored. */
  draft?: unknown;
  /**
   * What was wrong with the last answer. An issue at `flightId` stands at the flight that was sent, which can then no
   * longer be chosen: it was sold meanwhile, say.
   */
  issues?: AnswerCardOptions['issues'];
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: FlightListDraft) => void) | undefined;
  /**
   * The URL of an airline's logo. Without it nothing is loaded, and the card shows the airline's code.
   *
   * @example
   * logoOf={(carrier) => `/logos/${carrier.code}.svg`}
   */
  logoOf?: ((carrier: Carrier) => string | undefined) | undefined;
}

/** Props of `FlightListParts.Root`. */
export interface FlightListRootProps
  extends FlightListOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof FlightListOptions> {}

/** Holds the flights, the choice and the answer. The parts inside draw them. */
export const FlightListRoot = forwardRef(function FlightListRoot(
  {
    flights: given,
    onRespond,
    onDecline,
    state = 'pending',
    issues,
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
  const { language, words } = useOwnWords({ locale, messages }, 'flightList', english);
  const { sent, read } = useMemo(() => {
    const reading = warner('list of flights');
    const flights = given.map((flight, i) => readFlight(flight, reading.warn, `[${i}].`));
    return { sent: distinct(flights), read: reading };
  }, [given]);
  useWarnings(read, onWarning);
  const [choice] = useState(() => createStore(flightIdOf(draft)));
  const chosenId = useSyncExternalStore(choice.subscribe, choice.get, choice.get);
  const refused = useRefused(issues, state, ['flightId'], () => sent.find(({ id }) => id === chosenId)?.id);
  const flights = useMemo(
    () =>
      sent.map((flight) => {
        const reason = refused.reasons.get(flight.id);
        return reason === undefined ? flight : { ...flight, disabled: { reason: plainText(reason, 120) } };
      }),
    [sent, refused.reasons],
  );
  const groups = useMemo(() => groupFares(flights), [flights]);
  const fares = useMemo(() => new Map(groups.map((group) => [group[0].id, group])), [groups]);
  const rows = useMemo(() => groups.map(([cheapest]) => cheapest), [groups]);
  const badges = useMemo(() => badgesIn(rows, words), [rows, words]);
  const sorts = useMemo(() => (rows.length > shortList ? sortsOf(rows) : []), [rows]);
  const filters = useMemo(() => rows.length > shortList && rows.some((row) => isNonstop(row) === false), [rows]);
  const [wantedSort, setSort] = useState<FlightSort>('best');
  const [wantsNonstop, setNonstop] = useState(false);
  const [grown, setGrown] = useState(0);
  const [said, setSaid] = useState(silence);

  const sort = sorts.includes(wantedSort) ? wantedSort : 'best';
  const nonstopOnly = filters ? wantsNonstop : undefined;
  const matching = useMemo(() => sortFlights(kept(rows, nonstopOnly), sort), [rows, sort, nonstopOnly]);

  const chosen = flights.find((flight) => flight.id === chosenId && !flight.disabled);
  // Show a restored choice, however far down the list it is.
  const [reach, setReach] = useState(chosenId);
  const first = Math.max(
    shortList,
    matching.findIndex((row) => fares.get(row.id)?.some(({ id: fare }) => fare === reach)) + 1,
  );
  const count = first + grown >= matching.length - 2 ? matching.length : first + grown;
  const shown = useMemo(() => matching.slice(0, count), [matching, count]);
  const left = matching.length - count;
  const next = left > wholeRest ? step : left;

  const says = chosen && {
    title: chosenWords(chosen, words, language.locale),
    amount: chosen.price ? formatMoney(chosen.price, language.locale) : undefined,
  };

  const commit = () => {
    if (state === 'sending') return;
    if (!chosen) return setSaid({ text: words.chooseFirst, shown: 'wrong' });
    setSaid(silence);
    onRespond({ flightId: chosen.id }, says);
  };

  const turnTo = (by: FlightSort, only: boolean | undefined) => {
    setSort(by);
    setNonstop(only ?? false);
    setReach(undefined);
    setSaid({ text: words.sorted(kept(rows, only).length, by, words.locale) });
  };

  const choose = useStable((flightId: string) => {
    choice.set(flightId);
    setSaid(silence);
    onDraftChange?.({ flightId });
  });
  const onKeyDown = useStable((event: KeyboardEvent) => {
    if (keyOf(event) !== 'Enter') return;
    // Don't submit a form around the card.
    event.preventDefault();
    commit();
  });

  const list: FlightListState = {
    words,
    flights,
    matching,
    shown,
    count: rows.length,
    chosen: says,
    sorts,
    sort,
    nonstopOnly,
    locale: language.locale,
    onDecline,
    commit,
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
    <AnswerCard
      component="flight-list"
      {...dom}
      ref={ref}
      state={state}
      issues={refused.rest}
      said={said.text || chosen ? said : refused.said}
      words={words}
      language={language}
    >
      <FlightRowsProvider value={row}>
        <FlightListProvider value={list}>{children}</FlightListProvider>
      </FlightRowsProvider>
    </AnswerCard>
  );
});

/** The flights that the filter leaves. */
const kept = (flights: readonly Flight[], nonstopOnly: boolean | undefined): readonly Flight[] =>
  nonstopOnly ? flights.filter(isNonstop) : flights;

/** At most one badge per flight, and each badge once. The list's own badges come before the host's. */
function badgesIn(rows: readonly Flight[], words: FlightListMessages): ReadonlyMap<string, Badge> {
  const badges = new Map<string, Badge>();
  for (const [id, tone] of badgesOf(rows)) badges.set(id, { text: words.badges[tone], tone });
  const given = new Set(Array.from(badges.values(), ({ text }) => text));
  for (const { id, badges: own, disabled } of rows) {
    const text = own?.[0];
    if (!text || disabled || badges.has(id) || given.has(text)) continue;
    badges.set(id, { text });
    given.add(text);
  }
  return badges;
}

const shortList = 4;
// "Show more" adds all that are left, unless they are too many to draw at once.
const wholeRest = 300;
const step = 200;

/** The draft may be any value: one that names no flight of the list has no effect. */
const flightIdOf = (draft: unknown): string | undefined => (draft as FlightListDraft | null | undefined)?.flightId;

/** Drop flights with a repeated id: the answer could not tell them apart. */
function distinct(flights: readonly Flight[]): readonly Flight[] {
  const seen = new Set<string>();
  return flights.filter(({ id }) => !seen.has(id) && seen.add(id));
}
