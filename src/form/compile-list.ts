import { isObject, type JsonObject } from '../protocol/json.ts';
import { arrayKeywords, compileField, withoutNull, type Place } from './compile-field.ts';
import { compileObject } from './compile-object.ts';
import { mostItems } from './draft.ts';
import type { ItemField, ListField } from './field.ts';
import { countOf } from './limits.ts';
import { unsupportedKeyword, type Problem } from './problem.ts';
import { wordsIn } from './short-text.ts';
import { startValue } from './start-value.ts';

/**
 * Compiles the schema of an array that is not a choice to a list. Its items are single values or objects of such
 * values.
 *
 * @param found - the array's name, and why it is no other kind of field
 */
export function compileList(given: unknown, place: Place, found: Problem): ListField | Problem {
  const schema = isObject(given) ? withoutNull(given) : {};
  const { items, title, description } = schema;
  if (!isObject(items) || unsupportedKeyword(schema, arrayKeywords) !== undefined) return found;
  const bare = items['type'] !== 'object';
  const { fields: item, omitted, refusals } = bare ? compileValue(items) : compileObject(items, compileField);
  if (refusals.length > 0 || item.length === 0 || item.length > mostItemFields) return found;

  const minItems = countOf(schema['minItems']) ?? 0;
  const maxItems = countOf(schema['maxItems']) ?? Infinity;
  if (minItems > maxItems) return { ...found, code: 'contradiction' };
  if (minItems * item.length > mostControls) return { ...found, code: 'too_many_fields' };
  const values: unknown = schema['default'];
  const hasDefault = Array.isArray(values) && values.length <= mostItems && values.length * item.length <= mostControls;
  return {
    ...place,
    kind: 'list',
    label: found.label ?? '',
    description: wordsIn(description ?? (bare ? items['description'] : undefined), 600),
    secret: false,
    item,
    itemLabel: wordsIn(items['title'], 80) ?? wordsIn(title, 80) ?? found.label ?? '',
    bare,
    start: hasDefault ? values.map((value: unknown) => startsOf(value, { bare, item })) : [],
    hasDefault,
    minItems,
    maxItems: Math.min(maxItems, mostItems),
    unique: schema['uniqueItems'] === true,
    omitted,
  };
}

/** Items with more fields would need a form of their own. */
const mostItemFields = 10;
/** A list that starts with more controls is too long to read. */
const mostControls = 100;

/** An item that is a single value has one unnamed field, required while the item exists. */
function compileValue(items: JsonObject): ReturnType<typeof compileObject<ItemField>> {
  const root = { type: 'object', properties: { '': { ...items, description: undefined } }, required: [''] };
  return compileObject(root, compileField);
}

/** The start values of an item's fields, from the default where it fits. */
function startsOf(value: unknown, { bare, item }: Pick<ListField, 'bare' | 'item'>): readonly ItemField['start'][] {
  return item.map((field) =>
    startValue(
      field,
      bare ? value : isObject(value) && Object.hasOwn(value, field.name) ? value[field.name] : undefined,
    ),
  );
}
