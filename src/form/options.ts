import { isObject, type JsonObject } from '../protocol/json.ts';
import type { FieldOption } from './field.ts';
import { unsupportedKeyword, type ProblemCode } from './problem.ts';
import { shortText, wordsIn } from './short-text.ts';

/** People don't read more options than this. */
export const mostOptions = 500;

/**
 * The options of a choice, or why they cannot be shown. Undefined if the schema lists none.
 *
 * @param type - the schema's type; options of another type are dropped, because the server would refuse them
 */
export function optionsOf(
  schema: JsonObject,
  type: string | undefined,
): readonly FieldOption[] | ProblemCode | undefined {
  const keywords = ['enum', 'const', 'oneOf', 'anyOf'].filter((keyword) => Object.hasOwn(schema, keyword));
  const [keyword] = keywords;
  if (keyword === undefined) return undefined;
  if (keywords.length > 1) return 'unsupported_union';
  const listed: unknown = keyword === 'const' ? [schema['const']] : schema[keyword];
  if (!Array.isArray(listed)) return undefined;
  if (listed.length > mostOptions) return 'too_many_options';

  const names: unknown[] = Array.isArray(schema['enumNames']) ? schema['enumNames'] : [];
  const hasBranches = keyword === 'oneOf' || keyword === 'anyOf';
  const options = new Map<unknown, FieldOption>();
  for (const [index, item] of (listed as unknown[]).entries()) {
    if (hasBranches && isObject(item) && item['type'] === 'null') continue;
    const branch = hasBranches ? branchOf(item) : { const: item, title: names[index] };
    if (!branch) return 'unsupported_union';
    const value = branch.const;
    if (options.has(value) || !isOfType(value, type) || !isOfType(value, branch.type)) continue;
    options.set(value, {
      value,
      label: wordsIn(branch.title, 200) ?? shortText(String(value), 200).trim(),
      description: wordsIn(branch.description, 400),
    });
  }
  return options.size > 0 ? toldApart([...options.values()]) : 'empty_enum';
}

/** Adds the value to options that share a label. */
function toldApart(options: readonly FieldOption[]): readonly FieldOption[] {
  const counts = new Map<string, number>();
  for (const { label } of options) counts.set(label, (counts.get(label) ?? 0) + 1);
  return options.map((option) => {
    const value = shortText(String(option.value), 80).trim();
    const isClear = counts.get(option.label) === 1 || option.label === '' || value === '' || value === option.label;
    return isClear ? option : { ...option, label: `${option.label} (${value})` };
  });
}

/** A value with its own texts. */
interface Branch {
  const: unknown;
  type?: unknown;
  title?: unknown;
  description?: unknown;
}

function branchOf(item: unknown): Branch | undefined {
  const isBranch = isObject(item) && Object.hasOwn(item, 'const') && !unsupportedKeyword(item, branchKeywords);
  return isBranch ? (item as unknown as Branch) : undefined;
}

/** Keywords that constrain a branch's value beyond naming it. */
const branchKeywords = (
  '$ref $dynamicRef $recursiveRef allOf anyOf oneOf not if enum pattern format minLength maxLength minimum maximum ' +
  'exclusiveMinimum exclusiveMaximum multipleOf'
).split(' ');

function isOfType(value: unknown, type: unknown): value is FieldOption['value'] {
  if (typeof value === 'number' && !Number.isFinite(value)) return false;
  if (type === 'integer') return Number.isInteger(value);
  if (typeof type === 'string') return typeof value === type;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
