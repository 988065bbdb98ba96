// What the steps look at. These functions run in the page: each may use the others, and nothing else.

/** The elements that are shown. */
export function all<E extends Element = HTMLElement>(css: string): E[] {
  return [...document.querySelectorAll<E>(css)].filter((element) => element.checkVisibility());
}

export function words(element: Element | null | undefined): string {
  return (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Near enough to the accessible name. */
export function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = [...ids.map((id) => document.getElementById(id)), ...((element as HTMLInputElement).labels ?? [])];
  return element.getAttribute('aria-label') ?? (labels.map((label) => words(label)).join(' ') || words(element));
}

export function named<E extends Element>(css: string, pattern: string): E | undefined {
  return all<E>(css).find((element) => new RegExp(pattern).test(nameOf(element)));
}

export function button(pattern: string): HTMLButtonElement | undefined {
  return named('button', pattern);
}

export function field(pattern: string): HTMLInputElement | undefined {
  return named('input, textarea, select', pattern);
}

/** The radios of flights. */
export function flights(): HTMLInputElement[] {
  return all('[data-elicit="elicit-card"] input[type=radio]');
}

export function seats(): HTMLElement[] {
  return all('[data-elicit="seat"]');
}

export function receipts(): HTMLElement[] {
  return all('[data-elicit="receipt"]');
}

export function active(): HTMLElement {
  return document.activeElement as HTMLElement;
}

export function dialog(): HTMLElement | undefined {
  return all('[role="dialog"]')[0];
}

/** Whether the focus is on a button of this name. */
export function isOnButton(pattern: string): boolean {
  return active().tagName === 'BUTTON' && new RegExp(pattern).test(nameOf(active()));
}

/** By how many pixels the page is wider than the window. */
export function overflow(): number {
  return document.documentElement.scrollWidth - innerWidth;
}
