import { toBase64Url } from './base64url.ts';

export async function hashOf(text: string, algorithm: 'SHA-256' | 'SHA-1' = 'SHA-256'): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, new TextEncoder().encode(text)));
}

/** In hexadecimal digits. */
export async function hexHash(text: string, algorithm?: 'SHA-256' | 'SHA-1'): Promise<string> {
  return [...(await hashOf(text, algorithm))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first bytes of the SHA-256 of a text, as base64url. */
export async function urlHash(text: string, bytes = 32): Promise<string> {
  return toBase64Url((await hashOf(text)).slice(0, bytes));
}
