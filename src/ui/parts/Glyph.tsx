import type { ReactNode } from 'react';

/** A small line drawing. */
export function Glyph({ name }: { name: keyof typeof paths }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const paths = {
  question: 'M8.5 9a3.5 3.5 0 1 1 5.2 3.1c-1 .6-1.7 1.2-1.7 2.4M12 18.5v.01',
  warning: 'M12 4 21 20H3ZM12 10v4.5M12 17.2v.01',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  cross: 'M6 6l12 12M18 6L6 18',
  list: 'M9.5 6H20M9.5 12H20M9.5 18H20M4.5 6v.01M4.5 12v.01M4.5 18v.01',
};
