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
   * Draws one flight. The element needs a `key`.
   *
   * @default a `FlightListParts.Item`
   */
  children?: ((flight: Flight) => ReactNode) | undefined;
}

/** The shown flights. After "Show more", focus moves to the first new one. */
export const FlightListItems = forwardRef(function FlightListItems(
  { children = drawItem, ...rest }: FlightListItemsProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { shown, matching } = useFlightList('Items');
  const own = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => own.current as HTMLDivElement, []);
  const before = useRef({ matching, count: shown.length });

  // Move focus: the "Show more" button is gone, or has moved far down.
  useEffect(() => {
    const { matching: last, count } = before.current;
    before.current = { matching, count: shown.length };
    if (last === matching && shown.length > count) cards(own.current)[count]?.focus();
  }, [matching, shown]);

  // Memoise the rows: a choice must redraw only the two rows that it changes.
  const rows = useMemo(() => shown.map((flight) => children(flight)), [shown, children]);

  return (
    <div data-elicit="flights" {...rest} ref={own}>
      {rows}
    </div>
  );
});

const cards = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-elicit=flight] > input') ?? []),
];

const drawItem = (flight: Flight): ReactNode => <FlightListItem key={flight.id} flight={flight} />;
