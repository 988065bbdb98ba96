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
    (field.kind === 'select' && field.options.length <= fewOptions)
  );
}

/** More go into a list that opens. */
const fewOptions = 5;
