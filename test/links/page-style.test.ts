import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pageStyle } from '../../src/links/page-style.ts';

// What the style sheet has, with its variables resolved: a test of the documents compares the two.
const reference = readFileSync(new URL('../../docs/theming-reference.md', import.meta.url), 'utf8');

/** The page is one text for all browsers, also for those that know no colours made from others. */
const written: Record<string, string> = { 'oklch(from #0b5fd0 max(l, 0.74) min(c, 0.13) h)': '#77acfc' };

/** A colour of the components, in light and in dark. */
function themed(name: string): string[] {
  const [, light = '', dark = ''] =
    new RegExp(`^\\| \`--elicit-${name}\` +\\|[^|]*\\| \`([^\`]*)\` +\\| \`([^\`]*)\``, 'm').exec(reference) ?? [];
  return [light, written[dark] ?? dark];
}

it('the page of a link has the colours of the components', () => {
  const set = [...pageStyle.matchAll(/--([\w-]+): (#\w+|color-mix\([^)]*\));/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const names = new Set(set.map(([name = '']) => name));
  expect(names.size).toBeGreaterThan(12);
  for (const name of names) {
    expect(
      set.filter(([one]) => one === name).map(([, value]) => value),
      name,
    ).toEqual(themed(name));
  }
});

it('the style sheet of a link loads nothing', () => {
  expect(pageStyle).not.toMatch(/url\(|@import|<\//);
});
