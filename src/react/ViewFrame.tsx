import { Suspense, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { FrameContext, type Frame } from '../ui/frame/frame.ts';
import { useInert } from '../ui/parts/useInert.ts';

interface ViewFrameProps {
  held: boolean;
  /** Of several components in one card, the last shows the answer's state. */
  isLast: boolean;
  /** Stands in for a component that loads. */
  loading: string;
  children: ReactNode;
}

/** The frame of one component. While it is held it cannot be used, so the card's own buttons return. */
export function ViewFrame({ held, isLast, loading, children }: ViewFrameProps): ReactNode {
  const card = useContext(FrameContext);
  const [holders, setHolders] = useState(0);
  const take = card?.claim;
  const claim = useCallback<Frame['claim']>(
    (parts) => {
      const { message, issues, answer } = parts;
      const giveBack = take?.(held ? { message, issues, answer } : parts);
      if (answer) setHolders((count) => count + 1);
      return () => {
        giveBack?.();
        if (answer) setHolders((count) => count - 1);
      };
    },
    [take, held],
  );
  const frame = useMemo<Frame | undefined>(() => {
    if (card === undefined) return undefined;
    const onDecline = held && !card.failed ? undefined : card.onDecline;
    return { ...card, onDecline, answer: isLast ? card.answer : undefined, claim };
  }, [card, held, isLast, claim]);
  // A component of ours on a failed card disables itself, except for its buttons.
  const { body } = useInert(held && !(card?.failed === true && holders > 0));
  return (
    <div ref={body} data-elicit="elicit-view">
      <FrameContext.Provider value={frame}>
        <Suspense fallback={<p data-elicit="elicit-loading">{loading}</p>}>{children}</Suspense>
      </FrameContext.Provider>
    </div>
  );
}
