import { canonicalJson, isObject } from './json.ts';

/** One of several things to choose from: of a question's choices, and of a list on a page. */
export interface Choice<Value = string> {
  /** The answer, as a card sends it. */
  readonly value: Value;
  /** What a person reads, in one line. */
  readonly label: string;
  /** What else there is to say. @default nothing */
  readonly description?: string | undefined;
  /** Why it is listed but cannot be chosen, such as "It is taken." @default it can */
  readonly disabled?: { readonly reason: string } | undefined;
  /** The heading it stands under, with the others of that group. @default none */
  readonly group?: string | undefined;
  /**
   * A picture beside the label, which says the same: an address that begins with `https:` or `data:image/`. Nothing else
   * is shown.
   *
   * @default none
   */
  readonly image?: string | undefined;
  /** What it costs or counts, such as "$24.00", at the end of its line. @default nothing */
  readonly amount?: string | undefined;
}

/**
 * A name for a value in a place that has only texts: `6-A` for `{ row: 6, seat: 'A' }`. It is made from the value, so it
 * means the same whatever else is offered.
 */
export function choiceName(value: unknown): string {
  if (!isObject(value)) return typeof value === 'string' ? value : canonicalJson(value);
  const parts: unknown[] = Object.values(value);
  const isPlain = (part: unknown) => typeof part === 'string' || typeof part === 'number';
  const isClear = parts.length === 1 || parts.every((part) => !String(part).includes('-'));
  return parts.length > 0 && parts.every(isPlain) && isClear ? parts.join('-') : canonicalJson(value);
}
