import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { ToolNeeds } from '../tool/tool-needs.ts';
import type { JournalEntry, RecordedError } from './journal.ts';
import { describeIssues } from './structured-sample.ts';

/** The tool asked a question that it does not declare. */
export class UnknownElicitError extends CodedError<'UNKNOWN_ELICIT'> {
  constructor(toolName: string, key: string, declared: readonly string[]) {
    const known = declared.length === 0 ? 'It declares none.' : `It declares: ${declared.join(', ')}.`;
    super('UNKNOWN_ELICIT', `${toolName} has no question "${key}". ${known} Add it to .elicits({ … }).`);
  }
}

/** The tool asked a question whose list has nothing that can be chosen. */
export class NothingToChooseError extends CodedError<'NOTHING_TO_CHOOSE'> {
  constructor(toolName: string, key: string) {
    super(
      'NOTHING_TO_CHOOSE',
      `${toolName} asked "${key}" with nothing to choose from. Check the list before you ask. If it is empty, tell the model instead.`,
    );
  }
}

/** The tool asked to open a page, but does not declare that it does. */
export class UrlNotDeclaredError extends CodedError<'URL_NOT_DECLARED'> {
  constructor(toolName: string) {
    super(
      'URL_NOT_DECLARED',
      `${toolName} called ctx.elicit.url without declaring it, so clients that cannot open pages may call it. Declare it: .elicits({ … }, { url: true }).`,
    );
  }
}

/** The tool made a question's schema while it ran, but does not declare that it does. */
export class OpenNotDeclaredError extends CodedError<'OPEN_NOT_DECLARED'> {
  constructor(toolName: string) {
    super(
      'OPEN_NOT_DECLARED',
      `${toolName} called ctx.elicit with a schema without declaring it, so clients that have no form may call it. Declare it: .elicits({ … }, { open: true }).`,
    );
  }
}

/** The call's journal is full, so nothing new may begin. */
export class JournalFullError extends CodedError<'JOURNAL_FULL'> {
  /** @param most - such as `10000 outcomes` */
  constructor(toolName: string, most: string, limit: string) {
    super(
      'JOURNAL_FULL',
      `${toolName} has filled its journal of ${most}, so the call is over. What it did stays done. Ask for less in one call, or raise limits.${limit}.`,
    );
  }
}

/** `ctx.exchangeOf` got something that is no answer of this call. */
export class NotAnAnswerError extends CodedError<'NOT_AN_ANSWER'> {
  constructor(toolName: string) {
    super(
      'NOT_AN_ANSWER',
      `${toolName} called ctx.exchangeOf with something other than an accepted answer of this call. Pass the object that ctx.elicit returned.`,
    );
  }
}

/** What a tool requires is not there. */
export class MissingNeedError extends CodedError<'MISSING_NEED'> {
  /** What is not there. */
  readonly need: keyof ToolNeeds;

  constructor(toolName: string, need: keyof ToolNeeds) {
    const lacks = {
      elicitation: 'a person to ask, and nobody can be asked here',
      sampling: 'a model to ask, and there is none here',
      parentMessages: 'the messages of the chat, and it has none here',
    };
    super('MISSING_NEED', `${toolName} needs ${lacks[need]}. Go on without this tool.`);
    this.need = need;
  }
}

/** A tool that asks the person was bound to a branch. */
export class ToolAsksError extends CodedError<'TOOL_ASKS'> {
  constructor(toolName: string, bound: string) {
    super(
      'TOOL_ASKS',
      `${toolName} gave a branch the tool ${bound}, which asks the person. A branch cannot ask. Give it tools with .elicits({}) alone.`,
    );
  }
}

/** The tool asked to open something other than a secure web page. */
export class ElicitUrlError extends CodedError<'ELICIT_URL_INVALID'> {
  constructor(toolName: string) {
    super(
      'ELICIT_URL_INVALID',
      `${toolName} asked to open an address that is not an absolute https URL. Give the whole address, such as https://example.com/pay. http works only on localhost.`,
    );
  }
}

/** The address that the person is to open shows them the secret with which the other side's server reports. */
export class TokenInUrlError extends CodedError<'TOKEN_IN_URL'> {
  constructor(toolName: string) {
    super(
      'TOKEN_IN_URL',
      `${toolName} asked to open an address that holds a token of ctx.waitFor, so the person could report the value themselves. Give the token to the other side's server, and open an address without it.`,
    );
  }
}

/** A wait has no token, so nothing could end it. */
export class WaitTokenError extends CodedError<'WAIT_TOKEN'> {
  /** @param where - what needs it, such as `ctx.waitFor('signed')` or `until` */
  constructor(toolName: string, where: string) {
    super(
      'WAIT_TOKEN',
      `${toolName} used ${where} without a token for it, so nothing could bring the value. Before each wait, call yield* ctx.waitFor.token(name) and hand the token to the other side's server.`,
    );
  }
}

/** Nothing keeps the call while it waits, so no value could be brought to it. */
export class WaitUnsupportedError extends CodedError<'WAIT_UNSUPPORTED'> {
  constructor(toolName: string) {
    super(
      'WAIT_UNSUPPORTED',
      `${toolName} called ctx.waitFor.token in a sealed call, which no server keeps, so no value could come. Serve it with a store instead of sealed: true.`,
    );
  }
}

/** A branch waits for a value. */
export class WaitInBranchError extends CodedError<'WAIT_IN_BRANCH'> {
  constructor(toolName: string) {
    super(
      'WAIT_IN_BRANCH',
      `A branch of ${toolName} called waitFor. Branches cannot wait for the host: use the context of the tool itself.`,
    );
  }
}

/** The tool's body is not an operation, returned an operation or promise, or made an operation that nothing ran. */
export class NotAnOperationError extends CodedError<'NOT_AN_OPERATION'> {
  /** @param what - `called`, `returned`, or the operation that nothing ran, such as `ctx.step` */
  constructor(toolName: string, what: string) {
    const problem: Record<string, string> = {
      called: `The body of ${toolName} is not a generator function`,
      returned: `${toolName} returned an operation or a promise that nothing ran`,
    };
    const next: Record<string, string> = {
      called: 'Write .execute(function* (params, ctx) { … }), not async, and yield* inside it.',
      returned: 'Write yield* before every ctx.elicit, ctx.sample and ctx.step, and put promises into a ctx.step.',
    };
    const unrun = `${toolName} called ${what}(…), and nothing ran it`;
    super('NOT_AN_OPERATION', `${problem[what] ?? unrun}. ${next[what] ?? `Write yield* before ${what}(…).`}`);
  }
}

/** The tool asked a question while another one of the same call waits for its answer. */
export class ElicitPendingError extends CodedError<'ELICIT_PENDING'> {
  constructor(toolName: string, key: string, pending: string) {
    super(
      'ELICIT_PENDING',
      `${toolName} asked "${key}" while "${pending}" waits for its answer. Ask them one after another, or declare the tool with .elicits({ … }, { concurrent: true }).`,
    );
  }
}

/** The context that the tool passed with a question does not fit the question's context schema. */
export class ElicitContextError extends CodedError<'ELICIT_CONTEXT_INVALID'> {
  readonly issues: readonly ElicitIssue[];

  constructor(toolName: string, key: string, issues: readonly ElicitIssue[]) {
    super(
      'ELICIT_CONTEXT_INVALID',
      `${toolName} asked "${key}" with context that does not fit its schema: ${describeIssues(issues, 'context')}. Correct the data or the schema.`,
    );
    this.issues = issues;
  }
}

/** The context that the tool passed with a question is larger than the server allows. */
export class ContextTooLargeError extends CodedError<'CONTEXT_TOO_LARGE'> {
  constructor(toolName: string, key: string, found: string, limit: number) {
    super(
      'CONTEXT_TOO_LARGE',
      `${toolName} asked "${key}" with ${found} of context; the limit is ${limit}. Pass fewer options, or raise limits.contextBytes.`,
    );
  }
}

/** A step failed. The journal keeps the failure, so a replay fails the same way. */
export class StepError extends CodedError<'STEP_FAILED'> {
  /** The name, message and code of the error that was thrown. */
  readonly error: RecordedError;

  constructor(step: string, error: RecordedError) {
    super('STEP_FAILED', `Step "${step}" failed: ${error.message}`);
    this.error = error;
  }
}

/** A step began, and its process ended before its outcome was recorded. What it did is not known. */
export class StepInterruptedError extends CodedError<'STEP_OUTCOME_UNKNOWN'> {
  constructor(step: string) {
    super(
      'STEP_OUTCOME_UNKNOWN',
      `Step "${step}" began, and the server ended before its outcome was recorded. Look up what happened, or declare it with { idempotent: true }.`,
    );
  }
}

/** A step can no longer be undone, because the tool's code has changed. */
export class UndoMissingError extends CodedError<'UNDO_MISSING'> {
  constructor(toolName: string, step: string) {
    super(
      'UNDO_MISSING',
      `${toolName} no longer has an undo for its step "${step}", so the call cannot go back past that step. Keep a step's undo while open calls have done the step.`,
    );
  }
}

/** A repeatable tool has a step that is neither `idempotent` nor `pure`. The step did not run. */
export class StepNotIdempotentError extends CodedError<'STEP_NOT_IDEMPOTENT'> {
  constructor(toolName: string, step: string) {
    super(
      'STEP_NOT_IDEMPOTENT',
      `Step "${step}" of ${toolName} did not run: a run of a repeatable tool may be repeated, and this step may not. Pass its idempotencyKey on and declare it { idempotent: true }, declare it { pure: true } if it changes nothing, or drop .repeatable().`,
    );
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

/** The model's answer to a sample does not fit the sample's schema, also when it was asked again. */
export class SampleSchemaError extends CodedError<'SAMPLE_SCHEMA'> {
  readonly issues: readonly ElicitIssue[];
  /** What the model answered last. */
  readonly text: string;

  constructor(found: string, issues: readonly ElicitIssue[], text: string) {
    super('SAMPLE_SCHEMA', `Both answers of the model broke the schema: ${found}. Ask for less, or loosen the schema.`);
    this.issues = issues;
    this.text = text;
  }
}

/** The model went on to call tools instead of answering a sample. */
export class SampleRoundsError extends CodedError<'SAMPLE_ROUNDS'> {
  constructor(iterations: number) {
    super(
      'SAMPLE_ROUNDS',
      `The model called tools in ${iterations} rounds and still gave no answer. Raise iterations, or give it fewer tools.`,
    );
  }
}

/** A branch lies deeper than a limit allows. */
export class McpToolDepthError extends CodedError<'TOOL_DEPTH'> {
  constructor(toolName: string, limit: number) {
    super(
      'TOOL_DEPTH',
      `${toolName} may have at most ${limit} levels of branches. Do this work in the branch itself, or raise maxDepth.`,
    );
  }
}

/** A tool or branch has used the tokens that it may use. */
export class McpToolTokenError extends CodedError<'TOOL_TOKENS'> {
  constructor(toolName: string, used: number, limit: number, isEstimated: boolean) {
    const found = `${isEstimated ? 'about ' : ''}${used}`;
    super(
      'TOOL_TOKENS',
      `${toolName} has used ${found} of the ${limit} tokens it may use here. Ask the model for less, or raise maxTokens.`,
    );
  }
}

const toWait = 'To wait for something outside, ask a question whose check looks whether it is there.';
const toRun = 'To run longer, raise timeout of the tool or branch, and limits.toolRunTime of the host.';

/** A tool or branch ran for too long. */
export class McpToolTimeoutError extends CodedError<'TOOL_TIMEOUT'> {
  constructor(toolName: string, milliseconds: number) {
    super(
      'TOOL_TIMEOUT',
      `${toolName} ran for more than ${milliseconds} ms, not counting the time that people took. ${toWait} ${toRun}`,
    );
  }
}

/** A branch asked the person a question. */
export class ElicitInBranchError extends CodedError<'ELICIT_IN_BRANCH'> {
  constructor(toolName: string) {
    super(
      'ELICIT_IN_BRANCH',
      `${toolName} asked the person within a branch, where several could ask at once. Return from the branch, and ask with the tool's own ctx.elicit.`,
    );
  }
}

/** The tool used its context after the call was stopped. */
export class RunEndedError extends CodedError<'RUN_ENDED'> {
  constructor(toolName: string, operation: string) {
    super(
      'RUN_ENDED',
      `${toolName} called ctx.${operation} after it was stopped. Clean up with plain code, or with ensure() from effection.`,
    );
  }
}

/** The tool's code no longer matches the call's journal, so the suspended call cannot go on. */
export class ToolChangedError extends CodedError<'TOOL_CHANGED'> {
  constructor(toolName: string, recorded: JournalEntry, asked: string) {
    const had = `${recorded.kind}${recorded.name && ` "${recorded.name}"`}`;
    super(
      'TOOL_CHANGED',
      `${toolName} changed while a call was suspended: at operation ${recorded.key} the journal has ${had}, but the code ${asked}. The call is over; run the tool again.`,
    );
  }
}
