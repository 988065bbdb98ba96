import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { JsonValue } from '../protocol/json.ts';
import { decimalOf } from '../words/decimal.ts';
import { compileForm } from './compile-form.ts';
import { draftIn, type Drafts } from './draft.ts';
import type { Field } from './field.ts';
import { wholeInJson } from './json-field.ts';
import { asObject, bareField } from './normal-schema.ts';
import { errorTexts, fieldOfIssue, placeOfIssue, placesOf } from './places.ts';
import { readForm } from './read-form.ts';
import { shortText } from './short-text.ts';
import type { FormWords } from './words.ts';

/** The form of a question, for a place without its card. */
export type QuestionForm = ReturnType<typeof questionForm>;

/** What is wrong, in words. */
export interface FormErrors {
  /** By the ids of fields and of fields inside lists, in the order of the page. */
  readonly atFields: ReadonlyMap<string, string>;
  readonly others: readonly string[];
}

/** @param start - the answer with which it starts. @default what the schema says */
export function questionForm(
  { schema, plain = schema }: Pick<ElicitRequest, 'schema' | 'plain'>,
  words: FormWords,
  timeZone: string,
  start?: JsonValue,
) {
  const { put, take, bare, schema: document } = asObject(plain, bareField, words.answer);
  const { fields: found, omitted, refusals } = compileForm(document, start === undefined ? undefined : put(start));
  const isRefused = refusals.length > 0;
  const whole = { ...wholeInJson(plain, bare ? bareField : undefined), label: words.answer };
  const fields: readonly Field[] = isRefused ? [whole] : found;
  const decimal = decimalOf(words.locale);
  /** What a field holds. */
  const draftOf = (one: Field, drafts: Drafts) => draftIn(drafts, one, timeZone, decimal);
  const placesIn = (drafts: Drafts) => placesOf(fields, (one) => draftOf(one, drafts), words);
  return {
    fields,
    omitted: [...omitted, ...fields.flatMap((one) => (one.kind === 'list' ? one.omitted : []))],
    /** No form can ask for it but as JSON. */
    isRefused,
    bare,
    /** Where its times are. */
    timeZone,
    draftOf,
    /** The answer, or what is wrong with it. */
    read(drafts: Drafts): { readonly content: unknown } | { readonly errors: FormErrors } {
      const read = readForm(fields, drafts, { timeZone, decimal });
      if ('content' in read) return { content: take(read.content) };
      return { errors: { atFields: errorTexts(read.errors, placesIn(drafts), words), others: [] } };
    },
    /** Issues of an answer that was refused, each where it belongs. */
    placed(issues: readonly ElicitIssue[], drafts: Drafts): FormErrors {
      const texts = new Map<string, string>();
      const others: string[] = [];
      for (const { path, message } of issues.slice(0, mostIssues)) {
        const issue = { path: bare ? [bareField, ...path] : path, message };
        const at = fieldOfIssue(issue, fields);
        const id = at && placeOfIssue(issue, at, (one) => draftOf(one, drafts));
        const text = shortText(message, 600);
        if (id === undefined || texts.has(id)) others.push(text);
        else texts.set(id, text);
      }
      const inOrder = placesIn(drafts).flatMap(({ id }) => [...texts].filter(([at]) => at === id));
      return { atFields: new Map(inOrder), others };
    },
  };
}

/** Nobody reads more. */
const mostIssues = 50;
