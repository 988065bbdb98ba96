import { useEffect, useRef, type RefObject } from 'react';

/** Keep an element from being used. Set on the element, because React 18 does not know the attribute. */
export function useInert(isInert: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current !== null) element.current.inert = isInert;
  }, [isInert]);
  return element;
}
