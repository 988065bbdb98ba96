import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { Facts } from '../kit/Facts.tsx';
import { useConfirm } from './confirm-context.ts';

/** What is about to happen, line by line. Absent if there are no lines. */
export const ConfirmDetails = forwardRef(function ConfirmDetails(
  props: Omit<ComponentPropsWithoutRef<'dl'>, 'children'>,
  ref: ForwardedRef<HTMLDListElement>,
): ReactNode {
  const { details } = useConfirm('Details');
  return <Facts {...props} ref={ref} facts={details} />;
});
