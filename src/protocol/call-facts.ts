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
  const all = [...new Set([...Object.keys(fields), ...Object.keys(given)])];
  const names = all.filter((name) => Object.hasOwn(given, name) && given[name] !== undefined);
  const facts = names.slice(0, mostFacts).map((name): CallFact => {
    const value = given[name];
    const { title } = objectIn(fields, name);
    const called = typeof title === 'string' && title !== '' ? title : sentenceOf(name);
    const words = looksSecret(name) ? mask : wordsOf(value, yesOrNo);
    return factOf(name, called, words ?? jsonText(value), words === undefined);
  });
  const rest = names.slice(mostFacts).map((name) => [name, given[name]] as const);
  return rest.length === 0 ? facts : [...facts, factOf('', '…', jsonText(Object.fromEntries(rest)), true)];
}

function factOf(name: string, called: string, text: string, isJson: boolean): CallFact {
  // A name of several lines could pass for other arguments.
  const label = plainText(called, mostLabel).replaceAll(/\s+/g, ' ');
  const isWhole = isShownWhole(text, mostText) && isShownWhole(called, mostLabel);
  return { name, label, value: plainText(text, mostText), isJson, isWhole };
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
/** Arguments with a line of their own. The others share one, as JSON. */
const mostFacts = 200;
const mostLabel = 120;
/** Characters of one argument. Keep it far above what fits a line: a person who approves must be able to read it all. */
const mostText = 20_000;
