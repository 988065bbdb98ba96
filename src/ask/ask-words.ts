import type { Operation } from 'effection';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { AskWhom } from '../tool/ask-whom.ts';
import type { Eventual, McpToolContext, Unyielded } from '../tool/tool-context.ts';

/** What a tool of `createAskTool` can do while it runs: everything of a tool's context, and ask with a word. */
export type AskContext<Options extends { readonly open: true } = { open: true }> = McpToolContext<{}, Options> &
  AskWords;

/**
 * Words that ask the person, and wait as long as it takes. Each gives the answer itself.
 *
 * An answer that does not fit is asked for again, with what was wrong. Without an answer, each throws
 * `AskDeclinedError`. `.optional` gives `undefined` if the person declines; only then.
 *
 * A question is named by its `key`, or by its word and a number: the tool's second text is `text-2`.
 */
export interface AskWords {
  /** Ask for a text. */
  readonly text: AskWord<'text', string, AskTextOptions>;
  /** Ask for a yes or a no. */
  readonly confirm: AskWord<'confirm', boolean, AskConfirmOptions>;
  /** Ask for a number. */
  readonly number: AskWord<'number', number, AskNumberOptions>;
  /** Ask for a day. The answer is `YYYY-MM-DD`, in no time zone. */
  readonly date: AskWord<'date', string, AskDateOptions>;
  /** Ask for one of several choices. */
  readonly select: AskSelect;
  /** Ask for some of several choices. The answer has them as the person chose them, each once. */
  readonly selectMany: AskSelectMany;
  /**
   * Ask for a password, on a page of the host, and wait until it is there. A form must not ask for one.
   *
   * It gives a handle, which may be recorded and sent. `ask.secret(handle)` reads the password itself.
   *
   * @throws {AskSecretError} `ASK_SECRET_UNAVAILABLE`, if the tool has no `secrets`
   */
  readonly password: AskWord<'password', SecretHandle, AskPasswordOptions>;
  /**
   * Read a password that `ask.password` asked for. Do this in a step, and keep it out of what the step returns:
   * that is recorded.
   *
   * @throws {AskSecretError} `ASK_SECRET_UNAVAILABLE`, if the host does not have it
   */
  secret(handle: SecretHandle): Unyielded<'Write yield* before ask.secret(…)', string>;
  /**
   * Show the person how far the tool is.
   *
   * @param done - how much is done, in the unit of `total`
   */
  progress(message: string, done?: number, total?: number): Operation<void>;
}

/** A word that asks. */
export interface AskWord<Word extends string, Value, Options> {
  (message: string, options?: Options): Unyielded<`Write yield* before ask.${Word}(…)`, Value>;
  /** The same, but a question that the person declines gives `undefined`. */
  optional(
    message: string,
    options?: Options,
  ): Unyielded<`Write yield* before ask.${Word}.optional(…)`, Value | undefined>;
}

/** Asks for one of several choices. */
export interface AskSelect {
  <const Choices extends AskChoices>(
    message: string,
    choices: Choices,
    options?: AskSelectOptions<NoInfer<ChoiceOf<Choices>>>,
  ): Unyielded<'Write yield* before ask.select(…)', ChoiceOf<Choices>>;
  /** The same, but a question that the person declines gives `undefined`. */
  optional<const Choices extends AskChoices>(
    message: string,
    choices: Choices,
    options?: AskSelectOptions<NoInfer<ChoiceOf<Choices>>>,
  ): Unyielded<'Write yield* before ask.select.optional(…)', ChoiceOf<Choices> | undefined>;
}

/** Asks for some of several choices. */
export interface AskSelectMany {
  <const Choices extends AskChoices>(
    message: string,
    choices: Choices,
    options?: AskSelectManyOptions<NoInfer<ChoiceOf<Choices>>>,
  ): Unyielded<'Write yield* before ask.selectMany(…)', ChoiceOf<Choices>[]>;
  /** The same, but a question that the person declines gives `undefined`. */
  optional<const Choices extends AskChoices>(
    message: string,
    choices: Choices,
    options?: AskSelectManyOptions<NoInfer<ChoiceOf<Choices>>>,
  ): Unyielded<'Write yield* before ask.selectMany.optional(…)', ChoiceOf<Choices>[] | undefined>;
}

/**
 * The choices of a question: a list of texts or of `{ value, label }`, or an object `{ value: label }`. The order is that
 * of the list or object. JavaScript puts names that are numbers first, so list such values.
 */
export type AskChoices = readonly (string | AskChoice)[] | Readonly<Record<string, string>>;

/** One of the choices, and what the person reads. */
export interface AskChoice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

/** The type of one of the choices: of a list, one of its values; of an object, one of its keys. */
export type ChoiceOf<Choices extends AskChoices> = Choices extends readonly (infer Choice)[]
  ? Choice extends AskChoice<infer Value>
    ? Value
    : Extract<Choice, string>
  : `${Exclude<keyof Choices, symbol>}`;

/** What every word takes. It must be the same in a replay, so make it from the parameters and what `ask` gave you. */
export interface AskOptions<Value> extends AskWhom {
  /** Names the question in tests and logs. @default its word and a number, from 1 for each word */
  key?: string | undefined;
  /** The label of the field. @default none: the question names the field on a page, and `Answer` over MCP */
  title?: string | undefined;
  /** A hint below the label. @default none */
  description?: string | undefined;
  /** After this many milliseconds without an answer, it throws `AskDeclinedError` with reason `expired`. @default none */
  timeout?: number | undefined;
  /** Check an answer that fits. Return issues to ask again, or none (or undefined) to accept it. */
  check?: ((answer: Value) => Eventual<readonly (ElicitIssue | string)[] | undefined>) | undefined;
  /** Handed to the plugin's `onOpen`, which may show more than a form. @default nothing */
  ui?: JsonValue | undefined;
}

/** Options of `ask.text`. */
export interface AskTextOptions extends AskOptions<string> {
  /** @default 1, or none with a `format` */
  minLength?: number | undefined;
  /** Above 120, the form has several lines. @default none */
  maxLength?: number | undefined;
  /** @default any text */
  format?: 'email' | 'uri' | undefined;
  /** A form shows it as a `pattern`, so give it no flags. @default none */
  pattern?: RegExp | undefined;
  /** What the field starts with. It is an answer only once the person sends it. @default nothing */
  default?: string | undefined;
}

/** Options of `ask.confirm`. */
export interface AskConfirmOptions extends AskOptions<boolean> {
  /** What the field starts with. It is an answer only once the person sends it. @default no */
  default?: boolean | undefined;
}

/** Options of `ask.number`. */
export interface AskNumberOptions extends AskOptions<number> {
  /** The least number, itself allowed. @default none */
  min?: number | undefined;
  /** The greatest number, itself allowed. @default none */
  max?: number | undefined;
  /** Only whole numbers. @default false */
  integer?: boolean | undefined;
  /** What the field starts with. It is an answer only once the person sends it. @default nothing */
  default?: number | undefined;
}

/** Options of `ask.date`. */
export interface AskDateOptions extends AskOptions<string> {
  /** The first day, as `YYYY-MM-DD`. @default none */
  min?: string | undefined;
  /** The last day, as `YYYY-MM-DD`. @default none */
  max?: string | undefined;
  /** What the field starts with, as `YYYY-MM-DD`. It is an answer only once the person sends it. @default nothing */
  default?: string | undefined;
}

/** Options of `ask.select`. */
export interface AskSelectOptions<Choice extends string = string> extends AskOptions<Choice> {
  /** What is chosen at first. It is an answer only once the person sends it. @default nothing */
  default?: Choice | undefined;
}

/** Options of `ask.selectMany`. */
export interface AskSelectManyOptions<Choice extends string = string> extends AskOptions<Choice[]> {
  /** The fewest choices. @default 0 */
  min?: number | undefined;
  /** The most choices. @default all */
  max?: number | undefined;
  /** What is chosen at first. It is an answer only once the person sends it. @default nothing */
  default?: readonly Choice[] | undefined;
}

/** Options of `ask.password`. */
export interface AskPasswordOptions {
  /** Names the question in errors. @default `password-` and a number, from 1 */
  key?: string | undefined;
  /**
   * How many milliseconds the person has to open the page, and then as many again to fill it in. After that it throws
   * `AskDeclinedError` with reason `expired`.
   *
   * @default none
   */
  timeout?: number | undefined;
}

/** Names a password that the host keeps: a UUID. It is no secret by itself. */
export type SecretHandle = string & { readonly '~secret': true };

/** Where the host asks for passwords and keeps them. */
export interface AskSecrets {
  /**
   * The address of the page that asks for the password, as an absolute https URL, or http on localhost. The page must
   * check who opens it, as any page with an account does. `key` names the question, such as `password-1`.
   */
  pageFor(handle: SecretHandle, about: { readonly key: string }): string | Promise<string>;
  /**
   * Wait until the person has given the password on the page, and return it. Return undefined if they left the page
   * without one. It may be called several times, after a restart too. `signal` aborts when the call no longer waits.
   */
  read(handle: SecretHandle, about: { readonly signal: AbortSignal }): string | undefined | Promise<string | undefined>;
}
