import type { ElicitIssue, ElicitResult, OutsideQuestion } from 'elicitkit/client';
import * as z from 'zod';

/** A question as an agent asks it. */
export type Question = Omit<OutsideQuestion, 'server' | 'id'> & { readonly key: string };

const answers: Readonly<Record<string, z.ZodType>> = {
  pickFlight: z.object({ flightId: z.enum(['SH142', 'SH420']) }),
  pickSeat: z.object({ row: z.int().min(1).max(30), seat: z.enum(['A', 'B', 'C']) }),
};

const messages: Readonly<Record<string, string>> = { pickFlight: 'Which flight?', pickSeat: 'Which seat?' };

export function questionOf(key: string, { who }: { who?: string | undefined } = {}): Question {
  const schema = z.toJSONSchema(answers[key] ?? z.object({})) as NonNullable<Question['schema']>;
  const message = messages[key] ?? key;
  return { key, toolName: 'book_flight', message: who === undefined ? message : `${who}: ${message}`, schema };
}

/** What is wrong with an answer. */
export function issuesOf({ key = '' }: Pick<OutsideQuestion, 'key'>, result: ElicitResult<unknown>): ElicitIssue[] {
  if (result.action !== 'accept') return [];
  const { error } = answers[key]?.safeParse(result.content) ?? {};
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message }));
}
