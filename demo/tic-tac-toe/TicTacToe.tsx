import { useOwnParts } from 'elicitkit';
import { useId, useState, type ReactNode } from 'react';
import { nameCell, otherMark, type Board, type Mark } from './board.ts';
import { MarkIcon } from './MarkIcon.tsx';
import { useBoardKeys } from './useBoardKeys.ts';

export interface TicTacToeProps {
  /** Nine cells, row by row. */
  board: Board;
  /** The person's mark. */
  you: Mark;
  /** The cell of the model's last move. */
  last?: number | undefined;
  /** Called with the cell that the person pressed. */
  onRespond: (answer: { cell: number }) => void;
  /** Called when the person gives up. Without it there is no such button. */
  onDecline?: (() => void) | undefined;
  /** While the move is sent, the board shows it. @default "pending" */
  state?: 'pending' | 'sending' | 'failed' | undefined;
}

/** The board to move on. Pressing a free cell is the move. */
export function TicTacToe({ board, you, last, onRespond, onDecline, state = 'pending' }: TicTacToeProps): ReactNode {
  useOwnParts({ decline: onDecline !== undefined });
  const id = useId();
  const [pressed, setPressed] = useState<number>();
  const [said, setSaid] = useState('');
  const { stop, onFocus, onKeyDown } = useBoardKeys(board.indexOf(null) + 1);
  const moved = state === 'pending' ? undefined : pressed;
  const shown = board.map((mark, index) => mark ?? (index + 1 === moved ? you : null));

  const press = (cell: number) => {
    if (state === 'sending') return;
    if (shown[cell - 1] !== null) return setSaid(`${capital(nameCell(cell))} is taken.`);
    setSaid('');
    setPressed(cell);
    onRespond({ cell });
  };

  return (
    <div className="tic-tac-toe" data-elicit-root="">
      <fieldset data-elicit="card" aria-labelledby={id}>
        <div id={id} data-elicit="header">
          <span data-elicit="icon-tile">
            <MarkIcon mark={you} />
          </span>
          <span data-elicit="title">Your move</span>
        </div>
        <ul className="players" data-elicit="" aria-label="Players">
          <Player mark={you} name="You" />
          <Player mark={otherMark(you)} name="The model" />
        </ul>
        {/* Arrow keys move in it, so it is more than a table. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table className="board" data-elicit="" role="grid" aria-label="Board" onFocus={onFocus} onKeyDown={onKeyDown}>
          <tbody>
            {[1, 4, 7].map((start) => (
              <tr key={start}>
                {[start, start + 1, start + 2].map((cell) => {
                  const mark = shown[cell - 1];
                  return (
                    <td key={cell} data-elicit="">
                      <button
                        data-elicit=""
                        type="button"
                        data-cell={cell}
                        data-last={cell === last || undefined}
                        aria-label={`${capital(nameCell(cell))}: ${mark ?? 'empty'}${cell === last ? ', the last move' : ''}`}
                        aria-disabled={mark !== null}
                        tabIndex={cell === stop ? 0 : -1}
                        onClick={() => press(cell)}
                      >
                        <MarkIcon mark={mark ?? you} />
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <div data-elicit="footer">
          <output data-elicit="summary" dir="auto">
            {said}
          </output>
          {onDecline && (
            <button type="button" data-elicit="skip" onClick={onDecline}>
              Give up
            </button>
          )}
        </div>
      </fieldset>
    </div>
  );
}

function Player({ mark, name }: { mark: Mark; name: string }): ReactNode {
  return (
    <li>
      <MarkIcon mark={mark} />
      {name}
      <span className="visually-hidden"> with {mark}</span>
    </li>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
