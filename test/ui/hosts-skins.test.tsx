import { run } from 'axe-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import '../../stories/themes/host.css';
import { skins } from '../../stories/themes/themes.ts';
import { contrast, grounds, pixelOf } from './contrast.ts';
import { components } from './hosts-samples.tsx';

const sheet = document.head.appendChild(document.createElement('style'));
const looks = ['', ...Object.keys(skins)].flatMap((skin) => ['light', 'dark'].map((theme) => ({ skin, theme })));

beforeEach(() => page.viewport(528, 1000));
afterEach(() => void (sheet.textContent = ''));

describe.each(looks)('skin "$skin", $theme', ({ skin, theme }) => {
  beforeEach(() => void (sheet.textContent = `${skins[skin] ?? ''} * { transition: none !important; }`));

  it.each(Object.entries(components))('has words and edges that are seen: %s', async (_, component) => {
    const { container } = await render(
      <main
        data-theme={theme}
        data-skin={skin}
        style={theme === 'dark' ? { background: '#111316', color: '#eee' } : { background: '#fff' }}
      >
        {component}
      </main>,
    );
    expect(getComputedStyle(container.querySelector('[data-elicit-root]') as Element).colorScheme).toBe(theme);
    const { violations, passes } = await run(container, { resultTypes: ['violations', 'passes'] });
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`)),
    ).toEqual([]);
    expect(passes.find(({ id }) => id === 'color-contrast')?.nodes.length).toBeGreaterThan(0);
    expect(faintEdges(container)).toEqual([]);
  });
});

describe.each(['', ...Object.keys(skins)])('skin "%s"', (skin) => {
  it.each(Object.entries(components))('leaves nothing too small for a finger: %s', async (_, component) => {
    sheet.textContent = skins[skin] ?? '';
    for (const width of [360, 1100]) {
      await page.viewport(width, 1000);
      const { container, unmount } = await render(<main data-skin={skin}>{component}</main>);
      expect(smallTargets(container), `${width}px`).toEqual([]);
      await unmount();
    }
  });
});

it('would tell a target that is too small', async () => {
  sheet.textContent = '[data-elicit=commit] { min-height: 0 !important; height: 23px; }';
  const { container } = await render(<main>{components['ChoiceList']}</main>);
  expect(smallTargets(container)).toEqual([expect.stringMatching(/^commit \d+ × 23$/)]);
});

it('compact changes density and shape, and no colour', async () => {
  const { container } = await render(<main>{components['ChoiceList']}</main>);
  const card = container.querySelector('[data-elicit=card]') as Element;
  const looks = () => {
    const { backgroundColor, color, borderRadius } = getComputedStyle(card);
    const heights = [...container.querySelectorAll('[data-elicit=choice], [data-elicit=commit]')].map(
      (part) => part.getBoundingClientRect().height,
    );
    return { colours: [backgroundColor, color], corners: borderRadius, heights };
  };
  // A row that was never drawn has the height that it was guessed to have.
  const drawn = '* { content-visibility: visible !important; }';
  sheet.textContent = drawn;
  const before = looks();
  sheet.textContent = `${skins['compact'] ?? ''} ${drawn}`;
  const after = looks();
  expect(after.colours).toEqual(before.colours);
  expect([before.corners, after.corners]).toEqual(['16px', '0px']);
  const ratios = after.heights.map((height, at) => height / (before.heights[at] ?? 0));
  expect(Math.max(...ratios)).toBeLessThan(0.8);
});

it.each(['', 'meridian', 'console', 'paper', 'compact'])(
  'skin "%s" gives more contrast to who asks for it',
  async (skin) => {
    sheet.textContent = skins[skin] ?? '';
    const { container } = await render(<main data-theme="light">{components['SeatPicker']}</main>);
    const seat = container.querySelector('[data-tier="0"][data-seat]') as Element;
    const root = container.querySelector('[data-elicit=card]') as Element;
    expect(getComputedStyle(seat).borderTopColor).not.toBe(getComputedStyle(root).color);
    (container.firstElementChild as HTMLElement).dataset['contrast'] = 'more';
    expect(getComputedStyle(seat).borderTopColor).toBe(getComputedStyle(root).color);
  },
);

it('would tell words and edges that are faint', async () => {
  sheet.textContent = '[data-elicit-root] { --elicit-neutral-5: #ddd; --elicit-neutral-6: #bbb; }';
  const { container } = await render(<main data-theme="light">{components['SeatPicker']}</main>);
  const { violations } = await run(container);
  expect(violations.map(({ id }) => id)).toEqual(['color-contrast']);
  expect(faintEdges(container)).toContainEqual(expect.stringMatching(/^seat 1\.\d/));
});

/** Controls under 24 px either way; a radio or box counts with the words that it goes by, or its row. */
function smallTargets(container: Element): string[] {
  return [...container.querySelectorAll<HTMLElement>('button, select, textarea, input, a[href], summary')].flatMap(
    (control) => {
      const { width, height } = (control.closest('label, [data-elicit=table-row]') ?? control).getBoundingClientRect();
      const isShown = control.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });
      if (!isShown || Math.min(width, height) > 23.99) return [];
      return [`${control.dataset['elicit'] || control.tagName} ${Math.round(width)} × ${Math.round(height)}`];
    },
  );
}

/** Controls whose border is less than 3:1 from what is round them and from what they are filled with. */
function faintEdges(container: Element): string[] {
  const bordered = [...container.querySelectorAll<HTMLElement>('button, select, input')].filter((control) => {
    const { borderTopWidth, borderTopStyle, appearance } = getComputedStyle(control);
    // What cannot be pressed needs no edge, and a native box draws its own.
    if (control.ariaDisabled === 'true' || control.matches('[type=radio], [type=checkbox]') || !appearance)
      return false;
    return borderTopStyle !== 'none' && borderTopWidth !== '0px' && !control.matches('[data-elicit=more]');
  });
  return bordered.flatMap((control) => {
    const edge = pixelOf([...grounds(control), getComputedStyle(control).borderTopColor]);
    const round = pixelOf(grounds(control.parentElement));
    const ratio = contrast(edge, round);
    return ratio < 3 ? [`${control.dataset['elicit'] || control.tagName} ${ratio.toFixed(2)}`] : [];
  });
}
