/** Bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  // One by one: all of them as arguments of one call would overflow the stack.
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @returns undefined for text that `toBase64Url` would write differently, such as with other last bits */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    return toBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
