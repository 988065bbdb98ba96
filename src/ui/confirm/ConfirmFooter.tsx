import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { useConfirm } from './confirm-context.ts';

/** The buttons for no and yes, in this order: an action that cannot be undone must not be the first tab stop. */
export const ConfirmFooter = forwardRef(function ConfirmFooter(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { confirmLabel, denyLabel, tone, answer } = useConfirm('Footer');
  useOwnParts({ decline: true });
  return (
    <div data-elicit="footer" {...props} ref={ref}>
      <span data-elicit="summary" />
      <button type="button" data-elicit="skip" dir="auto" onClick={() => answer(false)}>
        {denyLabel}
      </button>
      <button type="button" data-elicit="commit" data-tone={tone} dir="auto" onClick={() => answer(true)}>
        {confirmLabel}
      </button>
    </div>
  );
});
