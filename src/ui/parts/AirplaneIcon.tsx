import type { ReactNode } from 'react';

/** An airplane, drawn by the style sheet. */
export function AirplaneIcon(): ReactNode {
  return <span data-elicit="airplane-icon" aria-hidden="true" />;
}
