import type { ReactNode } from 'react';

/** The style sheet draws it. */
export function AirplaneIcon(): ReactNode {
  return <span data-part="airplane-icon" aria-hidden="true" />;
}
