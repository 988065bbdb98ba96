import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { ToolNeeds } from '../tool/tool-needs.ts';
import type { JournalEntry, RecordedError } from './journal.ts';
import { describeIssues } from './structured-sample.ts';

/** A tool's code is wrong, or the run came to something that it cannot go on from. */
export class ToolRunError<Code extends keyof typeof faults = keyof typeof faults> extends CodedError<Code> {
  constructor(code: Code, ...about: Parameters<(typeof faults)[Code]>) {
    const messageOf = faults[code] as (...given: typeof about) => string;
    super(code, messageOf(...about));
  }
}

/** The messages of these errors, by their codes. */
const faults = {
  /** The tool asked a question that it does not declare. */
  UNKNOWN_ELICIT(tool: string, key: string, declared: readonly string[]) {
    const known = declared.length === 0 ? 'It declares none.' : `It declares: ${declared.join(', ')}.`;
    return `${tool} has no question "${key}". ${known} Add it to .elicits({ … }).`;
  },
  /** The tool asked a question whose list has nothing that can be chosen. */
  NOTHING_TO_CHOOSE: (tool: string, key: string) =>
    `${tool} asked "${key}" with nothing to choose from. Check the list before you ask. If it is empty, tell the model instead.`,
  /** The tool asked to open a page, but does not declare that it does. */
  URL_NOT_DECLARED: (tool: string) =>
    `${tool} called ctx.elicit.url without declaring it, so clients that cannot open pages may call it. Declare it: .elicits({ … }, { url: true }).`,
  /** The tool made a question's schema while it ran, but does not declare that it does. */
  OPEN_NOT_DECLARED: (tool: string) =>
    `${tool} called ctx.elicit with a schema without declaring it, so clients that have no form may call it. Declare it: .elicits({ … }, { open: true }).`,
  /** The call's journal is full, so nothing new may begin. @param most - such as `10000 outcomes` */
  JOURNAL_FULL: (tool: string, most: string) =>
    `${tool} has filled its journal of ${most}, so the call is over. What it did stays done. Ask for less in one call, or raise limits.bytes.`,
  /** `ctx.exchangeOf` got something that is no answer of this call. */
  NOT_AN_ANSWER: (tool: string) =>
    `${tool} called ctx.exchangeOf with something other than an accepted answer of this call. Pass the object that ctx.elicit returned.`,
  /** A tool that asks the person was bound to a branch. */
  TOOL_ASKS: (tool: string, bound: string) =>
    `${tool} gave a branch the tool ${bound}, which asks the person. A branch cannot ask. Give it tools with .elicits({}) alone.`,
  /** The tool asked to open something other than a secure web page. */
  ELICIT_URL_INVALID: (tool: string) =>
    `${tool} asked to open an address that is not an absolute https URL. Give the whole address, such as https://example.com/pay. http works only on localhost.`,
  /** The address that the person is to open shows them the secret with which the other side's server reports. */
  TOKEN_IN_URL: (tool: string) =>
    `${tool} asked to open an address that holds a token of ctx.waitFor, so the person could report the value themselves. Give the token to the other side's server, and open an address without it.`,
  /** A wait has no token, so nothing could end it. @param where - what needs it, such as `ctx.waitFor('signed')` */
  WAIT_TOKEN: (tool: string, where: string) =>
    `${tool} used ${where} without a token for it, so nothing could bring the value. Before each wait, call yield* ctx.waitFor.token(name) and hand the token to the other side's server.`,
  /** Nothing keeps the call while it waits, so no value could be brought to it. */
  WAIT_UNSUPPORTED: (tool: string) =>
    `${tool} called ctx.waitFor.token in a sealed call, which no server keeps, so no value could come. Serve it with a store instead of sealed: true.`,
  /** A branch waits for a value. */
  WAIT_IN_BRANCH: (tool: string) =>
    `A branch of ${tool} called waitFor. Branches cannot wait for the host: use the context of the tool itself.`,
  /**
   * The tool's body is not an operation, returned or yielded something that nothing ran, or left an operation unrun.
   *
   * @param what - one of `noOperation`, or the operation that nothing ran, such as `ctx.step`
   */
  NOT_AN_OPERATION: (tool: string, what: string) =>
    `${tool} ${noOperation[what] ?? `called ${what}(…), and nothing ran it. Write yield* before ${what}(…).`}`,
  /** The tool asked a question while another one of the same call waits for its answer. */
  ELICIT_PENDING: (tool: string, key: string, pending: string) =>
    `${tool} asked "${key}" while "${pending}" waits for its answer. Ask them one after another, or declare the tool with .elicits({ … }, { concurrent: true }).`,
  /** A question with its schema, its context and its other words is larger than the server allows. */
  CONTEXT_TOO_LARGE: (tool: string, key: string, found: string, limit: number) =>
    `${tool} asked "${key}" with ${found} of message, schema and context; the limit is ${limit}. Pass fewer options, or raise limits.bytes.`,
  /** What the tool returned is larger than a page reads at once. */
  RESULT_TOO_LARGE: (tool: string, found: number, limit: number) =>
    `${tool} returned ${found} bytes as JSON; the limit is ${limit}. What it did stays done. Return less, such as where to find it, or raise limits.bytes.`,
  /** A step began, and its process ended before its outcome was recorded. What it did is not known. */
  STEP_OUTCOME_UNKNOWN: (step: string) =>
    `Step "${step}" began, and its process ended, or lost its store, before the outcome was recorded. Look up what happened, or declare it with { idempotent: true }.`,
  /** A step can no longer be undone, because the tool's code has changed. */
  UNDO_MISSING: (tool: string, step: string) =>
    `${tool} no longer has an undo for its step "${step}", so the call cannot go back past that step. Keep a step's undo while open calls have done the step.`,
  /** A repeatable tool has a step that is neither `idempotent` nor `pure`. The step did not run. */
  STEP_NOT_IDEMPOTENT: (tool: string, step: string) =>
    `Step "${step}" of ${tool} did not run: a run of a repeatable tool may be repeated, and this step may not. Pass its idempotencyKey on and declare it { idempotent: true }, declare it { pure: true } if it changes nothing, or drop .repeatable().`,
  /** The model went on to call tools instead of answering a sample. */
  SAMPLE_ROUNDS: (iterations: number) =>
    `The model called tools in every round (limit ${iterations}) and still gave no answer. Raise iterations, or give it fewer tools.`,
  /** A branch asked the person a question. */
  ELICIT_IN_BRANCH: (tool: string) =>
    `${tool} asked the person within a branch, where several could ask at once. Return from the branch, and ask with the tool's own ctx.elicit.`,
  /** The tool used its context within one of its steps. */
  IN_STEP: (tool: string, operation: string, step: string) =>
    `${tool} called ctx.${operation} within its step "${step}". A replay has the step's outcome and does not run it, so that would be lost. Call ctx.${operation} before the step or after it.`,
  /** The tool used its context after the call was stopped. */
  RUN_ENDED: (tool: string, operation: string) =>
    `${tool} called ctx.${operation} after it was stopped. Clean up with plain code, or with ensure() from effection.`,
  /** The tool's code no longer matches the call's journal, so the suspended call cannot go on. */
  TOOL_CHANGED(tool: string, recorded: JournalEntry, asked: string) {
    const had = `${recorded.kind}${recorded.name && ` "${recorded.name}"`}`;
    return `${tool} changed while a call was suspended: at operation ${recorded.key} the journal has ${had}, but the code ${asked}. The call is over; run the tool again.`;
  },
};

const noOperation: Readonly<Record<string, string>> = {
  called:
    'has a body that is not a generator function. Write .execute(function* (params, ctx) { … }), not async, and yield* inside it.',
  returned:
    'returned an operation or a promise that nothing ran. Write yield* before every ctx.elicit, ctx.sample and ctx.step, and put promises into a ctx.step.',
  stepped: "gave a ctx.step no function. Write yield* ctx.step('name', () => promise).",
  promise:
    "yielded a promise. Write yield* ctx.step('name', () => promise), and within a step yield* until(promise), from effection.",
  operation: 'yielded an operation without running it. Write yield* in place of yield.',
  value: 'yielded something that is no operation. Only operations can be waited for, with yield*.',
};

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

/** A step failed. The journal keeps the failure, so a replay fails the same way. */
export class StepError extends CodedError<'STEP_FAILED'> {
  /** The name, message and code of the error that was thrown. */
  readonly error: RecordedError;

  /** @param thrown - has the error itself as its `cause`, where it was thrown in this run and not in one before */
  constructor(step: string, error: RecordedError, thrown?: ErrorOptions) {
    super('STEP_FAILED', `Step "${step}" failed: ${error.message}`, thrown);
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

/** A branch lies deeper than a limit allows. */
export class McpToolDepthError extends CodedError<'TOOL_DEPTH'> {
  constructor(toolName: string, limit: number) {
    super(
      'TOOL_DEPTH',
      `${toolName} may nest branches ${limit} deep. Do this work in the branch itself, or raise maxDepth.`,
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

const toWait = 'To wait for something outside, use ctx.waitFor.';
const toRun = 'To run longer, raise timeout of the tool or branch, and limits.runTime of the host.';

/** A tool or branch ran for too long. */
export class McpToolTimeoutError extends CodedError<'TOOL_TIMEOUT'> {
  constructor(toolName: string, milliseconds: number) {
    super(
      'TOOL_TIMEOUT',
      `${toolName} ran for more than ${milliseconds} ms, not counting the time that people took. ${toWait} ${toRun}`,
    );
  }
}
