import { styleText } from 'node:util';
import { plainText } from '../protocol/plain-text.ts';

// Tools, models and schemas write these texts. A terminal obeys control characters, so none may reach it.

export function oneLine(text: string, max = 500): string {
  return plainText(text.slice(0, 4 * max), max)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function linesOf(text: string, max = 4000): string[] {
  return plainText(text.slice(0, 4 * max), max)
    .replaceAll('\t', '  ')
    .trim()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** Lines of data, as many as anybody reads. */
export function dataLines(text: string): string[] {
  const lines = linesOf(text, 8000);
  return [...lines.slice(0, mostDataLines), ...(lines.length > mostDataLines ? ['…'] : [])].map(dimmed);
}

const mostDataLines = 60;

/** Cut to a number of columns. */
export function within(columns: number, text: string): string {
  let width = 0;
  let cut = '';
  for (const letter of text) {
    width += widthOf(letter);
    if (width > columns) return `${cut.trimEnd()}…`;
    cut += letter;
  }
  return cut;
}

/** Break a line at its spaces, to fit a number of columns. A longer word, such as an address, stays whole. */
export function wrapped(columns: number, line: string): string[] {
  const lines: string[] = [];
  let begun = '';
  for (const part of line.split(/(?<=\S)(?= +\S)/)) {
    if (begun === '' || widthOf(begun + part) <= columns) begun += part;
    else {
      lines.push(begun);
      begun = part.trimStart();
    }
  }
  return [...lines, begun];
}

/** Counts every letter outside of ASCII as two columns, so that none is counted too narrow. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[\u0020-\u007E]/.test(letter) ? 1 : 2;
  return width;
}

/** Text beside the question, such as a hint. */
export function dimmed(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : styleText('dim', line)))
    .join('\n');
}
