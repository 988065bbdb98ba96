import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { thenOurs } from '../parts/then-ours.ts';
import { useShownDeck } from './deck-context.ts';

/** The button that shows every row of the deck, in place; nothing where all are on show. */
export const SeatPickerMore = forwardRef(function SeatPickerMore(
  { onClick, children, ...rest }: ComponentPropsWithoutRef<'button'>,
  ref: ForwardedRef<HTMLButtonElement>,
): ReactNode {
  const { hidden, grow, words } = useShownDeck('SeatPickerMore');
  if (hidden === 0) return null;
  return (
    <button type="button" data-part="more" {...rest} ref={ref} onClick={thenOurs(onClick, grow)}>
      {children ?? words.allRows(hidden, words.locale)}
    </button>
  );
});
