import type { Choice } from '../../protocol/choice.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { cellOf, type TableCell, type TableColumn, type TableRow } from '../../protocol/table.ts';
import { formatMoney, sumMoney, type Money } from '../../travel/money.ts';
import { formatFacts } from '../../words/format.ts';
import { formatter } from '../../words/formatter.ts';

/** A table whose texts are safe to show. */
export interface ShownTable {
  readonly columns: readonly ShownColumn[];
  readonly rows: ReadonlyMap<string, ShownRow>;
  /** Each row in words. */
  readonly choices: readonly Choice[];
}

export interface ShownColumn {
  readonly label: string;
  readonly kind: NonNullable<TableColumn['kind']>;
}

interface ShownRow {
  /** What its cells say, by column. */
  readonly texts: readonly string[];
  /** What they hold. */
  readonly values: readonly (TableCell | undefined)[];
}

/** Nobody compares more of them. */
const mostColumns = 20;

/** The table to show. Of two rows with the same id, the first stays. */
export function shownTable(
  given: readonly TableColumn[],
  rows: readonly TableRow[],
  locale: string | undefined,
): ShownTable {
  const columns = given.slice(0, mostColumns);
  const shown = new Map<string, ShownRow>();
  const choices: Choice[] = [];
  for (const row of rows) {
    if (shown.has(row.id)) continue;
    const values = columns.map((column) => cellOf(row, column));
    const texts = values.map((value, at) => textOf(value, columns[at]?.kind, locale));
    shown.set(row.id, { texts, values });
    choices.push({ value: row.id, label: formatFacts(locale, texts) || row.id, disabled: row.disabled });
  }
  return {
    columns: columns.map(({ label, kind = 'text' }) => ({ label: plainText(label, 80), kind })),
    rows: shown,
    choices,
  };
}

/** A cell as it is read. Amounts and days keep the marks of direction that their locale puts in. */
function textOf(value: TableCell | undefined, kind: TableColumn['kind'], locale: string | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'object') return formatMoney(plainMoney(value), locale);
  if (typeof value === 'number') return numberIn(locale).format(value);
  const day = kind === 'date' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(day)) return plainText(value, 200);
  return formatter('DateTimeFormat', locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
}

/** An amount of no number or no currency is shown as it is. */
const plainMoney = ({ amount, currency }: Money): Money => ({
  amount: plainText(amount, 100),
  currency: plainText(currency, 100),
});
const numberIn = (locale: string | undefined) => formatter('NumberFormat', locale);

/** The sum of each column, for the rows with these ids. */
export function sumsOf(table: ShownTable, ids: readonly string[], locale: string | undefined): readonly string[] {
  return table.columns.map((_, column) => sumOf(table, ids, column, locale));
}

/** The sums in one line: `"Total: Count 19, Price $19.30"`. Empty if nothing can be added up. */
export function sumsInWords(
  table: ShownTable,
  ids: readonly string[],
  total: string,
  locale: string | undefined,
): string {
  const sums = sumsOf(table, ids, locale).map((sum, column) => sum && `${table.columns[column]?.label} ${sum}`);
  return sums.some(Boolean) ? `${total}: ${formatFacts(locale, sums)}` : '';
}

/** The sum of a column's cells. Empty if they cannot be added up, such as money of several currencies. */
function sumOf(table: ShownTable, ids: readonly string[], column: number, locale: string | undefined): string {
  const { kind } = table.columns[column] as ShownColumn;
  const values = ids.map((id) => table.rows.get(id)?.values[column]).filter((value) => value !== undefined);
  if (kind === 'money') {
    const sum = sumMoney(values.filter((value): value is Money => typeof value === 'object'));
    return sum === undefined ? '' : formatMoney(plainMoney(sum), locale);
  }
  const numbers = values.filter((value) => typeof value === 'number');
  if (kind !== 'number' || numbers.length === 0) return '';
  return numberIn(locale).format(numbers.reduce((sum, value) => sum + value, 0));
}

/** Which column the rows are sorted by. */
export interface Sort {
  readonly column: number;
  readonly isDown: boolean;
}

/** The rows in order. One without a cell in the column stands at the end, and equal ones stay as they were. */
export function sortedBy<Row extends { value: string }>(
  rows: readonly Row[],
  { column, isDown }: Sort,
  table: ShownTable,
  locale: string | undefined,
): readonly Row[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const { kind } = table.columns[column] as ShownColumn;
  const keyed = rows.map((row) => {
    const shown = table.rows.get(row.value);
    return { row, key: keyOf(shown?.values[column], kind) ?? shown?.texts[column] ?? '' };
  });
  return keyed
    .toSorted(({ key: one }, { key: other }) => {
      if (one === '' || other === '') return one === other ? 0 : one === '' ? 1 : -1;
      const order =
        typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other));
      return isDown ? -order : order;
    })
    .map(({ row }) => row);
}

/** What a cell is sorted by, if not by its text. */
function keyOf(value: TableCell | undefined, kind: ShownColumn['kind']): number | undefined {
  const key =
    typeof value === 'object'
      ? Number(value.amount)
      : typeof value === 'string' && kind === 'date'
        ? Date.parse(value)
        : value;
  return typeof key === 'number' && !Number.isNaN(key) ? key : undefined;
}
