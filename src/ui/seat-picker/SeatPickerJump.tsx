import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { cabinLabel } from '../../travel/seat-name.ts';
import type { Spoken } from '../../words/word-for.ts';
import { formatFacts } from '../../words/format.ts';
import { useShownDeck } from './deck-context.ts';
import { useSeatPicker } from './seat-picker-context.ts';
import type { DeckView, RowView, SeatView } from './seat-views.ts';
import { numbersOf } from './useDeck.ts';
import { useRoving } from './useRoving.ts';
import type { SeatPickerWords } from './words.ts';

/**
 * A row of buttons, each of which moves focus to the best free seat in one part of the aircraft. It has one tab stop;
 * arrow keys move within it. Absent on a deck that has one cabin and fewer than 25 rows.
 */
export const SeatPickerJump = forwardRef(function SeatPickerJump(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { tier } = useSeatPicker('Jump');
  const { deck, stopKey, goTo, words } = useShownDeck('Jump');
  const sections = deck ? sectionsOf(deck, words) : [];
  const here = sections.findIndex(({ rows }) => rows.some(({ seats }) => seats.some(({ key }) => key === stopKey)));
  const { line, tabIndexOf } = useRoving(props, sections.length, here);
  if (sections.length < 2) return null;
  return (
    // The buttons inside are focusable. Their container only handles the events that bubble up.
    <div role="toolbar" aria-label={words.jump} data-elicit="jump" dir="ltr" {...props} {...line} ref={ref}>
      {sections.map(({ label, rows }, i) => {
        const seats = rows.flatMap((row) => row.seats);
        const free = seats.filter(({ seat }) => seat.state === 'available');
        const best = bestOf(free, tier) ?? seats[0];
        const numbers = [...new Set(numbersOf(rows))].join('–');
        return (
          <button
            key={i}
            type="button"
            data-elicit="section"
            aria-current={i === here || undefined}
            tabIndex={tabIndexOf(i)}
            onClick={() => best && goTo(best.seat)}
          >
            {label}{' '}
            <small data-elicit="">
              {formatFacts(words.locale, [numbers, words.freeSeats(free.length, words.locale)])}
            </small>
          </button>
        );
      })}
    </div>
  );
});

interface Section {
  label: string;
  rows: readonly RowView[];
}

/** The cabins of a deck. A single long cabin is split into the parts before, over and behind the wings. */
function sectionsOf({ cabins, rows }: DeckView, words: Spoken<SeatPickerWords>): readonly Section[] {
  const seated = rows.filter(({ seats }) => seats.length > 0);
  const filled = cabins.filter((cabin) => numbersOf(cabin.rows));
  if (filled.length > 1) {
    return filled.map((cabin) => ({ label: cabinLabel(cabin.cabin, words), rows: cabin.rows }));
  }
  if (seated.length < long) return [];
  const over = seated.flatMap(({ row }, i) => (row.overwing ? [i] : []));
  const third = Math.round(seated.length / 3);
  const [from, to] = [over[0] ?? third, (over.at(-1) ?? seated.length - third - 1) + 1];
  return [
    { label: words.parts.front, rows: seated.slice(0, from) },
    { label: words.parts.wing, rows: seated.slice(from, to) },
    { label: words.parts.back, rows: seated.slice(to) },
  ].filter((section) => section.rows.length > 0);
}

const long = 25;

/** A free window or aisle seat of the highlighted tier, or else any free seat. */
function bestOf(free: readonly SeatView[], tier: string | undefined): SeatView | undefined {
  const wanted = free.filter((seat) => tier === undefined || seat.tier?.id === tier);
  const among = wanted.length > 0 ? wanted : free;
  return among.find(({ position }) => position !== 'middle') ?? among[0];
}
