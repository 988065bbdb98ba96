import type { ReactNode } from 'react';
import { MarkIcon } from './MarkIcon.tsx';
import type { ModelMove } from './tic-tac-toe.ts';

/** The model's last move: its words, and the game's if it had to move for the model. */
export function ModelMoveLine({ mark, remark, note }: ModelMove): ReactNode {
  if (!remark && !note) return null;
  return (
    <div className="model-move" data-elicit-root="">
      {remark && (
        <p className="model-remark" data-elicit="">
          <MarkIcon mark={mark} />
          <span>
            <span className="visually-hidden">The model says: </span>
            <q dir="auto">{remark}</q>
          </span>
        </p>
      )}
      {note && (
        <p className="model-note" data-elicit="" dir="auto">
          {note}
        </p>
      )}
    </div>
  );
}
