/** Stands for an airline's flights. */
export const flights: Readonly<Record<string, string>> = { SH142: '08:00, $299', SH420: '14:00, $219' };

/** Stands for an airline's API. */
export async function book(flightId: string, place: string, idempotencyKey: string): Promise<string> {
  return `Ticket ${flightId}, seat ${place}, booked as ${idempotencyKey}`;
}
