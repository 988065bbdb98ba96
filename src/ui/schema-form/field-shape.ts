import type { Field } from './model/field.ts';

/**
 * Whether a field is a group of controls, named by a legend, rather than one control with a label.
 *
 * @param isAlone - nothing else is asked: a yes or no then has both its answers in view
 */
export function isGroup(field: Field, isAlone: boolean): boolean {
  if (field.kind === 'boolean') return isAlone || field.start === null;
  return (
    field.kind === 'list' ||
    field.kind === 'multi-select' ||
    (field.kind === 'select' && !isDropdown(field.options.length))
  );
}

/** Fewer options stand as rows, and more as rows with a search. */
function isDropdown(options: number): boolean {
  return options > 5 && !isSearched(options);
}

/** Too many options to read through. */
export function isSearched(options: number): boolean {
  return options > 15;
}
