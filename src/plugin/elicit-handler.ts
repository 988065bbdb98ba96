import type { Effect, Operation } from 'effection';
import type * as z from 'zod';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import type { Unyielded } from '../tool/tool-context.ts';
import type { Rendering } from './rendering.ts';
import type { AnswerOf, ContextOf, ElicitDefinitions, ResponseSchemaOf } from '../tool/elicit-definition.ts';

/** Answers one of a tool's questions in the browser: a generator function, or an async one. */
export type ElicitHandler<Key extends string, Definition, Params = unknown> = (
  request: PluginElicitRequest<Key, Definition, Params>,
  ctx: PluginClientContext,
) => Answering<ElicitResult<AnswerOf<Definition>>>;

/** What a handler returns: a generator function an operation, an async function a promise. */
export type Answering<T> = Operation<T> | PromiseLike<T> | Named<T>;

/** Of the types that handlers have by themselves, the compiler says in a line how their answer is wrong. */
type Named<T> = Promise<T> | Generator<Effect<unknown>, T, unknown> | Rendering<T>;

/** A handler for every question; a missing or an extra key does not compile. */
export type ElicitHandlers<Elicits extends ElicitDefinitions, Params = unknown> = {
  readonly [K in keyof Elicits & string]: Handler<
    "Write answerWith(Component), or an async function (or function*) that returns { action: 'accept', content: … }",
    K,
    Elicits[K],
    Params
  >;
};

/** The compiler's message names this type and its hint. */
type Handler<_Hint, Key extends string, Definition, Params> = ElicitHandler<Key, Definition, Params>;

/** Identifies a question in logs and timelines. */
export interface ElicitRequestId<Key extends string = string> {
  toolName: string;
  key: Key;
  callId: string;
  seq: number;
}

/** Answers, in the browser, the questions whose schema the tool makes while it runs. */
export type OpenHandler<Params = unknown> = (
  request: OpenElicitRequest<Params>,
  ctx: PluginClientContext,
) => Answering<ElicitResult<unknown>>;

/** A question whose schema was made while the tool ran, as its handler gets it. The server checks the answer. */
export interface OpenElicitRequest<Params = unknown> extends Omit<
  RequestFields<string, z.ZodType, Params>,
  'schema' | 'context'
> {
  readonly schema: { readonly json: JsonObject };
  /** What the tool passed as `ui`. Untrusted. */
  readonly ui?: unknown;
}

interface RequestFields<Key extends string, Definition, Params> {
  readonly id: ElicitRequestId<Key>;
  readonly key: Key;
  readonly toolName: string;
  readonly callId: string;
  readonly elicitId: string;
  /** The question's index in its call, from 0. */
  readonly seq: number;
  /** The text to show, without any context section. */
  readonly message: string;
  readonly schema: { readonly zod: ResponseSchemaOf<Definition>; readonly json: JsonObject };
  /** The tool's arguments. */
  readonly params?: Params | undefined;
  /** What the tool's handoff shows to the browser. Untrusted. */
  readonly handoff?: unknown;
  /** Starts at 1 and rises each time an answer is rejected. */
  readonly attempt: number;
  /** What was wrong with the last answer. */
  readonly issues?: readonly ElicitIssue[] | undefined;
  /** What the tool passed besides the message. Untrusted; checked against its schema if there is one. */
  readonly context: ContextOf<Definition>;
  /** When the question expires, in milliseconds since the Unix epoch. */
  readonly expiresAt?: number | undefined;
}

/** A question as its handler gets it. Each context field is also a field of the request itself. */
export type PluginElicitRequest<Key extends string = string, Definition = z.ZodType, Params = unknown> = RequestFields<
  Key,
  Definition,
  Params
> &
  // An unknown context adds no fields, and reserved names keep their meaning.
  (unknown extends ContextOf<Definition>
    ? unknown
    : Readonly<Omit<ContextOf<Definition>, keyof RequestFields<string, unknown, unknown>>>);

/**
 * A component to show: any kind of React component.
 *
 * Typed without React's types, so that a server's tools type-check without React installed.
 */
export type PluginComponent<Props> = ((props: Props) => unknown) | (new (props: Props) => unknown);

/** The props that the outlet passes to a component, if it declares them. */
export interface InjectedProps<Answer> {
  /**
   * Answers the question, with words for its receipt if the plugin's `.receipts` has none. Their `detail` is the question
   * by default. They count if the handler accepts this very answer, even after it has shown other components. An answer
   * that the handler makes from it has the titles of what was chosen.
   */
  onRespond: (answer: Answer, words?: ReceiptWords) => void;
  /** Skips the question. Absent if it cannot be skipped. */
  onDecline?: (() => void) | undefined;
  /** What the person had begun to answer: what `onDraftChange` was given last, which may hold anything. */
  draft?: unknown;
  /** Keeps what the person has begun to answer. */
  onDraftChange?: ((draft: never) => void) | undefined;
  /** The state of the answer: not given yet, being sent, or not sent. */
  state?: 'pending' | 'sending' | 'failed' | undefined;
  /** What was wrong with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
}

/** The compiler's message names this type and its hint. */
export interface AnsweringProps<_Hint = 'Give the component a prop onRespond, which it calls with the answer'> {
  // A method, so that it may need the words, or take fewer.
  onRespond(answer: never, words?: SaidWords): void;
}

/** The compiler's message names this type and its hint. */
interface SaidWords<
  _Hint = 'onRespond takes the words of the receipt second: { title, detail?, amount? }',
> extends ReceiptWords {}

/** The answer a component gives through `onRespond`. */
export type AnswerOfProps<Props> = Props extends { onRespond: (answer: infer Answer, words: never) => void }
  ? Answer
  : never;

/** The props a handler passes: the component's, except those from the outlet. */
export type UserProps<Props> = Omit<Props, keyof InjectedProps<unknown>>;

/** What a handler can do. */
export interface PluginClientContext {
  readonly callId: string;
  /** Aborts if the question ends another way. What an async function awaits of `render` then rejects. */
  readonly signal: AbortSignal;
  /** The question as the server sent it. */
  readonly elicitRequest: ElicitRequest;
  /** Show a component and wait for its answer: `yield*` in a generator, `await` in an async function. */
  render<Props extends AnsweringProps>(
    Component: PluginComponent<Props>,
    props: UserProps<Props>,
  ): Unyielded<'Write yield* or await before ctx.render(…)', AnswerOfProps<Props>> & Rendering<AnswerOfProps<Props>>;
  /** Show a component until the handler ends, without waiting for an answer. */
  show<Props extends object>(Component: PluginComponent<Props>, props: Props): Rendering<void>;
  /** Show a progress message on the card, until the next `render`. */
  reportProgress(message: string): Rendering<void>;
}
