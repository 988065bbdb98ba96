import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PickRow, PickRows, type TableColumn, type TableRow } from '../../src/questions.ts';
import '../../src/styles.css';
import { heard, ignore, overflow } from './page.ts';
import { eventually } from '../eventually.ts';

const columns: TableColumn[] = [
  { key: 'name', label: 'Name' },
  { key: 'count', label: 'Count', kind: 'number' },
  { key: 'due', label: 'Due', kind: 'date' },
  { key: 'price', label: 'Price', kind: 'money' },
];
const row = (id: string, count: number, due: string, amount: string, currency = 'USD'): TableRow => ({
  id,
  cells: { name: `Item ${id}`, count, due, price: { amount, currency } },
});
const rows = [
  row('a10', 9, '2026-10-02', '9.10'),
  row('a9', 10, '2026-09-30', '10.20'),
  row('b', 2, '2027-01-01', '2.00'),
];
const asked = { columns, message: 'Which ones?', onRespond: ignore, locale: 'en-US' };

const boxes = () => page.getByRole('checkbox', { name: /^Item/ });
const order = () =>
  boxes()
    .elements()
    .map((box) => (box as HTMLInputElement).value);
const sums = () =>
  Array.from(document.querySelectorAll('tfoot [data-elicit=cell] > :nth-child(2)'), (cell) => cell.textContent);
const sortBy = (name: string) => page.getByRole('columnheader', { name }).getByRole('button').click();

describe('a table to pick rows of', () => {
  it('sorts numbers, days and money by what they are, and texts as people count', async () => {
    await render(<PickRows {...asked} rows={rows} />);
    const sorted: Record<string, string[]> = {};
    for (const { label } of columns) {
      await sortBy(label);
      sorted[label] = order();
    }
    expect(sorted).toEqual({
      Name: ['a9', 'a10', 'b'],
      Count: ['b', 'a10', 'a9'],
      Due: ['a9', 'a10', 'b'],
      Price: ['b', 'a10', 'a9'],
    });
  });

  it('puts a row without the cell last, whichever way it sorts', async () => {
    await render(<PickRows {...asked} rows={[{ id: 'none', cells: { name: 'Item none' } }, ...rows]} />);
    await sortBy('Count');
    expect(order().at(-1)).toBe('none');
    await sortBy('Count');
    expect(order()).toEqual(['a9', 'a10', 'b', 'none']);
    await sortBy('Count');
    expect(order()).toEqual(['none', 'a10', 'a9', 'b']);
  });

  it('adds up exactly what is chosen, and no money of two currencies', async () => {
    const { rerender } = await render(<PickRows {...asked} rows={rows} draft={{ rows: ['a10', 'a9'] }} />);
    expect(sums()).toEqual(['Total', '19', '', '$19.30']);
    await boxes().nth(1).click();
    expect(sums()).toEqual(['Total', '9', '', '$9.10']);
    await rerender(
      <PickRows {...asked} key="euro" rows={[...rows, row('e', 1, '', '1', 'EUR')]} draft={{ rows: ['a10', 'e'] }} />,
    );
    expect(sums()).toEqual(['Total', '10', '', '']);
  });

  it('names a checkbox by the first cell, says why it cannot be chosen, and the order', async () => {
    const sold = { ...row('c', 1, '2026-10-02', '1.00'), disabled: { reason: 'It is gone.' } };
    await render(<PickRows {...asked} rows={[...rows, sold]} />);
    await expect
      .element(page.getByRole('checkbox', { name: 'Item c', exact: true }))
      .toHaveAccessibleDescription('It is gone.');
    await sortBy('Name');
    await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(page.getByRole('table', { name: 'Which ones?' })).toBeVisible();
  });

  it('stays a table to screen readers in a narrow card, and within the page', async () => {
    await page.viewport(320, 900);
    await render(<PickRows {...asked} rows={rows} draft={{ rows: ['b'] }} />);
    const roles = (await heard()).map(({ role }) => role);
    expect(roles.filter((role) => role === 'row')).toHaveLength(5);
    expect(roles.filter((role) => role === 'columnheader')).toHaveLength(4);
    expect(overflow()).toEqual([]);
    await page.viewport(1000, 800);
  });

  it('lets a click anywhere in a row choose it, but not one that is disabled', async () => {
    const onDraftChange = vi.fn<(draft: { rows: string[] }) => void>();
    const sold = { ...row('c', 1, '', '3.33'), disabled: { reason: 'It is gone.' } };
    await render(<PickRows {...asked} rows={[...rows, sold]} onDraftChange={onDraftChange} />);
    await page.getByRole('cell', { name: '$2.00', exact: true }).click();
    await page.getByRole('cell', { name: '$3.33', exact: true }).click();
    expect(onDraftChange.mock.calls).toEqual([[{ rows: ['b'] }]]);
  });

  it('chooses all that the search leaves with Select all, and no more than are allowed without it', async () => {
    const many = Array.from({ length: 14 }, (_, at) => row(`${at + 1}`, 5, '', '2'));
    const onDraftChange = vi.fn<(draft: { rows: string[] }) => void>();
    const { rerender } = await render(<PickRows {...asked} rows={many} onDraftChange={onDraftChange} />);
    await page.getByRole('searchbox').fill('item 1');
    const all = page.getByRole('checkbox', { name: 'Select all' });
    await expect.poll(() => order().length).toBe(6);
    await all.click();
    await eventually(() =>
      expect(onDraftChange).toHaveBeenLastCalledWith({ rows: ['1', '10', '11', '12', '13', '14'] }),
    );
    await all.click();
    await eventually(() => expect(onDraftChange).toHaveBeenLastCalledWith({ rows: [] }));
    await rerender(<PickRows {...asked} rows={many} max={3} />);
    expect(all.elements()).toHaveLength(0);
  });

  it('keeps its place when it sorts: the heading has the focus', async () => {
    await render(<PickRows {...asked} rows={rows} />);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Name' })).toHaveFocus();
    expect(order()).toEqual(['a9', 'a10', 'b']);
  });

  it('marks the row that was refused, and waits for another', async () => {
    const issues = [{ path: ['rows', 1], message: 'It was taken.' }];
    await render(<PickRows {...asked} rows={rows} draft={{ rows: ['a10', 'b'] }} issues={issues} min={2} />);
    await expect.element(page.getByRole('checkbox', { name: /^Item b/ })).toBeDisabled();
    await expect.element(page.getByRole('checkbox', { name: /^Item b/ })).toHaveAccessibleDescription('It was taken.');
    await expect.element(page.getByRole('checkbox', { name: /^Item a10/ })).toBeChecked();
  });

  it.each(['en-US', 'de', 'ar'])('writes an amount in its row as in the sum (%s)', async (locale) => {
    await render(<PickRows {...asked} rows={rows} draft={{ rows: ['b'] }} locale={locale} />);
    const [priceCell] = [...document.querySelectorAll('[data-state=selected] [data-elicit=cell]')].slice(-1);
    expect(priceCell?.lastElementChild?.textContent).toBe(sums().at(-1));
  });

  it('shows hostile columns and cells as short plain text', async () => {
    const hostile: { columns: TableColumn[]; rows: TableRow[] } = {
      columns: [
        { key: '__proto__', label: `<i>\u202E${'x'.repeat(500)}` },
        { key: 'toString', label: 'B' },
      ],
      rows: [
        { id: 'a', cells: { toString: { amount: '\u202E1', currency: 'x'.repeat(500) } } },
        { id: 'a', cells: {} },
      ],
    };
    await render(<PickRow {...asked} {...hostile} />);
    const heading = page.getByRole('columnheader').first().element().textContent ?? '';
    expect(heading).toContain('<i>');
    expect(heading.length).toBeLessThanOrEqual(80);
    const [radio] = page.getByRole('radio').elements();
    expect(radio?.getAttribute('aria-label')).toMatch(/^1 x{99}…$/);
    expect(page.getByRole('radio').elements()).toHaveLength(1);
  });
});
