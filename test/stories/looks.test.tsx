import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import { ignore } from '../ui/page.ts';
import { wrongInColours, wrongInWidths } from './looks.ts';

/** What is wrong with a question to which this style was added. */
async function wrongWith(style: string): Promise<string[]> {
  const { container } = await render(
    <main data-theme="light" style={{ padding: 16, boxSizing: 'border-box' }}>
      <style>{style}</style>
      <Confirm message="Shall I go on?" onRespond={ignore} />
    </main>,
  );
  const frame = container.querySelector('main') as HTMLElement;
  return [...(await wrongInWidths(frame)), ...(await wrongInColours(frame))];
}

it('finds nothing wrong with a question', async () => expect(await wrongWith('')).toEqual([]));

it('tells of what does not fit', async () => {
  expect(await wrongWith('[data-elicit=card] { inline-size: 500px }')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^280 px: /), expect.stringMatching(/^360 px: /)]),
  );
  expect(await wrongWith('[data-elicit=title] { block-size: 4px; overflow: hidden }')).toContain(
    '1100 px: title cuts off its own text',
  );
});

it('tells of words that are not seen in the dark', async () => {
  const found = await wrongWith('[data-elicit=title] { color: #15181c }');
  expect(found).toEqual([expect.stringMatching(/^dark: .*Shall I go on/)]);
});

it('tells of words that are not seen in the person’s own colours', async () => {
  const own = '@media (forced-colors: active) { [data-elicit=title] { forced-color-adjust: none; color: Canvas } }';
  expect(await wrongWith(own)).toEqual([expect.stringMatching(/^forced colours: .*Shall I go on/)]);
});
