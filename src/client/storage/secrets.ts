import { isObject, type JsonObject, type JsonValue } from '../../protocol/json.ts';
import { looksSecret } from '../../protocol/looks-secret.ts';

/** Copy JSON without what stands under names that look secret, at any depth. */
export function withoutSecrets(value: JsonValue, isSecret: (name: string) => boolean = looksSecret): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutSecrets(item, isSecret));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecret(name))
      .map(([name, member]) => [name, withoutSecrets(member as JsonValue, isSecret)]),
  );
}

/** What a question's schema says is secret, beside the names that look it. */
export interface Secrets {
  readonly isSecret: (name: string) => boolean;
  /** Some properties of the answer are secret. */
  readonly hasNames: boolean;
  /** What is secret has no name of its own: a bare answer, or the items of a list that is one. */
  readonly isWhole: boolean;
}

export function secretsOf(schema: JsonObject): Secrets {
  const told = new Set<string>();
  const isWhole = isMarked(schema, told);
  return { isSecret: (name) => told.has(name) || looksSecret(name), hasNames: told.size > 0, isWhole };
}

/** True where a schema, or one inside it that is no property, is of a secret; gathers the properties that are. */
function isMarked(schema: unknown, told: Set<string>): boolean {
  if (Array.isArray(schema)) return schema.filter((one: unknown) => isMarked(one, told)).length > 0;
  if (!isObject(schema)) return false;
  const { format, writeOnly, title, properties } = schema;
  // The title of an object, or of one choice, is of no field that anybody types into.
  const isField = properties === undefined && !Object.hasOwn(schema, 'const');
  let marked = format === 'password' || writeOnly === true;
  marked ||= isField && typeof title === 'string' && looksSecret(title.slice(0, 200));
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (looksSecret(name) || isMarked(property, told)) told.add(name);
  }
  for (const [keyword, inner] of Object.entries(schema)) {
    // Data, and not schemas: it may hold anything.
    if (keyword === 'properties' || keyword.startsWith('x-')) continue;
    if (isMarked(inner, told)) marked = true;
  }
  return marked;
}
