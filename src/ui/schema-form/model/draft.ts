import type { Field, FieldKind } from './field.ts';
import { localTimeOf } from './zoned-time.ts';

/**
 * What a control holds: text; true, false or null for a yes or no; the index of an option, or null; the indexes of
 * several.
 */
export type Draft = string | boolean | number | readonly number[] | null;

/** The draft of each kind of field. */
export interface DraftOf {
  text: string;
  email: string;
  uri: string;
  date: string;
  'date-time': string;
  number: string;
  integer: string;
  boolean: boolean | null;
  select: number | null;
  'multi-select': readonly number[];
}

/** What people did, by the id of the field. A field that nobody touched is not in it. */
export type Drafts = ReadonlyMap<string, Draft>;

/**
 * Drafts as a host may keep them. Secrets are not among them. Nothing in it is named: whoever keeps it and drops what is
 * called like one of a schema's secrets would take such a name along.
 */
export type SchemaFormDraft = readonly (readonly [id: string, name: string, draft: Draft])[];

/** What a control shows while nobody has touched it. */
export function startOf(field: Field, timeZone: string, decimal: string): Draft {
  if (field.kind === 'number') return field.start.replace('.', decimal);
  return field.kind === 'date-time' ? (localTimeOf(field.start, timeZone) ?? '') : field.start;
}

/** Whether a draft is of the field's kind and names no option that is not there. */
export function isDraftOf<K extends FieldKind>(field: Extract<Field, { kind: K }>, draft: unknown): draft is DraftOf[K];
export function isDraftOf(field: Field, draft: unknown): boolean {
  if (field.kind === 'boolean') return draft === null || typeof draft === 'boolean';
  if (field.kind === 'select') return draft === null || isIndex(draft, field.options.length);
  if (field.kind === 'multi-select') {
    const { length } = field.options;
    return Array.isArray(draft) && draft.length <= length && draft.every((index) => isIndex(index, length));
  }
  return typeof draft === 'string';
}

export function keptDrafts(fields: readonly Field[], drafts: Drafts): SchemaFormDraft {
  return fields.flatMap(({ id, name, secret }) => {
    const draft = drafts.get(id);
    return draft === undefined || secret ? [] : [[id, name, draft] as const];
  });
}

/** The drafts that still fit: same place, same name, same kind. */
export function restoredDrafts(fields: readonly Field[], kept: unknown): Drafts {
  const drafts = new Map<string, Draft>();
  if (!Array.isArray(kept)) return drafts;
  const byId = new Map(fields.map((field) => [field.id, field]));
  // A draft has at most one entry a field; one that has more was not written here.
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
