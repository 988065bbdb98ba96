import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import '../demo/styles/elements.css';
import '../demo/styles/visually-hidden.css';
import '../demo/tic-tac-toe/tic-tac-toe.css';
import { emptyBoard, type Board, type Mark } from '../demo/tic-tac-toe/board.ts';
import type { Game } from '../demo/tic-tac-toe/game.ts';
import { GameOver } from '../demo/tic-tac-toe/GameOver.tsx';
import { ModelMoveLine } from '../demo/tic-tac-toe/ModelMoveLine.tsx';
import { TicTacToe } from '../demo/tic-tac-toe/TicTacToe.tsx';
import { longSentence, pageOfStates, SideBySide } from './side-by-side.tsx';

const boardOf = (marks: string): Board => marks.split('').map((mark) => (mark === 'X' || mark === 'O' ? mark : null));
const midGame = boardOf('X.O.O.X..');
const lost: Game = { outcome: 'lost', you: 'X', board: [...boardOf('XXOXO.O..')], line: [3, 5, 7], message: '' };

const meta = preview.meta({
  title: 'Questions/TicTacToe',
  component: TicTacToe,
  args: { board: midGame, you: 'X' as Mark, last: 3, onRespond: fn(), onDecline: fn() },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** Pressing a free cell is the move. A cell that is taken says so. */
export const Default = meta.story({
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Row 2, column 2: O' }));
    await expect(canvas.getByRole('status')).toHaveTextContent('Row 2, column 2 is taken.');
    await expect(args.onRespond).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole('button', { name: 'Row 2, column 1: empty' }));
    await expect(args.onRespond.mock.calls).toEqual([[{ cell: 4 }]]);
  },
});

/** One tab stop, and arrow keys that stop at the edges. */
export const Keyboard = meta.story({
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Row 1, column 2: empty' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}{Home}');
    await expect(canvas.getByRole('button', { name: 'Row 3, column 1: X' })).toHaveFocus();
    await userEvent.keyboard('{End}{Enter}');
    await expect(args.onRespond.mock.calls).toEqual([[{ cell: 9 }]]);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(args.onDecline).toHaveBeenCalledTimes(1);
  },
});

export const FirstMove = meta.story({ args: { board: emptyBoard, last: undefined } });

/** The stroke goes through the cells that won, in either direction. */
export const Lost = meta.story({
  render: () => <Over game={lost} />,
  async play({ canvasElement }) {
    const stroke = canvasElement.querySelector('.win-line line') as SVGLineElement;
    const toScreen = stroke.getScreenCTM() ?? new DOMMatrix();
    const cells = [...canvasElement.querySelectorAll('[data-line]')].map((cell) => cell.getBoundingClientRect());
    const [first, last] = [cells[0], cells.at(-1)] as [DOMRect, DOMRect];
    for (const [x, y, { left, right, top, bottom }] of [
      [stroke.x1, stroke.y1, first],
      [stroke.x2, stroke.y2, last],
    ] as const) {
      const end = new DOMPoint(x.baseVal.value, y.baseVal.value).matrixTransform(toScreen);
      await expect(end.x > left && end.x < right && end.y > top && end.y < bottom).toBe(true);
    }
  },
});

/** Every state, and how a game ends. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const note = 'The model named no free cell, twice. The game made this move for it.';
    const end = { you: 'X', message: '' } as const;
    return (
      <SideBySide
        states={{
          'The first move': <TicTacToe {...args} board={emptyBoard} last={undefined} />,
          'In the middle': <TicTacToe {...args} />,
          Sending: <TicTacToe {...args} state="sending" />,
          'The model says': <ModelMoveLine cell={1} mark="O" remark="Not so fast." />,
          'The model says a lot': <ModelMoveLine cell={1} mark="O" remark={longSentence} />,
          'Moved for the model': <ModelMoveLine cell={1} mark="O" note={note} />,
          Won: <Over game={{ ...end, outcome: 'won', board: [...boardOf('X.OOO.XXX')], line: [7, 8, 9] }} />,
          Lost: <Over game={lost} />,
          'A draw': <Over game={{ ...end, outcome: 'draw', board: [...boardOf('XOXXOOOXX')], line: [] }} />,
          'Given up': <Over game={{ ...end, outcome: 'given up', board: [...midGame], line: [] }} />,
        }}
      />
    );
  },
});

/** The result stands in the host's own page. */
function Over(props: Parameters<typeof GameOver>[0]) {
  return (
    <div data-elicit-root="">
      <GameOver {...props} />
    </div>
  );
}
