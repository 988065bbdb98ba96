import { formatDay, formatMoney } from 'elicitkit/travel';
import { useId, type ReactNode } from 'react';
import type { Ticket } from '../book-flight/ticket.ts';
import { BulbIcon, PlaneIcon } from './icons.tsx';
import { PassFact } from './PassFact.tsx';
import { PassFooter } from './PassFooter.tsx';
import { PassRoute } from './PassRoute.tsx';

/** A ticket as a boarding pass. */
export function BoardingPass({ ticket }: { ticket: Ticket }): ReactNode {
  const id = useId();
  const { flight, seat, price, ticketNumber, travelTip } = ticket;
  return (
    <>
      <article className="pass" aria-labelledby={id}>
        <header>
          <PlaneIcon />
          <h2 id={id}>Boarding pass</h2>
          <span>{flight.airline}</span>
        </header>
        <PassRoute departure={flight.departure} arrival={flight.arrival} />
        <dl>
          <PassFact name="Date">{formatDay(flight.departure.at) ?? 'Open'}</PassFact>
          <PassFact name="Flight">{flight.number}</PassFact>
          <PassFact name="Seat">{seat}</PassFact>
          <PassFact name="Paid">{formatMoney(price)}</PassFact>
        </dl>
        <PassFooter name="Ticket" number={ticketNumber} />
      </article>
      <p className="tip">
        <BulbIcon />
        <span dir="auto">{travelTip}</span>
      </p>
    </>
  );
}
