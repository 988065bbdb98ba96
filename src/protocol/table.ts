/** A column of a table whose rows can be picked. */
export interface TableColumn {
  /** The name of its cells in each row. */
  readonly key: string;
  /** Its heading. */
  readonly label: string;
  /**
   * What its cells hold. Numbers and money stand at the end of the line, and the chosen rows' are added up.
   *
   * @default "text"
   */
  readonly kind?: 'text' | 'number' | 'money' | 'date' | undefined;
}

/** A text, a number, money, or a day such as `2026-09-06`. */
export type TableCell = string | number | { readonly amount: string; readonly currency: string };

/** A row of a table whose rows can be picked. */
export interface TableRow {
  /** The answer. */
  readonly id: string;
  /** By the key of their column. One may be missing. */
  readonly cells: Readonly<Record<string, TableCell>>;
  /** Why it is listed but cannot be chosen. @default it can */
  readonly disabled?: { readonly reason: string } | undefined;
}

/** The cell of a column, whatever names objects have anyway. */
export function cellOf({ cells }: TableRow, { key }: TableColumn): TableCell | undefined {
  return Object.hasOwn(cells, key) ? cells[key] : undefined;
}
