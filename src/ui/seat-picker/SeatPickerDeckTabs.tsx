import {
  forwardRef,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { thenOurs } from '../parts/then-ours.ts';
import { useShownDeck } from './deck-context.ts';

/** A tab for each deck. It has one tab stop; arrow keys move between the tabs. Absent if there is only one deck. */
export const SeatPickerDeckTabs = forwardRef(function SeatPickerDeckTabs(
  { onKeyDown, ...rest }: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { id, decks, index, open, words } = useShownDeck('DeckTabs');
  if (decks.length < 2) return null;

  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const right = event.key === 'ArrowRight';
    if (!right && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = (index + (right === rtl ? -1 : 1) + decks.length) % decks.length;
    open(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div
      role="tablist"
      aria-label={words.decks}
      data-part="decks"
      tabIndex={-1}
      {...rest}
      ref={ref}
      onKeyDown={thenOurs(onKeyDown, walk)}
    >
      {decks.map(({ deck }, i) => (
        <button
          key={i}
          id={`${id}-tab-${i}`}
          type="button"
          role="tab"
          data-part="deck"
          data-state={i === index ? 'selected' : 'available'}
          aria-selected={i === index}
          aria-controls={`${id}-panel`}
          tabIndex={i === index ? 0 : -1}
          onClick={() => open(i)}
        >
          {deck.label ?? words.deck(i + 1, words.locale)}
        </button>
      ))}
    </div>
  );
});
