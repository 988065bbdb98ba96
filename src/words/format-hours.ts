import { formatList } from './format-list.ts';
import { formatNumber } from './format-number.ts';

/**
 * Hours and minutes as a language writes them short, such as `"4 Std., 7 Min."`.
 *
 * Made of number and list formats, which is what `Intl.DurationFormat` makes them of: what a server without it writes
 * is what the browser writes.
 */
export function formatHours(locale: string, hours: number, minutes: number): string {
  const parts = [
    hours > 0 && unit(locale, hours, 'hour'),
    (minutes > 0 || hours === 0) && unit(locale, minutes, 'minute'),
  ];
  return formatList(
    locale,
    parts.filter((part) => part !== false),
  );
}

function unit(locale: string, value: number, name: 'hour' | 'minute'): string {
  return formatNumber(locale, value, { style: 'unit', unit: name, unitDisplay: 'short' });
}
