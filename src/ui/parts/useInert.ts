import { useRef, type RefObject } from 'react';
import { focusedNear } from './focused-near.ts';
import { useBrowserLayoutEffect } from './useBrowserLayoutEffect.ts';

/**
 * Hold a part of a card still while its answer is on the way.
 *
 * Focus inside it would be lost to the page, so it waits on `holder` and returns to where it was. `inert` is set on
 * the element itself because React 18 does not know the attribute.
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
    if (!body.current) return;
    if (inert) {
      left.current = focusedIn(body.current);
      if (left.current) holder.current?.focus({ preventScroll: true });
    }
    body.current.inert = inert;
    if (!inert && left.current) {
      if (focusedIn(holder.current) === holder.current) left.current.focus({ preventScroll: true });
      left.current = null;
    }
  }, [inert]);

  return { body, holder };
}

function focusedIn(element: HTMLElement | null): HTMLElement | null {
  const focused = element && focusedNear(element);
  return focused instanceof HTMLElement && element?.contains(focused) ? focused : null;
}
