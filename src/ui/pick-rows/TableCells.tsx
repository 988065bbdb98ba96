import type { ReactNode } from 'react';
import type { ShownColumn } from './shown-table.ts';
import { roles } from './table-roles.ts';

interface TableCellsProps {
  columns: readonly ShownColumn[];
  texts: readonly string[];
  /** The id of the first text, which names the row. */
  nameId?: string | undefined;
  /** Follows the first text. */
  after?: ReactNode;
}

/** The cells of a row, or of the sums. A narrow card shows the name of the column beside each. */
export function TableCells({ columns, texts, nameId, after }: TableCellsProps): ReactNode {
  return columns.map(({ label, kind }, at) => {
    const Cell = at === 0 ? 'th' : 'td';
    return (
      // Columns never change their order.
      <Cell
        key={at}
        data-elicit="cell"
        data-kind={kind}
        {...(at === 0 ? roles.rowHeading : roles.cell)}
        scope={at === 0 ? 'row' : undefined}
      >
        <span data-elicit="cell-label" aria-hidden="true" dir="auto">
          {label}
        </span>
        <span id={at === 0 ? nameId : undefined} data-elicit="" dir="auto">
          {texts[at]}
        </span>
        {at === 0 && after}
      </Cell>
    );
  });
}
