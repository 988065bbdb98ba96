import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { Choice } from '../../src/plugin.ts';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import type { ChoiceAnswer } from '../../src/ui/choice-list/ChoiceListRoot.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import type { ChoicesAnswer } from '../../src/ui/choice-list/MultiChoiceListRoot.tsx';
import { SchemaForm } from '../../src/ui/schema-form/SchemaForm.tsx';
import { ignore, overflow, tabStops } from './page.ts';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const press = (name: string) => page.getByRole('button', { name }).click();
const boxes = () => [...document.querySelectorAll('[data-elicit=choice-image]')];

describe('an answer of one’s own', () => {
  it('comes last, is written in a field that appears, and is the choice', async () => {
    const onRespond = vi.fn<(answer: ChoiceAnswer) => void>();
    const onDraftChange = vi.fn<(draft: ChoiceAnswer) => void>();
    await render(<ChoiceList choices={['a', 'b']} other onRespond={onRespond} onDraftChange={onDraftChange} />);
    expect(page.getByRole('textbox').elements()).toEqual([]);
    (radio('b').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    // Arrow keys go on through the choices.
    await expect.element(radio('Other…')).toHaveFocus();
    await press('Continue');
    await expect.element(page.getByRole('status')).toHaveTextContent('Write your answer first.');
    await expect.element(page.getByRole('textbox', { name: 'Your answer' })).toHaveFocus();
    await userEvent.keyboard(' c {Enter}');
    expect(onRespond.mock.calls).toEqual([[{ choice: 'c' }, { title: 'c' }]]);
    expect(onDraftChange.mock.lastCall).toEqual([{ choice: ' c ' }]);
  });

  it.each(['ltr', 'rtl'])('is written below its name, also beside pictures: %s', async (dir) => {
    const choices = [{ value: 'a', label: 'A', image: pixel }];
    for (const all of [choices, ['a']]) {
      const { unmount } = await render(
        <div dir={dir}>
          <ChoiceList choices={all} other draft={{ choice: 'mine' }} onRespond={ignore} />
        </div>,
      );
      await expect.element(page.getByRole('textbox')).toBeVisible();
      const name = radio('Other…').element().nextElementSibling?.getBoundingClientRect();
      const field = page.getByRole('textbox').element().getBoundingClientRect();
      const side = dir === 'rtl' ? 'right' : 'left';
      expect(Math.abs(field[side] - (name?.[side] ?? 0))).toBeLessThanOrEqual(1);
      await unmount();
    }
  });

  it('keeps its text while another choice is tried, and over a reload', async () => {
    const screen = await render(<ChoiceList choices={['a']} other draft={{ choice: 'mine' }} onRespond={ignore} />);
    const field = page.getByRole('textbox', { name: 'Your answer' });
    await expect.element(field).toHaveValue('mine');
    await radio('a').click();
    await expect.element(field).not.toBeInTheDocument();
    await radio('Other…').click();
    await expect.element(field).toHaveValue('mine');
    await expect.element(field).toHaveFocus();
    await screen.rerender(<ChoiceList choices={['a']} onRespond={ignore} />);
    await expect.element(radio('Other…')).not.toBeInTheDocument();
  });

  it('stays while it is typed, though it begins as a choice does', async () => {
    const onRespond = vi.fn<(answer: ChoiceAnswer) => void>();
    await render(<ChoiceList choices={['a']} other onRespond={onRespond} />);
    await radio('Other…').click();
    await userEvent.keyboard('ab');
    await press('Continue');
    expect(onRespond.mock.calls).toEqual([[{ choice: 'ab' }, { title: 'ab' }]]);
  });

  it('counts beside several choices', async () => {
    const onRespond = vi.fn<(answer: ChoicesAnswer) => void>();
    await render(
      <MultiChoiceList choices={['a', 'b']} other max={2} draft={{ choices: ['b', 'x'] }} onRespond={onRespond} />,
    );
    await expect.element(page.getByText('2 chosen')).toBeVisible();
    await press('Continue');
    await page.getByRole('checkbox', { name: 'a', exact: true }).click();
    await press('Continue');
    await expect.element(page.getByRole('status')).toHaveTextContent('Choose at most 2.');
    await userEvent.clear(page.getByRole('textbox'));
    await press('Continue');
    await expect.element(page.getByRole('status')).toHaveTextContent('Write your answer first.');
    await page.getByRole('checkbox', { name: 'Other…' }).click();
    await press('Continue');
    expect(onRespond.mock.calls).toEqual([
      [{ choices: ['b', 'x'] }, { title: 'b · x' }],
      [{ choices: ['a', 'b'] }, { title: 'a · b' }],
    ]);
  });
});

describe('groups, pictures and amounts', () => {
  const choices: Choice[] = [
    { value: 'r', label: 'Rye', group: 'Bread', amount: '$3.00', description: 'Dark', image: pixel },
    { value: 'w', label: 'Wine', group: 'Drinks', amount: '$9.00', image: 'https://127.0.0.1:1/none.png' },
    { value: 'o', label: 'Oat', group: 'Bread', image: 'javascript:alert(1)' },
    { value: 't', label: 'Tip' },
  ];

  it('a group has a name, and stands together', async () => {
    await render(<ChoiceList choices={choices} onRespond={ignore} />);
    const bread = page.getByRole('group', { name: 'Bread' });
    expect(bread.getByRole('radio').elements()).toEqual([radio('Rye').element(), radio('Oat').element()]);
    await expect.element(radio('Rye')).toHaveAccessibleDescription('$3.00 Dark');
    expect(await tabStops()).toHaveLength(2);
    (radio('Oat').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(radio('Wine')).toBeChecked();
  });

  it('a picture is loaded late and tells its server nothing, and only from where a page may', async () => {
    await render(<ChoiceList choices={choices} onRespond={ignore} />);
    const [image] = document.querySelectorAll<HTMLImageElement>('img');
    expect([image?.alt, image?.loading, image?.referrerPolicy]).toEqual(['', 'lazy', 'no-referrer']);
    expect(boxes()).toHaveLength(2);
    expect(document.body.innerHTML).not.toContain('javascript:');
  });

  it('one that does not load leaves no hole, and none of them moves a line', async () => {
    await render(<ChoiceList choices={choices} onRespond={ignore} />);
    await expect.poll(() => boxes().map((box) => box.textContent)).toEqual(['', 'W']);
    expect(boxes().map((box) => box.getBoundingClientRect().width)).toEqual([40, 40]);
  });

  it.each(['ltr', 'rtl'])('an amount is at the end of its line in %s, on one line at 280 px', async (dir) => {
    await page.viewport(280, 800);
    const long = { value: 'x', label: 'A label of several words', amount: `$${'1'.repeat(200)}`, image: pixel };
    await render(
      <div dir={dir}>
        <ChoiceList choices={[...choices, long]} onRespond={ignore} />
      </div>,
    );
    const [amount] = document.querySelectorAll('[data-elicit=choice-amount]');
    const row = amount!.parentElement!.getBoundingClientRect();
    const { left, right, height } = amount!.getBoundingClientRect();
    expect(dir === 'rtl' ? left - row.left : row.right - right).toBeCloseTo(12, 0);
    expect(height).toBeLessThan(30);
    expect(overflow()).toEqual([]);
  });

  it.each([280, 320, 360])('an amount is shown whole in %i px, also one of half a line', async (width) => {
    await page.viewport(width, 800);
    const wide = ['CHF 11’234.50', '1.234,50 EUR / night'].map((amount) => ({ value: amount, label: 'Suite', amount }));
    await render(<ChoiceList choices={wide} onRespond={ignore} />);
    const amounts = [...document.querySelectorAll('[data-elicit=choice-amount]')];
    expect(amounts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toEqual([0, 0]);
    expect(amounts.map((amount) => amount.getBoundingClientRect().height < 30)).toEqual([true, true]);
    expect(overflow()).toEqual([]);
  });

  it('a form has a group of a dropdown for a group', async () => {
    const option = (nth: number) => ({
      const: `v${nth}`,
      title: `${nth < 3 ? 'Low' : 'High'}: No. ${nth}`,
      group: nth < 3 ? 'Low' : 'High',
    });
    const oneOf = [...Array.from({ length: 6 }, (_, nth) => option(nth)), { const: 'x', title: 'None' }];
    const schema = { type: 'object', properties: { pick: { type: 'string', oneOf } } };
    await render(<SchemaForm schema={schema} onRespond={ignore} />);
    const groups = [...document.querySelectorAll('optgroup')].map(({ label, textContent }) => [label, textContent]);
    expect(groups).toEqual([
      ['Low', 'No. 0No. 1No. 2'],
      ['High', 'No. 3No. 4No. 5'],
    ]);
    expect([...document.querySelectorAll('select > option')].at(-1)).toHaveTextContent('None');
  });
});
