import { formatNumber } from './format-number.ts';

/** One text for each way in which a language counts; `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * Say how many, by the plural rules of a language.
 *
 * @example
 * plural('en', 3, { one: '# flight', other: '# flights' }); // "3 flights"
 */
export function plural(locale: string, count: number, forms: PluralForms): string {
  const form = forms[rulesOf(locale).select(count)] ?? forms.other;
  return form.replace('#', () => formatNumber(locale, count));
}

const rules = new Map<string, Intl.PluralRules>();

// Kept because making them costs more than a whole card.
function rulesOf(locale: string): Intl.PluralRules {
  const known = rules.get(locale);
  if (known) return known;
  const made = new Intl.PluralRules(locale);
  rules.set(locale, made);
  return made;
}
