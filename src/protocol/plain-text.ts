/**
 * Text from a model, tool or server, made safe to show: no control characters, and no invisible marks that turn the
 * reading direction and so make words look like others.
 *
 * @param max - longer text is cut here and ends in an ellipsis
 */
export function plainText(text: string, max = Infinity): string {
  const clean = text.replace(lineEnds, '\n').replace(unsafe, '').replace(piledMarks, '$1');
  if (clean.length <= max) return clean;
  // Half an emoji is no character.
  return `${clean
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

// No script needs more marks on one letter; piled up they paint over their neighbours.
const piledMarks = /(\p{M}{6})\p{M}+/gu;
// Not \r\n: its \r goes with the other control characters.
const lineEnds = /[\u2028\u2029]/g;
// Control characters but tab and newline; marks, embeddings, overrides and isolates of direction; what takes no room
// and so hides in words, joiners apart, which scripts and emoji need; halves of characters.
const unsafe =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]|\p{Cs}/gu;
