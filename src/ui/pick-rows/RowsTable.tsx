import { useContext, useState, type ReactNode } from 'react';
import { useChoiceList } from '../choice-list/choice-list-context.ts';
import { words as listWords } from '../choice-list/words.ts';
import { QuestionContext } from '../frame/frame.ts';
import { useWords } from '../language/language-context.ts';
import { Glyph } from '../parts/Glyph.tsx';
import { down, up } from '../parts/glyph-paths.ts';
import { PickedRow } from './PickedRow.tsx';
import { SelectAll } from './SelectAll.tsx';
import { sortedBy, sumsOf, type ShownTable, type Sort } from './shown-table.ts';
import { roles } from './table-roles.ts';
import { TableCells } from './TableCells.tsx';
import { words as english } from './words.ts';

interface RowsTableProps {
  table: ShownTable;
  /** The most rows that may be chosen. */
  max: number;
  locale: string | undefined;
}

/** The rows that the search leaves, which can be sorted, and the sums of those that are chosen. */
export function RowsTable({ table, max, locale }: RowsTableProps): ReactNode {
  const { kind, title, asks, choices, matching, chosen } = useChoiceList('Items');
  const question = useContext(QuestionContext);
  const words = useWords('pickRows', english);
  const list = useWords('choiceList', listWords);
  const [sort, setSort] = useState<Sort>();
  const rows = sort ? sortedBy(matching, sort, table, locale) : matching;
  // One row needs no sum.
  const ids = kind === 'radio' ? [] : chosen.map(({ value }) => value);
  const sums = sumsOf(table, ids, locale);
  const free = rows.filter(({ reason }) => reason === undefined);
  const isMany = kind === 'checkbox' && free.length > 1 && max >= choices.length;

  const sortBy = (column: number) =>
    setSort((now) => {
      if (now?.column !== column) return { column, isDown: false };
      return now.isDown ? undefined : { column, isDown: true };
    });
  const glyph = (column: number) => sort?.column === column && <Glyph path={sort.isDown ? down : up} />;

  if (rows.length === 0) return <p data-elicit="empty">{choices.length > 0 ? list.noMatch : list.empty}</p>;
  return (
    <div data-elicit="table-scroll">
      <table data-elicit="table" {...roles.table} aria-label={(asks && question) || title}>
        <thead data-elicit="" {...roles.rows}>
          <tr data-elicit="" {...roles.row}>
            <td data-elicit="" {...roles.cell}>
              {isMany && <SelectAll label={words.selectAll} rows={free} />}
            </td>
            {table.columns.map(({ label, kind: holds }, column) => (
              <th
                // Columns never change their order.
                key={column}
                data-elicit=""
                data-kind={holds}
                {...roles.heading}
                scope="col"
                aria-sort={sort?.column === column ? (sort.isDown ? 'descending' : 'ascending') : undefined}
              >
                <button type="button" data-elicit="sort-by" dir="auto" onClick={() => sortBy(column)}>
                  {label}
                  {glyph(column)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody data-elicit="" {...roles.rows}>
          {rows.map((row) => (
            <PickedRow key={row.value} row={row} table={table} />
          ))}
        </tbody>
        {sums.some(Boolean) && (
          <tfoot data-elicit="" {...roles.rows}>
            <tr data-elicit="" {...roles.row}>
              <td data-elicit="" {...roles.cell} />
              <TableCells columns={table.columns} texts={[sums[0] || words.total, ...sums.slice(1)]} />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
