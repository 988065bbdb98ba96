import type { ReactNode } from 'react';
import { readTicket } from '../book-flight/ticket.ts';
import { BoardingPass } from '../chat/BoardingPass.tsx';

export interface CallResultProps {
  /** The texts of the result. Undefined while there is none. */
  texts: readonly string[] | undefined;
  isError?: boolean | undefined;
}

/** What a call has ended with. A ticket is drawn, too. */
export function CallResult({ texts = [], isError = false }: CallResultProps): ReactNode {
  const ticket = readTicket(texts[0] ?? '');
  return (
    <>
      {/* Always rendered: screen readers often miss a live region that appears together with its text. */}
      <output className="result" data-state={isError ? 'failed' : undefined}>
        {(ticket === undefined ? texts : [ticket.message]).map((text, index) => (
          // The texts of a result never change or move.
          <p key={index}>{text.trim()}</p>
        ))}
      </output>
      {ticket && <BoardingPass ticket={ticket} />}
    </>
  );
}
