import type { JsonValue } from '../protocol/json.ts';
import { isDraftOf, placeOf, startOf, type Draft, type DraftOf, type ItemDraft } from './draft.ts';
import type { FieldError } from './field-error.ts';
import type { ListField } from './field.ts';
import { readField, type ReadFieldOptions } from './read-field.ts';

/**
 * Reads the items of a list.
 *
 * @param draft - undefined if the person did not touch it
 * @param errors - receives the errors, by the ids of the list and of its items' fields
 * @returns undefined if nothing is sent
 */
export function readList(
  field: ListField,
  draft: Draft | undefined,
  options: ReadFieldOptions,
  errors: Map<string, FieldError>,
): { value: readonly JsonValue[] } | undefined {
  if (draft !== undefined && !isDraftOf(field, draft)) return void errors.set(field.id, { code: 'type' });
  const { timeZone, decimal = '.' } = options;
  const items = (draft ?? startOf(field, timeZone, decimal)) as DraftOf['list'];
  const { required, hasDefault, minItems, maxItems, unique } = field;
  if (items.length === 0 && !required && (!hasDefault || minItems > 0)) return undefined;
  if (items.length < minItems) errors.set(field.id, { code: 'minItems', limit: minItems });
  if (items.length > maxItems) errors.set(field.id, { code: 'maxItems', limit: maxItems });

  const before = errors.size;
  const seen = new Set<string>();
  const value = items.map((item) => {
    const errorsBefore = errors.size;
    const read = readItem(field, item, { ...options, decimal }, errors);
    // An item that is wrong lacks what was wrong in it, so it cannot be compared.
    if (errors.size > errorsBefore) return read;
    const text = JSON.stringify(read);
    const first = placeOf(field, item[0], 0);
    if (unique && seen.has(text) && first) errors.set(first.id, { code: 'duplicate' });
    seen.add(text);
    return read;
  });
  return errors.size > before || errors.has(field.id) ? undefined : { value };
}

function readItem(
  field: ListField,
  [key, ...values]: ItemDraft,
  options: ReadFieldOptions,
  errors: Map<string, FieldError>,
): JsonValue {
  const entries = values.flatMap((draft, index): [string, JsonValue][] => {
    const place = placeOf(field, key, index);
    const read = place && readField(place, draft, options);
    if (read && 'error' in read) errors.set(place.id, read.error);
    return read && 'value' in read ? [[place.name, read.value]] : [];
  });
  // Don't assign properties one by one: one may be called `__proto__`.
  return field.bare ? (entries[0]?.[1] ?? null) : Object.fromEntries(entries);
}
