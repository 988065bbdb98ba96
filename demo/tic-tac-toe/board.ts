import * as z from 'zod';

export const markSchema = z.enum(['X', 'O']);

/** Nine cells, row by row. An empty cell is null. */
export const boardSchema = z.array(markSchema.nullable()).length(9);

/** The number of a cell, from 1 to 9, row by row. */
export const cellSchema = z.int().min(1).max(9);

export type Mark = z.infer<typeof markSchema>;
export type Board = readonly (Mark | null)[];

export const emptyBoard: Board = Array.from({ length: 9 }, () => null);

/** The board after a move. */
export function play(board: Board, cell: number, mark: Mark): Board {
  return board.with(cell - 1, mark);
}

export function freeCells(board: Board): number[] {
  return board.flatMap((mark, index) => (mark === null ? [index + 1] : []));
}

/** The three cells in a line that hold the same mark, or undefined while nobody has won. */
export function findLine(board: Board): readonly number[] | undefined {
  return lines.find((line) => {
    const [first, ...rest] = line.map((cell) => board[cell - 1]);
    return first !== null && rest.every((mark) => mark === first);
  });
}

export function otherMark(mark: Mark): Mark {
  return mark === 'X' ? 'O' : 'X';
}

/** The board as three lines of text, such as `"X · O"`. */
export function drawBoard(board: Board): string {
  const marks = board.map((mark) => mark ?? '·');
  return [0, 3, 6].map((from) => marks.slice(from, from + 3).join(' ')).join('\n');
}

/** `"row 1, column 2"` */
export function nameCell(cell: number): string {
  return `row ${Math.ceil(cell / 3)}, column ${((cell - 1) % 3) + 1}`;
}

/** `"row 1"`, `"column 2"` or `"a diagonal"` */
export function nameLine([first = 1, second = 2]: readonly number[]): string {
  if (second - first === 1) return `row ${Math.ceil(first / 3)}`;
  return second - first === 3 ? `column ${first}` : 'a diagonal';
}

/** All lines of three, each from its first cell to its last. */
export const lines: readonly (readonly number[])[] = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 9],
  [1, 4, 7],
  [2, 5, 8],
  [3, 6, 9],
  [1, 5, 9],
  [3, 5, 7],
];
