import type { Field } from '../../form/field.ts';

/**
 * Whether a field is a group of controls with a legend, rather than one control with a label.
 *
 * @param isAlone - the form has no other field, so a yes or no shows both its answers
 */
export function isGroup(field: Field, isAlone: boolean): boolean {
  if (field.kind === 'boolean') return isAlone || field.start === null;
  return (
    field.kind === 'list' ||
    field.kind === 'multi-select' ||
    // Between few options and too many, a dropdown.
    (field.kind === 'select' && (field.options.length <= 5 || isSearched(field.options.length)))
  );
}

/** Too many options to read one by one. */
export function isSearched(options: number): boolean {
  return options > 15;
}
