import { useId, type MouseEvent, type ReactNode } from 'react';
import { useFormWords } from './useFormWords.ts';

interface ErrorSummaryProps {
  /** By the id of the element that has it. */
  errors: readonly { target: string; id: string; text: string }[];
  onGo: (id: string) => void;
}

/** Every error at the head of a form, each a link to its field. */
export function ErrorSummary({ errors, onGo }: ErrorSummaryProps): ReactNode {
  const { problems, locale } = useFormWords();
  const id = useId();
  return (
    <nav data-part="issues" aria-labelledby={id}>
      <h3 id={id} data-part="issues-title" dir="auto">
        {problems(errors.length, locale)}
      </h3>
      <ul>
        {errors.map(({ id, target, text }) => (
          <li key={id}>
            <a
              href={`#${target}`}
              data-part="issue-link"
              onClick={(event: MouseEvent) => {
                // The address of the page stays: it may be a router's, and leads nowhere in a shadow root.
                event.preventDefault();
                onGo(id);
              }}
            >
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
