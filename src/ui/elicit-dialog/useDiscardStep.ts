import { useEffect, useRef, type RefObject } from 'react';

/** While a dialog asks whether to discard, make its content inert and focus `keep`. Then restore the focus. */
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
    // Move focus first: an element that becomes inert loses it.
    keep.current?.focus({ preventScroll: true });
    held.inert = true;
    return () => {
      held.inert = false;
      if (left instanceof HTMLElement) left.focus({ preventScroll: true });
    };
  }, [isAsking]);

  return { body, keep };
}
