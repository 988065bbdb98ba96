import { findLine, freeCells, otherMark, play, type Board, type Mark } from '../tic-tac-toe/board.ts';

/**
 * The scripted model's move, read from what `tic_tac_toe` tells it. It wins and blocks where it can, but does not look
 * further. It always reaches for the centre first, even if that is taken: the tool then asks it again.
 */
export function moveTicTacToe(prompt: string): { cell: number; remark: string } {
  const mark: Mark = /You play (X|O)/.exec(prompt)?.[1] === 'X' ? 'X' : 'O';
  const rows = [...prompt.matchAll(/^([XO.]) ([XO.]) ([XO.])$/gm)];
  const board: Board = rows.flatMap(([, ...cells]) => cells.map((cell) => (cell === '.' ? null : (cell as Mark))));
  const free = freeCells(board);
  if (prompt.startsWith('Cell 5 is taken')) {
    return {
      cell: corners.find((cell) => free.includes(cell)) ?? 1,
      remark: 'I wanted the centre too! A corner, then.',
    };
  }
  if (free.length >= 8) return { cell: 5, remark: 'The centre is mine.' };
  const completes = (cell: number, by: Mark) => findLine(play(board, cell, by)) !== undefined;
  const win = free.find((cell) => completes(cell, mark));
  if (win !== undefined) return { cell: win, remark: 'And that makes three!' };
  const block = free.find((cell) => completes(cell, otherMark(mark)));
  if (block !== undefined) return { cell: block, remark: 'Not so fast.' };
  const cell = [...corners, 2, 4, 6, 8].find((one) => free.includes(one)) ?? 1;
  return { cell, remark: 'Let me see what you make of this.' };
}

const corners = [1, 3, 7, 9];
