import { mostItems, newItem, placeOf, type Draft, type Drafts, type DraftOf, type ItemDraft } from '../form/draft.ts';
import type { Field, FieldOption, ItemField, ListField } from '../form/field.ts';

/** What a button of the page does with the list of a field. */
export type ListStep =
  | { readonly type: 'add'; readonly id: string }
  | { readonly type: 'remove'; readonly id: string; readonly key: number };

/** How an option is named in a posted form. */
export const optionName = ({ value }: Pick<FieldOption, 'value'>): string => JSON.stringify(value);

/**
 * Read a posted form to drafts. An option goes by its value, never by its place: the offer may have changed meanwhile.
 *
 * @param step - what to do with a list, besides
 */
export function draftsOf(
  fields: readonly Field[],
  posted: URLSearchParams,
  step: ListStep | undefined,
  { timeZone, decimal }: { timeZone: string; decimal: string },
): Drafts {
  return new Map<string, Draft>(
    fields.map((field) => {
      if (field.kind !== 'list') return [field.id, draftOf(field, posted)];
      const items = itemsOf(field, posted);
      if (step?.id !== field.id) return [field.id, items];
      if (step.type === 'remove') return [field.id, items.filter(([key]) => key !== step.key)];
      const next = Math.max(-1, ...items.map(([key]) => key)) + 1;
      const isFull = items.length >= Math.min(field.maxItems, mostItems);
      return [field.id, isFull ? items : [...items, newItem(field, next, timeZone, decimal)]];
    }),
  );
}

/** The step that a button's value names. */
export function listStepOf(value: string): ListStep | undefined {
  const [, type, id = '', key] = /^(add|remove) (f\d{1,4})(?: (\d{1,5}))?$/.exec(value) ?? [];
  if (type === 'add') return { type, id };
  return type === 'remove' ? { type, id, key: Number(key ?? -1) } : undefined;
}

type ItemValue = ItemDraft extends readonly [number, ...(infer Value)[]] ? Value : never;

function draftOf(field: Exclude<Field, ListField>, posted: URLSearchParams): ItemValue {
  // Before a box to tick stands what it is without the tick.
  const given = posted.getAll(field.id).at(-1);
  switch (field.kind) {
    case 'boolean':
      return given === 'true' ? true : given === 'false' ? false : null;
    case 'select': {
      const index = field.options.findIndex((option) => optionName(option) === given);
      return index < 0 ? null : index;
    }
    case 'multi-select': {
      const chosen = new Set(posted.getAll(field.id));
      return field.options.flatMap((option, index) => (chosen.has(optionName(option)) ? [index] : []));
    }
    default:
      return given ?? '';
  }
}

/** The items of a list, by the keys that stand before each. */
function itemsOf(field: ListField, posted: URLSearchParams): DraftOf['list'] {
  const keys = new Set(posted.getAll(field.id).filter((key) => /^\d{1,5}$/.test(key)));
  return [...keys].slice(0, mostItems).map((key): ItemDraft => {
    const places = field.item.map((_, index) => placeOf(field, Number(key), index) as ItemField);
    return [Number(key), ...places.map((place) => draftOf(place, posted))];
  });
}
