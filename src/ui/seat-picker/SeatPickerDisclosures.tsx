import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useSeatPicker } from './seat-picker-context.ts';

/** The texts that a person must agree to before they take this seat, and a checkbox. Most seats have none. */
export const SeatPickerDisclosures = forwardRef(function SeatPickerDisclosures(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { disclosures, agreed, agree, words } = useSeatPicker('Disclosures');
  if (disclosures.length === 0) return null;
  return (
    <div data-elicit="disclosures" {...props} ref={ref}>
      {disclosures.map((text) => (
        <p data-elicit="" key={text} dir="auto">
          {text}
        </p>
      ))}
      <label data-elicit="">
        <input data-elicit="" type="checkbox" checked={agreed} onChange={(event) => agree(event.target.checked)} />{' '}
        {words.agree}
      </label>
    </div>
  );
});
