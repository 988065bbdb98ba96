import type { FieldError } from './model/field-error.ts';
import type { Field, FieldOption } from './model/field.ts';
import type { Problem } from './model/problem.ts';
import { words } from './words.ts';

/** What is wrong, in words. */
export function errorText({ code, limit = 0 }: FieldError, field: Field): string {
  const label = labelOf(field);
  if (code === 'required' && field.kind === 'select') return words.chooseOption(label);
  if (code === 'number' && field.kind === 'integer') return words.wholeNumber(label);
  return words.errors[code](label, limit);
}

export function labelOf({ id, label }: Field): string {
  return label || words.unnamed(Number(id.slice(1)) + 1);
}

export function optionLabel({ value, label }: FieldOption): string {
  if (typeof value === 'boolean' && label === String(value)) return value ? words.yes : words.no;
  return label || words.empty;
}

export function problemText({ name = '', label }: Problem): string {
  return label || name || words.empty;
}

/** What a field takes, said before anybody gets it wrong. */
export function limitText(field: Field): string | undefined {
  if (field.kind === 'number' || field.kind === 'integer') {
    const { minimum, maximum } = field.limits;
    const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? String(minimum) : undefined;
    const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? String(maximum) : undefined;
    return rangeText(least, most);
  }
  if (field.kind === 'text' && field.limits.minLength !== undefined && field.limits.minLength > 1) {
    return words.atLeast(words.characters(field.limits.minLength));
  }
  if (field.kind !== 'multi-select') return undefined;
  const { minItems, options } = field;
  const maxItems = field.maxItems < options.length ? field.maxItems : undefined;
  if (minItems > 0 && maxItems !== undefined) return words.chooseBetween(minItems, maxItems);
  if (minItems > 0) return words.chooseAtLeast(minItems);
  return maxItems === undefined ? undefined : words.chooseAtMost(maxItems);
}

function rangeText(least: string | undefined, most: string | undefined): string | undefined {
  if (least !== undefined && most !== undefined) return words.between(least, most);
  if (least !== undefined) return words.atLeast(least);
  return most === undefined ? undefined : words.atMost(most);
}
