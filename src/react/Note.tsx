import type { ReactNode, RefObject } from 'react';
import type { NoteMessages } from '../ui/notes/words.ts';

/** What an outlet says around its questions, in one language. */
export type Notes = NoteMessages & { readonly locale: string };

interface NoteProps {
  readonly state: string;
  /** Where the focus may go. */
  readonly at?: RefObject<HTMLParagraphElement | null> | undefined;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A line beside a question, at the edge of the page's direction. `state` says what it is about. */
export function Note({ state, at, text, children }: NoteProps): ReactNode {
  return (
    <p ref={at} tabIndex={at && -1} data-elicit-root="" data-elicit="elicit-note" data-state={state}>
      <span data-elicit="" dir="auto">
        {text}
      </span>
      {children}
    </p>
  );
}
