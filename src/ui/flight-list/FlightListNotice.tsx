import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type MouseEvent, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { useFlightList } from './flight-list-context.ts';

/** Props of `FlightListParts.Notice`. */
export interface FlightListNoticeProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  loading?: boolean | undefined;
  error?: string | undefined;
}

/** Takes the place of the flights: empty cards while they load, an error, or a note that there are none. */
export const FlightListNotice = forwardRef(function FlightListNotice(
  { loading, error, ...rest }: FlightListNoticeProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { flights, matching, count, showNonstopOnly, words } = useFlightList('Notice');
  if (loading) {
    return (
      <div data-elicit="notice" data-state="loading" {...rest} ref={ref}>
        <p role="status" data-elicit="status" data-state="quiet">
          {words.loading}
        </p>
        <div data-elicit="" aria-hidden="true">
          {skeleton}
        </div>
      </div>
    );
  }
  const isError = error !== undefined;
  if (!isError && matching.length > 0) return null;
  const isFiltered = !isError && flights.length > 0;
  const showAll = ({ currentTarget }: MouseEvent) => {
    // This button disappears: move focus to the filter chip, which made it appear.
    currentTarget.closest('fieldset')?.querySelector<HTMLElement>('[data-kind=filter]')?.focus();
    showNonstopOnly(false);
  };
  return (
    <div
      role={isError ? 'alert' : undefined}
      data-elicit="notice"
      data-state={isError ? 'failed' : 'empty'}
      {...rest}
      ref={ref}
    >
      <strong data-elicit="">{isError ? words.notFound : isFiltered ? words.noMatch : words.empty}</strong>{' '}
      <p data-elicit="" dir="auto">
        {isError ? plainText(error, 600) : isFiltered ? words.withStops(count, words.locale) : words.emptyHint}
      </p>
      {isFiltered && (
        <button type="button" data-elicit="show-all" onClick={showAll}>
          {words.showAll(count, words.locale)}
        </button>
      )}
    </div>
  );
});

/** Empty cards as high as the flights to come, so that little moves when they arrive. */
const skeleton = ['a', 'b', 'c'].map((key) => (
  <div key={key} data-elicit="flight-item">
    <div data-elicit="flight" data-state="loading">
      <span data-elicit="bone" />
      <span data-elicit="bone" />
    </div>
  </div>
));
