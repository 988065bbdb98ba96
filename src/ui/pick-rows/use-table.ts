import { useMemo } from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import type { TableColumn, TableRow } from '../../protocol/table.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { useLanguage } from '../language/language-context.ts';
import type { Language } from '../language/language.ts';
import { shownTable, type ShownTable } from './shown-table.ts';

/** The table in the card's language. */
export function useTable(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  given: LanguageProps,
): { table: ShownTable; language: Language } {
  const language = useLanguage(given);
  const { locale } = language;
  return { table: useMemo(() => shownTable(columns, rows, locale), [columns, rows, locale]), language };
}

/** The issues as those of a list, which calls its answer by another name. */
export function renamed(
  issues: readonly ElicitIssue[] | undefined,
  name: string,
  inList: string,
): readonly ElicitIssue[] | undefined {
  return issues?.map((issue) =>
    issue.path[0] === name ? { ...issue, path: [inList, ...issue.path.slice(1)] } : issue,
  );
}
