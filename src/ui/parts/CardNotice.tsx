import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';

interface CardNoticeProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Said while the skeleton is drawn. */
  loading?: string | undefined;
  error?: string | undefined;
  /** Said where there is nothing to choose from. */
  empty?: string | undefined;
  reload: string;
  onReload?: (() => void) | undefined;
  skeleton: ReactNode;
}

/** What stands in place of choices while there are none. */
export const CardNotice = forwardRef(function CardNotice(
  { loading, error, empty, reload, onReload, skeleton, ...rest }: CardNoticeProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  if (loading) {
    return (
      <div data-part="notice" data-state="loading" {...rest} ref={ref}>
        <p role="status" data-part="status" data-state="quiet">
          {loading}
        </p>
        <div aria-hidden="true">{skeleton}</div>
      </div>
    );
  }
  if (error !== undefined) {
    return (
      <div role="alert" data-part="notice" data-state="error" {...rest} ref={ref}>
        <p dir="auto">{plainText(error, 600)}</p>
        {onReload && (
          <button type="button" data-part="retry" onClick={onReload}>
            {reload}
          </button>
        )}
      </div>
    );
  }
  if (empty === undefined) return null;
  return (
    <div data-part="notice" data-state="empty" {...rest} ref={ref}>
      <p data-part="empty">{empty}</p>
    </div>
  );
});
