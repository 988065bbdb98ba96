import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * Keep the newest in view, unless the person scrolled up.
 *
 * It only ever scrolls down, and never past the top of an open question. Where a card collapses, the room it leaves
 * stays blank until something new fills it, so that nothing else moves.
 *
 * @param acts - how often the person said or answered something; one more follows again
 */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  column: RefObject<HTMLElement | null>,
  acts: number,
): { isAway: boolean; follow: () => void } {
  const following = useRef(true);
  const [isAway, setIsAway] = useState(false);

  const settle = useCallback(() => {
    const [outer, inner] = [scroller.current, column.current];
    if (outer === null || inner === null) return;
    const top = outer.scrollTop;
    const bottom = bottomOf(outer, inner);
    const target = following.current ? Math.max(top, Math.min(bottom, topOfQuestion(outer) - margin)) : top;
    if (target !== top) outer.scrollTop = target;
    keepRoom(outer, inner);
    setIsAway(bottom - target > outer.clientHeight / 2);
  }, [scroller, column]);

  const follow = useCallback(() => {
    following.current = true;
    settle();
  }, [settle]);

  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, column.current];
    if (outer === null || inner === null) return;
    let last = outer.scrollTop;
    const onScroll = () => {
      const { scrollTop } = outer;
      const bottom = bottomOf(outer, inner);
      if (scrollTop < last - 1) following.current = false;
      if (scrollTop >= bottom - near) following.current = true;
      last = scrollTop;
      keepRoom(outer, inner);
      setIsAway(bottom - scrollTop > outer.clientHeight / 2);
    };
    const observer = new ResizeObserver(settle);
    observer.observe(outer);
    observer.observe(inner);
    outer.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      outer.removeEventListener('scroll', onScroll);
    };
  }, [scroller, column, settle]);

  useEffect(() => {
    if (acts > 0) follow();
  }, [acts, follow]);

  return { isAway, follow };
}

/** How far it can be scrolled before the blank room begins. */
function bottomOf(outer: HTMLElement, inner: HTMLElement): number {
  return Math.max(0, inner.offsetTop + inner.offsetHeight - outer.clientHeight);
}

/** Hold all that is in view open from below: a browser scrolls up when what is scrolled becomes too short. */
function keepRoom(outer: HTMLElement, inner: HTMLElement): void {
  const room = inner.parentElement;
  if (room !== null && room !== outer) room.style.minBlockSize = `${outer.scrollTop + outer.clientHeight}px`;
}

/**
 * Where the newest open question begins: with what the person said and answered before it, as far as that leaves most
 * of the view to the question itself.
 */
function topOfQuestion(outer: HTMLElement): number {
  const card = [...outer.querySelectorAll('[data-part="elicit-card"]')].at(-1);
  if (card === undefined) return Number.POSITIVE_INFINITY;
  const before = [[...outer.querySelectorAll('.bubble')].at(-1), card.closest('.tool-call'), card];
  const { top } = card.getBoundingClientRect();
  const fits = before.find((part) => part && top - part.getBoundingClientRect().top <= outer.clientHeight * leadIn);
  return (fits ?? card).getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop;
}

/** The share of the view that what came before a question may take. */
const leadIn = 0.4;
const margin = 16;
const near = 48;
