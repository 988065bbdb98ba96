/**
 * A random UUID. Works on plain-HTTP pages too, where `crypto.randomUUID` is missing.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.4
 */
export function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (byte & 15).toString(16);
  });
}
