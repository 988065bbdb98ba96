import type { Operation } from 'effection';
import type * as z from 'zod';
import type { LogLevel } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { ElicitCancel, ElicitDecline, ElicitResult } from '../protocol/elicit-result.ts';
import type { TokenUsage } from '../protocol/chat-provider.ts';
import type { StepValue } from './step-value.ts';
import type { ToolLimits } from './tool-limits.ts';
import type { ContentOf, ContextInputOf, ElicitDefinitions } from './elicit-definition.ts';

/** What a tool can do while it runs: everything that a branch can, and ask the person. */
export interface McpToolContext<Elicits extends ElicitDefinitions> extends McpBranchContext {
  /** Ask the person and wait as long as it takes: `elicit(key, question)`, or `elicit.url(page)`. */
  readonly elicit: Elicit<Elicits>;
}

/**
 * What a branch of a tool can do while it runs.
 *
 * Every operation except `log` and `notify` is recorded. If the server has to run the tool again, a recorded operation
 * returns what it returned before, and nothing happens twice. So keep side effects in `step`, and take the time and
 * random ids from here.
 */
export interface McpBranchContext {
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
  /** The messages of the branch around this one when this one began. The tool itself has none. */
  readonly parentMessages: readonly ChatMessage[];

  /**
   * Ask the model through the server's provider. This works even after the person's request has ended.
   *
   * `{prompt}` continues `messages`. `{messages}` is sent as it is and leaves `messages` untouched.
   *
   * With a `schema`, the model answers in JSON, and the result has its `value`, as the schema parsed it. If the answer
   * does not fit, the model is asked once more and told why.
   *
   * @throws {SampleError} if the provider fails
   * @throws {SampleSchemaError} if the model's second answer does not fit the schema either
   * @throws {McpToolTokenError} if a limit of tokens is used up
   */
  sample<Schema extends z.ZodType>(
    request: SampleRequest & { schema: Schema },
  ): Unyielded<'Write yield* before ctx.sample(…)', SampleResult & { value: z.output<Schema> }>;
  sample(request: SampleRequest): Unyielded<'Write yield* before ctx.sample(…)', SampleResult>;

  /**
   * Do a part of the work in a conversation of its own, and return its value. Several branches can run at once, with
   * Effection's `all`. A branch cannot ask the person.
   *
   * @throws {McpToolDepthError} if branches would lie deeper than a limit allows
   * @throws {McpToolTimeoutError} if it runs for too long. It is halted, and its clean-up runs
   * @throws what `fn` throws
   */
  branch<T>(
    fn: (ctx: McpBranchContext) => Operation<T>,
    options?: BranchOptions,
  ): Unyielded<'Write yield* before ctx.branch(…)', T>;

  /**
   * Do something once. Its outcome is recorded under `name`, and a replay does not repeat it.
   *
   * The result of `fn` is kept as JSON. A result that JSON would change does not compile, and fails at run time: a
   * `Date`, a `Map`, a function, a property that is `undefined`.
   *
   * @throws {StepError} if `fn` fails, now and in every replay. Its `error.code` is `NOT_JSON` for a result that JSON
   *   would change
   */
  step<T>(
    name: string,
    fn: (() => Operation<T>) & (() => Operation<StepValue<T>>),
  ): Unyielded<'Write yield* before ctx.step(…)', T>;
  step<T>(
    name: string,
    fn: (() => T | Promise<T>) & (() => StepValue<T> | Promise<StepValue<T>>),
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

/** The type of `ctx.elicit`. */
export interface Elicit<Elicits extends ElicitDefinitions> {
  /**
   * Ask the person one of the declared questions, and wait as long as it takes.
   *
   * @throws {UnknownElicitError} if the key is not declared
   * @throws {ElicitPendingError} while another question of this call waits
   * @throws {ElicitContextError} if the context does not fit its schema
   */
  <K extends keyof Elicits & string>(
    key: K,
    question: { message: string } & ContextInputOf<Elicits[K]>,
    options?: ElicitOptions<ContentOf<Elicits[K]>>,
  ): Unyielded<'Write yield* before ctx.elicit(…)', ElicitResult<ContentOf<Elicits[K]>>>;

  /**
   * Ask the person to open a page, such as to sign in or to pay. The tool must be declared with
   * `.elicits({ … }, { url: true })`.
   *
   * `accept` means only that they agreed to open the page. The page itself must tell the server what they did there.
   *
   * @throws {UrlNotDeclaredError} if the tool is not declared with `{ url: true }`
   * @throws {ElicitUrlError} if the address is not an absolute http or https URL
   * @throws {ElicitPendingError} while another question of this call waits
   */
  url(
    page: ElicitUrlPage,
    options?: ElicitUrlOptions,
  ): Unyielded<'Write yield* before ctx.elicit.url(…)', ElicitUrlResult>;
}

/** The page that `ctx.elicit.url` asks to open. */
export interface ElicitUrlPage {
  /** Why the person should open the page. */
  message: string;
  /** The page's full address. The person sees all of it before they open the page. */
  url: string;
}

/** Options of `ctx.elicit.url`. */
export type ElicitUrlOptions = Pick<ElicitOptions<unknown>, 'timeout'>;

/** The result of asking to open a page. */
export type ElicitUrlResult = { action: 'accept' } | ElicitDecline | ElicitCancel;

/** Options of `ctx.elicit`. */
export interface ElicitOptions<Content> {
  /** After this many milliseconds the question ends as `cancel` with reason `expired`. @default none */
  timeout?: number | undefined;
  /** Check an answer that fits the schema. Return issues to ask again, or none (or undefined) to accept it. */
  check?: ((content: Content) => Eventual<readonly (ElicitIssue | string)[] | undefined>) | undefined;
}

/** Options of `ctx.branch`. */
export interface BranchOptions extends ToolLimits {
  /** Begin with the messages of the place that branches off. @default true */
  inheritMessages?: boolean | undefined;
}

/** A request of `ctx.sample` to the model. */
export type SampleRequest = ({ prompt: string } | { messages: readonly ChatMessage[] }) & {
  systemPrompt?: string | undefined;
  /** The most tokens that the answer may have. @default what limits leave */
  maxTokens?: number | undefined;
};

/** The model's answer to `ctx.sample`. */
export interface SampleResult {
  text: string;
  /** The tokens used, as the provider counts them. An estimate says so. */
  usage?: TokenUsage | undefined;
}

/** A value, a promise of one, or an operation that returns one. */
export type Eventual<T> = T | Promise<T> | Operation<T>;
