import { forwardRef, useMemo, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { formatMoney, formatRange } from '../../travel/money.ts';
import type { PriceTier } from '../../travel/seat-tiers.ts';
import { capitalized, told, type Spoken } from '../../words/word-for.ts';
import { useSeatPicker } from './seat-picker-context.ts';
import { useRoving } from './useRoving.ts';
import { Unfold } from './Unfold.tsx';
import type { SeatPickerWords } from './words.ts';

/**
 * A button for each price tier, which highlights the seats of that tier; the others stay available. It has one tab
 * stop; arrow keys move within it. In a narrow card it is one line that scrolls. More than three tiers are folded behind
 * a button there, and all of them in the narrowest cards. Absent if no seat costs anything.
 */
export const SeatPickerTiers = forwardRef(function SeatPickerTiers(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { view, missing, asList, tier, showTier, locale, words } = useSeatPicker('Tiers');
  const { tiers } = view;
  const { line, tabIndexOf } = useRoving(
    props,
    tiers.length,
    tiers.findIndex(({ id }) => id === tier),
  );
  // Formatting one range costs as much as rendering several rows, and the card renders on every hover.
  const drawn = useMemo(() => {
    const seats = [...view.byKey.values()];
    return view.tiers.map((of) => ({
      of,
      ...textsOf(of, locale, words),
      roomy: seats.some((seat) => seat.legroom && seat.tier?.id === of.id),
    }));
  }, [view, locale, words]);
  if (missing || asList || !view.priced) return null;
  return (
    <>
      <Unfold part="prices" text={words.prices} isLong={tiers.length > 3} />
      <div role="toolbar" aria-label={words.prices} data-elicit="tiers" {...props} {...line} ref={ref}>
        {drawn.map(({ of, name, price, roomy }, i) => (
          <button
            key={of.id}
            type="button"
            data-elicit="tier"
            aria-label={words.onlyAt(told([name, price]).join(' '))}
            aria-pressed={of.id === tier}
            tabIndex={tabIndexOf(i)}
            onClick={() => showTier(of.id === tier ? undefined : of.id)}
          >
            <span
              data-elicit="swatch"
              data-tier={of.level}
              data-legroom={roomy ? '' : undefined}
              data-note={of.free || of.from ? undefined : ''}
            />
            <span data-elicit="tier-text">
              <b data-elicit="">{name ?? price}</b> {name && <small data-elicit="">{price}</small>}
            </span>
          </button>
        ))}
      </div>
    </>
  );
});

/** The name of a tier, if it has one, and its price. */
const textsOf = (of: PriceTier, locale: string | undefined, words: Spoken<SeatPickerWords>) => ({
  name: of.name ?? (of.free ? words.kinds.available : undefined),
  price: priceOfTier(of, locale, words),
});

/** `"Included"`, `"Price on request"`, `"£8.87"`, `"£36.10–£44.50"`. */
function priceOfTier(tier: PriceTier, locale: string | undefined, words: Spoken<SeatPickerWords>): string {
  const { from, to, free } = tier;
  if (free || !from || !to) return capitalized(free ? words.noCharge : words.unpriced, words.locale);
  if (from.currency !== to.currency) return words.from(formatMoney(from, locale));
  return formatRange(from, to, locale);
}
