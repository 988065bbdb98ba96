import { arrayKeywords, compileField, type Place } from './compile-field.ts';
import { compileObject, ownIn, refuse, type Scope } from './compile-object.ts';
import { mostItems } from './draft.ts';
import type { ItemField, ListField } from './field.ts';
import { countOf } from './limits.ts';
import { normalSchema } from './normal-schema.ts';
import { unsupportedKeyword, type Problem } from './problem.ts';
import { wordsIn } from './short-text.ts';
import { startValue } from './start-value.ts';

/**
 * Compiles the schema of an array that is not a choice to a list. Its items are single values or objects of such
 * values.
 *
 * @param found - the array's name, and why it is no other kind of field
 */
export function compileList(given: unknown, place: Place, found: Problem, scope: Scope): ListField | Problem {
  const normal = normalSchema(given, scope.root);
  const schema = typeof normal === 'string' ? {} : normal.keywords;
  const { title, description } = schema;
  const inner = normalSchema(schema['items'], scope.root);
  if (typeof inner === 'string' || unsupportedKeyword(schema, arrayKeywords) !== undefined) return found;
  const { keywords: items, type } = inner;
  const bare = type !== 'object';
  const outside = { path: [], prefix: '', group: undefined, neededIn: undefined, answer: undefined, before: 0 };
  const one = (property: unknown, at: Place) => {
    const field = compileField(property, at, scope.root);
    return 'kind' in field ? { fields: [field], omitted: [], refusals: [] } : refuse(field);
  };
  const compiled = bare
    ? one({ ...items, description: undefined }, { id: 'f0', name: '', path: [''], required: true })
    : compileObject<ItemField>(items, { ...scope, ...outside }, one);
  const { fields: item, omitted, refusals } = compiled;
  if (refusals.length > 0 || item.length === 0 || item.length > mostItemFields) return found;

  const minItems = countOf(schema['minItems']) ?? 0;
  const maxItems = countOf(schema['maxItems']) ?? Infinity;
  if (minItems > maxItems) return { ...found, code: 'contradiction' };
  if (minItems * item.length > mostControls) return { ...found, code: 'too_many_fields' };
  const values: unknown = schema['default'];
  const hasDefault = Array.isArray(values) && values.length <= mostItems && values.length * item.length <= mostControls;
  // What an answer leaves out must not start as the default of new items.
  const unsaid = scope.answer === undefined ? undefined : null;
  const startIn = (field: ItemField, value: unknown) =>
    startValue(field, bare ? value : (ownIn(value, field.name) ?? unsaid));
  return {
    ...place,
    kind: 'list',
    label: found.label ?? '',
    description: wordsIn(description ?? (bare ? items['description'] : undefined), 600),
    secret: false,
    item,
    itemLabel: wordsIn(items['title'], 80) ?? wordsIn(title, 80) ?? found.label ?? '',
    bare,
    start: hasDefault ? values.map((value: unknown) => item.map((field) => startIn(field, value))) : [],
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
