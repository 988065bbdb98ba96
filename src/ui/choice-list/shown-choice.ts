import type { Choice } from '../../protocol/choice.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { imageUrl } from '../../protocol/url-of.ts';

/** A choice with texts that are safe to show. `value` is unchanged. */
export interface ShownChoice {
  value: string;
  label: string;
  description: string | undefined;
  reason: string | undefined;
  group?: string | undefined;
  /** An address that may be loaded. */
  image?: string | undefined;
  amount?: string | undefined;
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
    const value = typeof item === 'string' ? item : item.value;
    if (!choices.has(value)) choices.set(value, shownChoice(item, refused?.get(value)));
  }
  return [...choices.values()];
}

/** A choice to show. @param refused - why it cannot be chosen any more */
export function shownChoice(given: string | Choice, refused?: string): ShownChoice {
  const { value, label, description, disabled, group, image, amount }: Choice =
    typeof given === 'string' ? { value: given, label: given } : given;
  return {
    value,
    label: plainText(label, 200),
    description: shown(description, 400),
    reason: shown(refused ?? disabled?.reason, 200),
    // A heading of nothing is none.
    group: shown(group, 120) || undefined,
    image: image === undefined ? undefined : imageUrl(image),
    amount: shown(amount, 40) || undefined,
  };
}

const shown = (text: string | undefined, max: number) => (text === undefined ? undefined : plainText(text, max));
