import type { Field } from './model/field.ts';

/** Whether a field is a group of controls, named by a legend, rather than one control with a label. */
export function isGroup(field: Field): boolean {
  if (field.kind === 'boolean') return field.start === null;
  return field.kind === 'multi-select' || (field.kind === 'select' && field.options.length <= fewOptions);
}

/** More go into a list that opens. */
const fewOptions = 5;
