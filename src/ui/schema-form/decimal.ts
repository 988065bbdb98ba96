import { formatNumber } from '../../words/formatter.ts';

/** What stands before the fraction of a number in a language. */
export function decimalOf(locale: string): string {
  return formatNumber(locale, 1.5).replaceAll(/\p{Nd}/gu, '');
}
