import type { ElicitIssue } from '../protocol/elicit-request.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import { placeOf, type Draft, type DraftOf } from './draft.ts';
import type { FieldError } from './field-error.ts';
import type { Field } from './field.ts';
import { begun, errorText, itemText, labelOf } from './texts.ts';
import type { FormWords } from './words.ts';

/** A place that can show an error: a field, or a field of a list's item. */
export interface Place {
  id: string;
  kind: Field['kind'];
  label: string;
  /** The name of the item it belongs to. */
  item?: string | undefined;
}

/** Every place of a form, in page order. */
export function placesOf(fields: readonly Field[], draftOf: (field: Field) => Draft, words: FormWords): Place[] {
  return fields.flatMap((field) => {
    const own = { id: field.id, kind: field.kind, label: labelOf(words, field), item: field.group?.label };
    if (field.kind !== 'list') return [own];
    const items = draftOf(field) as DraftOf['list'];
    const inner = items.flatMap(([key, ...values], place) =>
      values.flatMap((_, index): Place[] => {
        const one = placeOf(field, key, index);
        const item = itemText(words, field, place, items.length);
        if (!one) return [];
        const { id, kind } = one;
        return [field.bare ? { id, kind, label: item } : { id, kind, label: one.label || words.empty, item }];
      }),
    );
    return [own, ...inner];
  });
}

/** The errors of a form in words, by the ids of their places, in page order. */
export function errorTexts(
  errors: ReadonlyMap<string, FieldError>,
  places: readonly Place[],
  words: FormWords,
): Map<string, string> {
  const texts = places.flatMap(({ id, kind, label }) => {
    const error = errors.get(id);
    return error === undefined ? [] : [[id, begun(words, errorText(words, error, label, kind))] as const];
  });
  return new Map(texts);
}

/** An issue as a line of text, which begins with the title of its field. @param schema - of the answer */
export function issueLine({ path, message }: ElicitIssue, { properties }: JsonObject): string {
  const field = isObject(properties) && path.length === 1 ? properties[String(path[0])] : undefined;
  const named = path.map((part) => (typeof part === 'number' ? part + 1 : sentenceOf(part))).join(': ');
  const title = isObject(field) && typeof field['title'] === 'string' ? field['title'] : named;
  const said = message.replace(/^“/, '');
  const rest = said.toLowerCase().startsWith(title.toLowerCase()) ? said.slice(title.length) : undefined;
  const isNamed = title === '' || (rest !== undefined && !/^[\p{L}\p{N}]/u.test(rest));
  return isNamed ? message : `${title}: ${message}`;
}

/** The field that an issue's path leads to, or the first of the group. Undefined if it concerns the whole form. */
export function fieldOfIssue({ path }: ElicitIssue, fields: readonly Field[]): Field | undefined {
  if (path.length === 0) return undefined;
  const leads = (field: Field) => {
    const length = Math.min(path.length, field.path.length);
    return field.path.slice(0, length).every((name, index) => name === String(path[index]));
  };
  return fields.find(leads);
}

/** The id of the place in its field that an issue's path names. */
export function placeOfIssue({ path }: ElicitIssue, field: Field, draftOf: (field: Field) => Draft): string {
  const [place, inner] = path.slice(field.path.length);
  if (field.kind !== 'list' || typeof place !== 'number') return field.id;
  const item = (draftOf(field) as DraftOf['list'])[place];
  const index = field.bare ? 0 : field.item.findIndex((one) => one.name === inner);
  return (item && placeOf(field, item[0], index)?.id) ?? field.id;
}

/** Fields one after another that are part of the same object. */
export function inGroups(fields: readonly Field[]): readonly (readonly Field[])[] {
  const groups: Field[][] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last && field.group && last[0]?.group === field.group) last.push(field);
    else groups.push([field]);
  }
  return groups;
}
