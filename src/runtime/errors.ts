import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { JournalEntry, RecordedError } from './journal.ts';

/** The tool asked a question that it did not declare. */
export class UnknownElicitError extends CodedError<'UNKNOWN_ELICIT'> {
  constructor(toolName: string, key: string, declared: readonly string[]) {
    const known = declared.length === 0 ? 'It declares none.' : `It declares: ${declared.join(', ')}.`;
    super('UNKNOWN_ELICIT', `${toolName} has no question "${key}". ${known} Add it to .elicits({ … }).`);
  }
}

/** The tool asked to open a page and is not declared so. */
export class UrlNotDeclaredError extends CodedError<'URL_NOT_DECLARED'> {
  constructor(toolName: string) {
    super(
      'URL_NOT_DECLARED',
      `${toolName} called ctx.elicit.url, and is offered to clients that cannot show that. Declare it: .elicits({ … }, { url: true }).`,
    );
  }
}

/** What the tool asked to open is no web page. */
export class ElicitUrlError extends CodedError<'ELICIT_URL_INVALID'> {
  constructor(toolName: string) {
    super(
      'ELICIT_URL_INVALID',
      `${toolName} asked to open what is no absolute http or https address. Give the whole of it, such as https://example.com/pay.`,
    );
  }
}

/** The tool's body is no operation, or it returned one without running it. */
export class NotAnOperationError extends CodedError<'NOT_AN_OPERATION'> {
  constructor(toolName: string, what: 'called' | 'returned') {
    const problem = {
      called: `What ${toolName} is made of is no generator function`,
      returned: `${toolName} returned an operation or a promise that nothing ran`,
    };
    const next = {
      called: 'Write .execute(function* (params, ctx) { … }), not async, and yield* inside it.',
      returned: 'Write yield* before every ctx.elicit, ctx.sample and ctx.step, and put promises into a ctx.step.',
    };
    super('NOT_AN_OPERATION', `${problem[what]}. ${next[what]}`);
  }
}

/** The tool asked while another question of the same call waits for its answer. */
export class ElicitPendingError extends CodedError<'ELICIT_PENDING'> {
  constructor(toolName: string, key: string, pending: string) {
    super(
      'ELICIT_PENDING',
      `${toolName} asked "${key}" while "${pending}" waits for its answer. A call asks one question at a time: ask them one after another.`,
    );
  }
}

/** What the tool passed along with a question does not fit the question's context schema. */
export class ElicitContextError extends CodedError<'ELICIT_CONTEXT_INVALID'> {
  readonly issues: readonly ElicitIssue[];

  constructor(toolName: string, key: string, issues: readonly ElicitIssue[]) {
    const found = issues.map((issue) => `${issue.path.join('.') || 'context'}: ${issue.message}`).join('; ');
    super('ELICIT_CONTEXT_INVALID', `${toolName} asked "${key}" with context that does not fit its schema: ${found}.`);
    this.issues = issues;
  }
}

/** What the tool passed along with a question is more than the server allows. */
export class ContextTooLargeError extends CodedError<'CONTEXT_TOO_LARGE'> {
  constructor(toolName: string, key: string, found: string, limit: number) {
    super(
      'CONTEXT_TOO_LARGE',
      `${toolName} asked "${key}" with ${found} of context; the limit is ${limit}. Pass fewer options, or raise limits.contextBytes.`,
    );
  }
}

/** What a step did has failed; the journal keeps that, so running again fails the same way. */
export class StepError extends CodedError<'STEP_FAILED'> {
  /** The name, message and code of what was thrown. */
  readonly error: RecordedError;

  constructor(step: string, error: RecordedError) {
    super('STEP_FAILED', `Step "${step}" failed: ${error.message}`);
    this.error = error;
  }
}

/** The model could not be asked. */
export class SampleError extends CodedError<'SAMPLE_FAILED'> {
  readonly error: RecordedError;

  constructor(error: RecordedError) {
    super('SAMPLE_FAILED', `The model could not be asked: ${error.message}`);
    this.error = error;
  }
}

/** The tool called its context after the call was stopped. */
export class RunEndedError extends CodedError<'RUN_ENDED'> {
  constructor(toolName: string, operation: string) {
    super(
      'RUN_ENDED',
      `${toolName} called ctx.${operation} after it was stopped. Clean up with plain code, or with ensure() from effection.`,
    );
  }
}

/** The tool's code no longer does what its journal says it did, so a suspended call cannot go on. */
export class ToolChangedError extends CodedError<'TOOL_CHANGED'> {
  constructor(toolName: string, recorded: JournalEntry, asked: string) {
    const had = `${recorded.kind}${recorded.name && ` "${recorded.name}"`}`;
    super(
      'TOOL_CHANGED',
      `${toolName} changed while a call was suspended: at operation ${recorded.key} the journal has ${had}, but the code ${asked}. The call is over; run the tool again.`,
    );
  }
}
