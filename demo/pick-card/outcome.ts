import * as z from 'zod';
import { cardSchema } from './card.ts';

/** The result of `pick_card`. The model tells of it, the page draws it. */
export const outcomeSchema = z.object({
  picked: cardSchema,
  winner: cardSchema,
  isWinner: z.boolean(),
  message: z.string(),
});

export type Outcome = z.infer<typeof outcomeSchema>;

/** Reads a tool's result. Returns undefined for plain text or another tool's result. */
export function readOutcome(content: string): Outcome | undefined {
  try {
    return outcomeSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
