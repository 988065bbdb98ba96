import type { FieldError } from './field-error.ts';
import type { TextField, TextLimits } from './field.ts';
import type { StepBudget } from './linear-pattern.ts';
import { isRealDate } from '../protocol/days.ts';
import { localTimeOf } from './zoned-time.ts';

/**
 * The first limit that a text breaks.
 *
 * @param budget - steps left for patterns; the server checks a text that needs more
 */
export function checkText(
  text: string,
  { minLength = 0, maxLength = Infinity, pattern }: TextLimits,
  budget: StepBudget,
): FieldError | undefined {
  const length = lengthOf(text);
  if (length < minLength) return { code: 'minLength', limit: minLength };
  if (length > maxLength) return { code: 'maxLength', limit: maxLength };
  if (typeof pattern === 'object' && pattern.test(text, budget) === false) return { code: 'pattern' };
  return undefined;
}

/** In code points, as JSON Schema counts. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** A default as its control can show it, or an empty string if it cannot. */
export function startText(kind: TextField['kind'], start: unknown): string {
  if (typeof start !== 'string') return '';
  if (kind === 'date' && !isRealDate(start)) return '';
  if (kind === 'date-time' && localTimeOf(start, 'UTC') === undefined) return '';
  return start;
}

/** `name@example.com`: ASCII, with a dot in the domain. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    local.split('.').every((part) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(part)) &&
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && /^[a-z\d-]+$/i.test(label) && !/^-|-$/.test(label))
  );
}

/** An absolute URI in ASCII, or undefined. A web address in another script is encoded first. */
export function uriOf(text: string): string | undefined {
  let uri = text;
  try {
    const url = new URL(text);
    // oxlint-disable-next-line no-control-regex
    if (/^https?:\/\/[^/?#\\]/i.test(text) && /[^\u0000-\u007F]/.test(text) && !/\s/.test(text)) uri = url.href;
    else if (/^https?:(?!\/\/[^/?#])/i.test(text)) return undefined;
  } catch {
    return undefined;
  }
  return uriPattern.test(uri) ? uri : undefined;
}

const char = `[\\w.~!$&'()*+,;=:@-]|%[\\da-f]{2}`;
const host = `\\[[\\da-f:.]+\\]|(?:[\\w.~!$&'()*+,;=-]|%[\\da-f]{2})*`;
const user = `(?:[\\w.~!$&'()*+,;=:-]|%[\\da-f]{2})*@`;
const uriPattern = new RegExp(
  `^[a-z][a-z\\d+.-]*:(?:\\/\\/(?:${user})?(?:${host})(?::\\d*)?(?:\\/(?:${char}|\\/)*)?|(?!\\/\\/)(?:${char}|\\/)+)` +
    `(?:\\?(?:${char}|[/?])*)?(?:#(?:${char}|[/?])*)?$`,
  'i',
);
