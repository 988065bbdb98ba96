import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { Footer } from '../kit/Footer.tsx';
import { useWords } from '../language/language-context.ts';
import { words as answerWords } from '../parts/answer-words.ts';
import { useSeatPicker } from './seat-picker-context.ts';
import { SeatPickerDetail } from './SeatPickerDetail.tsx';
import { SeatPickerDisclosures } from './SeatPickerDisclosures.tsx';

/** Props of `SeatPickerParts.Footer`. */
export interface SeatPickerFooterProps extends ComponentPropsWithoutRef<'div'> {
  /**
   * The content between the seat and the buttons.
   *
   * @default a `SeatPickerParts.Disclosures`
   */
  children?: ReactNode;
}

/**
 * The chosen or highlighted seat, Skip if the card has `onDecline`, and Confirm. It stays in view while the map
 * scrolls. If no seat can be chosen, it offers to try again or continue without one. Absent while the map loads.
 */
export const SeatPickerFooter = forwardRef(function SeatPickerFooter(
  { children = <SeatPickerDisclosures />, ...rest }: SeatPickerFooterProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { loading, error, soldOut, closed, ...picker } = useSeatPicker('Footer');
  const { lacks, confirm, commit, onDecline } = picker;
  if (loading) return null;
  const stuck = error !== undefined || soldOut || closed !== undefined;
  return (
    <div data-elicit="dock" {...rest} ref={ref}>
      {stuck ? (
        <WayOn />
      ) : (
        <>
          <SeatPickerDetail />
          {children}
          <Footer commit={confirm} again missing={lacks && places[lacks]} onCommit={commit} onSkip={onDecline} />
        </>
      )}
    </div>
  );
});

const places = {
  seat: '[data-seat][tabindex="0"], [data-elicit=seat-item][tabindex="0"]',
  agreement: '[data-elicit=disclosures] input',
};

/** Replaces a Confirm that could not work: try again if the host can reload, else continue without a seat. */
function WayOn(): ReactNode {
  const { closed, error, onReload, onDecline, seeMap, words } = useSeatPicker('Footer');
  const { retry } = useWords('card', answerWords);
  useOwnParts({ decline: onDecline !== undefined });
  const again = error === undefined ? undefined : onReload;
  if (!again && !onDecline && !seeMap && closed === undefined) return null;
  return (
    <Footer
      summary={error === undefined && closed}
      onSkip={again && onDecline}
      commit={again ? retry : onDecline && words.without}
      onCommit={again ?? onDecline}
    >
      {seeMap && error === undefined && (
        <button type="button" data-elicit="view-switch" onClick={seeMap}>
          {words.seeMap}
        </button>
      )}
    </Footer>
  );
}
