import type { Operation } from 'effection';
import type * as z from 'zod';
import type { LogLevel } from '../protocol/tool-report.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ElicitAccept } from '../protocol/elicit-result.ts';
import type { TokenUsage } from '../protocol/chat-provider.ts';
import type { Elicit, ElicitExchange, ElicitOpen, ElicitUrl, ExchangeOptions } from './ask-person.ts';
import type { StepValue } from './step-value.ts';
import type { ToolLimits } from './tool-limits.ts';
import type { BoundTool, ResultOf } from './tool-facts.ts';
import type { ElicitDefinitions, ElicitsOptions } from './elicit-definition.ts';
import type { WaitFor } from './host-wait.ts';

/** What a tool can do while it runs: everything that a branch can, and ask the person. */
export interface McpToolContext<
  Elicits extends ElicitDefinitions,
  Options extends ElicitsOptions = {},
> extends McpBranchContext {
  /**
   * Ask the person and wait as long as it takes: `elicit(key, question)`. Tools that declare it can also use
   * `elicit.url(page)` and `elicit({ message, schema })`.
   */
  readonly elicit: Elicit<Elicits> &
    (Options extends { readonly url: true } ? ElicitUrl : unknown) &
    (Options extends { readonly open: true } ? ElicitOpen : unknown);

  /** Wait for a value that the host brings, such as one from a webhook. */
  readonly waitFor: WaitFor;

  /**
   * A question and its answer, such as for the messages of a later sample. Nothing of them gets there by itself.
   *
   * @param answer - what `elicit` returned in this call, with action `accept`
   * @throws {ToolRunError} `NOT_AN_ANSWER` for anything else
   */
  exchangeOf(answer: ElicitAccept<unknown>, options?: ExchangeOptions): ElicitExchange;

  /** Close the way back: from now on, the person can change no answer that they gave before. */
  commit(): Unyielded<'Write yield* before ctx.commit()', void>;
}

/**
 * Options of `ctx.step`. Without `pure` and `undo`, no answer from before the step can be changed once it has begun.
 */
export interface StepOptions {
  /**
   * Doing it twice does no harm, such as a lookup, or a call of a service that takes the `idempotencyKey`. Then it is
   * done again if the process ended in the middle of it.
   *
   * @default false
   */
  idempotent?: boolean | undefined;
  /**
   * It changes nothing, such as a search. It may be done again at any time, also when an earlier answer changes.
   *
   * @default false
   */
  pure?: boolean | undefined;
}

/** Options of a `ctx.step` that can be undone. Its result must be JSON. */
export interface UndoableStep<Result> extends Pick<StepOptions, 'idempotent'> {
  /**
   * Undo what the step did, given its result. Called once, if the person changes an answer from before the step. A step
   * that throws must have done nothing: it is not undone. If this throws, the call goes back only to the step.
   */
  undo(result: Result, about: StepAbout): Eventual<unknown>;
}

/** What a step results in, from what its function returns. */
export type StepResult<Returned> = Returned extends string | number | boolean | null | undefined | void
  ? Returned
  : Returned extends Promise<infer Value> | Operation<infer Value>
    ? Value
    : Returned;

/** What the function of a step gets. */
export interface StepAbout {
  /** The same whenever this step of this call runs. Pass it to services that refuse to do a thing twice. */
  readonly idempotencyKey: string;
}

/**
 * What a branch of a tool can do while it runs.
 *
 * Every operation except `log` and `notify` is recorded. If the server has to run the tool again, a recorded operation
 * returns what it returned before, and nothing happens twice. So keep side effects in `step`, and take the time and
 * random ids from here.
 */
export interface McpBranchContext<Tools extends readonly BoundTool[] = readonly []> {
  /** The id of this tool call. */
  readonly callId: string;
  /** The person the call acts for, as the host identified them when it began. */
  readonly owner: string | undefined;
  /** Aborts when the call ends, or this run of it. */
  readonly signal: AbortSignal;
  /** How many branches this one lies in. The tool itself is at 0. */
  readonly depth: number;
  /** The side conversation with the model so far: what `sample({prompt})` asked, and what the model said. */
  readonly messages: readonly ChatMessage[];
  /**
   * The messages of the place around this one when this one began. For the tool itself: those of the chat before the
   * call, if it requires them, else none.
   */
  readonly parentMessages: readonly ChatMessage[];
  /**
   * How many of the chat's oldest messages are not in `parentMessages`, because they had no room (`limits.bytes`). Always
   * 0 in a branch.
   */
  readonly parentOmitted: number;
  /** The chat's system prompt, if the tool requires `parentMessages`. */
  readonly parentSystemPrompt: string | undefined;

  /**
   * Ask the model through the server's provider. This works even after the person's request has ended.
   *
   * `{prompt}` continues `messages`. `{messages}` is sent as it is and leaves `messages` untouched.
   *
   * With a `schema`, the model answers in JSON, and the result has its `value`, as the schema parsed it. If the answer
   * does not fit, the model is asked once more and told why.
   *
   * With `tools`, the model may call tools of the branch before it answers. What it calls, and what comes of that,
   * goes into the messages.
   *
   * @throws {SampleError} if the provider fails
   * @throws {SampleSchemaError} if the model's second answer does not fit the schema either
   * @throws {ToolRunError} `SAMPLE_ROUNDS` if the model still calls tools after `iterations` rounds
   * @throws {McpToolTokenError} if a limit of tokens is used up
   */
  sample<Schema extends z.ZodType>(
    request: SampleRequest<NameOf<Tools>> & { schema: Schema },
  ): Unyielded<'Write yield* before ctx.sample(…)', SampleResult & { value: z.output<Schema> }>;
  sample(request: SampleRequest<NameOf<Tools>>): Unyielded<'Write yield* before ctx.sample(…)', SampleResult>;

  /**
   * Call a tool of this branch, and return its result. It runs in a branch of its own, within this one's limits.
   *
   * @throws {UnknownToolError} if the branch has no such tool
   * @throws {InvalidArgumentsError} if the arguments do not fit the tool's parameters
   * @throws {MissingNeedError} if it requires what is not there
   * @throws what the tool throws
   */
  callTool<Name extends NameOf<Tools>>(
    name: Name,
    params: z.input<ToolNamed<Tools, Name>['parameters']>,
  ): Unyielded<'Write yield* before ctx.callTool(…)', ResultOf<ToolNamed<Tools, Name>>>;

  /**
   * Do a part of the work in a conversation of its own, and return its value. Several branches can run at once, with
   * Effection's `all`. A branch cannot ask the person.
   *
   * @throws {McpToolDepthError} if branches would lie deeper than a limit allows
   * @throws {McpToolTimeoutError} if it runs for too long. It is halted, and its clean-up runs
   * @throws {ToolRunError} `TOOL_ASKS` if a tool in `tools` asks the person
   * @throws what `fn` throws
   */
  branch<T, const Bound extends readonly BoundTool[] = Tools>(
    fn: (ctx: McpBranchContext<Bound>) => Operation<T>,
    options?: BranchOptions<Bound>,
  ): Unyielded<'Write yield* before ctx.branch(…)', T>;

  /**
   * Do something once. Its outcome is recorded under `name`, and a replay does not repeat it.
   *
   * The result of `fn` is kept as JSON. A result that JSON would change does not compile, and fails at run time: a
   * `Date`, a `Map`, a function, a property that is `undefined`.
   *
   * @throws {StepError} if `fn` fails, now and in every replay. Its `error.code` is `NOT_JSON` for a result that JSON
   *   would change
   * @throws {ToolRunError} `STEP_OUTCOME_UNKNOWN` if the process ended in the middle of it, and it is neither `idempotent`
   *   nor `pure`. `STEP_NOT_IDEMPOTENT` if the tool is `.repeatable()`, and it is neither
   */
  step<Returned>(
    name: string,
    fn: (about: StepAbout) => Returned,
    options: UndoableStep<StepResult<NoInfer<Returned>>>,
  ): Unyielded<'Write yield* before ctx.step(…)', StepResult<Returned>>;
  step<T>(
    name: string,
    fn: ((about: StepAbout) => Operation<T>) & ((about: StepAbout) => Operation<StepValue<T>>),
    options?: StepOptions,
  ): Unyielded<'Write yield* before ctx.step(…)', T>;
  step<T>(
    name: string,
    fn: ((about: StepAbout) => T | Promise<T>) & ((about: StepAbout) => StepValue<T> | Promise<StepValue<T>>),
    options?: StepOptions,
  ): Unyielded<'Write yield* before ctx.step(…)', T>;

  /** The time, in milliseconds since the Unix epoch. */
  now(): Unyielded<'Write yield* before ctx.now()', number>;
  /** A random UUID. */
  uuid(): Unyielded<'Write yield* before ctx.uuid()', string>;
  /** Wait this many milliseconds. A replay waits only for the time that is left. */
  sleep(milliseconds: number): Operation<void>;

  /** Log a message for the developer. */
  log(level: LogLevel, message: string): Operation<void>;
  /** Show the person how far the tool is. */
  notify(message: string, progress?: number, total?: number): Operation<void>;
}

/**
 * An operation that needs `yield*`. If you forget it, the compiler's message names this type and its hint.
 *
 * Any `Operation<Result>` is assignable to it.
 */
export interface Unyielded<_Hint extends string, Result> extends Operation<Result> {}

type NameOf<Tools extends readonly BoundTool[]> = Tools[number]['name'];
type ToolNamed<Tools extends readonly BoundTool[], Name extends string> = Extract<
  Tools[number],
  { readonly name: Name }
>;

/** Options of `ctx.branch`. */
export interface BranchOptions<Tools extends readonly BoundTool[] = readonly BoundTool[]> extends ToolLimits {
  /** What the branch may call, and offer to the model. @default the tools of the place that branches off */
  tools?: Tools | undefined;
  /** Begin with the messages of the place that branches off. @default true */
  inheritMessages?: boolean | undefined;
}

/** A request of `ctx.sample` to the model. */
export type SampleRequest<ToolName extends string = string> = (
  | { prompt: string }
  | { messages: readonly ChatMessage[] }
) & {
  /** Sent to the model with this request. @default none */
  systemPrompt?: string | undefined;
  /** The most tokens that the answer may have. @default what limits leave */
  maxTokens?: number | undefined;
  /** The branch's tools that the model may call: all, or those with these names. @default none */
  tools?: true | readonly ToolName[] | undefined;
  /** How many rounds of tools there may be before the model must answer. @default 10 */
  iterations?: number | undefined;
};

/** The model's answer to `ctx.sample`. */
export interface SampleResult {
  /** The model's last answer. */
  text: string;
  /** The tokens used, as the provider counts them. An estimate says so. */
  usage?: TokenUsage | undefined;
}

/** A value, a promise of one, or an operation that returns one. */
export type Eventual<T> = T | Promise<T> | Operation<T>;
