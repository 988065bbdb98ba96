import {
  forwardRef,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import type { Flight } from '../../travel/flight.ts';
import { useFlightList } from './flight-list-context.ts';
import { FlightListItem } from './FlightListItem.tsx';

/** Props of `FlightListParts.Items`. */
export interface FlightListItemsProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /**
   * Draws one flight; it needs a `key`.
   *
   * @default a `FlightListParts.Item`
   */
  children?: ((flight: Flight) => ReactNode) | undefined;
}

/** The flights on show. When more come, focus goes on with the first of them. */
export const FlightListItems = forwardRef(function FlightListItems(
  { children = drawItem, ...rest }: FlightListItemsProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { shown, matching } = useFlightList('Items');
  const own = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => own.current as HTMLDivElement, []);
  const before = useRef({ matching, count: shown.length });

  // The button that was pressed is gone, or has moved far down.
  useEffect(() => {
    const { matching: last, count } = before.current;
    before.current = { matching, count: shown.length };
    if (last === matching && shown.length > count) cards(own.current)[count]?.focus();
  }, [matching, shown]);

  // A choice draws no row again but the two that it changes.
  const rows = useMemo(() => shown.map((flight) => children(flight)), [shown, children]);

  return (
    <div data-part="flights" {...rest} ref={own}>
      {rows}
    </div>
  );
});

const cards = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-part=flight] > input') ?? []),
];

const drawItem = (flight: Flight): ReactNode => <FlightListItem key={flight.id} flight={flight} />;
