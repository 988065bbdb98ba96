import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { expect, onTestFinished } from 'vitest';

/** A program in a terminal of its own, and somebody who types. It ends with the test. */
export function openPty(file: string, args: readonly string[], cwd: string) {
  // The test's own variables, such as CI, would change how prompts look.
  const { PATH = '', HOME = '' } = process.env;
  const pty = spawn(file, [...args], { cwd, cols: 100, rows: 40, env: { PATH, HOME, TERM: 'xterm-256color' } });
  keepLastWords(pty);
  let all = '';
  let read = 0;
  let code: number | undefined;
  pty.onData((data) => (all += data));
  pty.onExit(({ exitCode }) => (code = exitCode));
  onTestFinished(() => {
    if (code === undefined) pty.kill('SIGKILL');
  });
  const shown = () => stripVTControlCharacters(all).replaceAll('\r', '');
  return {
    shown,
    /** Wait until this is shown, after what was seen last. */
    async sees(text: string): Promise<void> {
      // The end of a program may be heard before its last words.
      await expect.poll(() => shown().slice(read), { timeout: 20_000 }).toContain(text);
      read = shown().indexOf(text, read) + text.length;
    },
    press: (...keys: string[]) => pty.write(keys.join('')),
    gets: (signal: NodeJS.Signals) => pty.kill(signal),
    /** Wait for this to be shown, then type text and press Enter. */
    async enters(shownFirst: string, text: string): Promise<void> {
      await this.sees(shownFirst);
      this.press(text, '\r');
    },
    /** The exit code, when the program is over. */
    async ends(): Promise<number | undefined> {
      await expect.poll(() => code, { timeout: 20_000 }).not.toBe(undefined);
      return code;
    },
  };
}

/**
 * node-pty throws away what it has not read 200 ms after the end of a program, and a busy machine reads later. Without an
 * error, its socket is not at its end yet.
 */
function keepLastWords(pty: object): void {
  const { _socket: socket } = pty as { _socket: { destroy: (error?: Error) => unknown } };
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => (error === undefined ? setTimeout(destroy, 5000) : destroy(error));
}
