/** One command of `elicitkit`. */
export interface Command {
  /** Its arguments, such as `<file> [tool]`. */
  readonly usage: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Its options and what they do, as `--help` shows them. */
  readonly options: readonly (readonly [option: string, meaning: string])[];
  /** Load its module only when it is used, so that it needs no packages of others. */
  load(): Promise<CommandModule>;
}

/** What the module of a command exports. */
export interface CommandModule {
  /**
   * Do it.
   *
   * @param args - what stands after the command's name
   * @returns the exit code, when it is over
   * @throws {CommandError} if it cannot
   */
  start(args: readonly string[]): Promise<number>;
}

/** Where tools are served. */
const placeOptions: Command['options'] = [
  ['--stdio', 'on standard input and output, for a host that starts it'],
  ['--http port', 'at http://127.0.0.1:<port>/mcp'],
  ['--host address', 'listen there instead of on 127.0.0.1'],
  ['--allow-host name', 'a name under which clients reach it; repeat it for more'],
];

/** The commands, by name. */
export const commands: Readonly<Record<string, Command>> = {
  new: {
    usage: '<folder>',
    summary: 'Put a new app into an empty folder.',
    options: [
      ['--template name', 'vite (by default, with Hono) or next'],
      ['--example name', 'one of the examples instead, such as ai-sdk, cluster or serverless'],
    ],
    load: () => import('./new-command.ts'),
  },
  run: {
    usage: '<file> [tool]',
    summary: 'Run a tool of the file in this terminal, and print its result.',
    options: [
      ['--param name=value', 'an argument of the tool; repeat it for more'],
      ['--answers file.json', 'answers by the names of their questions; - reads them from standard input'],
    ],
    load: () => import('./run-command.ts'),
  },
  serve: {
    usage: '<file> --stdio | --http <port>',
    summary: 'Serve the tools of the file over MCP.',
    options: [
      ...placeOptions,
      ['--name name', "the server's name, for clients; by default the file's"],
      ['--apps folder', 'what elicitkit apps build has made, for hosts that show it'],
      ['--strict', 'refuse to start if one of the tools cannot be served'],
    ],
    load: () => import('./serve-command.ts'),
  },
  doctor: {
    usage: '--stdio | --http <port>',
    summary: 'Serve a tool that asks one of everything, and says what your MCP host can do.',
    options: placeOptions,
    load: () => import('./doctor-command.ts'),
  },
  apps: {
    usage: 'build <file>',
    summary: "Make the cards of the file's plugins into pages, which MCP hosts show.",
    options: [
      ['--out folder', 'where to put them; by default apps'],
      ['--language name', 'a language besides English, de or ar; repeat it for more'],
    ],
    load: () => import('./apps-command.ts'),
  },
  record: {
    usage: '--store <folder or file>',
    summary: 'Print what happened in calls, a line of JSON for each entry.',
    options: [
      ['--store path', 'the folder of a fileStore, or a file that exports another store'],
      ['--owner id', 'of the calls of this person'],
      ['--call id', 'of this call'],
      ['--from date', 'of the calls that began then or later, such as 2026-03-01 or 2026-03-01T09:00Z'],
      ['--to date', 'of the calls that began before'],
    ],
    load: () => import('./record-command.ts'),
  },
  play: {
    usage: '<file>',
    summary: 'Try the tools of the file on a page in your browser.',
    options: [
      ['--port port', 'by default 4000; 0 takes a free one'],
      ['--host address', 'listen there instead of on 127.0.0.1'],
      ['--allow-host name', 'a name under which browsers reach it; repeat it for more'],
    ],
    load: () => import('./play-command.ts'),
  },
};

/** What `elicitkit help` prints, or the part about one command. */
export function helpText(name?: string): string {
  const shown = Object.entries(commands).filter(([each]) => name === undefined || each === name);
  const parts = shown.map(([each, { usage, summary, options }]) => {
    const width = Math.max(...options.map(([option]) => option.length));
    const lines = options.map(([option, meaning]) => `    ${option.padEnd(width)}  ${meaning}`);
    return [`  elicitkit ${each} ${usage}`, `    ${summary}`, ...lines].join('\n');
  });
  const general = ['  elicitkit help [command]', '  elicitkit --version'].join('\n');
  return `${['Usage:', ...parts, ...(name === undefined ? [general] : [])].join('\n\n')}\n`;
}
