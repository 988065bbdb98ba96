import { clockOf, dayShift, formatDay, formatMoney } from 'elicitkit/travel';
import { useId, type ReactNode } from 'react';
import type { Ticket } from '../book-flight/ticket.ts';
import { BulbIcon, PlaneIcon } from './icons.tsx';

/** A ticket as a boarding pass. */
export function BoardingPass({ ticket }: { ticket: Ticket }): ReactNode {
  const id = useId();
  const { flight, seat, price, ticketNumber, travelTip } = ticket;
  const days = dayShift(flight.departure.at, flight.arrival.at);
  return (
    <>
      <article className="pass" aria-labelledby={id}>
        <header>
          <PlaneIcon />
          <h2 id={id}>Boarding pass</h2>
          <span>{flight.airline}</span>
        </header>
        <div className="pass-route">
          <Stop {...flight.departure} />
          <span className="pass-line" aria-hidden="true">
            <PlaneIcon />
          </span>
          <span className="visually-hidden"> to </span>
          <Stop {...flight.arrival} days={days} />
        </div>
        <dl>
          <Fact name="Date">{formatDay(flight.departure.at) ?? 'Open'}</Fact>
          <Fact name="Flight">{flight.number}</Fact>
          <Fact name="Seat">{seat}</Fact>
          <Fact name="Paid">{formatMoney(price)}</Fact>
        </dl>
        <footer>
          <span className="pass-number">
            <small>Ticket</small>
            {ticketNumber}
          </span>
          <Bars code={ticketNumber} />
        </footer>
      </article>
      <p className="tip">
        <BulbIcon />
        <span dir="auto">{travelTip}</span>
      </p>
    </>
  );
}

function Stop({ code, city, at, days = 0 }: Ticket['flight']['departure'] & { days?: number }): ReactNode {
  return (
    <span className="pass-stop">
      <strong>{code}</strong>
      <span>{city}</span>
      <time>
        {clockOf(at)}
        {days !== 0 && <sup>{days > 0 ? `+${days}` : `−${-days}`}</sup>}
      </time>
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Looks like a bar code, says nothing. */
function Bars({ code }: { code: string }): ReactNode {
  const widths = Array.from(code.repeat(4), (letter, index) => 1 + (((letter.codePointAt(0) ?? 0) >> (index % 4)) & 3));
  const starts = widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width + 2, 0));
  return (
    <svg className="pass-bars" viewBox={`0 0 ${starts.at(-1) ?? 0} 30`} preserveAspectRatio="none" aria-hidden="true">
      {starts.map((x, index) => (
        <rect key={x} x={x} width={widths[index]} height="30" fill="currentColor" />
      ))}
    </svg>
  );
}
