import { isRealDate } from '../protocol/days.ts';
import type { JsonObject } from '../protocol/json.ts';
import { formatter } from '../words/formatter.ts';
import type { Spoken } from '../words/word-for.ts';
import { compileForm } from './compile-form.ts';
import { valueAt } from './content-errors.ts';
import type { Field } from './field.ts';
import { asObject } from './normal-schema.ts';
import { shortText } from './short-text.ts';
import type { FormWords } from './words.ts';

/**
 * What an answer says, such as "Ann · Window · Vegetarian": texts, numbers and the titles of what was chosen, at most 60
 * characters, and nothing secret. Undefined if there is none of these.
 *
 * @param words - also say a yes or no that is the whole answer, and days in this language
 */
export function answerSummary(schema: JsonObject, answer: unknown, words?: Spoken<FormWords>): string | undefined {
  const form = asObject(schema);
  const content = form.put(answer);
  const { fields } = compileForm(form.schema);
  const said = fields.flatMap((field) => {
    if (field.secret) return [];
    const given = valueAt(content, field.path);
    if (typeof given === 'boolean' && words && fields.length === 1) return given ? words.yes : words.no;
    return wordsOf(field, given, words?.locale);
  });
  return shortText(said.filter(Boolean).join(' · '), 60) || undefined;
}

function wordsOf(field: Field, given: unknown, locale: string | undefined): readonly string[] {
  if (field.kind === 'select' || field.kind === 'multi-select') {
    const values: unknown[] = Array.isArray(given) ? given : [given];
    return field.options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
  }
  if (typeof given !== 'string' && typeof given !== 'number') return [];
  if (locale === undefined || field.kind !== 'date' || !isRealDate(String(given))) {
    return [shortText(String(given), 60).trim()];
  }
  return [formatter('DateTimeFormat', locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(given))];
}
