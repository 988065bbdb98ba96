import type { ReactNode } from 'react';
import type { Mark } from './board.ts';

/** An X or an O. The shape tells them apart, and so does the colour. */
export function MarkIcon({ mark }: { mark: Mark }): ReactNode {
  return (
    <svg className="mark" data-mark={mark} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {mark === 'X' ? <path d="M5.5 5.5 18.5 18.5M18.5 5.5 5.5 18.5" /> : <circle cx="12" cy="12" r="7.25" />}
    </svg>
  );
}
