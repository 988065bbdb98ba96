import { useEffect, useRef, type RefObject } from 'react';

/** While a dialog asks whether to discard: hold its content still, focus the harmless button, and then go back. */
export function useDiscardStep(isAsking: boolean): {
  body: RefObject<HTMLDivElement | null>;
  keep: RefObject<HTMLButtonElement | null>;
} {
  const body = useRef<HTMLDivElement>(null);
  const keep = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const held = body.current;
    if (!isAsking || held === null) return;
    const left = held.ownerDocument.activeElement;
    // The focus first: from what turns inert it would be lost.
    keep.current?.focus({ preventScroll: true });
    held.inert = true;
    return () => {
      held.inert = false;
      if (left instanceof HTMLElement) left.focus({ preventScroll: true });
    };
  }, [isAsking]);

  return { body, keep };
}
