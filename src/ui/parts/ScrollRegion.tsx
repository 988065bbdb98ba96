import type { ComponentPropsWithoutRef, ReactNode } from 'react';

/** Text that may scroll. It needs a name and a tab stop, or the keyboard cannot scroll it (WCAG 2.2, criterion 2.1.1). */
export function ScrollRegion(props: ComponentPropsWithoutRef<'div'> & { 'aria-label': string }): ReactNode {
  // The rule knows no text that scrolls.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <div role="group" tabIndex={0} {...props} />;
}
