import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useOwnParts } from '../frame/useOwnParts.ts';

export interface CardFooterProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** The answer that the button would send. */
  summary?: ReactNode;
  commit: string;
  /** Where the card waits for an entry: a selector. Pressing the button leads there. Without it, the answer is complete. */
  missing: string | undefined;
  /** The button's look. `danger` is for an action that cannot be undone. */
  tone?: 'default' | 'danger' | undefined;
  onCommit: () => void;
  skip: string;
  onSkip?: (() => void) | undefined;
}

/** The summary, Skip, and the button that sends the answer. */
export const CardFooter = forwardRef(function CardFooter(
  { summary, commit, missing, tone, onCommit, skip, onSkip, ...rest }: CardFooterProps,
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
      <button
        type="button"
        data-elicit="commit"
        data-tone={tone}
        onClick={({ currentTarget }) => {
          onCommit();
          if (!missing) return;
          const place = currentTarget.closest('[data-elicit=card]')?.querySelector<HTMLElement>(missing);
          place?.focus({ preventScroll: true });
          place?.scrollIntoView({ block: 'center' });
        }}
      >
        {commit}
      </button>
    </div>
  );
});
