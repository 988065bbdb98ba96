import type { ComponentPropsWithoutRef, ReactNode } from 'react';

/** Text that may scroll, and so needs a name and a tab stop. */
export function ScrollRegion(props: ComponentPropsWithoutRef<'div'> & { 'aria-label': string }): ReactNode {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <div role="group" tabIndex={0} {...props} />;
}
