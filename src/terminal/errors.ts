import { issueLine } from '../form/places.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { JsonObject } from '../protocol/json.ts';

/**
 * - `TERMINAL_STOPPED`: the person pressed Ctrl-C, or the `signal` aborted. The tool's clean-up has run.
 * - `TERMINAL_UNANSWERED`: nobody can type here, and `answers` has no answer to a question.
 * - `TERMINAL_REFUSED`: an answer of `answers` does not fit its question.
 * - `TERMINAL_NO_MODEL`: the tool asked a model, and there is no `provider`. The tool gets it as `SAMPLE_FAILED`.
 */
export type TerminalErrorCode = 'TERMINAL_STOPPED' | 'TERMINAL_UNANSWERED' | 'TERMINAL_REFUSED' | 'TERMINAL_NO_MODEL';

/** A tool in a terminal could not go on. */
export class TerminalError extends CodedError<TerminalErrorCode> {
  /** The question that was not answered. Undefined for other errors. */
  readonly question: TerminalQuestion | undefined;

  constructor(code: TerminalErrorCode, message: string, question?: TerminalQuestion) {
    super(code, message);
    this.question = question;
  }
}

/** A question, as `answers` can answer it. */
export interface TerminalQuestion {
  /** The name of its answer in `answers`. */
  readonly name: string;
  readonly message: string;
  /** JSON Schema of its answer. */
  readonly schema: JsonObject;
}

export function stoppedError(toolName: string): TerminalError {
  return new TerminalError('TERMINAL_STOPPED', `${toolName} was stopped. What it did stays done.`);
}

export function unansweredError(toolName: string, question: TerminalQuestion): TerminalError {
  const { name, message, schema } = question;
  const what = `${toolName} asked "${message}", and nobody can type here.`;
  const next = `Give the answer as ${JSON.stringify(name)} in the answers, or null to decline. Its schema: ${JSON.stringify(schema)}`;
  return new TerminalError('TERMINAL_UNANSWERED', `${what} ${next}`, question);
}

export function refusedError(
  toolName: string,
  question: TerminalQuestion,
  issues: readonly ElicitIssue[],
): TerminalError {
  const wrong = issues.map((issue) => issueLine(issue, question.schema)).join('; ');
  const what = `The answer ${JSON.stringify(question.name)} does not fit what ${toolName} asked, "${question.message}": ${wrong}`;
  return new TerminalError(
    'TERMINAL_REFUSED',
    `${what.replace(/\.$/, '')}. Correct it. Its schema: ${JSON.stringify(question.schema)}`,
    question,
  );
}

export function noModelError(toolName: string): TerminalError {
  const next = 'Give runInTerminal a { provider }, or export one as "provider" from the file that elicitkit run gets.';
  return new TerminalError('TERMINAL_NO_MODEL', `${toolName} asked a model, and there is none here. ${next}`);
}
