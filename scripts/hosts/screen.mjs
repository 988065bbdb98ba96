// A program in a terminal of its own: what its screen shows, and keys for it.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import pty from '@lydell/node-pty';

const columns = 110;
const rows = 50;

/** Keys that have names. */
export const keys = {
  enter: '\r',
  escape: '\u001B',
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  tab: '\t',
  backspace: '\u007F',
};

/**
 * Start a program in a terminal.
 *
 * @param scratch - the folder in which @xterm/headless is installed
 */
export function openScreen(scratch, command, args, { cwd, env }) {
  const { Terminal } = createRequire(`${scratch}/package.json`)('@xterm/headless');
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
  const program = pty.spawn(command, args, { cols: columns, rows, name: 'xterm-256color', cwd, env });
  let isOver = false;
  program.onData((data) => terminal.write(data));
  // A program may ask the terminal what it is.
  terminal.onData((data) => isOver || program.write(data));
  program.onExit(() => (isOver = true));

  const text = () => {
    const { active } = terminal.buffer;
    const lines = Array.from({ length: rows }, (_, at) => active.getLine(active.baseY + at)?.translateToString(true));
    return lines.filter((line) => line?.trim()).join('\n');
  };
  return {
    text,
    isOver: () => isOver,
    /** Wait for words on the screen, for at most so many seconds. @returns whether they are there */
    async sees(words, seconds = 20) {
      const until = Date.now() + seconds * 1000;
      while (!words.test(text())) {
        if (isOver || Date.now() > until) return false;
        await sleep(100);
      }
      return true;
    },
    /** Press keys one after another, as a person does. A text is typed letter by letter. */
    async press(...pressed) {
      for (const key of pressed) {
        for (const letter of Object.values(keys).includes(key) ? [key] : key) {
          if (isOver) return;
          program.write(letter);
          await sleep(60);
        }
        await sleep(250);
      }
    },
    close: () => isOver || program.kill('SIGKILL'),
  };
}
