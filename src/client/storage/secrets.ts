import { isObject, type JsonObject, type JsonValue } from '../../protocol/json.ts';

/** True for names of things that must not lie in a storage: passwords, tokens, card numbers and the like. */
export function looksSecret(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => secretWords.has(word)) || secretParts.test(words.join(''));
}

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

const secretWords = new Set(['pin', 'otp', 'cvv', 'cvc', 'ssn', 'iban', 'card', 'tan', 'pass', 'pwd', 'auth']);
const secretParts = /passw|passphrase|passcode|token|secret|credential|creditcard|cardnumber|apikey|privatekey/;
