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

/** The names that a question's schema says are secret, beside those that look it. */
export function secretNamesOf(schema: JsonObject): (name: string) => boolean {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const told = new Set(
    Object.entries(properties).flatMap(([name, property]) =>
      isObject(property) && (property.format === 'password' || property.writeOnly === true) ? [name] : [],
    ),
  );
  return (name) => told.has(name) || looksSecret(name);
}
