import type * as z from 'zod';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { ElicitCancel, ElicitDecline, ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { Answerer, AnswerSource } from '../protocol/person.ts';
import type { AskWhom } from './ask-whom.ts';
import type { ContentOf, ContextInputOf, ElicitDefinitions } from './elicit-definition.ts';
import type { WaitToken } from './host-wait.ts';
import type { Eventual, Unyielded } from './tool-context.ts';

/**
 * Ask the person one of the declared questions, and wait as long as it takes.
 *
 * @throws {ToolRunError} `UNKNOWN_ELICIT` if the key is not declared
 * @throws {ToolRunError} `ELICIT_PENDING` while another question of this call waits
 * @throws {ElicitContextError} if the context does not fit its schema
 */
export interface Elicit<Elicits extends ElicitDefinitions> {
  <K extends keyof Elicits & string>(
    key: K,
    question: { message: string } & ContextInputOf<Elicits[K]>,
    options?: ElicitOptions<ContentOf<Elicits[K]>>,
  ): Unyielded<'Write yield* before ctx.elicit(…)', ElicitAnswer<ContentOf<Elicits[K]>>>;
}

/** The result of a question, and who gave it. */
export type ElicitAnswer<Content> = ElicitResult<Content> & AnsweredBy;

/** Who closed a question. */
export interface AnsweredBy {
  /**
   * Undefined if no person closed it, or one whom the host did not identify. The property is not enumerable, so that
   * nobody's id gets into what the tool returns by chance.
   */
  readonly by?: Answerer | undefined;
}

/**
 * Ask the person a question whose schema the tool makes while it runs. The tool must be declared with
 * `.elicits({ … }, { open: true })`.
 *
 * @throws {ToolRunError} `OPEN_NOT_DECLARED` if the tool is not declared with `{ open: true }`
 * @throws {ToolDeclarationError} if JSON Schema cannot express the schema
 * @throws {ToolRunError} `ELICIT_PENDING` while another question of this call waits
 */
export interface ElicitOpen {
  <Schema extends z.ZodType>(
    question: OpenQuestion<Schema>,
    options?: ElicitOptions<z.output<Schema>>,
  ): Unyielded<'Write yield* before ctx.elicit(…)', ElicitAnswer<z.output<Schema>>>;
}

/** A question whose schema was made while the tool ran. */
export interface OpenQuestion<Schema extends z.ZodType = z.ZodType> {
  /** The question's text for the person. */
  message: string;
  /** Checks the answer. It must be the same in a replay. */
  schema: Schema;
  /** Names the question in tests and logs, as `~open:` and this. @default `question-` and its number in the call */
  key?: string | undefined;
  /** Handed to the plugin's `onOpen`, which may show more than a form. @default nothing */
  ui?: JsonValue | undefined;
}

/** The other half of `ctx.elicit` for tools that open pages. */
export interface ElicitUrl {
  /**
   * Ask the person to open a page, such as to sign in or to pay. The tool must be declared with
   * `.elicits({ … }, { url: true })`.
   *
   * `accept` means only that they agreed to open the page. The page itself must tell the server what they did there: see
   * `until`.
   *
   * @throws {ToolRunError} `URL_NOT_DECLARED` if the tool is not declared with `{ url: true }`
   * @throws {ToolRunError} `ELICIT_URL_INVALID` if the address is not an absolute https URL, or http on localhost
   * @throws {ToolRunError} `TOKEN_IN_URL` if the address holds a token of `ctx.waitFor`
   * @throws {ToolRunError} `WAIT_TOKEN` if `until` is no token of this call
   * @throws {ToolRunError} `ELICIT_PENDING` while another question of this call waits
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
export interface ElicitUrlOptions extends Omit<ElicitOptions<unknown>, 'check'> {
  /**
   * The token of the value that the page brings. When it comes, the question ends as `accept`, and the card says that it
   * is done. Then `ctx.waitFor` gives the value at once.
   *
   * @default the question ends when the person opens the page
   */
  until?: WaitToken | undefined;
}

/** The result of asking to open a page. */
export type ElicitUrlResult = ({ action: 'accept' } | ElicitDecline | ElicitCancel) & AnsweredBy;

/** Options of `ctx.elicit`. */
export interface ElicitOptions<Content> extends AskWhom {
  /**
   * After this many milliseconds, or `sessionTtl` if that is less, the question ends as `cancel` with reason `expired`. The
   * person can ask for as much time again, ten times, in a chat. @default none
   */
  timeout?: number | undefined;
  /** The time is a real limit, such as how long an offer holds: nobody can ask for more. @default false */
  fixed?: boolean | undefined;
  /** Check an answer that fits the schema. Return issues to ask again, or none (or undefined) to accept it. */
  check?:
    | ((content: Content, source: AnswerSource) => Eventual<readonly (ElicitIssue | string)[] | undefined>)
    | undefined;
  /** Once it is answered, neither this answer nor one from before can be changed. @default false */
  final?: boolean | undefined;
}

/** Options of `ctx.exchangeOf`. */
export interface ExchangeOptions {
  /** What the model reads of the question's context. @default nothing */
  context?: ((context: JsonObject) => JsonValue) | undefined;
}

/** A question and its answer, as JSON. */
export interface ElicitExchange {
  /** What the tool passed with the message. */
  readonly context: JsonObject;
  readonly request: { readonly key: string; readonly message: string };
  /** The content of the answer. */
  readonly response: JsonValue;
  /** Who gave it. Absent for somebody whom the host did not identify. */
  readonly by?: Answerer | undefined;
  /** The question as the assistant's message, and the answer as the user's, in JSON. */
  readonly messages: readonly ChatMessage[];
}
