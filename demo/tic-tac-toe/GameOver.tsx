import { useId, type ReactNode } from 'react';
import { nameCell, nameLine } from './board.ts';
import type { Game } from './game.ts';
import { MarkIcon } from './MarkIcon.tsx';

/** A game that is over: how it ended, and its board with the line that won. */
export function GameOver({ game }: { game: Game }): ReactNode {
  const id = useId();
  const { outcome, you, board, line } = game;
  const end = { won: 'You won', lost: 'The model won', draw: 'A draw', 'given up': 'You gave up' }[outcome];
  const detail = line.length > 0 ? `Three in ${nameLine(line)}` : outcome === 'draw' ? 'The board is full' : '';
  return (
    <article className="game-over" aria-labelledby={id} data-outcome={outcome}>
      <div>
        <h2 id={id}>{end}</h2>
        {detail && <p dir="auto">{detail}</p>}
        <p dir="auto">You played {you}.</p>
      </div>
      <div className="final-board">
        <table aria-label="Final board">
          <tbody>
            {[1, 4, 7].map((start) => (
              <tr key={start}>
                {[start, start + 1, start + 2].map((cell) => {
                  const mark = board[cell - 1];
                  return (
                    <td key={cell} data-line={line.includes(cell) || undefined}>
                      {mark && <MarkIcon mark={mark} />}
                      <span className="visually-hidden">
                        {mark ?? 'empty'}
                        {line.includes(cell) && `, ${nameCell(cell)}, in the line that won`}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {line.length > 0 && <WinLine line={line} />}
      </div>
    </article>
  );
}

/** A stroke through the three cells, so that colour is not all that marks them. */
function WinLine({ line }: { line: readonly number[] }): ReactNode {
  const [from = 1, , to = 1] = line;
  const [x1, y1, x2, y2] = [x(from), y(from), x(to), y(to)];
  // Beyond the middle of the outer cells.
  const [dx, dy] = [Math.sign(x2 - x1) * 0.36, Math.sign(y2 - y1) * 0.36];
  return (
    <svg className="win-line" viewBox="0 0 3 3" aria-hidden="true" focusable="false">
      <line x1={x1 - dx} y1={y1 - dy} x2={x2 + dx} y2={y2 + dy} />
    </svg>
  );
}

const x = (cell: number): number => ((cell - 1) % 3) + 0.5;
const y = (cell: number): number => Math.ceil(cell / 3) - 0.5;
