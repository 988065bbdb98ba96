/**
 * Compare a secret with what somebody brings. The time it takes tells nothing of where the two differ, so that nobody
 * can guess it letter by letter. It tells the length.
 */
export function isSameSecret(secret: string, given: string): boolean {
  if (secret.length !== given.length) return false;
  let difference = 0;
  for (let at = 0; at < secret.length; at += 1) difference |= secret.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
