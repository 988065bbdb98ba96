import { FlightListParts, type FlightListOptions } from 'elicitkit';
import { formatMoney } from 'elicitkit/travel';

/** The same list, but each card shows only the airline and the price. */
export function ShortFlightList(props: FlightListOptions) {
  return (
    <FlightListParts.Root {...props}>
      <FlightListParts.Header />
      <FlightListParts.Items>
        {(flight) => (
          <FlightListParts.Item key={flight.id} flight={flight}>
            {/* A card is a grid: your replacement takes the whole row. */}
            <span style={{ gridColumn: '1 / -1' }}>
              <strong>{flight.airline.name}</strong> {flight.price && formatMoney(flight.price, 'en')}
            </span>
          </FlightListParts.Item>
        )}
      </FlightListParts.Items>
      <FlightListParts.More />
      <FlightListParts.Footer />
    </FlightListParts.Root>
  );
}
