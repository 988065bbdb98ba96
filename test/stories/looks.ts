import { run } from 'axe-core';
import { page } from 'vitest/browser';
import { cut, emulate, overflow } from '../ui/page.ts';

/**
 * What is wrong to see on this page in each width that a chat has.
 *
 * @param frame - what has the page's width: the parent of all components but dialogs
 */
export async function wrongInWidths(frame: HTMLElement): Promise<string[]> {
  frame.style.inlineSize = '100%';
  const found: string[] = [];
  for (const width of widths) {
    await page.viewport(width + margins, 6000);
    await settle();
    found.push(...overflow().map((part) => `${width} px: ${part} is wider than the page`));
    found.push(...cut(meant).map((part) => `${width} px: ${part} cuts off its own text`));
  }
  return found;
}

/**
 * What is wrong to see on this page in dark colours, and in those that a person has set for all programs.
 *
 * @param frame - what is behind all components but dialogs
 */
export async function wrongInColours(frame: HTMLElement): Promise<string[]> {
  const still = document.head.appendChild(document.createElement('style'));
  still.textContent = '*, *::before, *::after { transition: none !important; animation: none !important; }';
  const themed = [...document.querySelectorAll<HTMLElement>('[data-theme]')];
  for (const one of themed) one.dataset['theme'] = 'dark';
  frame.style.background = '#111316';
  frame.style.color = '#eef0f3';
  const found = await faint('dark');
  for (const one of themed) one.dataset['theme'] = 'light';
  frame.style.background = 'Canvas';
  frame.style.color = 'CanvasText';
  await emulate('forced-colors', 'active');
  await settle();
  sayColours();
  found.push(...(await faint('forced colours')));
  await emulate('forced-colors', '');
  still.remove();
  return found;
}

const widths = [280, 360, 720, 1100];
/**
 * A list and an address scroll; a receipt has at most four lines of each, and what tells of a seat three, its place one. A
 * row of an inbox has two lines of its question, which opens whole, and a card six, with a button that shows the rest.
 */
const short = ['option-rows', 'address', 'receipt', 'detail-text', 'inbox-message'].map(
  (part) => `[data-elicit=${part}]`,
);
const whole = '[data-elicit=message]:has(+ [data-elicit=whole])';
const meant = [...short, whole, '[data-elicit=receipt] *', '[data-elicit=detail] strong'].join();
/** Around a story, on both sides. */
const margins = 32;

/** Two frames, for what measures itself. */
async function settle(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** The words that do not stand out from what is behind them. */
async function faint(look: string): Promise<string[]> {
  await settle();
  const { violations, incomplete } = await run(document.body, {
    runOnly: ['color-contrast'],
    resultTypes: ['violations', 'incomplete'],
  });
  // To axe, words in the colour of what is behind them may be hidden on purpose. None of ours are.
  const unseen = incomplete
    .flatMap(({ nodes }) => nodes)
    .filter(({ any }) => any.some(({ data }) => (data as { messageKey?: string } | null)?.messageKey === 'equalRatio'));
  return [...violations.flatMap(({ nodes }) => nodes), ...unseen].map(
    ({ html, any }) => `${look}: ${html} ${any.map(({ message }) => message).join('; ')}`,
  );
}

/**
 * Says for each element which colour its words have. axe reads it from a property that Chromium does not change with
 * the person's own colours, unless it is said.
 */
function sayColours(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-elicit-root] *')) {
    element.style.setProperty('-webkit-text-fill-color', getComputedStyle(element).color);
  }
}
