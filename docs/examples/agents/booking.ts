import type { ElicitResult } from 'elicitkit/client';

/** Book, if both questions were answered. The airline books once for a key. */
export async function book(key: string, flight: ElicitResult<unknown>, seat: ElicitResult<unknown>): Promise<string> {
  if (flight.action !== 'accept' || seat.action !== 'accept') return 'Nothing was booked.';
  const body = JSON.stringify({ key, flight: flight.content, seat: seat.content });
  const response = await fetch(process.env['AIRLINE'] ?? 'http://127.0.0.1:3001', { method: 'POST', body });
  if (!response.ok) throw new Error(`The airline has answered ${response.status}.`);
  return response.text();
}
