import type { Operation } from 'effection';
import { CodedError, type McpBranchContext } from 'elicitkit/plugin';
import * as z from 'zod';
import { cellSchema, freeCells, otherMark, type Board, type Mark } from './board.ts';
import type { ModelMove } from './tic-tac-toe.ts';

/** The model's answer to "your move". */
export const modelAnswerSchema = z.object({
  cell: cellSchema.describe('A free cell, numbered 1 to 9 row by row'),
  remark: z.string().describe('What you say to the person about it, in one short sentence'),
});

/**
 * Asks the model for its move. The game so far is its conversation.
 *
 * If it does not name a free cell, it is asked once more. After that, the tool moves for it and says so.
 */
export function* askForMove(ctx: McpBranchContext, board: Board, mark: Mark): Operation<ModelMove> {
  const free = freeCells(board);
  const asked = describeBoard(board, mark);
  let prompt = asked;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const move = yield* askOnce(ctx, prompt);
    if (move !== undefined && free.includes(move.cell)) return { ...move, mark };
    prompt = `${move === undefined ? 'That was no move.' : `Cell ${move.cell} is taken.`} ${asked}`;
  }
  const cell = byWorth.find((one) => free.includes(one)) ?? 1;
  return { cell, mark, note: 'The model named no free cell, twice. The game made this move for it.' };
}

/** Undefined if the model gave no move at all. */
function* askOnce(ctx: McpBranchContext, prompt: string): Operation<z.output<typeof modelAnswerSchema> | undefined> {
  try {
    const { value } = yield* ctx.sample({ prompt, schema: modelAnswerSchema, systemPrompt: rules });
    return { cell: value.cell, remark: value.remark.slice(0, 200) };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'SAMPLE_SCHEMA') return undefined;
    throw error;
  }
}

const rules =
  'You play tic-tac-toe against a person, for fun and to win. The cells are numbered 1 to 9, row by row from the top.';

/** The centre, then corners, then sides. */
const byWorth = [5, 1, 3, 7, 9, 2, 4, 6, 8];

function describeBoard(board: Board, mark: Mark): string {
  const rows = [0, 3, 6].map((start) =>
    board
      .slice(start, start + 3)
      .map((one) => one ?? '.')
      .join(' '),
  );
  const free = freeCells(board).join(', ');
  return `You play ${mark}, the person plays ${otherMark(mark)}. The board is:\n${rows.join('\n')}\nFree cells: ${free}. Your move.`;
}
