/**
 * Text from a model, tool or server, made safe to show: no control characters, and no invisible marks that turn the
 * reading direction and so make words look like others.
 *
 * @param max - longer text is cut here and ends in an ellipsis
 */
export function plainText(text: string, max = Infinity): string {
  const clean = text.replace(unsafe, '');
  return clean.length > max ? `${clean.slice(0, max - 1).trimEnd()}…` : clean;
}

// Control characters but tab and newline, then marks, embeddings, overrides and isolates of direction.
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
