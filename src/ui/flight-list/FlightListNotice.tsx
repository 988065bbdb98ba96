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
      <div data-part="notice" data-state="loading" {...rest} ref={ref}>
        <p role="status" data-part="status" data-state="quiet">
          {words.loading}
        </p>
        <div aria-hidden="true">{skeleton}</div>
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
      data-part="notice"
      data-state={isError ? 'failed' : 'empty'}
      {...rest}
      ref={ref}
    >
      <strong>{isError ? words.notFound : isFiltered ? words.noMatch : words.empty}</strong>{' '}
      <p dir="auto">
        {isError ? plainText(error, 600) : isFiltered ? words.withStops(count, words.locale) : words.emptyHint}
      </p>
      {isFiltered && (
        <button type="button" data-part="show-all" onClick={showAll}>
          {words.showAll(count, words.locale)}
        </button>
      )}
    </div>
  );
});

const end = (
  <span data-part="end">
    <strong data-part="clock">
      <span data-part="bone" />
    </strong>
    <span data-part="bone" data-kind="short" />
  </span>
);

/** Empty cards of the same size as the flights to come, so that nothing moves when they arrive. */
const skeleton = ['a', 'b', 'c'].map((key) => (
  <div key={key} data-part="flight-item">
    <div data-part="flight" data-state="loading">
      <span data-part="legs" data-kind="single">
        <span data-part="leg">
          {end}
          <span data-part="track" data-state="direct">
            {'\u00A0'}
            <span data-part="stops">{'\u00A0'}</span>
          </span>
          {end}
        </span>
      </span>
      <span data-part="carrier">
        <span data-part="bone" data-kind="tile" />
      </span>
      <span data-part="flight-side">
        <span data-part="price">
          <span data-part="bone" data-kind="price" />
        </span>
      </span>
    </div>
  </div>
));
