import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useShownDeck } from './deck-context.ts';
import { useRoving } from './useRoving.ts';

/** A tab for each deck. It has one tab stop; arrow keys move between the tabs. Absent if there is only one deck. */
export const SeatPickerDeckTabs = forwardRef(function SeatPickerDeckTabs(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { id, decks, index, open, words } = useShownDeck('DeckTabs');
  const { line, tabIndexOf } = useRoving(props, decks.length, index, true);
  if (decks.length < 2) return null;
  return (
    <div role="tablist" aria-label={words.decks} data-elicit="decks" tabIndex={-1} {...props} {...line} ref={ref}>
      {decks.map(({ deck }, i) => (
        <button
          key={i}
          id={`${id}-tab-${i}`}
          type="button"
          role="tab"
          data-elicit="deck"
          data-state={i === index ? 'selected' : 'available'}
          aria-selected={i === index}
          aria-controls={`${id}-panel`}
          tabIndex={tabIndexOf(i)}
          onClick={() => open(i)}
        >
          {deck.label ?? words.deck(i + 1, words.locale)}
        </button>
      ))}
    </div>
  );
});
