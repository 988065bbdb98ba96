import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useSeatPicker } from './seat-picker-context.ts';

/** A checkbox, and the texts that a person must agree to before they take this seat. Most seats have none. */
export const SeatPickerDisclosures = forwardRef(function SeatPickerDisclosures(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { disclosures, agreed, agree, words } = useSeatPicker('Disclosures');
  if (disclosures.length === 0) return null;
  return (
    <div data-elicit="disclosures" {...props} ref={ref}>
      <label data-elicit="">
        <input data-elicit="" type="checkbox" checked={agreed} onChange={(event) => agree(event.target.checked)} />{' '}
        <span data-elicit="">
          <b data-elicit="">{words.agree}</b> <bdi data-elicit="">{disclosures.join(' ')}</bdi>
        </span>
      </label>
    </div>
  );
});
