import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useConfirm } from './confirm-context.ts';

/** What is about to happen, line by line. Absent if there are no lines. */
export const ConfirmDetails = forwardRef(function ConfirmDetails(
  props: Omit<ComponentPropsWithoutRef<'dl'>, 'children'>,
  ref: ForwardedRef<HTMLDListElement>,
): ReactNode {
  const { details } = useConfirm('Details');
  if (details.length === 0) return null;
  return (
    <dl data-elicit="facts" {...props} ref={ref}>
      {details.map(({ label, value, total }, i) => (
        // Two lines may have the same label, and their order never changes.
        <div key={i} data-elicit="fact" data-kind={total ? 'total' : undefined}>
          <dt data-elicit="" dir="auto">
            {label}
          </dt>
          <dd data-elicit="" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
});
