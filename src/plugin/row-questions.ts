import * as z from 'zod';
import type { Choice } from '../protocol/choice.ts';
import { cellOf, type TableCell, type TableColumn, type TableRow } from '../protocol/table.ts';
import { countIssues } from './how-many.ts';
import { question, type Question } from '../tool/question.ts';

const cell: z.ZodType<TableCell, TableCell> = z.union(
  [z.string(), z.number(), z.object({ amount: z.string(), currency: z.string() })],
  'Write a text, a number, or { amount, currency } with the amount as a text.',
);
const column: z.ZodType<TableColumn, TableColumn> = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'number', 'money', 'date']).optional(),
});
const row: z.ZodType<TableRow, TableRow> = z.object({
  id: z.string(),
  cells: z.record(z.string(), cell),
  disabled: z.object({ reason: z.string() }).optional(),
});
const table = z.object({ columns: z.array(column), rows: z.array(row) });

/** The answer of a `PickRow`: the id of the row. */
export const pickRowSchema: z.ZodType<{ row: string }, { row: string }> = z.object({ row: z.string() });

/** The answer of a `PickRows`: the ids of the rows, in the order of the table. */
export const pickRowsSchema: z.ZodType<{ rows: string[] }, { rows: string[] }> = z.object({
  rows: z.array(z.string()),
});

/**
 * "Which row?": the tool passes the `columns` and `rows` of a table, and gets the id of one as `row`. `PickRow` is its
 * card. Elsewhere each row is a choice in words.
 */
export const rowQuestion: Question<typeof pickRowSchema, typeof table> = question({
  context: table,
  response: pickRowSchema,
  choices: { row: choicesOf },
  inWords: columnsInWords,
});

const several = table.extend({ min: z.int().optional(), max: z.int().optional() });

/**
 * "Which rows?": as `rowQuestion`, and gets the ids of several as `rows`. `PickRows` is its card.
 *
 * @example
 * createMcpTool('pay_bills').elicits({ bills: rowsQuestion })
 * ctx.elicit('bills', { message: 'Which bills shall I pay?', columns, rows })
 */
export const rowsQuestion: Question<typeof pickRowsSchema, typeof several> = question({
  context: several,
  response: pickRowsSchema,
  choices: { rows: (context) => ({ choices: choicesOf(context), min: context.min ?? 1, max: context.max }) },
  check: (answer, limits) => countIssues('rows', answer.rows, limits),
  inWords: columnsInWords,
});

function choicesOf({ columns, rows }: z.output<typeof table>): Choice[] {
  return rows.map((each) => {
    const words = columns.map((one) => inWords(cellOf(each, one))).filter(Boolean);
    return { value: each.id, label: words.join(', ') || each.id, disabled: each.disabled };
  });
}

/** A row in words does not name its columns. */
function columnsInWords({ columns }: z.output<typeof table>): string {
  return columns.map(({ label }) => label).join(', ');
}

function inWords(value: TableCell | undefined): string {
  if (typeof value === 'object') return `${value.amount} ${value.currency}`;
  return value === undefined ? '' : String(value);
}
