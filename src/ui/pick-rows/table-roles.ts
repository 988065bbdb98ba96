const as = <Role extends string>(role: Role): { role: Role } => ({ role });

/**
 * The roles that elements of a table have anyway. Spread them: narrow cards draw rows as blocks, and Safari then forgets
 * that they are rows.
 */
export const roles = {
  table: as('table'),
  rows: as('rowgroup'),
  row: as('row'),
  heading: as('columnheader'),
  rowHeading: as('rowheader'),
  cell: as('cell'),
};
