import { forwardRef, useState, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import type { ConvertOptions } from '../../travel/convert/warner.ts';
import type { FlightData } from '../../travel/flight.ts';
import type { SeatMapData } from '../../travel/seat-map.ts';
import { wordsOf, type Language } from '../language/language.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import type { Said } from '../parts/said.ts';
import { thenOurs } from '../parts/then-ours.ts';
import { useAnswering } from '../parts/useAnswering.ts';
import { SeatPickerContext, type SeatPickerState } from './seat-picker-context.ts';
import { words as english } from './words.ts';

/** What the pickers of one seat and of several have in common. */
export interface SeatCardOptions extends AnswerCardOptions, ConvertOptions {
  /** In either shape. */
  seatMap: SeatMapData;
  /** The flight that the seats are on, for the header; the map's own `flight` goes before it. */
  flight?: FlightData | undefined;
  /** With it the card has a Skip button. */
  onDecline?: (() => void) | undefined;
  /** The map is still being fetched: its place is drawn empty. */
  loading?: boolean | undefined;
  /** Why there is no map to show. */
  error?: string | undefined;
  /** With it an error comes with a button to try again. */
  onReload?: (() => void) | undefined;
  /** Why no seat can be chosen now, such as "Seats are given out at check-in.": the map is there to look at. */
  disabled?: string | undefined;
}

/** What a card knows by itself; the rest its owner does. */
type Own =
  | 'words'
  | 'failed'
  | 'asList'
  | 'showList'
  | 'tier'
  | 'showTier'
  | 'looked'
  | 'lookAt'
  | 'closed'
  | 'seeMap'
  | 'loading'
  | 'error'
  | 'onReload'
  | 'onDecline'
  | 'missing';

interface SeatCardProps
  extends
    Pick<SeatCardOptions, 'message' | 'state' | 'issues' | 'disabled' | 'loading' | 'error' | 'onReload' | 'onDecline'>,
    Omit<ComponentPropsWithoutRef<'div'>, keyof SeatCardOptions> {
  component: string;
  language: Language;
  picker: Omit<SeatPickerState, Own>;
  said: Said;
}

/** The card that seats are picked on: it gives its parts what its owner knows. */
export const SeatCard = forwardRef(function SeatCard(
  {
    picker,
    language,
    loading = false,
    error,
    onReload,
    onDecline,
    disabled,
    state = 'pending',
    children,
    ...card
  }: SeatCardProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const [wantsList, showList] = useState(false);
  const [tier, showTier] = useState<string>();
  const [lookedKey, setLookedKey] = useState<string>();
  const [wantsMap, setWantsMap] = useState(false);
  const { failed } = useAnswering(state);
  const words = wordsOf(language, 'seatPicker', english);
  const { marks, byKey } = picker.view;
  // A map that may be looked at and no more is not one that is sold out.
  const empty = picker.soldOut && disabled === undefined && !wantsMap;
  const shared: SeatPickerState = {
    ...picker,
    words,
    failed,
    closed: disabled === undefined ? undefined : plainText(disabled, 300),
    seeMap: empty ? () => setWantsMap(true) : undefined,
    loading,
    error,
    onReload,
    onDecline,
    missing: loading || error !== undefined || empty,
    asList: wantsList && marks.has('available'),
    showList,
    // The next passenger may have other tiers.
    tier: picker.view.tiers.some(({ id }) => id === tier) ? tier : undefined,
    showTier,
    looked: byKey.get(lookedKey ?? ''),
    lookAt: (seat) => setLookedKey(seat?.key),
  };
  return (
    <AnswerCard
      aria-busy={loading || undefined}
      {...card}
      // Not as a seat loses focus: for an instant nothing has it then, and a dialog that sees the detail go would take it.
      onFocus={thenOurs(card.onFocus, ({ target }) => !target.closest('[data-seat]') && setLookedKey(undefined))}
      ref={ref}
      state={state}
      words={words}
      language={language}
      labelledBy={`${picker.id}-header`}
    >
      <SeatPickerContext.Provider value={shared}>{children}</SeatPickerContext.Provider>
    </AnswerCard>
  );
});
