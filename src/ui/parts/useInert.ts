import { useRef, type RefObject } from 'react';
import { focusedNear } from './focused-near.ts';
import { useBrowserLayoutEffect } from './useBrowserLayoutEffect.ts';

/**
 * Make a part of a card inert, such as while its answer is being sent.
 *
 * Focus inside would be lost, so move it to `holder`, or else to the card around it, and restore it afterwards. Set
 * `inert` on the element itself because React 18 does not know the attribute.
 */
export function useInert(inert: boolean): {
  body: RefObject<HTMLDivElement | null>;
  holder: RefObject<HTMLDivElement | null>;
} {
  const body = useRef<HTMLDivElement | null>(null);
  const holder = useRef<HTMLDivElement | null>(null);
  const left = useRef<HTMLElement | null>(null);

  // Run this before the effects of the content, which may move the focus on.
  useBrowserLayoutEffect(() => {
    const held = body.current as HTMLDivElement;
    const around = holder.current ?? held.closest<HTMLElement>('[data-elicit="elicit-card"]');
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
