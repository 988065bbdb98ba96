import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * Keep the newest in view, unless the person scrolled up.
 *
 * It follows down, and never past the top of an open question. Where a card collapses, the room it leaves stays blank
 * until something new fills it, so that nothing in view moves; only when all else would be out of view does it go up.
 *
 * @param acts - how often the person said or answered something; one more follows again
 */
export function useFollow(acts: number): Follow {
  const scroller = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  /** Where it stood last, whoever scrolled: less than that is the person's doing. */
  const last = useRef(0);
  const [isAway, setIsAway] = useState(false);

  const settle = useCallback(() => {
    const [outer, inner] = [scroller.current, column.current];
    if (outer === null || inner === null) return;
    const top = outer.scrollTop;
    const target = following.current ? targetOf(outer, inner) : top;
    if (target !== top) outer.scrollTop = target;
    last.current = outer.scrollTop;
    keepRoom(outer, inner);
    setIsAway(!following.current && isFarFromNewest(outer, inner));
  }, []);

  const follow = useCallback(() => {
    following.current = true;
    settle();
  }, [settle]);

  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, column.current];
    if (outer === null || inner === null) return;
    last.current = outer.scrollTop;
    const onScroll = () => {
      const { scrollTop } = outer;
      const bottom = bottomOf(outer, inner);
      if (scrollTop < last.current - 1) following.current = false;
      if (scrollTop >= bottom - near) following.current = true;
      last.current = scrollTop;
      keepRoom(outer, inner);
      setIsAway(!following.current && isFarFromNewest(outer, inner));
    };
    const observer = new ResizeObserver(settle);
    observer.observe(outer);
    observer.observe(inner);
    outer.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      outer.removeEventListener('scroll', onScroll);
    };
  }, [settle]);

  useEffect(() => {
    if (acts > 0) follow();
  }, [acts, follow]);

  return { scroller, column, isAway, follow };
}

interface Follow {
  /** What scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  /** What grows, in an element of its own in what scrolls. */
  column: RefObject<HTMLDivElement | null>;
  /** The person scrolled up, and the newest is far away. */
  isAway: boolean;
  follow: () => void;
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

/** Where to scroll to, so that the newest is in view. */
function targetOf(outer: HTMLElement, inner: HTMLElement): number {
  const top = outer.scrollTop;
  const bottom = bottomOf(outer, inner);
  const card = [...outer.querySelectorAll('[data-part="elicit-card"]')].at(-1);
  const anchor = card ?? [...outer.querySelectorAll('[data-part="receipt"]')].at(-1);
  const start = anchor ? startOf(anchor, outer) - margin : bottom;
  // Below is more to see: go on, but leave the beginning of a question in view.
  if (bottom > top) return card ? Math.max(top, Math.min(bottom, start)) : bottom;
  return Math.max(bottom, Math.min(top, start));
}

/**
 * Where a question or its answer begins: with what the person said and answered before it, as far as that leaves most
 * of the view to the question itself.
 */
function startOf(part: Element, outer: HTMLElement): number {
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  const before = [[...outer.querySelectorAll('.bubble')].at(-1), part.closest('.tool-call')];
  const fits = before.find((element) => element && topOf(part) - topOf(element) <= outer.clientHeight * leadIn);
  return topOf(fits ?? part) - topOf(outer) + outer.scrollTop;
}

/** Nothing of the newest is in view, nor an open card whose buttons the way back would cover. */
function isFarFromNewest(outer: HTMLElement, inner: HTMLElement): boolean {
  const view = outer.getBoundingClientRect();
  const isCovered = [...outer.querySelectorAll('[data-part="elicit-card"]')].some((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return top < view.bottom && bottom > view.bottom - 64;
  });
  return !isCovered && bottomOf(outer, inner) - outer.scrollTop > outer.clientHeight / 2;
}

/** The share of the view that what came before a question may take. */
const leadIn = 0.28;
const margin = 16;
const near = 48;
