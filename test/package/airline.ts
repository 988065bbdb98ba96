import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from './recipes.ts';

/** An airline on a server of its own, which counts what it is asked. It books once for a key. */
export interface Airline {
  readonly url: string;
  /** How often it was asked to book under this key. */
  asked(key: string): number;
  /** Whatever comes next fails, or is not answered. */
  next(how: 'fails' | 'hangs'): void;
  close(): Promise<void>;
}

export async function openAirline(): Promise<Airline> {
  const counts = new Map<string, number>();
  let trouble: string | undefined;
  const answer = (response: ServerResponse, { flight, seat }: Booking) => {
    const now = trouble;
    trouble = undefined;
    if (now === 'fails') return response.writeHead(503).end();
    if (now !== undefined) return;
    response.end(`Booked ${flight.flightId}, ${seat.row}${seat.seat}`);
  };
  const server = createServer(async (request, response) => {
    const booking = (await json(request)) as Booking;
    counts.set(booking.key, (counts.get(booking.key) ?? 0) + 1);
    answer(response, booking);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    asked: (key) => counts.get(key) ?? 0,
    next: (how) => void (trouble = how),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Booking {
  key: string;
  flight: { flightId: string };
  seat: { row: number; seat: string };
}
