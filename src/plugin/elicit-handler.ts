import type { Operation } from 'effection';
import type * as z from 'zod';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Unyielded } from '../tool/tool-context.ts';
import type { AnswerOf, ContextOf, ElicitDefinitions, ResponseSchemaOf } from '../tool/elicit-definition.ts';

/** Answers one of a tool's questions, in the browser. */
export type ElicitHandler<Key extends string, Definition, Params = unknown> = (
  request: PluginElicitRequest<Key, Definition, Params>,
  ctx: PluginClientContext,
) => Operation<ElicitResult<AnswerOf<Definition>>>;

/** A handler for every question; a missing or an extra key does not compile. */
export type ElicitHandlers<Elicits extends ElicitDefinitions, Params = unknown> = {
  readonly [K in keyof Elicits & string]: ElicitHandler<K, Elicits[K], Params>;
};

/** Names a question in logs and timelines. */
export interface ElicitRequestId<Key extends string = string> {
  toolName: string;
  key: Key;
  callId: string;
  seq: number;
}

interface RequestFields<Key extends string, Definition, Params> {
  readonly id: ElicitRequestId<Key>;
  readonly key: Key;
  readonly toolName: string;
  readonly callId: string;
  readonly elicitId: string;
  /** The how-manieth question of its call, from 0. */
  readonly seq: number;
  /** The person's words to read, without any context section. */
  readonly message: string;
  readonly schema: { readonly zod: ResponseSchemaOf<Definition>; readonly json: JsonObject };
  /** The tool's arguments. */
  readonly params?: Params | undefined;
  /** Rises by one each time an answer did not do, from 1. */
  readonly attempt: number;
  /** What was wrong with the last answer. */
  readonly issues?: readonly ElicitIssue[] | undefined;
  /** What the tool passed beyond the message; untrusted, checked by its schema where there is one. */
  readonly context: ContextOf<Definition>;
  /** When the question ends by itself, in milliseconds since the Unix epoch. */
  readonly expiresAt?: number | undefined;
}

/** A question as its handler gets it: each field of the context also stands on the request itself. */
export type PluginElicitRequest<Key extends string = string, Definition = z.ZodType, Params = unknown> = RequestFields<
  Key,
  Definition,
  Params
> &
  // Of an unknown context no field is known; reserved names keep their own meaning.
  (unknown extends ContextOf<Definition>
    ? unknown
    : Readonly<Omit<ContextOf<Definition>, keyof RequestFields<string, unknown, unknown>>>);

/**
 * A component to show: a React component of any kind.
 *
 * Its type is written without React's, so that a server's tools type-check where React is not installed.
 */
export type PluginComponent<Props> = ((props: Props) => unknown) | (new (props: Props) => unknown);

/** The props the outlet gives a component, where it declares them. */
export interface InjectedProps<Answer> {
  onRespond: (answer: Answer) => void;
  onDecline?: (() => void) | undefined;
  draft?: unknown;
  onDraftChange?: ((draft: never) => void) | undefined;
  state?: 'pending' | 'sending' | 'failed' | undefined;
  issues?: readonly ElicitIssue[] | undefined;
}

/** The answer a component gives through `onRespond`. */
export type AnswerOfProps<Props> = Props extends { onRespond: (answer: infer Answer) => void } ? Answer : never;

/** The props a handler passes: the component's, without those the outlet gives. */
export type UserProps<Props> = Omit<Props, keyof InjectedProps<unknown>>;

/** What a handler may do. */
export interface PluginClientContext {
  readonly callId: string;
  /** Aborts when the question ended another way. */
  readonly signal: AbortSignal;
  /** The question as it travelled. */
  readonly elicitRequest: ElicitRequest;
  /** Show a component and wait for its answer. */
  render<Props extends { onRespond: (answer: never) => void }>(
    Component: PluginComponent<Props>,
    props: UserProps<Props>,
  ): Unyielded<'Write yield* before ctx.render(…)', AnswerOfProps<Props>>;
  /** Show a component until the handler ends, waiting for nothing. */
  show<Props extends object>(Component: PluginComponent<Props>, props: Props): Operation<void>;
  /** Say, on the card, what is going on. */
  reportProgress(message: string): Operation<void>;
}
