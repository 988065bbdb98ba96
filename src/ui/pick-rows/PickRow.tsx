import type { ReactNode } from 'react';
import { isObject } from '../../protocol/json.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import type { TableColumn, TableRow } from '../../protocol/table.ts';
import { ChoiceListFooter } from '../choice-list/ChoiceListFooter.tsx';
import { ChoiceListHeader } from '../choice-list/ChoiceListHeader.tsx';
import { ChoiceListRoot } from '../choice-list/ChoiceListRoot.tsx';
import { ChoiceListSearch } from '../choice-list/ChoiceListSearch.tsx';
import type { AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { RowsTable } from './RowsTable.tsx';
import { renamed, useTable } from './use-table.ts';

/** The answer of a `PickRow`: `z.object({ row: z.string() })`. */
export interface RowAnswer {
  row: string;
}

/** Options that `PickRow` and `PickRows` share. */
export interface PickRowOptions extends AnswerCardOptions {
  /** The columns. No more than 20 are shown. */
  columns: readonly TableColumn[];
  /** The rows. More than twelve get a search field. */
  rows: readonly TableRow[];
  /**
   * What was wrong with the last answer. An issue at `row`, or at an index of `rows`, stands at the row that was sent,
   * which can then no longer be chosen.
   */
  issues?: AnswerCardOptions['issues'];
  /**
   * The title: what the person should do.
   *
   * @default "Choose one", or "Choose any"
   */
  title?: string | undefined;
  /** Called when the person skips. Without it there is no Skip button. */
  onDecline?: (() => void) | undefined;
  /** The card's class. */
  className?: string | undefined;
}

/** Props of `PickRow`. */
export interface PickRowProps extends PickRowOptions {
  /** Called when the person presses Continue. */
  onRespond: (answer: RowAnswer, words?: ReceiptWords) => void;
  /** The `RowAnswer` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: RowAnswer) => void) | undefined;
}

/** Asks a person to choose one row of a table, which can be sorted. */
export function PickRow({ columns, rows, onRespond, draft, onDraftChange, issues, ...card }: PickRowProps): ReactNode {
  const { table, language } = useTable(columns, rows, card);
  return (
    <ChoiceListRoot
      {...card}
      data-elicit="pick-rows"
      choices={table.choices}
      issues={renamed(issues, 'row', 'choice')}
      draft={isObject(draft) ? { choice: draft['row'] } : undefined}
      onDraftChange={({ choice }) => onDraftChange?.({ row: choice })}
      onRespond={({ choice }, words) => onRespond({ row: choice }, words)}
    >
      <ChoiceListHeader />
      <ChoiceListSearch />
      <RowsTable table={table} max={1} locale={language.locale} />
      <ChoiceListFooter />
    </ChoiceListRoot>
  );
}
