import { isObject, type JsonObject } from '../protocol/json.ts';
import type { FlatOption } from './flat-form.ts';

/** The strings to choose from, each once. */
export interface FlatOptions {
  readonly options: readonly FlatOption[];
  /** True if an option has a title that is not its value. */
  readonly isTitled: boolean;
}

/**
 * The choices that a schema lists by `enum`, `const`, or `oneOf` or `anyOf` of such branches.
 *
 * @returns undefined if it lists none, or 'others' if one of them is not a string, or there is nothing to choose
 */
export function optionsOf(schema: JsonObject): FlatOptions | 'others' | undefined {
  const branches: unknown = schema['oneOf'] ?? schema['anyOf'];
  const listed: Listed[] | undefined = Array.isArray(branches)
    ? branches.flatMap((branch: unknown) => listedInBranch(branch) ?? [{ value: undefined, title: undefined }])
    : listedIn(schema, schema['enumNames']);
  if (listed === undefined) return undefined;
  const titles = new Map<string, string | undefined>();
  for (const { value, title } of listed) {
    // A form never sends null.
    if (value === null) continue;
    if (typeof value !== 'string') return 'others';
    titles.set(value, titles.get(value) ?? (typeof title === 'string' && title !== '' ? title : undefined));
  }
  if (titles.size === 0) return 'others';
  return {
    options: [...titles].map(([value, title = value]) => ({ const: value, title })),
    isTitled: [...titles].some(([value, title]) => title !== undefined && title !== value),
  };
}

interface Listed {
  readonly value: unknown;
  readonly title: unknown;
}

/** @param names - the values' titles, as in revisions before 2025-11-25 */
function listedIn(schema: JsonObject, names: unknown): Listed[] | undefined {
  const values: unknown = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
  if (!Array.isArray(values)) return undefined;
  const titles: unknown[] = Array.isArray(names) ? names : [];
  return values.map((value: unknown, index) => ({ value, title: titles[index] }));
}

/** A branch's title is that of its one value. */
function listedInBranch(branch: unknown): Listed[] | undefined {
  if (!isObject(branch)) return undefined;
  return listedIn(branch, Object.hasOwn(branch, 'const') ? [branch['title']] : branch['enumNames']);
}
