import type { parseArgs } from 'node:util';

/** One command of `elicitkit`. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** Its arguments, such as `<file> [tool]`. One that begins with an option takes nothing but options. */
  readonly usage: string;
  /** What it does, in one line. */
  readonly summary: string;
  readonly options: Options;
  /** Load its module only when it is used, so that it needs no packages of others. */
  load(): Promise<CommandModule<Options>>;
}

/** What the module of a command exports. */
interface CommandModule<Options extends CommandOptions> {
  /**
   * Do it.
   *
   * @param values - what its options were given
   * @param names - what stands beside them
   * @returns the exit code, when it is over
   * @throws {CommandError} if it cannot
   */
  readonly start: (values: ValuesOf<Options>, names: readonly string[]) => Promise<number>;
}

type ValuesOf<Options extends CommandOptions> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** The options of a command, as `parseArgs` reads them and `--help` shows them. */
type CommandOptions = Readonly<Record<string, CommandOption>>;
interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly default?: string | boolean | string[];
  /** Names its value. */
  readonly takes?: string;
  readonly says: string;
}

const text = (takes: string, says: string) => ({ type: 'string', takes, says }) as const;
const texts = (takes: string, says: string) =>
  ({ type: 'string', multiple: true, default: [] as string[], takes, says }) as const;
const flag = (says: string) => ({ type: 'boolean', default: false, says }) as const;

/** Holds the module to the options. */
const command = <Options extends CommandOptions>(given: Command<Options>) => given as unknown as Command;

const host = text('address', 'listen there instead of on 127.0.0.1');

/** Where tools are served. */
const placeOptions = {
  stdio: flag('on standard input and output, for a host that starts it'),
  http: text('port', 'at http://127.0.0.1:<port>/mcp'),
  host,
  'allow-host': texts('name', 'a name under which clients reach it; repeat it for more'),
};

/** The commands, by name. */
export const commands: Readonly<Record<string, Command>> = {
  new: command({
    usage: '<folder>',
    summary: 'Put a new app into an empty folder.',
    options: {
      template: text('name', 'vite (by default, with Hono) or next'),
      example: text('name', 'one of the examples instead, such as ai-sdk, cluster or serverless'),
    },
    load: () => import('./new-command.ts'),
  }),
  run: command({
    usage: '<file> [tool]',
    summary: 'Run a tool of the file in this terminal, and print its result.',
    options: {
      param: texts('name=value', 'an argument of the tool; repeat it for more'),
      answers: text('file.json', 'answers by the names of their questions; - reads them from standard input'),
    },
    load: () => import('./run-command.ts'),
  }),
  serve: command({
    usage: '<file> --stdio | --http <port>',
    summary: 'Serve the tools of the file over MCP.',
    options: {
      ...placeOptions,
      name: text('name', "the server's name, for clients; by default the file's"),
      apps: text('folder', 'what elicitkit apps build has made, for hosts that show it'),
      strict: flag('refuse to start if one of the tools cannot be served'),
    },
    load: () => import('./serve-command.ts'),
  }),
  doctor: command({
    usage: '--stdio | --http <port>',
    summary: 'Serve a tool that asks one of everything, and says what your MCP host can do.',
    options: placeOptions,
    load: () => import('./doctor-command.ts'),
  }),
  apps: command({
    usage: 'build <file>',
    summary: "Make the cards of the file's plugins into pages, which MCP hosts show.",
    options: {
      out: { ...text('folder', 'where to put them; by default apps'), default: 'apps' },
      language: texts('name', 'de or ar, besides English; repeat it for more'),
    },
    load: () => import('./apps-command.ts'),
  }),
  record: command({
    usage: '--store <folder or file>',
    summary: 'Print what happened in calls, a line of JSON for each entry.',
    options: {
      store: text('path', 'the folder of a fileStore, or a file that exports another store'),
      owner: text('id', 'of the calls of this person'),
      call: text('id', 'of this call'),
      from: text('date', 'of the calls that began then or later, such as 2026-03-01 or 2026-03-01T09:00Z'),
      to: text('date', 'of the calls that began before'),
    },
    load: () => import('./record-command.ts'),
  }),
  play: command({
    usage: '<file>',
    summary: 'Try the tools of the file on a page in your browser.',
    options: {
      port: { ...text('port', 'by default 4000; 0 takes a free one'), default: '4000' },
      host: { ...host, default: '127.0.0.1' },
      'allow-host': texts('name', 'a name under which browsers reach it; repeat it for more'),
    },
    load: () => import('./play-command.ts'),
  }),
};

/** What `elicitkit help` prints, or the part about one command. */
export function helpText(name?: string): string {
  const shown = Object.entries(commands).filter(([each]) => name === undefined || each === name);
  const parts = shown.map(([each, { usage, summary, options }]) => {
    const named = Object.entries(options).map(([option, { takes = '', says }]) => [
      `--${option} ${takes}`.trim(),
      says,
    ]);
    const width = Math.max(...named.map(([option = '']) => option.length));
    const lines = named.map(([option = '', says]) => `    ${option.padEnd(width)}  ${says}`);
    return [`  elicitkit ${each} ${usage}`, `    ${summary}`, ...lines].join('\n');
  });
  const general = ['  elicitkit help [command]', '  elicitkit --version'].join('\n');
  return `${['Usage:', ...parts, ...(name === undefined ? [general] : [])].join('\n\n')}\n`;
}
