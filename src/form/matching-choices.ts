/** The choices that contain every word of the search in the texts that are shown, ignoring case and accents. */
export function matchingChoices<T extends { label: string; description?: string | undefined }>(
  choices: readonly T[],
  search: string,
): readonly T[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return choices;
  return choices.filter(({ label, description }) => {
    const text = folded(`${label} ${description ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** Text without case and accents. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
