import type { ElicitIssue, ElicitResult, OutsideQuestion } from 'elicitkit/client';
import { pickFlightSchema, pickSeatSchema } from 'elicitkit/travel';
import * as z from 'zod';

/** A question as the graph asks it. */
export type Question = Omit<OutsideQuestion, 'server' | 'id'> & { readonly key: string };

const flightsSchema = z.object({ flights: z.array(z.object({ id: z.string() })) });
const seatsSchema = z.object({
  seatMap: z.object({ rows: z.number(), seatsPerRow: z.array(z.string()), taken: z.array(z.string()) }),
});

/** What is wrong with an answer. Nothing that the page sends is believed. */
export function issuesOf({ key, context }: Pick<OutsideQuestion, 'key' | 'context'>, result: ElicitResult<unknown>) {
  const issues: ElicitIssue[] = [];
  if (result.action !== 'accept') return issues;
  const problem = key === 'pickFlight' ? flightProblem(context, result.content) : seatProblem(context, result.content);
  if (problem !== undefined) issues.push({ path: [], message: problem });
  return issues;
}

function flightProblem(context: unknown, content: unknown): string | undefined {
  const picked = pickFlightSchema.safeParse(content).data;
  const { flights } = flightsSchema.parse(context);
  return flights.some(({ id }) => id === picked?.flightId) ? undefined : 'Pick one from the list.';
}

function seatProblem(context: unknown, content: unknown): string | undefined {
  const { row = 0, seat = '' } = pickSeatSchema.safeParse(content).data ?? {};
  const { rows, seatsPerRow, taken } = seatsSchema.parse(context).seatMap;
  if (row < 1 || row > rows || seat === '' || !seatsPerRow.includes(seat)) return 'Pick a seat of the map.';
  return taken.includes(`${row}${seat}`) ? 'This seat is taken.' : undefined;
}
