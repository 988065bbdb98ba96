import type { ElicitResult } from 'elicitkit/client';
import { book } from '../../../docs/examples/agents/booking';

export type Answer = ElicitResult<unknown>;

/**
 * `beside` asks two questions at once, `each` asks three people the same and books for each, `hold` works between its two questions
 * while another one is open, `again` asks until the answer is 12A, and `stuck` never goes on.
 * Mastra has two more, with the same three people in nested workflows.
 */
export const scene = process.env['SCENE'] ?? 'beside';

export const people = ['ann', 'bob', 'cyd'];

export function seatOf(answer: Answer): string {
  if (answer.action !== 'accept') return answer.action;
  const { row, seat } = answer.content as { row: number; seat: string };
  return `${row}${seat}`;
}

export const someFlight: Answer = { action: 'accept', content: { flightId: 'SH420' } };

/** Books for one of the people. */
export const bookFor = async (runId: string, who: string, seat: Answer) =>
  `${who}: ${await book(`${runId} ${who}`, someFlight, seat)}`;

/** Something that the airline does between two questions. */
export const hold = (runId: string, flight: Answer) =>
  book(`${runId} hold`, flight, { action: 'accept', content: { row: 0, seat: '' } });
