import type { KeyboardEvent } from 'react';

/**
 * Scroll what a key has reached into view, clear of the card's sticky buttons. Browsers leave some of it behind them:
 * WebKit every control, Chromium a textarea.
 *
 * Not at a focus event: WebKit sends none for a part of a date, and scrolls by itself after the others.
 *
 * @see https://www.w3.org/TR/WCAG22/#focus-not-obscured-minimum
 */
export function clearOfDock({ currentTarget: card, target, key }: KeyboardEvent<HTMLElement>): void {
  const reached = target as HTMLElement;
  const dock = card.querySelector<HTMLElement>('[data-elicit="dock"], [data-elicit="footer"]');
  // What is typed moves nothing.
  if (key.length === 1 || !dock || dock.contains(reached)) return;
  const shown = reached.closest('label') ?? reached;
  shown.style.scrollMarginBlockEnd = `${dock.offsetHeight + 8}px`;
  shown.scrollIntoView({ block: 'nearest' });
}
