import type { ReactNode } from 'react';
import { words } from './words.ts';

interface ErrorSummaryProps {
  errors: readonly { id: string; text: string }[];
  onGo: (id: string) => void;
}

/** Every error at the head of a long form, each a way to its field. */
export function ErrorSummary({ errors, onGo }: ErrorSummaryProps): ReactNode {
  return (
    <nav data-part="issues" aria-label={words.problems(errors.length)}>
      <ul>
        {errors.map(({ id, text }) => (
          <li key={id}>
            {/* Not a link: its address would be the page's, and the page may have a router. */}
            <button type="button" data-part="issue-link" onClick={() => onGo(id)}>
              <bdi>{text}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
