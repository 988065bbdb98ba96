import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useOwnParts } from '../frame/useOwnParts.ts';

export interface CardFooterProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** What will be answered. */
  summary: ReactNode;
  commit: string;
  /** Whether there is something to answer. The button says so, and stays where the keyboard finds it. */
  ready: boolean;
  /** How the button looks: the answer of a dangerous question does not invite. */
  tone?: 'default' | 'danger' | undefined;
  onCommit: () => void;
  skip: string;
  onSkip?: (() => void) | undefined;
}

/** The summary, the way out and the one button that answers. */
export const CardFooter = forwardRef(function CardFooter(
  { summary, commit, ready, tone, onCommit, skip, onSkip, ...rest }: CardFooterProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  useOwnParts({ decline: onSkip !== undefined });
  return (
    <div data-part="footer" {...rest} ref={ref}>
      <p data-part="summary" dir="auto">
        {summary}
      </p>
      {onSkip && (
        <button type="button" data-part="skip" onClick={onSkip}>
          {skip}
        </button>
      )}
      <button type="button" data-part="commit" data-tone={tone} aria-disabled={!ready} onClick={onCommit}>
        {commit}
      </button>
    </div>
  );
});
