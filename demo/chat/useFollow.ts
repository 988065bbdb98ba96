import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * Keeps the newest content in view, unless the person scrolled up.
 *
 * It scrolls down, but never past the top of an open question. When a card collapses, its room stays blank until new
 * content fills it, so that nothing in view moves. It scrolls up only if nothing else would remain in view.
 *
 * @param acts - how often the person said or answered something; each new act resumes following
 */
export function useFollow(acts: number): Follow {
  const scroller = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  /** The last scroll position, whoever set it. A smaller one means that the person scrolled up. */
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
  /** The scrolling element. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The growing content, in an element of its own inside the scroller. */
  column: RefObject<HTMLDivElement | null>;
  /** The person scrolled up, far from the newest content. */
  isAway: boolean;
  follow: () => void;
}

/** The largest scroll position without blank room below. */
function bottomOf(outer: HTMLElement, inner: HTMLElement): number {
  return Math.max(0, inner.offsetTop + inner.offsetHeight - outer.clientHeight);
}

/** Keep the content tall enough for the current position: browsers scroll up when it becomes too short. */
function keepRoom(outer: HTMLElement, inner: HTMLElement): void {
  const room = inner.parentElement;
  if (room !== null && room !== outer) room.style.minBlockSize = `${outer.scrollTop + outer.clientHeight}px`;
}

/** The scroll position that shows the newest content. */
function targetOf(outer: HTMLElement, inner: HTMLElement): number {
  const top = outer.scrollTop;
  // Nothing was said yet: the page is read from its start.
  if (inner.querySelector('.welcome') !== null) return top;
  const bottom = bottomOf(outer, inner);
  const card = [...outer.querySelectorAll('[data-elicit="elicit-card"]')].at(-1);
  const anchor = card ?? [...outer.querySelectorAll('[data-elicit="receipt"]')].at(-1);
  // While a question is open, an earlier one may have the focus: its answer is being changed, or was left as it was.
  const focused = card && outer.ownerDocument.activeElement?.closest('[data-elicit="elicit-item"]');
  const start = anchor ? Math.min(startOf(anchor, outer), topIn(outer, focused ?? anchor)) - margin : bottom;
  // There is more below: scroll down, but keep the start of a question in view.
  if (bottom > top) return card ? Math.max(top, Math.min(bottom, start)) : bottom;
  return Math.max(bottom, Math.min(top, start));
}

/**
 * The start of a question or its receipt. Includes the message or call before it, if that leaves most of the view to
 * the question, and hides no end that would be in view without it.
 */
function startOf(part: Element, outer: HTMLElement): number {
  const view = outer.clientHeight;
  const { top, bottom, height } = part.getBoundingClientRect();
  const before = [[...outer.querySelectorAll('.bubble')].at(-1), part.closest('.tool-call')];
  const fits = before.find((element) => {
    if (!element || top - topOf(element) > view * leadIn) return false;
    return height > view || bottom - topOf(element) <= view - margin;
  });
  return topIn(outer, fits ?? part);
}

/** The scroll position with this at its top. */
function topIn(outer: HTMLElement, element: Element): number {
  return topOf(element) - topOf(outer) + outer.scrollTop;
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** Whether the newest content is out of view, and no open card's buttons are where the way back would cover them. */
function isFarFromNewest(outer: HTMLElement, inner: HTMLElement): boolean {
  const view = outer.getBoundingClientRect();
  const isCovered = [...outer.querySelectorAll('[data-elicit="elicit-card"]')].some((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return top < view.bottom && bottom > view.bottom - 64;
  });
  return !isCovered && bottomOf(outer, inner) - outer.scrollTop > outer.clientHeight / 2;
}

/** The largest share of the view for the part before a question. */
const leadIn = 0.28;
const margin = 16;
const near = 48;
