import { CodedError } from '../protocol/coded-error.ts';

/**
 * - `COMMAND_USAGE`: the arguments of the command are not those that it takes.
 * - `COMMAND_FILE`: a file cannot be read, or does not hold what it should.
 * - `COMMAND_PACKAGE`: a package that the command needs is not installed.
 * - `COMMAND_PORT`: the address to listen on is taken or not allowed.
 * - `COMMAND_TERMINATED`: SIGTERM ended it.
 */
export type CommandErrorCode =
  | 'COMMAND_USAGE'
  | 'COMMAND_FILE'
  | 'COMMAND_PACKAGE'
  | 'COMMAND_PORT'
  | 'COMMAND_TERMINATED';

/** The command could not do what it was asked to. */
export class CommandError extends CodedError<CommandErrorCode> {}

/** What a missing package of an optional peer means. Undefined for any other error. */
export function missingPackage(error: unknown): CommandError | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  if (!isMissing || typeof message !== 'string') return undefined;
  const name = peers.find((peer) => message.includes(`'${peer}'`) || message.includes(`'${peer}/`));
  if (name === undefined) return undefined;
  return new CommandError('COMMAND_PACKAGE', `This needs the package ${name}. Install it: npm install ${name}`);
}

const peers = ['@clack/prompts', '@modelcontextprotocol/server', 'effection', 'zod'];
