import { formatNumber } from '../words/formatter.ts';
import { mostItems } from './draft.ts';
import type { FieldError } from './field-error.ts';
import type { Field, FieldOption, ListField } from './field.ts';
import type { Problem } from './problem.ts';
import type { FormWords } from './words.ts';

/** The text of an error in the field with this label. @param kind - the field's, for words of its own */
export function errorText(
  words: FormWords,
  { code, limit = 12.5 }: FieldError,
  name: string,
  kind?: Field['kind'],
): string {
  const { locale, addAtLeast: minItems, addAtMost: maxItems } = words;
  const errors = { ...words.errors, ...(kind === 'list' && { minItems, maxItems }) };
  const label = isolated(words, name);
  switch (code) {
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return errors[code](label, limit, locale);
    case 'required':
      if (kind === 'select') return words.chooseOption(label);
  }
  return errors[code === 'number' && kind === 'integer' ? 'integer' : code](label, typed(locale, limit));
}

export function labelOf(words: FormWords, { id, label }: Field): string {
  return label || words.unnamed(Number(id.slice(1)) + 1, words.locale);
}

/** Begin a label or an error with a capital, if it begins with the word for an answer without a name. */
export function begun({ answer, locale }: Pick<FormWords, 'answer' | 'locale'>, text: string): string {
  return text.startsWith(answer) ? text.charAt(0).toLocaleUpperCase(locale) + text.slice(1) : text;
}

/** The name of one item of a list. */
export function itemText(words: FormWords, field: ListField, place: number, count: number): string {
  return words.item(isolated(words, field.itemLabel || labelOf(words, field)), place + 1, count, words.locale);
}

export function optionLabel(words: FormWords, { value, label }: FieldOption): string {
  if (typeof value === 'boolean' && label === String(value)) return value ? words.yes : words.no;
  return label || words.empty;
}

/** The text that names what the form leaves out. */
export function omittedText(words: FormWords, omitted: readonly Problem[]): string {
  const labels = omitted.slice(0, 10).map(({ label }) => isolated(words, label || words.empty));
  return words.omitted(labels, words.locale);
}

/** The limits of a field, shown before the person makes a mistake. */
export function limitText(words: FormWords, field: Field): string | undefined {
  const { locale } = words;
  if (field.kind === 'number' || field.kind === 'integer') {
    const { minimum = -Infinity, maximum = Infinity } = field.limits;
    const hasLeast = minimum > Number.MIN_SAFE_INTEGER;
    const most = typed(locale, maximum);
    if (maximum < Number.MAX_SAFE_INTEGER) {
      return hasLeast ? words.between(typed(locale, minimum), most) : words.atMost(most);
    }
    return hasLeast ? words.atLeast(typed(locale, minimum)) : undefined;
  }
  if (field.kind === 'text' && field.limits.minLength !== undefined && field.limits.minLength > 1) {
    return words.atLeastCharacters(field.limits.minLength, locale);
  }
  if (field.kind === 'list') return entriesText(words, field);
  if (field.kind !== 'multi-select') return undefined;
  const { minItems, maxItems, options } = field;
  if (maxItems < options.length) {
    return minItems > 0 ? words.chooseBetween(minItems, maxItems, locale) : words.chooseAtMost(maxItems, locale);
  }
  return minItems > 0 ? words.chooseAtLeast(minItems, locale) : undefined;
}

function entriesText(words: FormWords, { minItems, maxItems }: ListField): string | undefined {
  const { locale } = words;
  if (maxItems >= mostItems) return minItems > 0 ? words.entriesAtLeast(minItems, locale) : undefined;
  return minItems > 0 ? words.entriesBetween(minItems, maxItems, locale) : words.entriesAtMost(maxItems, locale);
}

/** A number as people type it: without thousands separators. */
function typed(locale: string, number: number): string {
  const isPlain = number === 0 || (Math.abs(number) > 1e-9 && Math.abs(number) < 1e15);
  return isPlain ? formatNumber(locale, number, { useGrouping: false, maximumFractionDigits: 20 }) : String(number);
}

/** Isolates text of another script, so that it does not turn the sentence around it. */
function isolated({ yes }: FormWords, text: string): string {
  return /^[\u0020-\u024F]*$/.test(yes + text) ? text : `\u2068${text}\u2069`;
}
