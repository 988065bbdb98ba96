import { race, until, useAbortSignal, type Operation } from 'effection';
import type * as z from 'zod';
import type { ElicitOptions } from '../tool/ask-person.ts';
import type { McpToolContext } from '../tool/tool-context.ts';
import {
  confirmSchema,
  dateSchema,
  entriesOf,
  numberSchema,
  selectManySchema,
  selectSchema,
  textSchema,
} from './answer-schemas.ts';
import type {
  AskChoices,
  AskContext,
  AskOptions,
  AskPasswordOptions,
  AskSecrets,
  AskWords,
  SecretHandle,
} from './ask-words.ts';
import { AskChoicesError, AskDeclinedError, AskSecretError, declinedBy } from './errors.ts';

/** Add the words to the context of one run. */
export function askContext(
  toolName: string,
  ctx: McpToolContext<{}, { open: true; url: true }>,
  secrets: AskSecrets | undefined,
): AskContext {
  const asked = new Map<string, number>();

  /** The name of a question: the same in a replay, as a tool asks in the same order. */
  function nameOf(word: string, key: string | undefined): string {
    const count = (asked.get(word) ?? 0) + 1;
    asked.set(word, count);
    return key ?? `${word}-${count}`;
  }

  function* ask(word: string, message: string, schema: z.ZodType, options: Asking): Operation<unknown> {
    const { key: given, ui, timeout, check, to, notOwner, hidden } = options;
    const key = nameOf(word, given);
    const how: ElicitOptions<never> = { timeout, check, to, notOwner, hidden };
    const result = yield* ctx.elicit({ message, schema, key, ui }, how as ElicitOptions<unknown>);
    if (result.action !== 'accept') throw declinedBy(key, message, result);
    return result.content;
  }

  const worded = (word: string, schemaOf: (options: Asking) => z.ZodType) =>
    withOptional((message: string, options: Asking = {}) => ask(word, message, schemaOf(options), options));

  const choosing = (word: string, schemaOf: (choices: AskChoices, options: Asking) => z.ZodType) =>
    withOptional(function* (message: string, choices: AskChoices, options: Asking = {}) {
      if (entriesOf(choices).length === 0) throw new AskChoicesError(toolName, word, message);
      return yield* ask(word, message, schemaOf(choices, options), options);
    });

  function* password(message: string, { key: given, timeout }: AskPasswordOptions = {}): Operation<SecretHandle> {
    if (secrets === undefined) throw new AskSecretError(toolName, 'asked');
    const key = nameOf('password', given);
    const handle = (yield* ctx.uuid()) as SecretHandle;
    const url = yield* ctx.step(`${key}: page`, () => secrets.pageFor(handle, { key }), { idempotent: true });
    const opened = yield* ctx.elicit.url({ message, url }, { timeout });
    if (opened.action !== 'accept') throw declinedBy(key, message, opened);
    // Record only whether it is there.
    const waiting = ctx.step(key, () => isGiven(secrets, handle), { idempotent: true });
    const isThere = yield* timeout === undefined ? waiting : race([waiting, ctx.sleep(timeout)]);
    if (isThere !== true) {
      throw new AskDeclinedError(key, message, isThere === undefined ? 'expired' : 'cancelled');
    }
    return handle;
  }

  function* secret(handle: SecretHandle): Operation<string> {
    const value = secrets && (yield* read(secrets, handle));
    if (value === undefined) throw new AskSecretError(toolName, secrets === undefined ? 'asked' : 'gone');
    return value;
  }

  const words = {
    text: worded('text', textSchema),
    confirm: worded('confirm', confirmSchema),
    number: worded('number', numberSchema),
    date: worded('date', dateSchema),
    select: choosing('select', selectSchema),
    selectMany: choosing('selectMany', selectManySchema),
    password: withOptional(password),
    secret,
    progress: ctx.notify,
  };
  return Object.assign(ctx, words as unknown as AskWords);
}

/** The options of any word. */
type Asking = AskOptions<never>;

/** Add the form of a word that gives `undefined` for a decline. */
function withOptional<Given extends unknown[], T>(word: (...given: Given) => Operation<T>) {
  function* optional(...given: Given): Operation<T | undefined> {
    try {
      return yield* word(...given);
    } catch (error) {
      if (error instanceof AskDeclinedError && error.reason === 'declined') return undefined;
      throw error;
    }
  }
  return Object.assign(word, { optional });
}

function* isGiven(secrets: AskSecrets, handle: SecretHandle): Operation<boolean> {
  return (yield* read(secrets, handle)) !== undefined;
}

function* read(secrets: AskSecrets, handle: SecretHandle): Operation<string | undefined> {
  const signal = yield* useAbortSignal();
  return yield* until(Promise.resolve(secrets.read(handle, { signal })));
}
