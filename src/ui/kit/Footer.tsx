import { forwardRef, useContext, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { useWords } from '../language/language-context.ts';
import { words as english } from '../parts/answer-words.ts';
import { SaidContext } from '../parts/said.ts';
import { Button } from './Button.tsx';

/** Props of `Footer`. */
export interface FooterProps extends ComponentPropsWithoutRef<'div'> {
  /** The answer that the main button would send, or what it still lacks. */
  summary?: ReactNode;
  /** Whether `summary` says what is wrong. @default false */
  invalid?: boolean | undefined;
  /** The text of the main button. Without it there is none. */
  commit?: string | undefined;
  /** Whether the main button says "Try again" once the answer was not sent. @default false */
  again?: boolean | undefined;
  /** `danger` if the main button does what cannot be undone. @default "default" */
  tone?: 'default' | 'danger' | undefined;
  /**
   * A selector of the control that waits for an entry: the main button leads there after `onCommit`.
   *
   * @default nothing is missing
   */
  missing?: string | undefined;
  /** Called when the person presses the main button. */
  onCommit?: (() => void) | undefined;
  /** The text of the button that says no. @default "Skip" */
  skip?: string | undefined;
  /** Called when the person says no. Without it the frame around the card has the button. */
  onSkip?: (() => void) | undefined;
  /** More buttons, before the main one. */
  children?: ReactNode;
}

/**
 * The end of a card: a summary, Skip, and the main button. No comes first: an action that cannot be undone must not be
 * the first tab stop.
 */
export const Footer = forwardRef(function Footer(
  { summary, invalid, commit, again, tone, missing, onCommit, skip, onSkip, children, ...rest }: FooterProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { decline, retry } = useWords('card', english);
  const { text, shown, failed } = useContext(SaidContext);
  const told = shown && text;
  const main = again && failed ? retry : commit;
  useOwnParts({ decline: onSkip !== undefined });
  return (
    <div data-elicit="footer" {...rest} ref={ref}>
      <p data-elicit="summary" data-state={invalid || (told && shown === 'wrong') ? 'invalid' : undefined} dir="auto">
        {told || summary}
      </p>
      {onSkip && (
        <Button kind="quiet" onClick={onSkip}>
          {skip ?? decline}
        </Button>
      )}
      {children}
      {main !== undefined && (
        <Button
          kind={tone === 'danger' ? 'danger' : 'main'}
          onClick={({ currentTarget }) => {
            onCommit?.();
            if (!missing) return;
            const place = currentTarget.closest('[data-elicit=card]')?.querySelector<HTMLElement>(missing);
            place?.focus({ preventScroll: true });
            place?.scrollIntoView({ block: 'center' });
          }}
        >
          {main}
        </Button>
      )}
    </div>
  );
});
