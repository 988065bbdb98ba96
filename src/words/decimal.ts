import { formatNumber } from './formatter.ts';

/** The decimal separator of a language. */
export function decimalOf(locale: string): string {
  return formatNumber(locale, 1.5).replaceAll(/\p{Nd}/gu, '');
}
