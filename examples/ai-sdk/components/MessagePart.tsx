'use client';

import { ElicitOutlet } from 'elicitkit';
import type { Ticket } from '../book-flight';
import type { ChatMessage } from '../chat-message';
import type { Weather } from '../weather';

export function MessagePart({ part }: { part: ChatMessage['parts'][number] }) {
  switch (part.type) {
    case 'text':
      return <p>{part.text}</p>;
    case 'tool-weather':
      return part.state === 'output-available' ? <WeatherCard weather={part.output} /> : null;
    case 'tool-book_flight':
      return (
        <>
          <ElicitOutlet callId={part.toolCallId} />
          {part.state === 'output-available' && typeof part.output === 'object' && <TicketCard ticket={part.output} />}
        </>
      );
    default:
      return null;
  }
}

function TicketCard({ ticket }: { ticket: Ticket }) {
  return (
    <section className="ticket" aria-label={`Ticket ${ticket.ticket}`}>
      <p className="route">
        <b>{ticket.from}</b>
        <span aria-label="to">→</span>
        <b>{ticket.to}</b>
      </p>
      <dl>
        <Fact name="Flight">{ticket.flight}</Fact>
        <Fact name="Departs">{ticket.departure}</Fact>
        <Fact name="Arrives">{ticket.arrival}</Fact>
        <Fact name="Seat">{ticket.seat}</Fact>
        <Fact name="Ticket">{ticket.ticket}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function WeatherCard({ weather: { city, sky, celsius } }: { weather: Weather }) {
  return (
    <p className="weather">
      <span aria-hidden="true">☀</span> {city}: {sky.toLowerCase()}, {celsius}&thinsp;°C
    </p>
  );
}
