import type { Choice } from '../../protocol/choice.ts';
import { plainText } from '../../protocol/plain-text.ts';

/** A choice with texts that are safe to show. `value` is unchanged. */
export interface ShownChoice {
  value: string;
  label: string;
  description: string | undefined;
  reason: string | undefined;
}

/**
 * The choices to show. Of two with the same value, the first stays.
 *
 * @param refused - why a choice cannot be chosen any more, by its value
 */
export function shownChoices(
  given: readonly (string | Choice)[],
  refused?: ReadonlyMap<string, string>,
): readonly ShownChoice[] {
  const choices = new Map<string, ShownChoice>();
  for (const item of given) {
    const { value, label, description, disabled }: Choice =
      typeof item === 'string' ? { value: item, label: item } : item;
    if (choices.has(value)) continue;
    const reason = refused?.get(value) ?? disabled?.reason;
    choices.set(value, {
      value,
      label: plainText(label, 200),
      description: description === undefined ? undefined : plainText(description, 400),
      reason: reason === undefined ? undefined : plainText(reason, 200),
    });
  }
  return [...choices.values()];
}
