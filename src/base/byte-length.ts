/** Bytes of a text as UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
