import { createMcpTool, question } from 'elicitkit/plugin';
import * as z from 'zod';
import { boardSchema, cellSchema, drawBoard, freeCells, markSchema, nameCell } from './board.ts';

/** A move of the model, as the person sees it. */
export const modelMoveSchema = z.object({
  cell: cellSchema,
  mark: markSchema,
  /** The model's words about its move. */
  remark: z.string().optional(),
  /** The tool's words, if it had to move for the model. */
  note: z.string().optional(),
});

export type ModelMove = z.infer<typeof modelMoveSchema>;

/** Data sent with "your move". */
export const moveChoice = z.object({ board: boardSchema, you: markSchema, last: modelMoveSchema.optional() });

/** The tool's declaration, shared by both sides. Each move of the person is one question. */
export const ticTacToe = createMcpTool('tic_tac_toe')
  .description(
    'Play tic-tac-toe with the person, to the end. The tool asks the person and you for each move, so ask for none before you call this.',
  )
  .parameters(z.object({ first: z.enum(['person', 'model']).default('person').describe('Who begins, and plays X') }))
  .elicits({
    move: question({
      context: moveChoice,
      response: z.object({ cell: cellSchema }),
      choices: { cell: ({ board }) => freeCells(board).map((value) => ({ value, label: nameCell(value) })) },
      inWords: ({ board }) => drawBoard(board),
    }),
  })
  .limits({ maxTokens: 50_000, timeout: 300_000 });
