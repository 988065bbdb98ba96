import { run } from 'axe-core';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import styles from '../../src/styles.css?inline';
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
    button, [type='button'] { -webkit-appearance: button; background-color: transparent; background-image: none; }
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

describe.each(Object.entries(resets))('with %s in a layer before ours', (_, reset) => {
  it.each(Object.entries(components))('%s looks as it does without', async (__, component) => {
    host(`${styles} ${still} body { margin: 0; line-height: 1.5; }`);
    const { container } = await show(component);
    const without = looksOf(container);
    expect(without.length).toBeGreaterThan(3);
    host(`@layer reset, elicitkit; @layer reset { ${reset} } ${styles} ${still} body { margin: 0; line-height: 1.5; }`);
    expect(looksOf(container)).toEqual(without);
  });

  it('the focus has a ring', async () => {
    host(`@layer reset, elicitkit; @layer reset { ${reset} } ${styles} ${still}`);
    await show(components['Confirm'] as ReactElement);
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.tagName).toBe('BUTTON');
    expect(getComputedStyle(document.activeElement as Element).outlineWidth).toBe('2px');
    expect(getComputedStyle(document.activeElement as Element).outlineStyle).toBe('solid');
  });
});

describe.each(Object.entries(resets))('with %s outside any layer, which wins', (_, reset) => {
  it.each(Object.entries(components))('nothing sticks out of %s; it is read and pressed', async (__, component) => {
    host(`${styles} ${reset} ${still}`);
    const { container } = await show(component);
    expect(overflow()).toEqual([]);
    expect(small(container)).toEqual([]);
    const { violations } = await run(container, { runOnly: ['color-contrast'] });
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([]);
  });
});

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

/** What is pressed and smaller than 24 px: a control, or the label round it. */
function small(container: Element): string[] {
  const targets = [...container.querySelectorAll('button, input, select')].map(
    (control) => control.closest('label') ?? control,
  );
  expect(targets.length).toBe(container.querySelectorAll('button, input, select').length);
  return targets
    .filter((target) => target.checkVisibility())
    .filter((target) => Math.min(target.getBoundingClientRect().width, target.getBoundingClientRect().height) < 24)
    .map((target) => target.outerHTML.slice(0, 120));
}

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
      return `${element.dataset['elicit'] ?? element.tagName}: ${place}, ${words}, ${backgroundColor} ${edge}`;
    });
}
