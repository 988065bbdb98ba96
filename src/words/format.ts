import { formatNumber, formatter } from './formatter.ts';

/** One text for each plural form of a language. `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * Format a count by a language's plural rules.
 *
 * @example
 * plural('en', 3, { one: '# flight', other: '# flights' }); // "3 flights"
 */
export function plural(locale: string, count: number, forms: PluralForms): string {
  const form = forms[formatter('PluralRules', locale).select(count)] ?? forms.other;
  return form.replace('#', () => formatNumber(locale, count));
}

/** A count in English: `counted('stop')(2, 'en')` is `"2 stops"`. `left` is appended. */
export function counted(one: string, left = ''): (count: number, locale: string) => string {
  return (count, locale) => plural(locale, count, { one: `# ${one}${left}`, other: `# ${one}s${left}` });
}

/**
 * Join names as a language lists them.
 *
 * @param kind - `and` puts the language's "and" before the last name, `unit` only sets them side by side
 */
export function formatList(locale: string, names: readonly string[], kind: 'and' | 'unit' = 'unit'): string {
  const type = kind === 'and' ? 'conjunction' : 'unit';
  return formatter('ListFormat', locale, { type, style: kind === 'and' ? 'long' : 'short' }).format(names);
}

/** Join facts with the comma of a language, without its "and". Empty ones are left out. */
export function formatFacts(locale: string | undefined, facts: readonly (string | false | null | undefined)[]): string {
  const parts = formatter('ListFormat', locale, { type: 'unit', style: 'short' }).formatToParts(['a', 'b', 'c']);
  // Arabic has "and" at each name, joined to it.
  return facts.filter(Boolean).join(parts.find(({ type }) => type === 'literal')?.value.replace(/\p{L}/gu, ''));
}

/**
 * Hours and minutes in a language's short form, such as `"4 Std., 7 Min."`.
 *
 * This uses number and list formats, as `Intl.DurationFormat` does, so a server without it writes the same as the
 * browser.
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
