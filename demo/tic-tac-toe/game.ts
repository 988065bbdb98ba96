import * as z from 'zod';
import { boardSchema, cellSchema, markSchema } from './board.ts';

/** The result of `tic_tac_toe`. The model tells of it, the page draws it. */
export const gameSchema = z.object({
  /** From the person's side. */
  outcome: z.enum(['won', 'lost', 'draw', 'given up']),
  you: markSchema,
  board: boardSchema,
  /** The three cells that won. Empty if nobody did. */
  line: z.array(cellSchema),
  message: z.string(),
});

export type Game = z.infer<typeof gameSchema>;

/** Reads a tool's result. Returns undefined for plain text or another tool's result. */
export function readGame(content: string): Game | undefined {
  try {
    return gameSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
