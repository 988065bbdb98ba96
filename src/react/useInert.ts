import { useRef, type RefObject } from 'react';
import { focusedNear } from '../ui/parts/focused-near.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';

/**
 * Keep an element from being used. The focus in it would be lost to the page, so it waits on the card.
 *
 * Set on the element, because React 18 does not know the attribute.
 */
export function useInert(isInert: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useBrowserLayoutEffect(() => {
    const held = element.current;
    if (held === null) return;
    if (isInert && held.contains(focusedNear(held))) {
      held.closest<HTMLElement>('[data-part="elicit-card"]')?.focus({ preventScroll: true });
    }
    held.inert = isInert;
  }, [isInert]);
  return element;
}
