import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { QuestionPlace } from '../protocol/inbox.ts';
import type { IdentifiedPerson, Person } from '../protocol/person.ts';
import type { MayAnswer } from '../session/may-answer.ts';
import type { PluginSessionManagerOptions } from '../session/plugin-session-manager.ts';
import type { RecordReader } from '../session/record-reader.ts';
import type { ResolveOutcome } from '../session/wait-tokens.ts';
import type { GiveTraceparent, OnServerEvent } from '../session/server-event.ts';
import type { DurableStore } from '../store/durable-store.ts';
import type { AskWhom } from '../tool/ask-whom.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import type { Approvals } from './approvals.ts';
import type { ChatLimits } from './chat-limits.ts';
import type { HostCalls } from './chat-sessions.ts';
import type { Inbox } from './inbox-server.ts';
import type { BodyReader } from './read-request.ts';
import { createChatServer } from './chat-server.ts';
import type { NotifyOptions, OnWaiting } from './waiting-notices.ts';

/** Answers chat requests. Mount it wherever a `Request` becomes a `Response`. */
export interface ChatHandler extends RecordReader {
  (request: Request): Promise<Response>;
  /**
   * The running and waiting calls. To answer a call, its conversation is opened here. What finds it or answers it waits
   * a sixth of `limits.patience` for another process that is at work on it, and then throws an error with the code `MOVED`.
   * `abort` has that process stop the call.
   */
  readonly sessions: HostCalls;
  /** Bring a value for a `ctx.waitFor`. */
  readonly resolve: ResolveWait;
  /** What people allowed for good: to show it to them, and to take it back. */
  readonly approvals: Approvals;
  /** What waits for somebody else than the person of its conversation. */
  readonly inbox: Inbox;
  /**
   * Put a question that waits to somebody else, such as when nobody has answered for a day. Who was asked before cannot
   * answer it any more.
   *
   * @param to - as a tool names them. `notOwner` and `hidden` can be added, and stay where the question has them
   * @returns false if the question does not wait, or nobody could answer it: `notOwner`, where `identify` did not name who
   *   asks
   * @throws {ElicitToError} for what names nobody
   */
  readonly reassign: Reassign;
  /** @internal Answers a request whose body is of another protocol. */
  readonly '~handle': (request: Request, readBody: BodyReader) => Promise<Response>;
  /** @internal Uses these options from now on, but for some. Throws for invalid ones: nothing changes then. */
  readonly '~reload': (options: ChatHandlerOptions) => void;
  /**
   * Go on with what is due: questions that expired, and turns whose process is gone. A process that runs does this by
   * itself. Where processes live for one request only, call it from a timer, such as a cron job each minute.
   *
   * Resolves when all that it began is at rest and recorded, so that the process may stop then. Tries everything that is
   * due once, also what failed before.
   */
  sweep(): Promise<void>;
  /**
   * End every stream, and stop every call. With a `store` that outlives the process, calls are only let go: another
   * process goes on with them at once. Resolves when the tools' clean-up is done or has taken too long.
   */
  close(): Promise<void>;
}

/**
 * Bring the value for a `ctx.waitFor`, such as from the route of a webhook. Check first who sends it: the token says only
 * which wait it is for. The call goes on wherever it is, also if it left memory, and the value counts once.
 *
 * @param token - what `ctx.waitFor.token` gave
 * @param value - JSON. The wait's schema checks it
 * @throws {WaitValueError} for a value that JSON cannot hold, or of more bytes than half of `limits.bytes`
 */
export type ResolveWait = (token: string, value: unknown) => Promise<ResolveOutcome>;

/** Put a question that waits to somebody else. See `ChatHandler`. */
export type Reassign = (place: QuestionPlace, to: AskWhom & Required<Pick<AskWhom, 'to'>>) => Promise<boolean>;

/** Options of `createChatHandler`. */
export interface ChatHandlerOptions extends Pick<PluginSessionManagerOptions, '~answers'> {
  /** The model. */
  provider: ChatProvider & { readonly doGenerate?: { 'Write aiSdkProvider(model), from elicitkit/ai-sdk': never } };
  /**
   * What the model can call. Several may have one name, with different versions: the first is offered to the model and
   * begins calls, and the others only go on with the calls that they began.
   */
  tools: readonly AnyMcpTool[];
  /**
   * What the page can call by itself, with `client.call`: some of `tools`, or others. Anybody who may post to the handler
   * can call them, with any arguments that fit.
   *
   * @default none
   */
  callable?: readonly AnyMcpTool[] | undefined;
  /** Sent to the model with every request. @default none */
  systemPrompt?: string | undefined;
  /**
   * Identify the person who sends a request: by an id that never changes, or with `{ id, name, roles }`, if questions are
   * put to others than those who ask. Undefined means anonymous: then only the secrecy of its id protects a
   * conversation. Return a Response (401, 403) to refuse the request.
   *
   * @default every request is anonymous
   */
  identify?: ((request: Request) => Identified | Promise<Identified>) | undefined;
  /**
   * Say more about who may answer, such as that an amount needs somebody of another department. Asked before an answer
   * counts, of a person whom the question is for. Everybody else hears that there is no such question.
   *
   * @default whom the question is for: the conversation's owner, or whom its `to` names
   */
  mayAnswer?: MayAnswer | undefined;
  /**
   * Tells people who are not at the page that a question waits for them. Without it, nothing is kept for that.
   *
   * @default nobody is told
   */
  onWaiting?: OnWaiting | undefined;
  /** When `onWaiting` is called. A reload changes nothing here. */
  notify?: NotifyOptions | undefined;
  /**
   * Where conversations are kept. With `fileStore` or `durableObjectStore` they outlive the process, with
   * `postgresStore` or `redisStore` any of several processes goes on with them.
   *
   * @default this process's memory
   */
  store?: DurableStore | undefined;
  /**
   * Record what happens in calls, to be read with `record` of the handler: who was asked what, and who answered what and
   * when. It is kept in `store`, for `limits.recordTtl`.
   *
   * @default false
   */
  record?: boolean | undefined;
  /** Those that you leave out keep their defaults. */
  limits?: Partial<ChatLimits> | undefined;
  /**
   * What happens to open calls when the person sends a message instead of an answer. `cancel` ends their questions as
   * `cancel` with reason `interrupted`, and the tool goes on from there. `abort` stops the calls.
   *
   * @default 'cancel'
   */
  onInterruption?: 'cancel' | 'abort' | undefined;
  /** Listens to events, for logs and traces. @default errors go to the console */
  onEvent?: OnServerEvent | undefined;
  /** Gives the trace in which a call begins. `elicitkit/otel` makes one. @default none */
  traceparent?: GiveTraceparent | undefined;
}

/** A person or their id, undefined for anonymous, or a Response that refuses the request. */
export type Identified = string | IdentifiedPerson | undefined | Response;

/** A person, undefined for anonymous, or a Response that refuses the request. */
export type Owner = Person | undefined | Response;

/**
 * Create a chat server: a function from `Request` to `Promise<Response>`.
 *
 * By default, conversations live in this process's memory. With a `store` they outlive it.
 *
 * @example
 * export const POST = createChatHandler({ provider, tools: [bookFlightTool] });
 *
 * @throws {TypeError} for invalid options
 */
export function createChatHandler(options: ChatHandlerOptions): ChatHandler {
  const { handle, members, reload } = createChatServer('createChatHandler', options);
  return Object.assign(handle, members, { '~reload': reload });
}
