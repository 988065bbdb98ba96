// Stands for an airline. It books once for a key: a ticket is a file of .data/tickets.
import { mkdir, writeFile } from 'node:fs/promises';
import type { FlightInput, SeatMapInput } from 'elicitkit/travel';

export async function search(from: string, to: string): Promise<FlightInput[]> {
  return [
    { id: 'SH142', airline: 'SkyHigh Airways', departure: '08:00', arrival: '11:30', price: 299 },
    { id: 'BJ218', airline: 'Blue Jetstream', departure: '10:45', arrival: '14:05', price: 264 },
    { id: 'SH420', airline: 'SkyHigh Airways', departure: '14:00', arrival: '17:25', price: 219 },
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

export async function book(key: string, flight: string, seat: string): Promise<void> {
  await mkdir('.data/tickets', { recursive: true });
  // The system makes a file of this name once.
  const made = writeFile(`.data/tickets/${encodeURIComponent(key)}.json`, JSON.stringify({ flight, seat }), {
    flag: 'wx',
  });
  await made.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
