import { isObject, type JsonObject } from './json.ts';
import { looksSecret } from './looks-secret.ts';
import { isShownWhole, plainText } from './plain-text.ts';
import { sentenceOf } from './sentence-of.ts';

/** One argument of a call, in words. Its texts are safe to show. */
export interface CallFact {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** The value is JSON of several lines. */
  readonly isJson: boolean;
  /** False if some of it is not shown: it is too long, or has hidden characters. */
  readonly isWhole: boolean;
}

/**
 * The arguments of a call in words, in the order of their schema. Secrets are masked.
 *
 * @param parameters - JSON Schema of the arguments
 * @param yesOrNo - a yes and a no in the reader's language
 */
export function callFacts(
  given: JsonObject,
  parameters: JsonObject,
  yesOrNo: readonly [yes: string, no: string],
): readonly CallFact[] {
  const fields = objectIn(parameters, 'properties');
  const names = [...new Set([...Object.keys(fields), ...Object.keys(given)])];
  return names.flatMap((name): readonly CallFact[] => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) return [];
    const { title } = objectIn(fields, name);
    const label = plainText(typeof title === 'string' && title !== '' ? title : sentenceOf(name), 120);
    const words = looksSecret(name) ? mask : wordsOf(value, yesOrNo);
    const text = words ?? jsonText(value);
    const isJson = words === undefined;
    return [{ name, label, value: plainText(text, mostText), isJson, isWhole: isShownWhole(text, mostText) }];
  });
}

/** A value as JSON in lines, with its secrets masked. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (looksSecret(name) ? mask : inner), 2) ?? '';
}

function wordsOf(value: unknown, [yes, no]: readonly [string, string]): string | undefined {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items.some((item) => typeof item === 'object') ? undefined : items.map(String).join(', ');
  }
  if (typeof value === 'boolean') return value ? yes : no;
  // An empty text may mean all or nothing to a tool, so the person must see that it is there.
  return isObject(value) ? undefined : value === '' ? '""' : String(value);
}

function objectIn(around: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(around, name) ? around[name] : undefined;
  return isObject(value) ? value : {};
}

const mask = '••••••';
/** Characters of one argument. Keep it far above what fits a line: a person who approves must be able to read it all. */
const mostText = 20_000;
