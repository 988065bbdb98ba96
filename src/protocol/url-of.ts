/** The absolute URL that a text is, or undefined. `URL.parse` and `URL.canParse` are younger than the oldest browsers. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
