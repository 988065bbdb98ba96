/**
 * Make text from a model, tool or server safe to show: remove control characters, and invisible marks that change the
 * reading direction and so disguise words.
 *
 * @param max - longer text is cut to this length, including a final ellipsis
 */
export function plainText(text: string, max = Infinity): string {
  const clean = text.replace(lineEnds, '\n').replace(unsafe, '').replace(piledMarks, '$1');
  if (clean.length <= max) return clean;
  // Don't leave half an emoji at the cut.
  const cut = clean.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.trimEnd()}…`;
}

/** Whether `plainText` shows all of a text. Windows' line ends do not count. */
export function isShownWhole(text: string, max?: number): boolean {
  return plainText(text, max) === text.replaceAll('\r\n', '\n');
}

// No script needs more marks on one letter. Piled up, they paint over their neighbours.
const piledMarks = /(\p{M}{6})\p{M}+/gu;
// Leave \r\n out: its \r is removed with the other control characters.
const lineEnds = /[\u2028\u2029]/g;
// Control characters except tab and newline; direction marks, embeddings, overrides and isolates; zero-width
// characters, except the joiners that scripts and emoji need; unpaired surrogates.
const unsafe =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]|\p{Cs}/gu;
