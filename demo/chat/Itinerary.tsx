import { formatDay, formatMoney } from 'elicitkit/travel';
import { useId, type ReactNode } from 'react';
import type { Trip, TripFlight } from '../book-trip/trip.ts';
import { BulbIcon, PlaneIcon } from './icons.tsx';
import { PassFact } from './PassFact.tsx';
import { PassFooter } from './PassFooter.tsx';
import { PassRoute } from './PassRoute.tsx';

/** A booked trip: outbound, return and price. */
export function Itinerary({ trip }: { trip: Trip }): ReactNode {
  const id = useId();
  const { out, back, prices, reference, travelTip } = trip;
  return (
    <>
      <article className="pass trip" aria-labelledby={id}>
        <header>
          <PlaneIcon />
          <h2 id={id}>Trip confirmed</h2>
          <span>{out.airline}</span>
        </header>
        <Way name="Way out" flight={out} />
        <Way name="Way back" flight={back} />
        <dl className="trip-prices">
          <PassFact name="Fare">{formatMoney(prices.fare)}</PassFact>
          <PassFact name="Seats">{formatMoney(prices.seats)}</PassFact>
          <PassFact name="Total paid">{formatMoney(prices.total)}</PassFact>
        </dl>
        <PassFooter name="Booking" number={reference} />
      </article>
      <p className="tip">
        <BulbIcon />
        <span dir="auto">{travelTip}</span>
      </p>
    </>
  );
}

function Way({ name, flight }: { name: string; flight: TripFlight }): ReactNode {
  const { number, departure, arrival, seats } = flight;
  return (
    <section className="trip-way">
      <h3>
        {name}
        <span>{[formatDay(departure.at), number].filter(Boolean).join(' · ')}</span>
      </h3>
      <PassRoute departure={departure} arrival={arrival} />
      <dl>
        {seats.map(({ traveller, seat }) => (
          <PassFact key={seat} name={traveller}>
            {seat}
          </PassFact>
        ))}
      </dl>
    </section>
  );
}
