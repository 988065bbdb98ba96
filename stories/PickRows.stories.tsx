import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { PickRow, PickRows, type TableColumn, type TableRow } from '../src/questions.ts';
import { said } from './said.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const columns: TableColumn[] = [
  { key: 'number', label: 'Bill' },
  { key: 'from', label: 'From' },
  { key: 'due', label: 'Due', kind: 'date' },
  { key: 'amount', label: 'Amount', kind: 'money' },
];
const bill = (id: string, from: string, due: string, amount: string): TableRow => ({
  id,
  cells: { number: id, from, due, amount: { amount, currency: 'USD' } },
});
const bills: TableRow[] = [
  bill('B-104', 'Harbour Water', '2026-10-02', '84.20'),
  bill('B-97', 'Northwind Energy', '2026-09-28', '1210.00'),
  { ...bill('B-88', 'City Parking', '2026-09-21', '36.50'), disabled: { reason: 'It is paid already.' } },
  bill('B-112', 'Atlas Insurance', '2026-10-15', '310.75'),
];
const many = Array.from({ length: 40 }, (_, at) =>
  bill(`C-${at + 1}`, ['Harbour Water', 'Zoë Print'][at % 2] ?? '', '2026-10-02', `${at + 1}.10`),
);

const meta = preview.meta({
  title: 'Questions/PickRows',
  component: PickRows,
  args: {
    columns,
    rows: bills,
    message: 'Which bills shall I pay?',
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** Select all leaves out what cannot be chosen. Money of the chosen rows is added up. */
export const Default = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { pickRows, choiceList } = said({ globals });
    await userEvent.click(canvas.getByRole('checkbox', { name: /^B-104/ }));
    const all = canvas.getByRole('checkbox', { name: pickRows.selectAll });
    await expect(all).toBePartiallyChecked();
    await userEvent.click(all);
    await expect(canvas.getByRole('checkbox', { name: /^B-88/ })).not.toBeChecked();
    await expect(canvasElement.querySelector('tfoot')).toHaveTextContent(pickRows.total);
    await userEvent.click(canvas.getByRole('button', { name: choiceList.commit }));
    await expect(args.onRespond.mock.calls).toEqual([[{ rows: ['B-104', 'B-97', 'B-112'] }, expect.anything()]]);
  },
});

/** A heading sorts, sorts the other way round, and restores the order. The answer keeps the order of the table. */
export const Sorted = meta.story({
  args: { draft: { rows: ['B-97'] } },
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    const order = () => canvas.getAllByRole('checkbox', { name: /^B-/ }).map((box) => (box as HTMLInputElement).value);
    const heading = canvas.getByRole('columnheader', { name: 'Amount' });
    await userEvent.click(within(heading).getByRole('button'));
    await expect(order()).toEqual(['B-88', 'B-104', 'B-112', 'B-97']);
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(within(heading).getByRole('button'));
    await expect(order()).toEqual(['B-97', 'B-112', 'B-104', 'B-88']);
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
  },
});

/** One row, by the arrow keys and Enter. */
export const OneRow = meta.story({
  render: ({ message }) => <PickRow columns={columns} rows={bills} message={message} onRespond={onRow} />,
  async play({ canvasElement }) {
    onRow.mockClear();
    within(canvasElement)
      .getByRole('radio', { name: /^B-104/ })
      .focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect(onRow.mock.calls).toEqual([[{ row: 'B-112' }, expect.anything()]]);
  },
});
const onRow = fn<(answer: { row: string }) => void>();

/** Many rows scroll under their headings, and can be searched. */
export const Many = meta.story({
  args: { rows: many },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('searchbox', { name: said({ globals }).choiceList.search }), 'zoe c-12');
    await expect(canvas.getAllByRole('checkbox', { name: /^C-/ })).toHaveLength(1);
  },
});

/** Every state, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const chosen = { ...args, draft: { rows: ['B-104', 'B-97'] } };
    const { message, onDecline } = args;
    const one = { columns, rows: bills, message, onDecline, onRespond: () => {} };
    const long = bills.map((row) => ({ ...row, cells: { ...row.cells, number: longText } }));
    return (
      <SideBySide
        states={{
          'Nothing chosen': <PickRows {...args} />,
          Chosen: <PickRows {...chosen} />,
          Sending: <PickRows {...chosen} state="sending" />,
          'Not sent': <PickRows {...chosen} state="failed" />,
          'Asked again': <PickRows {...chosen} issues={[{ path: ['rows', 1], message: 'It was paid just now.' }]} />,
          Empty: <PickRows {...args} rows={[]} />,
          'Two at most': <PickRows {...args} draft={{ rows: ['B-104', 'B-97', 'B-112'] }} max={2} />,
          'One of them': <PickRow {...one} draft={{ row: 'B-97' }} />,
          'Long text': <PickRows {...args} rows={long.slice(0, 2)} message={longText} />,
          'Many, with a search': <PickRows {...args} rows={many} draft={{ rows: ['C-2', 'C-3'] }} />,
        }}
      />
    );
  },
});
