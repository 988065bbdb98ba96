import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import readme from '../../README.md?raw';
import '../../src/styles.css';
import { contrast, grounds, pixelOf } from './contrast.ts';
import { components } from './hosts-samples.tsx';

const sheet = document.head.appendChild(document.createElement('style'));
const [copied = ''] = /\[data-elicit-root\] \{[^}]*\}/.exec(readme) ?? [];
const brand = (colour: string) => `[data-elicit-root] { --elicit-brand: ${colour} }`;
const themes = [copied, '', brand('#000'), brand('#b3261e'), brand('#0d7338')];

const asked = (
  <>
    {components['MultiChoiceList']}
    {components['ReviewText']}
  </>
);

beforeEach(() => page.viewport(528, 1000));
afterEach(() => void (sheet.textContent = ''));

it('finds the line that people copy', () => expect(copied).toContain('--elicit-brand'));

it.each(themes.flatMap((theme) => ['light', 'dark'].map((scheme) => ({ theme, scheme }))))(
  'gives words that can be read: $theme, $scheme',
  async ({ theme, scheme }) => {
    sheet.textContent = `${theme} * { transition: none !important; }`;
    const { container } = await render(<main data-theme={scheme}>{asked}</main>);
    const faint = ['choice-label', 'choice-description', 'commit', 'change'].flatMap((part) => {
      const within = part.startsWith('choice') ? '[data-state=selected] ' : '';
      const element = container.querySelector(`${within}[data-elicit=${part}]`);
      if (!element) return [`${part} is missing`];
      const ratio = contrast(pixelOf([getComputedStyle(element).color]), pixelOf(grounds(element)));
      return ratio < 4.5 ? [`${part} ${ratio.toFixed(2)}`] : [];
    });
    expect(faint).toEqual([]);
  },
);
