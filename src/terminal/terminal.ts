import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import type * as clack from '@clack/prompts';
import { ensure, resource, scoped, suspend, until, useAbortSignal, type Operation } from 'effection';
import { createOnce, firstOf, type Once } from '../base/coming.ts';
import type { LogLevel } from '../protocol/tool-report.ts';
import { markPaste, withPastedText } from './pasted-text.ts';
import { dimmed, linesOf, oneLine, within, wrapped } from './shown.ts';

/** What a prompt of `@clack/prompts` takes. */
export interface PromptStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** `question` is said by the tool to the person, `done` is something that was done. */
export type PrintLevel = LogLevel | 'question' | 'done';

/** What draws where a person can type. A run whose answers are all given before does without it. */
type Prompts = typeof clack;

/** The terminal of these streams. The same input has the same terminal. */
export function* terminalOf(input: TerminalInput, output: TerminalOutput): Operation<Terminal> {
  const isInteractive = input.isTTY === true && output.isTTY === true;
  const prompts = isInteractive ? yield* until(import('@clack/prompts')) : undefined;
  const terminal = terminals.get(input) ?? createTerminal(input, output, prompts);
  terminals.set(input, terminal);
  return terminal;
}

/** Where a person types. It is a terminal if `isTTY` says so. */
export type TerminalInput = Readable & { readonly isTTY?: boolean | undefined };
/** Where a person reads. */
export type TerminalOutput = Writable & { readonly isTTY?: boolean | undefined; readonly columns?: number | undefined };

const terminals = new WeakMap<Readable, Terminal>();

/** One terminal. All runs that use it share it: they take turns, and Ctrl-C stops all of them. */
export type Terminal = ReturnType<typeof createTerminal>;

function createTerminal(input: TerminalInput, output: TerminalOutput, prompts: Prompts | undefined) {
  const users = new Set<() => void>();
  /** Those who wait for their turn. The first has it. */
  const line: Once<void>[] = [];
  const later: (() => void)[] = [];
  const status = createStatusLine(output, framesOf(prompts), () => line.length === 0);
  const printers = prompts && printersOf(prompts);

  function stop(): void {
    // The next Ctrl-C ends the process, in case that the clean-up takes too long.
    process.off('SIGINT', stop);
    for (const onStop of users) onStop();
  }

  const columns = () => (output.columns ?? 80) - 4;

  /** A line with a style was broken before it was styled. */
  function wrap(line: string): string[] {
    return line.includes('\u001B') ? [line] : wrapped(columns(), line);
  }

  /** Print lines, at once. */
  function print(level: PrintLevel, text: string | readonly string[]): void {
    const lines = typeof text === 'string' ? linesOf(text) : text;
    status.clear();
    if (printers) printers[level](lines.flatMap(wrap).join('\n'), { output });
    else output.write(`${lines.map((one) => `${nameOf(level)}${one}`).join('\n')}\n`);
    status.draw();
  }

  /** Leave the last status as a line. */
  function settle(): void {
    const said = status.take();
    if (said !== '') print('done', [said]);
  }

  return {
    /** Somebody can type here. */
    isInteractive: prompts !== undefined,
    /** How many columns a line of text has. */
    get columns() {
      return columns();
    },
    /** How many runs use it. */
    get runs() {
      return users.size;
    },
    /** Use it until the scope ends. `onStop` is called when the person stops everything. */
    use: (onStop: () => void) =>
      resource<void>(function* (provide) {
        if (users.size === 0) process.once('SIGINT', stop);
        users.add(onStop);
        yield* ensure(() => {
          users.delete(onStop);
          if (users.size > 0) return;
          process.off('SIGINT', stop);
          settle();
        });
        yield* provide();
      }),
    /** Wait until no other question is shown. Then this is the only one until the scope ends. */
    *turn(): Operation<void> {
      if (line.length === 0) settle();
      yield* turnIn(line, () => {
        for (const say of later.splice(0)) say();
        line[0]?.resolve();
        status.draw();
      });
    },
    /**
     * Show a prompt. It returns undefined if the person leaves it with Escape.
     *
     * @param lineBreak - stands for a line break in pasted text; by default a space
     */
    prompt: <T>(open: (io: PromptStreams) => Promise<T | typeof clack.CANCEL_SYMBOL>, lineBreak: ' ' | '\n' = ' ') =>
      promptOnce(open, lineBreak, { input, output, stop }),
    print,
    /** Print lines, after the question that is shown. */
    tell(level: PrintLevel, text: string): void {
      if (line.length > 0) later.push(() => print(level, text));
      else print(level, text);
    },
    /** Show what the tool is doing, until the next question or the end. */
    status(text: string): void {
      const said = oneLine(text);
      if (prompts === undefined) {
        print('done', [said]);
        return;
      }
      status.show(within(columns() - 2, said));
    },
    settle,
  };
}

/** Join a line until the scope ends, and wait to be its first. @param onLeave - whoever was first has left */
function turnIn(line: Once<void>[], onLeave: () => void): Operation<void> {
  return resource(function* (provide) {
    const mine = createOnce<void>();
    yield* ensure(() => {
      const hadTurn = line[0] === mine;
      line.splice(line.indexOf(mine), 1);
      if (hadTurn) onLeave();
    });
    line.push(mine);
    if (line[0] !== mine) yield* firstOf(mine.coming);
    yield* provide();
  });
}

/** What the tool does now, with a turning sign. It is drawn while nobody is asked. */
function createStatusLine(output: TerminalOutput, frames: readonly string[], isFree: () => boolean) {
  let status = '';
  let frame = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  function draw(): void {
    if (status === '' || !isFree()) return;
    output.write(`\r\u001B[K${styleText('magenta', frames[frame % frames.length]!)}  ${status}`);
    timer ??= setInterval(() => {
      frame += 1;
      draw();
    }, 120).unref();
  }

  function clear(): void {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    output.write('\r\u001B[K');
  }

  return {
    draw,
    clear,
    show(text: string) {
      status = text;
      draw();
    },
    /** It is over. */
    take() {
      const said = status;
      status = '';
      clear();
      return said;
    },
  };
}

/** One question may be several prompts. None of them may hold the input after its end. */
function promptOnce<T>(
  open: (io: PromptStreams) => Promise<T | typeof clack.CANCEL_SYMBOL>,
  lineBreak: '\n' | ' ',
  { input, output, stop }: { input: TerminalInput; output: TerminalOutput; stop(): void },
): Operation<T | undefined> {
  return scoped(function* () {
    const typed = withPastedText(input, lineBreak);
    const signal = yield* useAbortSignal();
    let isStopped = false;
    const end = () => {
      isStopped = true;
      stop();
    };
    const onKey = (_: string, key: { name?: string; ctrl?: boolean } | undefined) => {
      if (key?.ctrl === true && (key.name === 'c' || key.name === 'd')) end();
    };
    typed.on('keypress', onKey);
    input.once('end', end);
    output.write(markPaste.on);
    input.pipe(typed);
    yield* ensure(() => {
      input.off('end', end);
      input.unpipe(typed);
      output.write(markPaste.off);
    });
    const given = yield* until(open({ input: typed, output, signal }));
    if (typeof given !== 'symbol') return given;
    // The run is being stopped.
    if (isStopped) yield* suspend();
    return undefined;
  });
}

const framesOf = (prompts?: Prompts) => prompts?.unicodeOr('◒◐◓◑', '|/-\\').split('') ?? [];

type Printer = (text: string, options: { output: Writable }) => void;

const printersOf = ({ log }: Prompts): Readonly<Record<PrintLevel, Printer>> => ({
  debug: (text, options) => log.message(dimmed(text), options),
  info: log.info,
  warning: log.warn,
  error: log.error,
  question: log.message,
  done: (text, options) => log.step(dimmed(text), options),
});

/** How a line begins where no colour tells its level. */
const nameOf = (level: PrintLevel) => (['debug', 'warning', 'error'].includes(level) ? `${level}: ` : '');
