import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';

/** Somebody at a terminal: reads what is shown, and presses keys. */
export function createPerson({ columns = 100 } = {}) {
  let all = '';
  let read = 0;
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw: false,
    setRawMode(isRaw: boolean) {
      input.isRaw = isRaw;
      return input;
    },
  });
  const output = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        all += String(chunk);
        done();
      },
    }),
    { isTTY: true, columns, rows: 40 },
  );
  const shown = () => stripVTControlCharacters(all);
  return {
    input,
    output,
    /** Everything, as a terminal gets it. */
    raw: () => all,
    /** Everything, without control sequences. */
    shown,
    /** A prompt waits for keys. */
    isAsked: () => input.isRaw,
    /** The last prompt is a yes or no. */
    isYesOrNo: () => /Yes \/ .* No/.test(shown().slice(shown().lastIndexOf('◆'))),
    /** The last prompt is a list to mark several from. */
    isMarking: () => shown().slice(shown().lastIndexOf('◆')).includes('◻'),
    /** Wait until this is shown, after what was seen last. */
    async sees(text: string): Promise<void> {
      await expect.poll(() => shown().slice(read), { message: `waits for ${text}` }).toContain(text);
      read = shown().indexOf(text, read) + text.length;
    },
    press(...keys: (string | Buffer)[]): void {
      for (const key of keys) input.write(key);
    },
    /** Wait for this to be shown, then type text and press Enter. */
    async enters(question: string, text: string): Promise<void> {
      await this.sees(question);
      this.press(text, enter);
    },
  };
}

export const enter = '\r';
export const escape = '\u001B';
export const controlC = '\u0003';
export const down = '\u001B[B';
/** Clear the line. */
export const controlU = '\u0015';
