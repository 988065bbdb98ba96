import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import core from '../../src/core.css?inline';
import flights from '../../src/flights.css?inline';
import questions from '../../src/questions.css?inline';
import seats from '../../src/seats.css?inline';
import styles from '../../src/styles.css?inline';
import { components } from './hosts-samples.tsx';

const sheet = document.head.appendChild(document.createElement('style'));
afterEach(() => void (sheet.textContent = ''));

/** A row that was never drawn has the height that it was guessed to have. */
const drawn = '* { content-visibility: visible !important; }';
const names = new Map([
  [core, 'core.css'],
  [flights, 'flights.css'],
  [questions, 'questions.css'],
  [seats, 'seats.css'],
]);
/** Which sheets draw a component, by its name. */
const sheetsOf: readonly [what: RegExp, css: readonly string[]][] = [
  [/Flight/, [core, flights]],
  [/Flight/, [core, seats, flights]],
  [/Seat/, [core, seats]],
  [/Seat/, [core, flights, seats]],
  [/Date|File|Review|Row|groups/, [core, questions]],
  [/Date|File|Review|Row|groups/, [core, flights, questions]],
  [/^(?!.*(Date|File|Flight|Review|Row|Seat|groups))/, [core]],
  [/^(?!.*(Date|File|Flight|Review|Row|Seat|groups))/, [core, flights, seats]],
];
const cases = sheetsOf.flatMap(([what, css]) =>
  Object.entries(components)
    .filter(([name]) => what.test(name))
    .map(([name, component]) => ({ name, component, css, sheets: css.map((one) => names.get(one)).join(' and ') })),
);

it('is tried with every component', () =>
  expect(new Set(cases.map(({ name }) => name))).toEqual(new Set(Object.keys(components))));

it.each(cases)('$sheets make of $name what styles.css does', async ({ component, css }) => {
  for (const width of [320, 528, 900]) {
    await page.viewport(width, 900);
    const { container, unmount } = await render(<main>{component}</main>);
    sheet.textContent = styles + drawn;
    const whole = looksOf(container);
    sheet.textContent = css.join('\n') + drawn;
    expect(looksOf(container)).toEqual(whole);
    sheet.textContent = css.slice(0, -1).join('\n') + drawn;
    // Of three, the one that is left out may be another component's.
    const isNeeded = css.length > 2 || looksOf(container).join() !== whole.join();
    expect(isNeeded).toBe(true);
    await unmount();
  }
});

/** Without custom properties: those of travel are in `styles.css` alone. */
const properties = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'));

/** What each element and its pseudo-elements look like. */
function looksOf(container: Element): string[] {
  return [...container.querySelectorAll('*')].flatMap((element) =>
    ['', '::before', '::after'].map((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      const values = properties.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return `${element.outerHTML.slice(0, 80)}${pseudo} ${values.join('; ')}`;
    }),
  );
}
