import { plainText } from '../../protocol/plain-text.ts';

/** One of several things to choose from. */
export interface Choice {
  /** The value in the answer. */
  value: string;
  /** The text to show. @default the value */
  label?: string | undefined;
  description?: string | undefined;
  /** If set, the choice is listed but cannot be chosen. */
  disabled?: { reason: string } | undefined;
}

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
    const { value, label = value, description, disabled }: Choice = typeof item === 'string' ? { value: item } : item;
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
