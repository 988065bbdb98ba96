import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useSeatPicker } from './seat-picker-context.ts';

/** What a person must have read before they take this seat, and the box that they tick; nothing for most seats. */
export const SeatPickerDisclosures = forwardRef(function SeatPickerDisclosures(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { disclosures, agreed, agree, words } = useSeatPicker('Disclosures');
  if (disclosures.length === 0) return null;
  return (
    <div data-part="disclosures" {...props} ref={ref}>
      {disclosures.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      <label>
        <input type="checkbox" checked={agreed} onChange={(event) => agree(event.target.checked)} /> {words.agree}
      </label>
    </div>
  );
});
