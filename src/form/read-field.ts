import type { JsonValue } from '../protocol/json.ts';
import { checkNumber, parseNumber } from './check-number.ts';
import { checkText, isEmail, uriOf } from './check-text.ts';
import { isDraftOf, type Draft } from './draft.ts';
import type { FieldError } from './field-error.ts';
import type { FieldOption, ItemField, MultiSelectField, NumberField, SelectField, TextField } from './field.ts';
import type { StepBudget } from './linear-pattern.ts';
import { isRealDate } from '../protocol/days.ts';
import { isMoment, momentOf } from './zoned-time.ts';

/** A value to send, or an error. Undefined if nothing is sent. */
type Read = { value: JsonValue } | { error: FieldError } | undefined;

export interface ReadOptions {
  /** The person's time zone, such as `Europe/Berlin`. */
  timeZone: string;
  /** A decimal separator accepted besides the dot. */
  decimal?: string | undefined;
  /** Ids of fields whose control holds input without a value, such as half a date. */
  unreadable?: ReadonlySet<string> | undefined;
}

export interface ReadFieldOptions extends ReadOptions {
  /** Steps left for all patterns of the form. */
  budget: StepBudget;
}

/** @param draft - undefined if the person did not touch the field */
export function readField(
  field: ItemField,
  draft: Draft | undefined,
  { timeZone, decimal, unreadable, budget }: ReadFieldOptions,
): Read {
  if (unreadable?.has(field.id)) return { error: { code: unreadableCode(field) } };
  if (draft !== undefined && !isDraftOf(field, draft)) return { error: { code: 'type' } };
  switch (field.kind) {
    case 'number':
    case 'integer':
      return draft === undefined ? readNumber(field, field.start) : readNumber(field, draft as string, decimal);
    case 'boolean': {
      const value = draft === undefined ? field.start : (draft as boolean | null);
      return value === null ? leaveOut(field) : { value };
    }
    case 'select':
      return readSelect(field, draft === undefined ? field.start : (draft as number | null), budget);
    case 'multi-select':
      return readMultiSelect(field, draft as readonly number[] | undefined, budget);
    default:
      return readText(field, draft as string | undefined, timeZone, budget);
  }
}

function readText(field: TextField, draft: string | undefined, timeZone: string, budget: StepBudget): Read {
  const given = draft ?? field.start;
  const text = field.kind === 'text' ? given.replaceAll(/\r\n?/g, '\n') : given.trim();
  if (text.trim() === '') return leaveOut(field);
  const isAsGiven = draft === undefined && field.kind === 'date-time' && isMoment(text);
  const read = isAsGiven ? { value: text } : formatted(field.kind, text, timeZone);
  if ('error' in read) return read;
  const error = checkText(read.value, field.limits, budget);
  return error ? { error } : read;
}

function formatted(kind: TextField['kind'], text: string, timeZone: string): { value: string } | { error: FieldError } {
  if (kind === 'date-time') {
    const moment = momentOf(text, timeZone);
    if (moment === 'gap') return { error: { code: 'time-gap' } };
    return moment ? { value: moment.utc } : { error: { code: kind } };
  }
  const value = kind === 'uri' ? uriOf(text) : text;
  const isWrong =
    value === undefined || (kind === 'email' && !isEmail(value)) || (kind === 'date' && !isRealDate(value));
  return isWrong ? { error: { code: kind as 'email' | 'uri' | 'date' } } : { value };
}

function readNumber(field: NumberField, text: string, decimal?: string): Read {
  if (text.trim() === '') return leaveOut(field);
  const read = parseNumber(text, field.kind, decimal);
  if ('error' in read) return read;
  const error = checkNumber(read.value, field.limits);
  return error ? { error } : read;
}

function readSelect(field: SelectField, index: number | null, budget: StepBudget): Read {
  const option = index === null ? undefined : field.options[index];
  if (!option) return leaveOut(field);
  return isWithin(option, field, budget) ? { value: option.value } : { error: { code: 'option' } };
}

function readMultiSelect(field: MultiSelectField, draft: readonly number[] | undefined, budget: StepBudget): Read {
  const { options, minItems, maxItems, required, hasDefault } = field;
  const chosen = new Set(draft ?? field.start);
  const picked = options.filter((_, index) => chosen.has(index));
  if (picked.length === 0 && !required && (!hasDefault || minItems > 0)) return undefined;
  if (picked.length < minItems) return { error: { code: 'minItems', limit: minItems } };
  if (picked.length > maxItems) return { error: { code: 'maxItems', limit: maxItems } };
  if (!picked.every((option) => isWithin(option, field, budget))) return { error: { code: 'option' } };
  return { value: picked.map(({ value }) => value) };
}

function leaveOut({ required }: ItemField): Read {
  return required ? { error: { code: 'required' } } : undefined;
}

/** A listed option may still break a limit of the same schema. */
function isWithin({ value }: FieldOption, { limits }: SelectField | MultiSelectField, budget: StepBudget): boolean {
  if (typeof value === 'string') return checkText(value, limits, budget) === undefined;
  return typeof value === 'boolean' || checkNumber(value, limits) === undefined;
}

function unreadableCode({ kind }: ItemField): FieldError['code'] {
  if (kind === 'integer') return 'number';
  return kind === 'number' || kind === 'date' || kind === 'date-time' ? kind : 'type';
}
