import type { FieldOption } from './field.ts';
import { isOfType, type NormalSchema } from './normal-schema.ts';
import type { ProblemCode } from './problem.ts';
import { shortText, wordsIn } from './short-text.ts';

/**
 * The options of a choice, or why there are none. Undefined if the schema lists none. Options of another type are
 * dropped, because the server would refuse them.
 */
export function optionsOf({ listed, type }: NormalSchema): readonly FieldOption[] | ProblemCode | undefined {
  if (listed === undefined) return undefined;
  const options = new Map<unknown, FieldOption>();
  for (const { value, title, description, group } of listed) {
    if (options.has(value) || !isOfType(value, type)) continue;
    options.set(value, {
      value,
      label: wordsIn(title, 200) ?? shortText(String(value), 200).trim(),
      description: wordsIn(description, 400),
      ...(group !== undefined && { group: wordsIn(group, 120) }),
    });
  }
  return options.size > 0 ? toldApart([...options.values()]) : 'empty_enum';
}

/** Adds the value to options that share a label. */
function toldApart(options: readonly FieldOption[]): readonly FieldOption[] {
  const counts = new Map<string, number>();
  for (const { label } of options) counts.set(label, (counts.get(label) ?? 0) + 1);
  return options.map((option) => {
    const value = shortText(String(option.value), 80).trim();
    const isClear = counts.get(option.label) === 1 || option.label === '' || value === '' || value === option.label;
    return isClear ? option : { ...option, label: `${option.label} (${value})` };
  });
}
