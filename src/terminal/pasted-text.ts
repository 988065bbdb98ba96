import { Transform } from 'node:stream';
import type { TerminalInput } from './terminal.ts';

/** Have a terminal mark what is pasted, or no longer. */
export const markPaste = { on: '\u001B[?2004h', off: '\u001B[?2004l' };

/**
 * The input of one prompt, in which what is pasted is text: a line break in it sends no answer, and a control character
 * in it is no key.
 *
 * @param lineBreak - stands for a line break
 */
export function withPastedText(input: TerminalInput, lineBreak: ' ' | '\n'): Transform {
  // Bytes, so that a letter may be split between two chunks.
  let held = '';
  const typed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = (held + chunk.toString('latin1')).replaceAll(paste, (_, text: string) => asText(text, lineBreak));
      const open = all.indexOf(begin);
      held = open === -1 ? '' : all.slice(open);
      done(null, Buffer.from(all.slice(0, all.length - held.length), 'latin1'));
    },
  });
  const setRawMode = (isRaw: boolean) => {
    (input as { setRawMode?(isRaw: boolean): void }).setRawMode?.(isRaw);
    return typed;
  };
  return Object.assign(typed, { isTTY: input.isTTY, setRawMode });
}

const begin = '\u001B[200~';
const mark = (code: number) => `\u001B\\[${code}~`;
const paste = new RegExp(`${mark(200)}([^]*?)${mark(201)}`, 'g');

function asText(text: string, lineBreak: string): string {
  const lines = text.replaceAll('\t', ' ').split(/\r\n?|\n/);
  while (lines.at(-1) === '') lines.pop();
  return lines
    .map((line) =>
      line
        .split('')
        .filter((letter) => letter >= ' ' && letter !== '\u007F')
        .join(''),
    )
    .join(lineBreak);
}
