import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { thenOurs } from '../parts/then-ours.ts';
import { useShownDeck } from './deck-context.ts';

/** Props of `SeatPickerParts.More`. */
export interface SeatPickerMoreProps extends ComponentPropsWithoutRef<'button'> {
  /**
   * Which rows it reveals: those towards the nose or towards the tail.
   *
   * @default "back"
   */
  end?: 'front' | 'back' | undefined;
}

/** The button that reveals the hidden rows at one end of the deck. Absent if none are hidden. */
export const SeatPickerMore = forwardRef(function SeatPickerMore(
  { end = 'back', onClick, children, ...rest }: SeatPickerMoreProps,
  ref: ForwardedRef<HTMLButtonElement>,
): ReactNode {
  const { hidden, grow, words } = useShownDeck('More');
  const rows = hidden[end];
  if (!rows) return null;
  return (
    <button type="button" data-elicit="more" {...rest} ref={ref} onClick={thenOurs(onClick, () => grow(end))}>
      {children ?? words.moreRows(...rows)}
    </button>
  );
});
