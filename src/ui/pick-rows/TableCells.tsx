import type { ReactNode } from 'react';
import type { ShownColumn } from './shown-table.ts';
import { roles } from './table-roles.ts';

interface TableCellsProps {
  columns: readonly ShownColumn[];
  texts: readonly string[];
  /** Follows the first text. */
  after?: ReactNode;
}

/** The cells of a row, or of the sums. A narrow card shows the name of the column beside each. */
export function TableCells({ columns, texts, after }: TableCellsProps): ReactNode {
  return columns.map(({ label, kind }, at) => (
    // Columns never change their order.
    <td key={at} data-elicit="cell" data-kind={kind} {...roles.cell}>
      <span data-elicit="cell-label" aria-hidden="true" dir="auto">
        {label}
      </span>
      <span data-elicit="" dir="auto">
        {texts[at]}
      </span>
      {at === 0 && after}
    </td>
  ));
}
