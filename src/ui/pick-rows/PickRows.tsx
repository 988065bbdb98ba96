import type { ReactNode } from 'react';
import { isObject } from '../../protocol/json.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { ChoiceListFooter } from '../choice-list/ChoiceListFooter.tsx';
import { ChoiceListHeader } from '../choice-list/ChoiceListHeader.tsx';
import { ChoiceListSearch } from '../choice-list/ChoiceListSearch.tsx';
import { wordsOf } from '../language/language.ts';
import { MultiChoiceListRoot } from '../choice-list/MultiChoiceListRoot.tsx';
import type { PickRowOptions } from './PickRow.tsx';
import { RowsTable } from './RowsTable.tsx';
import { sumsInWords } from './shown-table.ts';
import { renamed, useTable } from './use-table.ts';
import { words as english } from './words.ts';

/** The answer of a `PickRows`: `z.object({ rows: z.array(z.string()) })`. */
export interface RowsAnswer {
  rows: string[];
}

/** Props of `PickRows`. */
export interface PickRowsProps extends PickRowOptions {
  /**
   * The fewest rows allowed. With 0 the person may choose none.
   *
   * @default 1
   */
  min?: number | undefined;
  /** The most rows allowed. @default no limit */
  max?: number | undefined;
  /** Called when the person presses Continue, with the ids in the order of the table. */
  onRespond: (answer: RowsAnswer, words?: ReceiptWords) => void;
  /** The `RowsAnswer` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: RowsAnswer) => void) | undefined;
}

/** Asks a person to choose rows of a table, which can be sorted. It adds up numbers and money of the chosen rows. */
export function PickRows({
  columns,
  rows,
  onRespond,
  draft,
  onDraftChange,
  issues,
  ...card
}: PickRowsProps): ReactNode {
  const { table, language } = useTable(columns, rows, card);
  const { total } = wordsOf(language, 'pickRows', english);
  return (
    <MultiChoiceListRoot
      {...card}
      data-elicit="pick-rows"
      choices={table.choices}
      sumUp={(ids) => sumsInWords(table, ids, total, language.locale)}
      issues={renamed(issues, 'rows', 'choices')}
      draft={isObject(draft) ? { choices: draft['rows'] } : undefined}
      onDraftChange={({ choices }) => onDraftChange?.({ rows: choices })}
      onRespond={({ choices }, words) => onRespond({ rows: choices }, words)}
    >
      <ChoiceListHeader />
      <ChoiceListSearch />
      <RowsTable table={table} max={card.max ?? Infinity} locale={language.locale} />
      <ChoiceListFooter />
    </MultiChoiceListRoot>
  );
}
