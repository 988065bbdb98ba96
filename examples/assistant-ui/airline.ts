// Stands for an airline. Its bookings are lines of .data/bookings.jsonl.
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import type { FlightInput, SeatMapInput } from 'elicitkit/travel';
import type { Ticket } from './book-flight.ts';

export async function search(from: string, to: string): Promise<FlightInput[]> {
  return [
    { id: 'SH142', airline: 'SkyHigh Airways', departure: '08:00', arrival: '11:30', price: 299 },
    { id: 'BJ218', airline: 'Blue Jetstream', departure: '10:45', arrival: '14:05', price: 264 },
    { id: 'SH420', airline: 'SkyHigh Airways', departure: '14:00', arrival: '17:25', price: 219 },
    { id: 'NW77', airline: 'Northwind', departure: '19:20', arrival: '22:50', price: 187 },
  ].map((flight) => ({ ...flight, flightNumber: flight.id.replace(/(?=\d)/, ' '), from, to }));
}

/** Each flight has other free seats, always the same ones. */
export async function seatsOf(flightId: string): Promise<SeatMapInput> {
  const seatsPerRow = ['A', 'B', 'C', '', 'D', 'E', 'F'];
  const all = rows.flatMap((row) => seatsPerRow.filter(Boolean).map((letter) => `${row}${letter}`));
  const seed = Number(flightId.replace(/\D/g, ''));
  return { rows: rows.length, seatsPerRow, taken: all.filter((_, index) => ((index + seed) * 37) % 11 < 4) };
}

const rows = Array.from({ length: 12 }, (_, index) => index + 1);

export async function book(flight: FlightInput, seat: string): Promise<Ticket> {
  const { flightNumber, from = '', to = '', departure, arrival } = flight;
  const ticket = `SKY-${randomUUID().slice(0, 6).toUpperCase()}`;
  await mkdir('.data', { recursive: true });
  await appendFile('.data/bookings.jsonl', `${JSON.stringify({ ticket, flight: flightNumber, seat })}\n`);
  return { ticket, flight: flightNumber, from: from ?? '', to: to ?? '', departure, arrival, seat };
}
