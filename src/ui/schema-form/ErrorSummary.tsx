import { useId, type MouseEvent, type ReactNode } from 'react';
import { useFormWords } from './useFormWords.ts';

interface ErrorSummaryProps {
  /** `target` is the id of the element with the error. */
  errors: readonly { target: string; id: string; text: string }[];
  onGo: (id: string) => void;
}

/** All errors at the top of a form, each a link to its field. */
export function ErrorSummary({ errors, onGo }: ErrorSummaryProps): ReactNode {
  const { problems, locale } = useFormWords();
  const id = useId();
  return (
    <nav data-elicit="issues" aria-labelledby={id}>
      <h3 id={id} data-elicit="issues-title" dir="auto">
        {problems(errors.length, locale)}
      </h3>
      <ul data-elicit="">
        {errors.map(({ id, target, text }) => (
          <li data-elicit="" key={id}>
            <a
              href={`#${target}`}
              data-elicit="issue-link"
              onClick={(event: MouseEvent) => {
                // Leave the page's address alone: it may belong to a router, and inside a shadow root it leads nowhere.
                event.preventDefault();
                onGo(id);
              }}
            >
              <bdi data-elicit="">{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
