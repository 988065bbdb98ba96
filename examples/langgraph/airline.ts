// Stands for an airline. It books once for a key. Its bookings are lines of .data/bookings.jsonl.
import { appendFile, readFile } from 'node:fs/promises';
import type { FlightInput, SeatMapInput } from 'elicitkit/travel';
import { folder } from './agents/database.ts';

export interface Booking {
  readonly key: string;
  readonly flight: string;
  readonly seat: string;
}

const ledger = `${folder}/bookings.jsonl`;

export async function search(): Promise<FlightInput[]> {
  return [
    { id: 'SH142', airline: 'SkyHigh Airways', departure: '08:00', arrival: '11:30', price: 299 },
    { id: 'BJ218', airline: 'Blue Jetstream', departure: '10:45', arrival: '14:05', price: 264 },
    { id: 'SH420', airline: 'SkyHigh Airways', departure: '14:00', arrival: '17:25', price: 219 },
  ].map((flight) => ({ ...flight, flightNumber: flight.id.replace(/(?=\d)/, ' '), from: 'NYC', to: 'LAX' }));
}

export async function seatsOf(flightId: string): Promise<SeatMapInput> {
  const seatsPerRow = ['A', 'B', 'C', '', 'D', 'E', 'F'];
  const all = rows.flatMap((row) => seatsPerRow.filter(Boolean).map((letter) => `${row}${letter}`));
  const seed = Number(flightId.replace(/\D/g, ''));
  return { rows: rows.length, seatsPerRow, taken: all.filter((_, index) => ((index + seed) * 37) % 11 < 4) };
}

const rows = Array.from({ length: 12 }, (_, index) => index + 1);

export async function book(booking: Booking): Promise<void> {
  const text = await readFile(ledger, 'utf8').catch(() => '');
  const known = text.split('\n').filter(Boolean);
  if (known.some((line) => (JSON.parse(line) as Booking).key === booking.key)) return;
  await appendFile(ledger, `${JSON.stringify(booking)}\n`);
}
