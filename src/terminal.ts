/**
 * Tools in a terminal.
 *
 * @module elicitkit/terminal
 */

export { runInTerminal, type RunInTerminalOptions } from './terminal/run-in-terminal.ts';
export type { TerminalError, TerminalErrorCode, TerminalQuestion } from './terminal/errors.ts';
export type { TerminalInput, TerminalOutput } from './terminal/terminal.ts';
