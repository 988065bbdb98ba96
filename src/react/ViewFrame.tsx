import { Suspense, useContext, useMemo, type ReactNode } from 'react';
import { FrameContext, type Frame } from '../ui/frame/frame.ts';
import { useInert } from '../ui/parts/useInert.ts';
import { useNotes } from './useNotes.ts';

/** Where a component of a question stands. One that is held cannot be used, so the ways out are its card's again. */
export function ViewFrame({ held, children }: { held: boolean; children: ReactNode }): ReactNode {
  const { loading } = useNotes();
  const { body } = useInert(held);
  const card = useContext(FrameContext);
  const frame = useMemo(() => card && (held ? withoutWaysOut(card) : card), [card, held]);
  return (
    <div ref={body} data-part="elicit-view">
      <FrameContext.Provider value={frame}>
        <Suspense fallback={<p data-part="elicit-loading">{loading}</p>}>{children}</Suspense>
      </FrameContext.Provider>
    </div>
  );
}

function withoutWaysOut(card: Frame): Frame {
  const claim: Frame['claim'] = ({ message, issues }) => card.claim({ message, issues });
  return { ...card, onDecline: undefined, onCancel: undefined, claim };
}
