import type { ReactNode } from 'react';

/**
 * What just happened, said aloud. It stands outside whatever is held inert, which nobody could hear.
 *
 * @param quiet - heard but not seen, because the card shows the same in its own way
 */
export function StatusLine({
  text,
  busy = false,
  quiet = false,
}: {
  text: string;
  busy?: boolean;
  quiet?: boolean;
}): ReactNode {
  return (
    <p
      role="status"
      data-part="status"
      dir="auto"
      data-state={quiet ? 'quiet' : busy ? 'busy' : text ? 'shown' : 'empty'}
    >
      {text}
    </p>
  );
}
