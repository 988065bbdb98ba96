import type { ReactNode } from 'react';

/**
 * Announces what just happened. Keep it outside inert content, which screen readers skip.
 *
 * @param quiet - only for screen readers, because the card already shows the same
 */
export function StatusLine({
  text,
  busy = false,
  quiet = false,
}: {
  text: string;
  busy?: boolean;
  quiet?: boolean | undefined;
}): ReactNode {
  return (
    <p
      role="status"
      data-elicit="status"
      dir="auto"
      data-state={quiet ? 'quiet' : busy ? 'busy' : text ? 'shown' : 'empty'}
    >
      {text}
    </p>
  );
}
