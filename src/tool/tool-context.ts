import type { Operation } from 'effection';
import type { LogLevel } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { ElicitCancel, ElicitDecline, ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { StepValue } from './step-value.ts';
import type { ContentOf, ContextInputOf, ElicitDefinitions } from './elicit-definition.ts';

/**
 * What a tool may do while it runs.
 *
 * Every operation here is recorded: when the server has to run the tool again, a recorded one gives
 * what it gave before and nothing happens twice. So keep side effects in `step`, and take the time
 * and random ids from here.
 */
export interface McpToolContext<Elicits extends ElicitDefinitions> {
  /** The id of this tool call. */
  readonly callId: string;
  /** Aborts when the call is stopped, or this run of it is. */
  readonly signal: AbortSignal;

  /** Ask the person, and wait for as long as it takes: `elicit(key, question)`, or `elicit.url(page)`. */
  readonly elicit: Elicit<Elicits>;

  /**
   * Ask the model, through the server's provider. The person's request need not be there still.
   *
   * `{prompt}` continues this call's own side conversation; `{messages}` is taken as it is and
   * leaves that untouched.
   *
   * @throws {SampleError} when the provider fails
   */
  sample(request: SampleRequest): Unyielded<'Write yield* before ctx.sample(…)', SampleResult>;

  /**
   * Do something once: its outcome is recorded under `name` and never done again for this call.
   *
   * What `fn` gives is kept as JSON. What JSON would change does not compile, and fails as a step: a `Date`, a `Map`,
   * a function, a property that is `undefined`.
   *
   * @throws {StepError} when `fn` fails, now and when the run is repeated; its `error.code` is `NOT_JSON` for a value
   *   that JSON would change
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
  /** Wait, in milliseconds. What has passed of it counts when the run is repeated. */
  sleep(milliseconds: number): Operation<void>;

  /** Tell the developer. */
  log(level: LogLevel, message: string): Operation<void>;
  /** Tell the person how far it is. */
  notify(message: string, progress?: number, total?: number): Operation<void>;
}

/**
 * An operation whose result `yield*` gives. Without `yield*` the compiler names this type, and with it what to write.
 *
 * Anything typed as `Operation<Result>` fits.
 */
export interface Unyielded<_Hint extends string, Result> extends Operation<Result> {}

/** What `ctx.elicit` is. */
export interface Elicit<Elicits extends ElicitDefinitions> {
  /**
   * Ask the person one of the declared questions, and wait for as long as it takes.
   *
   * @throws {UnknownElicitError} for a key that was not declared
   * @throws {ElicitPendingError} while another question of this call waits
   * @throws {ElicitContextError} for context that does not fit its schema
   */
  <K extends keyof Elicits & string>(
    key: K,
    question: { message: string } & ContextInputOf<Elicits[K]>,
    options?: ElicitOptions<ContentOf<Elicits[K]>>,
  ): Unyielded<'Write yield* before ctx.elicit(…)', ElicitResult<ContentOf<Elicits[K]>>>;

  /**
   * Ask the person to open a page, such as to sign in or to pay, for a tool declared with `.elicits({ … }, { url: true })`.
   *
   * `accept` says that they agreed to open it, and no more: what they did there is for the page to tell the server.
   *
   * @throws {UrlNotDeclaredError} where the tool is not declared so
   * @throws {ElicitUrlError} for anything but an absolute http or https address
   * @throws {ElicitPendingError} while another question of this call waits
   */
  url(
    page: ElicitUrlPage,
    options?: ElicitUrlOptions,
  ): Unyielded<'Write yield* before ctx.elicit.url(…)', ElicitUrlResult>;
}

/** What `ctx.elicit.url` asks. */
export interface ElicitUrlPage {
  /** Why the page is to be opened. */
  message: string;
  /** Where it is, in full. The person sees all of it before they open it. */
  url: string;
}

/** Options of `ctx.elicit.url`. */
export type ElicitUrlOptions = Pick<ElicitOptions<unknown>, 'timeout'>;

/** What came of asking to open a page. */
export type ElicitUrlResult = { action: 'accept' } | ElicitDecline | ElicitCancel;

/** Options of `ctx.elicit`. */
export interface ElicitOptions<Content> {
  /** After how many milliseconds the question ends as `cancel` with reason `expired`. @default none */
  timeout?: number | undefined;
  /** Look at an answer that fits the schema: issues ask the person again, none (or undefined) takes it. */
  check?: ((content: Content) => Eventual<readonly (ElicitIssue | string)[] | undefined>) | undefined;
}

/** What `ctx.sample` asks the model. */
export type SampleRequest =
  | { prompt: string; systemPrompt?: string | undefined }
  | { messages: readonly ChatMessage[]; systemPrompt?: string | undefined };

/** What the model said to `ctx.sample`. */
export interface SampleResult {
  text: string;
  usage?: JsonObject | undefined;
}

/** A value, a promise of one, or an operation that gives one. */
export type Eventual<T> = T | Promise<T> | Operation<T>;
