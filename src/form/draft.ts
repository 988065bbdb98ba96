import type { Field, FieldKind, ItemField, ListField } from './field.ts';
import { localTimeOf } from './zoned-time.ts';

/**
 * What a control holds, by its kind: text; true, false or null for a yes or no; an option's index or null; several
 * indexes; the items of a list.
 */
export type Draft = ItemValue | readonly ItemDraft[];

type ItemValue = string | boolean | number | readonly number[] | null;

/** An item of a list: a key unique in the list, then the draft of each field. */
export type ItemDraft = readonly [key: number, ...values: ItemValue[]];

/** The draft type of each kind of field. */
export interface DraftOf {
  text: string;
  email: string;
  uri: string;
  date: string;
  'date-time': string;
  number: string;
  integer: string;
  json: string;
  boolean: boolean | null;
  select: number | null;
  'multi-select': readonly number[];
  list: readonly ItemDraft[];
}

/** The person's entries, by field id. Untouched fields are absent. */
export type Drafts = ReadonlyMap<string, Draft>;

/**
 * Drafts for a host to store, without secrets. Keep object keys out of it: a host that drops keys named like a schema's
 * secrets would drop them too.
 */
export type SchemaFormDraft = readonly (readonly [id: string, name: string, draft: Draft])[];

/** What a control shows until the person changes it. */
export function startOf(field: ItemField, timeZone: string, decimal: string): ItemValue;
export function startOf(field: Field, timeZone: string, decimal: string): Draft;
export function startOf(field: Field, timeZone: string, decimal: string): Draft {
  if (field.kind === 'list') return itemsOf(field, timeZone, decimal);
  if (field.kind === 'number') return field.start.replace('.', decimal);
  return field.kind === 'date-time' ? (localTimeOf(field.start, timeZone) ?? '') : field.start;
}

/** What a control shows: what was entered, or what it starts with. */
export function draftIn(drafts: Drafts, field: Field, timeZone: string, decimal: string): Draft {
  const draft = drafts.get(field.id);
  // Null is a choice that the person took back.
  return draft === undefined ? startOf(field, timeZone, decimal) : draft;
}

/** An empty item. */
export function newItem({ item }: ListField, key: number, timeZone: string, decimal: string): ItemDraft {
  return [key, ...item.map((field) => startOf(field, timeZone, decimal))];
}

/** The default's items, filled up with empty ones to the minimum. */
function itemsOf(field: ListField, timeZone: string, decimal: string): readonly ItemDraft[] {
  const { start, item, minItems, required } = field;
  const length = Math.max(start.length, required ? minItems : 0);
  return Array.from({ length }, (_, key) => {
    const values = start[key];
    const begun = values && item.map((one, index) => ({ ...one, start: values[index] }) as ItemField);
    return newItem(begun ? { ...field, item: begun } : field, key, timeZone, decimal);
  });
}

/** One field of an item, with its own id. */
export function placeOf({ id, item }: ListField, key: number, index: number): ItemField | undefined {
  const field = item[index];
  return field && { ...field, id: `${id}-${key}-${index}` };
}

/** Whether a draft matches the field's kind, and every option in it exists. */
export function isDraftOf<K extends FieldKind>(field: Extract<Field, { kind: K }>, draft: unknown): draft is DraftOf[K];
export function isDraftOf(field: Field, draft: unknown): boolean {
  if (field.kind === 'boolean') return draft === null || typeof draft === 'boolean';
  if (field.kind === 'select') return draft === null || isIndex(draft, field.options.length);
  if (field.kind === 'multi-select') {
    const { length } = field.options;
    return Array.isArray(draft) && draft.length <= length && draft.every((index) => isIndex(index, length));
  }
  if (field.kind === 'list') return isListDraft(field, draft);
  return typeof draft === 'string';
}

function isListDraft({ item }: ListField, draft: unknown): boolean {
  if (!Array.isArray(draft) || draft.length > mostItems) return false;
  const keys = new Set<unknown>();
  return draft.every((row: unknown) => {
    if (!Array.isArray(row) || row.length !== item.length + 1 || !isIndex(row[0], Infinity)) return false;
    if (keys.has(row[0])) return false;
    keys.add(row[0]);
    return item.every((field, index) => isDraftOf(field, row[index + 1]));
  });
}

/** A list with more items is too long to fill in. */
export const mostItems = 100;

export function keptDrafts(fields: readonly Field[], drafts: Drafts): SchemaFormDraft {
  return fields.flatMap((field) => {
    const { id, name } = field;
    const draft = drafts.get(id);
    const isSecret = field.secret || (field.kind === 'list' && field.item.some(({ secret }) => secret));
    return draft === undefined || isSecret ? [] : [[id, name, draft] as const];
  });
}

/** The drafts that still fit: same position, name and kind. */
export function restoredDrafts(fields: readonly Field[], kept: unknown): Drafts {
  const drafts = new Map<string, Draft>();
  if (!Array.isArray(kept)) return drafts;
  const byId = new Map(fields.map((field) => [field.id, field]));
  // This code writes at most one entry for each field. Ignore any beyond that.
  for (const entry of kept.slice(0, fields.length) as unknown[]) {
    if (!Array.isArray(entry)) continue;
    const [id, name, draft] = entry as unknown[];
    const field = byId.get(id as string);
    if (field?.name === name && field && isDraftOf(field, draft)) drafts.set(field.id, draft);
  }
  return drafts;
}

const isIndex = (value: unknown, length: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length;
