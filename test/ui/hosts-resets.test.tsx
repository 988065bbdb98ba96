import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import styles from '../../src/styles.css?inline';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { components } from './hosts-samples.tsx';
import { overflow } from './page.ts';

// What the well-known ones do to elements that we use.
const resets: Readonly<Record<string, string>> = {
  'modern-normalize': `
    *, ::before, ::after { box-sizing: border-box; }
    html { font-family: system-ui, sans-serif; line-height: 1.15; tab-size: 4; }
    body { margin: 0; }
    b, strong { font-weight: bolder; }
    sup { font-size: 75%; line-height: 0; position: relative; vertical-align: baseline; top: -0.5em; }
    button, input, select { font-family: inherit; font-size: 100%; line-height: 1.15; margin: 0; }
    button, [type='button'] { -webkit-appearance: button; }
    legend { padding: 0; }`,
  'the preflight of Tailwind': `
    *, ::before, ::after { box-sizing: border-box; border: 0 solid #e5e7eb; }
    html { line-height: 1.5; font-family: ui-sans-serif, system-ui, sans-serif; }
    body { margin: 0; line-height: inherit; }
    h1, h2, h3 { font-size: inherit; font-weight: inherit; }
    b, strong { font-weight: bolder; }
    button, input, select { font: inherit; letter-spacing: inherit; color: inherit; margin: 0; padding: 0; }
    button, input:where([type='button'], [type='reset'], [type='submit']) { -webkit-appearance: button; background-color: transparent; background-image: none; }
    h1, h2, p, dl, dd, figure, pre { margin: 0; }
    fieldset, legend { margin: 0; padding: 0; }
    ol, ul, menu { list-style: none; margin: 0; padding: 0; }
    button, [role='button'] { cursor: pointer; }
    img, svg { display: block; vertical-align: middle; }
    img { max-width: 100%; height: auto; }
    input::placeholder { opacity: 1; color: #9ca3af; }`,
  'the reset of Eric Meyer': `
    html, body, div, span, h1, h2, p, strong, sup, dl, dt, dd, ol, ul, li, fieldset, form, label, legend, section {
      margin: 0; padding: 0; border: 0; font-size: 100%; font: inherit; vertical-align: baseline; }
    body { line-height: 1; }
    ol, ul { list-style: none; }`,
  'one that takes outlines away': `*, *:focus { margin: 0; padding: 0; box-sizing: border-box; } a:focus, :focus { outline: 0; }`,
};

const sheet = document.head.appendChild(document.createElement('style'));
const host = (css: string) => void (sheet.textContent = css);
const still = '* { transition: none !important; animation: none !important; }';

beforeEach(() => page.viewport(360, 800));
afterEach(() => {
  host('');
  document.documentElement.removeAttribute('style');
});

const show = (component: ReactElement) =>
  render(
    <main data-theme="light" style={{ padding: 16 }}>
      {component}
    </main>,
  );

const places: Readonly<Record<string, (reset: string) => string>> = {
  before: (reset) => `${reset} ${styles}`,
  after: (reset) => `${styles} ${reset}`,
  'in a layer, before ours in another': (reset) =>
    `@layer base, elicitkit; @layer base { ${reset} } @layer elicitkit { ${styles} }`,
};
const page16 = 'body { margin: 0; line-height: 1.5; }';

describe.each(Object.entries(resets))('with %s', (_, reset) => {
  describe.each(Object.entries(places))('%s', (__, together) => {
    it.each(Object.entries(components))('%s looks as it does without', async (___, component) => {
      host(`${styles} ${still} ${page16}`);
      const { container } = await show(component);
      const without = looksOf(container);
      expect(without.length).toBeGreaterThan(3);
      host(`${together(reset)} ${still} ${page16}`);
      expect(looksOf(container)).toEqual(without);
    });

    it('the focus has a ring', async () => {
      host(`${together(reset)} ${still}`);
      await show(components['Confirm'] as ReactElement);
      await userEvent.keyboard('{Tab}');
      expect(document.activeElement?.tagName).toBe('BUTTON');
      expect(getComputedStyle(document.activeElement as Element).outlineWidth).toBe('2px');
      expect(getComputedStyle(document.activeElement as Element).outlineStyle).toBe('solid');
    });
  });
});

describe('a class of the page', () => {
  const utility = '.gold { background: gold; margin: 7px; opacity: 0.5; cursor: help; }';
  const classes: Readonly<Record<string, string>> = {
    'after ours': `${styles} ${utility}`,
    'in a layer after ours': `@layer elicitkit { ${styles} } @layer utilities { ${utility} }`,
  };

  it.each(Object.entries(classes))('%s wins at every part, in every state', async (_, css) => {
    host(`${css} ${still}`);
    const { container } = await show(
      <>
        {Object.entries(components).map(([name, component]) => (
          <div key={name}>{component}</div>
        ))}
      </>,
    );
    const parts = [...container.querySelectorAll<HTMLElement>('[data-elicit]')];
    expect(parts.length).toBeGreaterThan(300);
    for (const part of parts) part.classList.add('gold');
    const lost = parts.filter((part) => {
      const { backgroundColor, marginTop, opacity, cursor } = getComputedStyle(part);
      return [backgroundColor, marginTop, opacity, cursor].join(' ') !== 'rgb(255, 215, 0) 7px 0.5 help';
    });
    expect(lost.map((part) => part.outerHTML.slice(0, 80))).toEqual([]);
  });
});

describe('markup of the page', () => {
  const names =
    'root label title row track header footer menu item list card message summary commit seat chip day hint';
  const foreign = (
    <>
      {names.split(' ').map((name) => (
        <div
          key={name}
          data-scope="tabs"
          data-part={name}
          data-state="selected"
          data-kind="galley"
          data-tier="2"
          style={{ font: '16px serif' }}
        >
          <p dir="auto">
            Words, <strong>strong</strong> and <small>small</small>, <a href="#there">a link</a>
          </p>
          <button type="button" data-part={name} data-note="" data-letter="A">
            Press
          </button>
          <input type="radio" aria-label="Radio" /> <input aria-label="Text" />
          <select aria-label="Select" /> <textarea aria-label="More" />
          <fieldset>
            <legend>Legend</legend>
            <ul>
              <li>Item</li>
            </ul>
          </fieldset>
        </div>
      ))}
    </>
  );

  it.each([
    ['beside our cards', foreign],
    [
      'inside one',
      <ElicitCard key="card" state="pending" toolName="book" message="Which?">
        {foreign}
      </ElicitCard>,
    ],
  ])('%s keeps its looks', async (_, markup) => {
    const { container } = await show(markup);
    const own = [...container.querySelectorAll('[data-scope], [data-scope] *')];
    expect(own.length).toBeGreaterThan(200);
    const said = () =>
      own.map((element) => {
        const style = getComputedStyle(element);
        return properties.map((name) => style.getPropertyValue(name)).join();
      });
    const without = said();
    host(styles);
    const differing = said().flatMap((looks, at) => (looks === without[at] ? [] : [own[at]?.outerHTML.slice(0, 60)]));
    expect(differing).toEqual([]);
  });
});

const properties = [
  'display',
  'position',
  'box-sizing',
  'margin-top',
  'margin-left',
  'padding-top',
  'padding-left',
  'border-top-width',
  'border-top-style',
  'border-top-left-radius',
  'background-color',
  'background-image',
  'box-shadow',
  'font-weight',
  'text-transform',
  'cursor',
  'gap',
  'list-style-type',
  'float',
  'opacity',
  'overflow-x',
  'min-inline-size',
  'min-block-size',
  'max-inline-size',
  'accent-color',
  'touch-action',
  'appearance',
  'content-visibility',
  'clip-path',
  'transform',
];

describe('where the page says that a rem is ten pixels', () => {
  it.each(Object.entries(components))('--elicit-text-scale: 1.6 gives %s its size', async (_, component) => {
    host(`${styles} ${still} body { margin: 0; line-height: 1.5; font-size: 16px; }`);
    const { container } = await show(component);
    const usual = looksOf(container);
    host(`${styles} ${still} body { margin: 0; line-height: 1.5; font-size: 16px; }
      html { font-size: 62.5%; } [data-elicit-root] { --elicit-text-scale: 1.6; }`);
    expect(getComputedStyle(document.documentElement).fontSize).toBe('10px');
    expect(looksOf(container)).toEqual(usual);
    expect(overflow()).toEqual([]);
  });
});

it('what the host holds inert itself looks as the host has it, and our cards in it are not dimmed twice', async () => {
  host(styles);
  const { container } = await render(
    <div ref={(element) => element?.setAttribute('inert', '')}>
      Elsewhere
      {components['Confirm']}
    </div>,
  );
  const opacities = [...container.querySelectorAll('*')].map((element) => getComputedStyle(element).opacity);
  expect(new Set(opacities)).toEqual(new Set(['1']));
});

/** Where everything stands, and how its words, edges and grounds are. */
function looksOf(container: Element): string[] {
  return [...container.querySelectorAll<HTMLElement>('[data-elicit-root], [data-elicit-root] *')]
    .filter((element) => element.tagName !== 'OPTION' && !element.closest('svg > *'))
    .map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const { fontSize, fontWeight, color, backgroundColor, borderTopWidth, borderTopColor } =
        getComputedStyle(element);
      const place = [left, top, width, height].map((length) => length.toFixed(1)).join(' ');
      const edge = borderTopWidth === '0px' ? '' : borderTopColor;
      const words = [Number.parseFloat(fontSize).toFixed(1), fontWeight, color].join(' ');
      return `${element.dataset['elicit'] || element.tagName}: ${place}, ${words}, ${backgroundColor} ${edge}`;
    });
}
