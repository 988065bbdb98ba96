import { forwardRef, useState, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import type { ConvertOptions } from '../../travel/convert/warner.ts';
import type { FlightData } from '../../travel/flight.ts';
import type { SeatMapData } from '../../travel/seat-map.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { wordsOf, type Language } from '../language/language.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import type { Said } from '../parts/said.ts';
import { thenOurs } from '../parts/then-ours.ts';
import { SeatPickerProvider, type PickerState, type SeatPickerState } from './seat-picker-context.ts';
import { words as english } from './words.ts';

/** Options that the pickers of one seat and of several seats share. */
export interface SeatCardOptions extends AnswerCardOptions, ConvertOptions {
  /** The seat map, in either shape. */
  seatMap: SeatMapData;
  /** The flight, for the header. The map's own `flight` takes precedence. */
  flight?: FlightData | undefined;
  /**
   * What was wrong with the last answer. An issue at `row` or `seat`, or at an index of `selections`, stands at the seat
   * that was sent, which can then no longer be chosen: it was sold meanwhile, say.
   */
  issues?: AnswerCardOptions['issues'];
  /** Called when the person skips. Without it there is no Skip button. */
  onDecline?: (() => void) | undefined;
  /** The host is still fetching the map: show an empty cabin. */
  loading?: boolean | undefined;
  /** The reason that there is no map. */
  error?: string | undefined;
  /** Fetches the map again. Without it an error has no button to try again. */
  onReload?: (() => void) | undefined;
  /** The reason that the map is read-only, such as "Seats are given out at check-in." If set, no seat can be chosen. */
  disabled?: string | undefined;
}

interface SeatCardProps
  extends
    Omit<SeatCardOptions, 'flight' | keyof LanguageProps>,
    Omit<ComponentPropsWithoutRef<'div'>, keyof SeatCardOptions> {
  component: string;
  language: Language;
  picker: PickerState;
  said: Said;
}

/** The card of both seat pickers. It passes the root's state to the parts inside. */
export const SeatCard = forwardRef(function SeatCard(
  {
    picker,
    language,
    loading = false,
    error,
    onReload,
    onDecline,
    disabled,
    seatMap: _seatMap,
    onWarning: _onWarning,
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
  const words = wordsOf(language, 'seatPicker', english);
  const { marks, byKey } = picker.view;
  // A read-only map is not sold out.
  const empty = picker.soldOut && disabled === undefined && !wantsMap;
  const shared: SeatPickerState = {
    ...picker,
    words,
    closed: disabled === undefined ? undefined : plainText(disabled, 300),
    seeMap: empty ? () => setWantsMap(true) : undefined,
    loading,
    error,
    onReload,
    onDecline,
    missing: loading || error !== undefined || empty,
    asList: wantsList && marks.has('available'),
    showList,
    // The next passenger's map may not have this tier.
    tier: picker.view.tiers.some(({ id }) => id === tier) ? tier : undefined,
    showTier,
    looked: byKey.get(lookedKey ?? ''),
    lookAt: (seat) => setLookedKey(seat?.key),
  };
  return (
    <AnswerCard
      aria-busy={loading || undefined}
      {...card}
      // Clear it when another element gains focus, not when the seat loses it. In between nothing has focus, and a
      // dialog would take it if the detail disappeared then.
      onFocus={thenOurs(card.onFocus, ({ target }) => !target.closest('[data-seat]') && setLookedKey(undefined))}
      ref={ref}
      state={state}
      words={words}
      language={language}
      labelledBy={`${picker.id}-header`}
    >
      <SeatPickerProvider value={shared}>{children}</SeatPickerProvider>
    </AnswerCard>
  );
});
