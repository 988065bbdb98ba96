import type { KeyboardEvent, MouseEvent } from 'react';

/**
 * Scroll what a key or a press has reached into view, clear of the card's sticky buttons. Browsers leave some of it
 * behind them, WebKit every control, Chromium a textarea; and they grow over it when a seat is chosen.
 *
 * Not at a focus event: WebKit sends none for a part of a date, and scrolls by itself after the others.
 *
 * @see https://www.w3.org/TR/WCAG22/#focus-not-obscured-minimum
 */
export function clearOfDock(event: KeyboardEvent<HTMLElement> | MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const key = 'key' in event && event.key;
  const shown = target.closest<HTMLElement>('label, button') ?? (key && target);
  const dock = event.currentTarget.querySelector<HTMLElement>('[data-elicit="dock"], [data-elicit="footer"]');
  // What is typed moves nothing.
  if ((key && key.length === 1) || !shown || !dock || dock.contains(shown)) return;
  // The card is drawn with what the press has changed.
  requestAnimationFrame(() => {
    shown.style.scrollMarginBlockEnd = `${dock.offsetHeight + 8}px`;
    shown.scrollIntoView({ block: 'nearest' });
  });
}
