import { useId, type ReactNode } from 'react';
import { useChoiceList } from '../choice-list/choice-list-context.ts';
import type { ShownChoice } from '../choice-list/shown-choice.ts';
import type { ShownTable } from './shown-table.ts';
import { roles } from './table-roles.ts';
import { TableCells } from './TableCells.tsx';

/** One row: a native radio or checkbox, and its cells. The first one names both. */
export function PickedRow({ row, table }: { row: ShownChoice; table: ShownTable }): ReactNode {
  const nameId = useId();
  const reasonId = `${nameId}-reason`;
  const { id, kind, chosen, choose, onKeyDown } = useChoiceList('Item');
  const { value, label, reason } = row;
  const isChosen = chosen.includes(row);
  const texts = table.rows.get(value)?.texts ?? [];
  const toggle = () => reason === undefined && choose(value, kind === 'radio' || !isChosen);
  return (
    // A convenience for the pointer. Keys reach the input.
    <tr
      data-elicit="table-row"
      data-state={reason !== undefined ? 'disabled' : isChosen ? 'selected' : 'available'}
      {...roles.row}
      onClick={({ target }) => target instanceof HTMLInputElement || toggle()}
    >
      <td data-elicit="" {...roles.cell}>
        <input
          data-elicit=""
          type={kind}
          name={id}
          value={value}
          aria-label={texts[0] ? undefined : label}
          aria-labelledby={texts[0] ? nameId : undefined}
          aria-describedby={reason === undefined ? undefined : reasonId}
          checked={isChosen}
          disabled={reason !== undefined}
          onChange={toggle}
          onKeyDown={onKeyDown}
        />
      </td>
      <TableCells
        columns={table.columns}
        texts={texts}
        nameId={nameId}
        after={
          reason !== undefined && (
            <span id={reasonId} data-elicit="reason" dir="auto">
              {reason}
            </span>
          )
        }
      />
    </tr>
  );
}
