import { canonicalJson } from '../protocol/json.ts';
import { toBase64Url } from '../base/base64url.ts';

/** Part of the SHA-256 of a JSON value, as 12 characters of base64url. */
export async function hashOf(value: unknown): Promise<string> {
  const text = new TextEncoder().encode(canonicalJson(value));
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, 9));
}
