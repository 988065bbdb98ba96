import { useRef, type RefObject } from 'react';
import { focusedNear } from './focused-near.ts';
import { useBrowserLayoutEffect } from './useBrowserLayoutEffect.ts';

/**
 * Hold a part of a card still while its answer is on the way.
 *
 * Focus inside it would be lost to the page, so it waits on `holder`, or else on the card around it, and returns to
 * where it was. `inert` is set on the element itself because React 18 does not know the attribute.
 */
export function useInert(inert: boolean): {
  body: RefObject<HTMLDivElement | null>;
  holder: RefObject<HTMLDivElement | null>;
} {
  const body = useRef<HTMLDivElement | null>(null);
  const holder = useRef<HTMLDivElement | null>(null);
  const left = useRef<HTMLElement | null>(null);

  // Before the effects of what is inside, which may lead the focus on.
  useBrowserLayoutEffect(() => {
    const held = body.current as HTMLDivElement;
    const around = holder.current ?? held.closest<HTMLElement>('[data-part="elicit-card"]');
    const focused = focusedNear(held);
    if (inert) {
      left.current = held.contains(focused) ? (focused as HTMLElement) : null;
      if (left.current) around?.focus({ preventScroll: true });
    }
    held.inert = inert;
    if (!inert && focused === around) left.current?.focus({ preventScroll: true });
  }, [inert]);

  return { body, holder };
}
