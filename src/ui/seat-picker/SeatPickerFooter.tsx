import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { CardFooter } from '../parts/CardFooter.tsx';
import { useSeatPicker, type SeatSummary } from './seat-picker-context.ts';
import { SeatPickerDisclosures } from './SeatPickerDisclosures.tsx';

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
  const { summary, none, failed, ready, commit, onDecline, words } = useSeatPicker('SeatPickerFooter');
  return (
    <div data-part="dock" {...rest} ref={ref}>
      {children}
      <CardFooter
        summary={summary ? <Summary {...summary} /> : none}
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
