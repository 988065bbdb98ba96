import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CodedError, reasonOf } from '../protocol/coded-error.ts';
import { plainText } from '../protocol/plain-text.ts';
import { missingPackage } from './command-error.ts';
import { commands, helpText } from './commands.ts';

/**
 * The command `elicitkit`.
 *
 * @param args - what stands after its name
 * @returns the exit code: 0, 1 for a failure, 2 for wrong arguments, or 128 and a signal's number
 */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${versionOfPackage()}\n`);
    return 0;
  }
  const isHelp = name === 'help' || name === '--help' || name === '-h';
  const about = isHelp ? rest[0] : name;
  if (about === undefined) {
    process.stdout.write(helpText());
    return isHelp ? 0 : 2;
  }
  const command = Object.hasOwn(commands, about) ? commands[about] : undefined;
  if (command === undefined) {
    const known = Object.keys(commands).join(', ');
    return fail(`There is no command "${about}", only ${known}. Run elicitkit help for more.`, 2);
  }
  if (isHelp || rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(helpText(about));
    return 0;
  }
  try {
    const { usage, options } = command;
    const { values, positionals } = parseArgs({ args: rest, allowPositionals: !usage.startsWith('-'), options });
    const { start } = await command.load();
    return await start(values, positionals);
  } catch (error) {
    return failWith(error, about);
  }
}

function failWith(error: unknown, name: string): number {
  const known = missingPackage(error) ?? error;
  const code = known instanceof CodedError ? known.code : undefined;
  const isUsage = isParseError(known) || code === 'COMMAND_USAGE' || code === 'INVALID_ARGUMENTS';
  if (isUsage) return fail(`${reasonOf(known)}\n\n${helpText(name)}`, 2);
  if (code === 'TERMINAL_STOPPED') return fail(reasonOf(known), 130);
  if (code === 'COMMAND_TERMINATED') return fail(reasonOf(known), 143);
  // Our own errors say what to do.
  if (code !== undefined) return fail(reasonOf(known), 1);
  // The author of a tool needs to see where it failed.
  return fail((known instanceof Error && known.stack) || reasonOf(known), 1);
}

/** What went wrong, on standard error. It may hold words of a tool. */
function fail(what: string, code: number): number {
  process.stderr.write(`${plainText(what)}\n`);
  return code;
}

/** `parseArgs` throws these for options that it does not know. */
function isParseError(error: unknown): boolean {
  return error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
}

function versionOfPackage(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
