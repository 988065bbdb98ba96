import { notPlayed } from '../games/not-played.ts';
import {
  emptyBoard,
  findLine,
  freeCells,
  nameCell,
  nameLine,
  otherMark,
  play,
  type Board,
  type Mark,
} from './board.ts';
import type { Game } from './game.ts';
import { askForMove } from './model-move.ts';
import { ticTacToe, type ModelMove } from './tic-tac-toe.ts';

/** The tool's body. It asks the person and the model in turn, until one has won or the board is full. */
export const ticTacToeTool = ticTacToe.execute(function* ({ first }, ctx) {
  const you: Mark = first === 'person' ? 'X' : 'O';
  let board = emptyBoard;
  let last: ModelMove | undefined;
  for (let mark: Mark = 'X'; !isOver(board); mark = otherMark(mark)) {
    if (mark !== you) {
      yield* ctx.notify('The model thinks about its move…');
      yield* ctx.sleep(pause);
      last = yield* askForMove(ctx, board, mark);
      board = play(board, last.cell, mark);
      continue;
    }
    const answer = yield* ctx.elicit(
      'move',
      { message: describeTurn(you, last), board: [...board], you, ...(last && { last }) },
      // No move is taken back.
      { final: true },
    );
    if (answer.action === 'decline') return endOf(board, you, 'given up');
    if (answer.action === 'cancel') return notPlayed(answer, 'a move');
    board = play(board, answer.content.cell, mark);
  }
  const line = findLine(board);
  if (line === undefined) return endOf(board, you, 'draw');
  return endOf(board, you, board[(line[0] ?? 0) - 1] === you ? 'won' : 'lost');
});

/** Simulates the time that thinking takes, so that people see whose turn it is. */
const pause = 300;

function isOver(board: Board): boolean {
  return findLine(board) !== undefined || freeCells(board).length === 0;
}

function describeTurn(you: Mark, last: ModelMove | undefined): string {
  if (last === undefined) return `You play ${you} and begin. Where would you like to go?`;
  return `${last.mark} took ${nameCell(last.cell)}. Your move: you play ${you}.`;
}

function endOf(board: Board, you: Mark, outcome: Game['outcome']): Game {
  const line = findLine(board) ?? [];
  const message = {
    won: `The person won with ${you} in ${nameLine(line)}.`,
    lost: `You, the model, won with ${otherMark(you)} in ${nameLine(line)}.`,
    draw: 'A draw: the board is full.',
    'given up': 'The person gave up.',
  }[outcome];
  return { outcome, you, board: [...board], line: [...line], message };
}
