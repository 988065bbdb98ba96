/** One text for each plural form of a language. `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * Format a count by a language's plural rules.
 *
 * @example
 * plural('en', 3, { one: '# flight', other: '# flights' }); // "3 flights"
 */
export function plural(locale: string, count: number, forms: PluralForms): string {
  const form = forms[rulesOf(locale).select(count)] ?? forms.other;
  return form.replace('#', () => formatNumber(locale, count));
}

const rules = new Map<string, Intl.PluralRules>();

// Cache these: creating one costs more than rendering a whole card.
function rulesOf(locale: string): Intl.PluralRules {
  const known = rules.get(locale);
  if (known) return known;
  const made = new Intl.PluralRules(locale);
  rules.set(locale, made);
  return made;
}

/** A count in English: `counted('stop')(2, 'en')` is `"2 stops"`. `left` is appended. */
export function counted(one: string, left = ''): (count: number, locale: string) => string {
  return (count, locale) => plural(locale, count, { one: `# ${one}${left}`, other: `# ${one}s${left}` });
}

/** Format a number for a locale: `"1,234"` in English, `"1.234"` in German. */
export function formatNumber(locale: string, value: number, options?: Intl.NumberFormatOptions): string {
  if (options) return new Intl.NumberFormat(locale, options).format(value);
  let format = formats.get(locale);
  if (!format) formats.set(locale, (format = new Intl.NumberFormat(locale)));
  return format.format(value);
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Join names as a language lists them.
 *
 * @param kind - `and` puts the language's "and" before the last name, `unit` only sets them side by side
 */
export function formatList(locale: string, names: readonly string[], kind: 'and' | 'unit' = 'unit'): string {
  const type = kind === 'and' ? 'conjunction' : 'unit';
  return new Intl.ListFormat(locale, { type, style: kind === 'and' ? 'long' : 'short' }).format(names);
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
