import { isObject, type JsonObject } from '../protocol/json.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import { normalSchema, type ListedValue, type NormalSchema } from './normal-schema.ts';
import type { ProblemCode } from './problem.ts';
import { assembled } from './read-form.ts';

// A flat form has one level of fields. So each value in an answer has a name: the names that lead to it, with dots.

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
  const places: FlatPlace[] = [];
  const walk = (given: unknown, path: readonly string[], titles: readonly string[], required: boolean) => {
    const normal = normalSchema(given, schema);
    const { keywords, type } = typeof normal === 'string' ? { keywords: {} as JsonObject } : normal;
    const title = typeof keywords['title'] === 'string' ? keywords['title'] : undefined;
    const { properties } = keywords;
    if (type !== 'object' || !isObject(properties) || path.length > mostLevels || places.length > mostPlaces) {
      const shown = titles.length > 0 ? [...titles, title ?? sentenceOf(path.at(-1) ?? '')].join(': ') : title;
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
  const names = new Set(places.map(({ path }) => path[0] ?? ''));
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

/** Places whose name or values differ between answer and flat form, by schema. */
const renamed = new WeakMap<JsonObject, readonly FlatPlace[]>();
const isRenamed = ({ path, normal }: FlatPlace) =>
  path.length !== 1 || (typeof normal === 'object' && (normal.listed !== undefined || normal.type === 'array'));

/** The answer that the values of a flat form mean. An answer that is none stays as it is. */
export function fromFlat(sent: unknown, schema: JsonObject): unknown {
  const places = renamed.get(schema) ?? flatPlacesOf(schema).filter(isRenamed);
  renamed.set(schema, places);
  const [first] = places;
  if (first?.path.length === 0) return valueOf(sent, first, schema);
  if (first === undefined || !isObject(sent)) return sent;
  const entries = Object.entries(sent).map(([name, value]) => {
    const place = places.find((one) => one.name === name);
    return [place?.path ?? [name], place ? valueOf(value, place, schema) : value] as const;
  });
  return assembled(entries);
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
