import { startText } from './check-text.ts';
import type { ItemField } from './field.ts';

/** The start value of a field with this default. If the default does not fit, the field's own; null is none. */
export function startValue(field: ItemField, value: unknown): ItemField['start'] {
  if (value === null) return emptyStart(field);
  switch (field.kind) {
    case 'number':
    case 'integer': {
      const fits = field.kind === 'number' ? Number.isFinite(value) : Number.isInteger(value);
      return fits ? String(value as number) : field.start;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : field.start;
    case 'select': {
      const index = field.options.findIndex((option) => option.value === value);
      return index < 0 ? field.start : index;
    }
    case 'multi-select': {
      if (!Array.isArray(value)) return field.start;
      const chosen = new Set<unknown>(value.slice(0, 1000));
      return field.options.flatMap((option, index) => (chosen.has(option.value) ? [index] : []));
    }
    default:
      return startText(field.kind, value) || field.start;
  }
}

function emptyStart({ kind, required }: ItemField): ItemField['start'] {
  if (kind === 'boolean') return required ? false : null;
  if (kind === 'select') return null;
  return kind === 'multi-select' ? [] : '';
}
