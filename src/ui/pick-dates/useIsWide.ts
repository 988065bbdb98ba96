import { useState, type RefObject } from 'react';
import { useBrowserLayoutEffect } from '../parts/useBrowserLayoutEffect.ts';

/** Whether the card around an element has this width. On a server it has not. */
export function useIsWide(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [isWide, setIsWide] = useState(false);
  useBrowserLayoutEffect(() => {
    const seen = element.current?.closest<HTMLElement>('[data-elicit-root]') as HTMLElement;
    const measure = () => setIsWide(Math.ceil(seen.offsetWidth) >= width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(seen);
    return () => observer.disconnect();
  }, [element, width]);
  return isWide;
}
