import { isObject, type JsonObject } from '../protocol/json.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import { normalSchema, type ListedValue, type NormalSchema } from './normal-schema.ts';
import type { ProblemCode } from './problem.ts';

// A flat form has one level of fields, and its choices are texts. So each value inside an answer has a name of its own:
// the names that lead to it, with dots.

/** A value inside an answer, as a field of a flat form. */
export interface FlatPlace {
  readonly name: string;
  /** Where it is in the answer. Empty for an answer that is no object. */
  readonly path: readonly string[];
  /** The titles of the objects around it, and its own. Undefined if nothing is around it and it has none. */
  readonly title: string | undefined;
  /** What it asks for, or why it cannot be read. */
  readonly normal: NormalSchema | ProblemCode;
  readonly required: boolean;
}

/** The values inside an answer with this schema, in its order. */
export function flatPlacesOf(schema: JsonObject): readonly FlatPlace[] {
  const names = new Set<string>();
  const places: FlatPlace[] = [];
  const walk = (given: unknown, path: readonly string[], titles: readonly string[], required: boolean) => {
    const normal = normalSchema(given, schema);
    const { keywords, type } = typeof normal === 'string' ? { keywords: {} as JsonObject } : normal;
    const title = typeof keywords['title'] === 'string' ? keywords['title'] : undefined;
    const { properties } = keywords;
    if (type !== 'object' || !isObject(properties) || path.length > mostLevels || places.length > mostPlaces) {
      const own = title ?? sentenceOf(path.at(-1) ?? '');
      const shown = titles.length > 0 ? [...titles, own].join(': ') : title;
      places.push({ name: '', path, title: shown, normal, required });
      return;
    }
    const needed: unknown[] = Array.isArray(keywords['required']) ? keywords['required'] : [];
    const around = path.length === 0 ? [] : [...titles, title ?? sentenceOf(path.at(-1) ?? '')];
    for (const [name, property] of Object.entries(properties)) {
      walk(property, [...path, name], around, required && needed.includes(name));
    }
  };
  walk(schema, [], [], true);
  for (const { path } of places) names.add(path[0] ?? '');
  return places.map((place) => {
    let name = place.path.join('.');
    if (place.path.length === 1) return { ...place, name };
    // A property may have the name that dots give to another one.
    while (names.has(name)) name += '_';
    names.add(name);
    return { ...place, name };
  });
}

/** How deep objects in an answer may nest. */
const mostLevels = 3;
/** A schema that holds itself several times would have no end. */
const mostPlaces = 1000;

/** A choice's name in a flat form. */
export function flatNameOf({ value }: Pick<ListedValue, 'value'>): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The answer that the values of a flat form mean. An answer that is none stays as it is. */
export function fromFlat(sent: unknown, schema: JsonObject): unknown {
  const [first, ...others] = flatPlacesOf(schema);
  if (first === undefined) return sent;
  if (first.path.length === 0) return others.length === 0 ? valueOf(sent, first, schema) : sent;
  if (!isObject(sent)) return sent;
  const given = [first, ...others].filter(({ name }) => Object.hasOwn(sent, name));
  const names = new Set(given.map(({ name }) => name));
  const answer = new Map<string, unknown>(Object.entries(sent).filter(([name]) => !names.has(name)));
  for (const place of given) put(answer, place.path, valueOf(sent[place.name], place, schema));
  return plain(answer);
}

function put(at: Map<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) return void at.set(name, value);
  const found = at.get(name);
  const inner = found instanceof Map ? (found as typeof at) : new Map(Object.entries(isObject(found) ? found : {}));
  at.set(name, inner);
  put(inner, rest, value);
}

// Don't assign properties one by one: one may be called `__proto__`.
function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...(value as Map<string, unknown>)].map(([name, inner]) => [name, plain(inner)]));
}

/** What a choice's name means. */
function valueOf(sent: unknown, { normal }: Pick<FlatPlace, 'normal'>, root: JsonObject): unknown {
  if (typeof normal === 'string') return sent;
  if (Array.isArray(sent) && normal.type === 'array') {
    const items = normalSchema(normal.keywords['items'], root);
    return sent.map((item) => valueOf(item, { normal: items }, root));
  }
  const { listed } = normal;
  if (typeof sent !== 'string' || listed === undefined || listed.some(({ value }) => value === sent)) return sent;
  return listed.find((one) => flatNameOf(one) === sent)?.value ?? sent;
}
