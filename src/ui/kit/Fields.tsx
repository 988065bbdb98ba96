import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';

/** Fields, notices and words one below the other, with the padding of the card. Rows go from side to side, outside. */
export const Fields = forwardRef(function Fields(
  props: ComponentPropsWithoutRef<'div'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  return <div data-elicit="fields" {...props} ref={ref} />;
});
