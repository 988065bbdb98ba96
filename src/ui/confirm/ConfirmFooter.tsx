import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { Footer } from '../kit/Footer.tsx';
import { useConfirm } from './confirm-context.ts';

/** The buttons for no and yes, in this order. */
export const ConfirmFooter = forwardRef(function ConfirmFooter(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { confirmLabel, denyLabel, tone, answer } = useConfirm('Footer');
  return (
    <Footer
      {...props}
      ref={ref}
      skip={denyLabel}
      onSkip={() => answer(false)}
      commit={confirmLabel}
      tone={tone}
      onCommit={() => answer(true)}
    />
  );
});
