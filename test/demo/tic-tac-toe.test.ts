import { run } from 'effection';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ElicitResult } from '../../src/plugin.ts';
import { createMockClient, runTool, type MockElicitResponse, type MockClientOptions } from '../../src/testing.ts';
import { findLine, lines, nameCell, nameLine, type Board } from '../../demo/tic-tac-toe/board.ts';
import { gameSchema } from '../../demo/tic-tac-toe/game.ts';
import { ticTacToeTool } from '../../demo/tic-tac-toe/tool.ts';
import { moveTicTacToe } from '../../demo/server/tic-tac-toe-move.ts';

const person = (...cells: number[]): MockElicitResponse[] =>
  cells.map((cell) => ({ key: 'move', action: 'accept', content: { cell } }));
const model = (...cells: number[]): string[] => cells.map((cell) => JSON.stringify({ cell, remark: 'There.' }));

async function play(answers: MockClientOptions, first: 'person' | 'model' = 'person') {
  const client = createMockClient(answers);
  const running = run(() => runTool(ticTacToeTool, { first }, client));
  const [result] = await Promise.all([running, vi.advanceTimersByTimeAsync(10_000)]);
  return { result, client };
}

// The tool takes its time, so that people can see whose turn it is.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('tic_tac_toe', () => {
  it('asks the person and the model in turn, until the person has three in a row', async () => {
    const { result, client } = await play({ elicitResponses: person(1, 2, 3), sampleResponses: model(5, 9) });

    expect(gameSchema.parse(result)).toMatchObject({ outcome: 'won', you: 'X', line: [1, 2, 3] });
    expect(client.elicitCalls.map(({ key, message }) => [key, message])).toEqual([
      ['move', 'You play X and begin. Where would you like to go?'],
      ['move', 'O took row 2, column 2. Your move: you play X.'],
      ['move', 'O took row 3, column 3. Your move: you play X.'],
    ]);
    expect(client.elicitCalls[1]?.context).toEqual({
      board: ['X', null, null, null, 'O', null, null, null, null],
      you: 'X',
      last: { cell: 5, mark: 'O', remark: 'There.' },
    });
  });

  it('tells the model the board and its free cells, with the game so far as its conversation', async () => {
    const { client } = await play({ elicitResponses: person(1, 2, 3), sampleResponses: model(5, 9) });

    expect(client.sampleCalls.map(({ messages }) => messages.length)).toEqual([1, 3]);
    expect(client.sampleCalls[1]?.messages.at(-1)?.content).toBe(
      'You play O, the person plays X. The board is:\nX X .\n. O .\n. . .\nFree cells: 3, 4, 6, 7, 8, 9. Your move.',
    );
  });

  it('lets the model begin with X, and win', async () => {
    const { result } = await play({ elicitResponses: person(1, 2), sampleResponses: model(3, 5, 7) }, 'model');
    expect(gameSchema.parse(result)).toMatchObject({ outcome: 'lost', you: 'O', line: [3, 5, 7] });
  });

  it('ends in a draw when the board is full', async () => {
    const { result, client } = await play({
      elicitResponses: person(5, 9, 3, 4, 2),
      sampleResponses: model(1, 7, 6, 8),
    });
    expect(gameSchema.parse(result)).toMatchObject({ outcome: 'draw', line: [] });
    expect(new Set(client.elicitCalls.map(({ key }) => key))).toEqual(new Set(['move']));
    expect(client.elicitCalls).toHaveLength(5);
  });

  it('asks the model once more if its cell is taken', async () => {
    const { result, client } = await play({ elicitResponses: person(5, 2, 8), sampleResponses: model(5, 1, 3) });
    expect(gameSchema.parse(result)).toMatchObject({ outcome: 'won' });
    expect(client.sampleCalls[1]?.messages.at(-1)?.content).toMatch(/^Cell 5 is taken\. You play O/);
    expect(client.elicitCalls[1]?.context['last']).toEqual({ cell: 1, mark: 'O', remark: 'There.' });
  });

  it.each<[string, string[]]>([
    ['names a taken cell twice', model(1, 1)],
    ['gives no move at all', ['I resign.', 'No.', '{"cell": 10}', '[]']],
  ])('moves for a model that %s, and says so', async (_what, sampleResponses) => {
    const { client } = await play({ elicitResponses: [...person(1), { action: 'decline' }], sampleResponses });
    expect(client.elicitCalls[1]?.context['last']).toEqual({
      cell: 5,
      mark: 'O',
      note: 'The model named no free cell, twice. The game made this move for it.',
    });
    expect(client.unused().sample).toBe(0);
  });

  it('refuses a cell that is taken, and asks the person again', async () => {
    const { client } = await play({
      elicitResponses: [...person(1), { action: 'accept', content: { cell: 5 }, refused: true }, { action: 'decline' }],
      sampleResponses: model(5),
    });
    expect(client.elicitCalls[2]?.issues).toMatchObject([
      { message: 'That is not on offer. Choose one from the list.' },
    ]);
  });

  it('ends when the person gives up, with the board as it was', async () => {
    const { result } = await play({
      elicitResponses: [...person(1), { action: 'decline' }],
      sampleResponses: model(5),
    });
    expect(gameSchema.parse(result)).toMatchObject({
      outcome: 'given up',
      board: ['X', null, null, null, 'O'].concat(Array(4).fill(null)),
    });
  });

  it.each<[string, ElicitResult<unknown>, RegExp]>([
    ['a closed game', { action: 'cancel', reason: 'dismissed' }, /closed the game/],
    ['another message', { action: 'cancel', reason: 'interrupted' }, /wrote something else instead of a move/],
    ['silence', { action: 'cancel', reason: 'expired' }, /nobody made a move in time/],
    ['moves that were no use', { action: 'cancel', reason: 'failed' }, /the answer was not a move/],
  ])('tells the model of %s', async (_what, answer, words) => {
    const { result } = await play({ elicitResponses: [answer] });
    expect(result).toMatch(words);
  });

  it('passes on that the model failed', async () => {
    const failing = play({ elicitResponses: person(1), sampleResponses: [new Error('offline')] });
    await expect(failing).rejects.toMatchObject({ code: 'SAMPLE_FAILED' });
  });
});

describe('the board', () => {
  it('finds each of its eight lines, and none where marks differ', () => {
    for (const line of lines) {
      const board: Board = Array.from({ length: 9 }, (_, index) => (line.includes(index + 1) ? 'O' : null));
      expect(findLine(board)).toEqual(line);
    }
    expect(findLine(['X', 'O', 'X', 'X', 'O', 'O', 'O', 'X', 'X'])).toBeUndefined();
  });

  it('names cells and lines', () => {
    expect([1, 6, 7].map(nameCell)).toEqual(['row 1, column 1', 'row 2, column 3', 'row 3, column 1']);
    expect(lines.map(nameLine).join(', ')).toBe(
      'row 1, row 2, row 3, column 1, column 2, column 3, a diagonal, a diagonal',
    );
  });
});

describe('the scripted player', () => {
  const asked = (rows: string) => `You play O, the person plays X. The board is:\n${rows}\nFree cells: 1. Your move.`;
  it.each([
    ['wins where it can', asked('O O .\nX X .\n. . .'), 3],
    ['blocks where it must', asked('X X .\n. O .\n. . .'), 3],
    ['reaches for the centre, even if it is taken', asked('. . .\n. X .\n. . .'), 5],
    ['takes a corner once it is told', `Cell 5 is taken. ${asked('. . .\n. X .\n. . .')}`, 1],
  ])('%s', (_what, prompt, cell) => {
    expect(moveTicTacToe(prompt)).toMatchObject({ cell });
  });
});
