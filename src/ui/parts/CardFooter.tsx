import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useOwnParts } from '../frame/useOwnParts.ts';

export interface CardFooterProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** The answer that the button would send. */
  summary?: ReactNode;
  commit: string;
  /** Whether there is an answer to send. If not, the button is marked as disabled but stays focusable. */
  ready: boolean;
  /** The button's look. `danger` is for an action that cannot be undone. */
  tone?: 'default' | 'danger' | undefined;
  onCommit: () => void;
  skip: string;
  onSkip?: (() => void) | undefined;
}

/** The summary, Skip, and the button that sends the answer. */
export const CardFooter = forwardRef(function CardFooter(
  { summary, commit, ready, tone, onCommit, skip, onSkip, ...rest }: CardFooterProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  useOwnParts({ decline: onSkip !== undefined });
  return (
    <div data-elicit="footer" {...rest} ref={ref}>
      <p data-elicit="summary" dir="auto">
        {summary}
      </p>
      {onSkip && (
        <button type="button" data-elicit="skip" onClick={onSkip}>
          {skip}
        </button>
      )}
      <button type="button" data-elicit="commit" data-tone={tone} aria-disabled={!ready} onClick={onCommit}>
        {commit}
      </button>
    </div>
  );
});
