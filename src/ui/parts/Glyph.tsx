import type { ReactNode } from 'react';

/** A small line drawing. */
export function Glyph({ path }: { path: string }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Of a card that asks. */
export const question = 'M8.5 9a3.5 3.5 0 1 1 5.2 3.1c-1 .6-1.7 1.2-1.7 2.4M12 18.5v.01';

/** Of a card that asks for what cannot be undone. */
export const warning = 'M12 4 21 20H3ZM12 10v4.5M12 17.2v.01';
