import { fromBase64Url, toBase64Url } from './base64url.ts';

export type TextSeal = ReturnType<typeof createTextSeal>;

/**
 * Seals texts, so that whoever carries one can neither read nor change it: with AES-256-GCM by WebCrypto, under a key that HKDF derives from a secret. One secret is good for four billion
 * texts.
 *
 * @param use - gives the secret a key of its own, so that one that also serves another use harms neither
 */
export function createTextSeal(secret: Uint8Array<ArrayBuffer>, use: string) {
  let derived: Promise<CryptoKey> | undefined;
  const key = () => (derived ??= derivedFrom(secret, use));
  return {
    /**
     * @param about - authenticated with the text and not part of it
     * @returns base64url, different each time
     */
    async seal(text: string, about: string): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const how = { name, iv, additionalData: utf8.encode(about) };
      const sealed = await crypto.subtle.encrypt(how, await key(), utf8.encode(text));
      return toBase64Url(joined(iv, new Uint8Array(sealed)));
    },
    /** @returns undefined for what was not sealed with this secret, for this use and about the same */
    async open(sealed: string, about: string): Promise<string | undefined> {
      const bytes = fromBase64Url(sealed);
      if (bytes === undefined) return undefined;
      const how = { name, iv: bytes.subarray(0, ivBytes), additionalData: utf8.encode(about) };
      return await crypto.subtle
        .decrypt(how, await key(), bytes.subarray(ivBytes))
        .then((opened) => utf8Decoder.decode(opened))
        .catch(() => undefined);
    },
  };
}

/** The bytes of a secret. Undefined if they are fewer than a key needs. */
export function secretBytes(secret: string | Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const bytes = typeof secret === 'string' ? utf8.encode(secret) : Uint8Array.from(secret);
  return bytes.length < leastSecretBytes ? undefined : bytes;
}

/** How many bytes a secret has at least. */
export const leastSecretBytes = 32;

const name = 'AES-GCM';
const ivBytes = 12;
const utf8 = new TextEncoder();
const utf8Decoder = new TextDecoder();

async function derivedFrom(secret: Uint8Array<ArrayBuffer>, use: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8.encode(`elicitkit ${use}`) };
  return await crypto.subtle.deriveKey(how, base, { name, length: 256 }, false, ['encrypt', 'decrypt']);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
