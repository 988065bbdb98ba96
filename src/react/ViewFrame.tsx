import { useContext, useMemo, type ReactNode } from 'react';
import { FrameContext } from '../ui/frame/frame.ts';
import { useInert } from '../ui/parts/useInert.ts';

/** Where a component of a question stands. One that is held cannot be used, so the ways out are its card's again. */
export function ViewFrame({ held, children }: { held: boolean; children: ReactNode }): ReactNode {
  const { body } = useInert(held);
  const card = useContext(FrameContext);
  const frame = useMemo(() => card && (held ? { ...card, ...noWayOut } : card), [card, held]);
  return (
    <div ref={body} data-part="elicit-view">
      <FrameContext.Provider value={frame}>{children}</FrameContext.Provider>
    </div>
  );
}

const noWayOut = { onDecline: undefined, onCancel: undefined, declineRef: undefined, cancelRef: undefined };
