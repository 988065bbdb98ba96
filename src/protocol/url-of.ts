/**
 * The absolute URL that a text is, or undefined. `URL.parse` and `URL.canParse` are younger than the oldest browsers.
 *
 * @param base - where a relative one stands. @default only an absolute one is a URL
 */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The name of the person's own device. `URL` has turned every notation of an IPv4 address into four numbers. */
export function isOwnDevice(hostname: string): boolean {
  return /^(?:(?:.*\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The address of a picture that a page may load: of `https:`, or of a picture that it holds. Else undefined. */
export function imageUrl(text: string): string | undefined {
  if (text.length > longestImage) return undefined;
  const { href = '' } = urlOf(text) ?? {};
  return /^(?:https:|data:image\/)/i.test(href) ? href : undefined;
}

/** A small picture in Base64 has fewer characters. */
const longestImage = 200_000;
