import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { CardFooter } from '../parts/CardFooter.tsx';
import { useSeatPicker, type SeatSummary } from './seat-picker-context.ts';
import { SeatPickerDisclosures } from './SeatPickerDisclosures.tsx';
import { useSeatPickerWords } from './useSeatPickerWords.ts';

/** Props of `SeatPickerFooter`. */
export interface SeatPickerFooterProps extends ComponentPropsWithoutRef<'div'> {
  /**
   * What stands above the summary and its buttons.
   *
   * @default a `SeatPickerDisclosures`
   */
  children?: ReactNode;
}

/** What is chosen, Skip where the card was given `onDecline`, and Confirm. It stays in view while the map scrolls. */
export const SeatPickerFooter = forwardRef(function SeatPickerFooter(
  { children = <SeatPickerDisclosures />, ...rest }: SeatPickerFooterProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { view, summary, missing, failed, ready, commit, onDecline } = useSeatPicker('SeatPickerFooter');
  const words = useSeatPickerWords();
  // A map that may be looked at and no more is not one that is sold out.
  const soldOut = !missing && !view.hasAvailable && (summary === words.none || summary === words.noneOfMany);
  return (
    <div data-part="dock" {...rest} ref={ref}>
      {children}
      <CardFooter
        summary={typeof summary === 'string' ? soldOut ? words.empty : summary : <Summary {...summary} />}
        commit={failed ? words.again : words.commit}
        ready={ready}
        onCommit={commit}
        skip={words.skip}
        onSkip={onDecline}
      />
    </div>
  );
});

function Summary({ seats, facts, total }: SeatSummary): ReactNode {
  return (
    <>
      <strong>{seats}</strong> {facts}
      {total && (
        <>
          {'\u00A0· '}
          <strong data-part="total">{total}</strong>
        </>
      )}
    </>
  );
}
