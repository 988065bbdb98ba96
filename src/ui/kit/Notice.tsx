import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';

/** Props of `Notice`. */
export interface NoticeProps extends ComponentPropsWithoutRef<'div'> {
  /**
   * What it says: something to know, something to take care of, or something that failed.
   *
   * @default "info"
   */
  kind?: 'info' | 'warning' | 'danger' | undefined;
}

/** A few words set apart from the rest. Give one that appears later `role="alert"`, so that screen readers say it. */
export const Notice = forwardRef(function Notice(
  { kind = 'info', ...rest }: NoticeProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  return <div data-elicit="callout" data-kind={kind} dir="auto" {...rest} ref={ref} />;
});
