import { makePlugin } from 'elicitkit/plugin';
import { nameCell } from './board.ts';
import { ModelMoveLine } from './ModelMoveLine.tsx';
import { moveChoice, ticTacToe } from './tic-tac-toe.ts';
import { TicTacToe } from './TicTacToe.tsx';

/** Shows each move of `tic_tac_toe`: the model's last move, and the board to move on. */
export const ticTacToePlugin = makePlugin(ticTacToe)
  .onElicit({
    *move({ board, you, last }, ctx) {
      if (last !== undefined) yield* ctx.show(ModelMoveLine, last);
      const content = yield* ctx.render(TicTacToe, { board, you, last: last?.cell });
      return { action: 'accept', content };
    },
  })
  .receipts({
    move: ({ cell }, context) => ({
      title: `You took ${nameCell(cell)}`,
      detail: `Move ${(moveChoice.safeParse(context).data?.board.filter((mark) => mark !== null).length ?? 0) + 1}`,
    }),
  })
  .build();
