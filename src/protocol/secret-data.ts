import { isObject, type JsonObject, type JsonValue } from './json.ts';
import { looksSecret } from './looks-secret.ts';

/** Copy JSON without the members whose names look secret, at any depth. */
export function withoutSecrets(value: JsonValue, isSecret: (name: string) => boolean = looksSecret): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutSecrets(item, isSecret));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecret(name))
      .map(([name, member]) => [name, withoutSecrets(member as JsonValue, isSecret)]),
  );
}

/** What a question's schema marks as secret, in addition to names that look it. */
export interface Secrets {
  readonly isSecret: (name: string) => boolean;
  /** Some properties of the answer are secret. */
  readonly hasNames: boolean;
  /** The secret has no name of its own: a bare answer, or the items of a bare list. */
  readonly isWhole: boolean;
}

export function secretsOf(schema: JsonObject): Secrets {
  const told = new Set<string>();
  const isWhole = isMarked(schema, told);
  return { isSecret: (name) => told.has(name) || looksSecret(name), hasNames: told.size > 0, isWhole };
}

/** True if a schema, or one inside it other than a property, is secret. Collects the secret properties. */
function isMarked(schema: unknown, told: Set<string>): boolean {
  if (Array.isArray(schema)) return schema.filter((one: unknown) => isMarked(one, told)).length > 0;
  if (!isObject(schema)) return false;
  const { format, writeOnly, title, properties } = schema;
  // The title of an object, or of one choice, labels no input field.
  const isField = properties === undefined && !Object.hasOwn(schema, 'const');
  let marked = format === 'password' || writeOnly === true;
  marked ||= isField && typeof title === 'string' && looksSecret(title.slice(0, 200));
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (looksSecret(name) || isMarked(property, told)) told.add(name);
  }
  for (const [keyword, inner] of Object.entries(schema)) {
    // Skip what is done above, and extensions: they hold data, not schemas.
    if (keyword === 'properties' || keyword.startsWith('x-')) continue;
    if (isMarked(inner, told)) marked = true;
  }
  return marked;
}
