import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import core from '../../src/core.css?inline';
import styles from '../../src/styles.css?inline';
import { components } from './hosts-samples.tsx';

const sheet = document.head.appendChild(document.createElement('style'));
afterEach(() => void (sheet.textContent = ''));

const ofTravel = /Flight|Seat/;
const others = Object.entries(components).filter(([name]) => !ofTravel.test(name));

it('is tried with most components', () => expect(others.length).toBeGreaterThan(5));

it.each(others)('core.css alone makes of %s what styles.css does', async (_, component) => {
  for (const width of [320, 528, 900]) {
    // oxlint-disable-next-line no-await-in-loop
    await page.viewport(width, 900);
    // oxlint-disable-next-line no-await-in-loop
    const { container, unmount } = await render(<main>{component}</main>);
    sheet.textContent = styles;
    const whole = looksOf(container);
    sheet.textContent = core;
    expect(looksOf(container)).toEqual(whole);
    sheet.textContent = '';
    expect(looksOf(container)).not.toEqual(whole);
    // oxlint-disable-next-line no-await-in-loop
    await unmount();
  }
});

it.each(Object.entries(components).filter(([name]) => ofTravel.test(name)))(
  'styles.css adds to %s',
  async (_, component) => {
    const { container } = await render(<main>{component}</main>);
    sheet.textContent = styles;
    const whole = looksOf(container);
    sheet.textContent = core;
    expect(looksOf(container)).not.toEqual(whole);
  },
);

/** Without custom properties: those of travel are in `styles.css` alone. */
const properties = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'));

/** What each element and its pseudo-elements look like. */
function looksOf(container: Element): string[] {
  return [...container.querySelectorAll('*')].flatMap((element) =>
    ['', '::before', '::after'].map((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      const values = properties.map((name) => style.getPropertyValue(name));
      return `${element.outerHTML.slice(0, 80)}${pseudo} ${values.join(' ')}`;
    }),
  );
}
