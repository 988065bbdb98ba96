import { ensure, until, type Operation } from 'effection';
import type * as z from 'zod';
import { isObject, type JsonValue } from '../protocol/json.ts';
import type { McpTool } from '../tool/create-mcp-tool.ts';
import { isForsaken } from '../tool/foreign-yield.ts';
import type { ToolLimits } from '../tool/tool-limits.ts';
import type { AskChoice, AskContext, AskSecrets } from './ask-words.ts';
import { createAskTool } from './create-ask-tool.ts';
import { AskYieldError } from './errors.ts';

/** A question that a plain generator yields. `ask` is its word. It gets the answer back, or the error of `yield`. */
export type AskYield = { readonly message: string; readonly id?: string | undefined } & (
  | {
      readonly ask: 'text';
      readonly default?: string | undefined;
      readonly required?: boolean | undefined;
      readonly minLength?: number | undefined;
      readonly maxLength?: number | undefined;
      /** As in `new RegExp(pattern)`. */
      readonly pattern?: string | undefined;
    }
  | { readonly ask: 'password' }
  | { readonly ask: 'confirm'; readonly default?: boolean | undefined }
  | {
      readonly ask: 'select';
      readonly options: readonly (string | AskChoice)[];
      readonly multi?: boolean | undefined;
      readonly default?: string | readonly string[] | undefined;
    }
  | {
      readonly ask: 'number';
      readonly default?: number | undefined;
      readonly min?: number | undefined;
      readonly max?: number | undefined;
    }
  | {
      readonly ask: 'date';
      readonly default?: string | undefined;
      readonly min?: string | undefined;
      readonly max?: string | undefined;
    }
);

/** A report that a plain generator yields. It gets `undefined` back. */
export interface EmitYield {
  /** `progress` and `status` show the person how far the tool is, and `log` writes to the log. Others go there, too. */
  readonly emit: string;
  readonly message?: string | undefined;
  /** How much is done, from 0 to 1. */
  readonly value?: number | undefined;
  /** Of `log`. @default 'info' */
  readonly level?: string | undefined;
}

/** A generator that asks with plain `yield`. What it returns goes to the model. */
export type AskGenerator = Generator<AskYield | EmitYield, unknown, unknown>;

/** The same with `await`. */
export type AsyncAskGenerator = AsyncGenerator<AskYield | EmitYield, unknown, unknown>;

/** What `fromAskGenerator` declares of a tool. */
export interface FromAskGeneratorOptions<Params extends z.ZodObject> {
  /** What the tool does, in words for the model. */
  description: string;
  /** The tool's arguments. */
  parameters: Params;
  /** Limits how much one call may use. @default the host's */
  limits?: ToolLimits | undefined;
  /** Where the host asks for passwords. @default none: a password is refused with `ASK_SECRET_UNAVAILABLE` */
  secrets?: AskSecrets | undefined;
}

/**
 * Make a tool of a plain or async generator that asks with `yield { ask: 'text', message }`, as tools of other runtimes
 * do.
 *
 * Nobody records what happens between two plain yields, so a run cannot be repeated. Its calls stay in the process that
 * began them, and end with it as `CALL_LOST`. A new tool is better written with `createAskTool`.
 *
 * @example
 * const greet = fromAskGenerator('greet', { description: 'Greet somebody', parameters: z.object({}) }, function* () {
 *   return `Hello, ${yield { ask: 'text', message: 'What is your name?' }}!`;
 * });
 *
 * @param name - 1 to 64 letters, digits, `_` and `-`
 * @throws {ToolDeclarationError} for a name or parameters that model providers would refuse
 * @throws {AskYieldError} `ASK_YIELD` at a `yield` of anything else, into the generator
 * @throws {AskDeclinedError} at the `yield` of a question without an answer, into the generator
 */
export function fromAskGenerator<const Name extends string, Params extends z.ZodObject>(
  name: Name,
  { description, parameters, limits = {}, secrets }: FromAskGeneratorOptions<Params>,
  body: ((params: z.output<Params>) => AskGenerator) | ((params: z.output<Params>) => AsyncAskGenerator),
): McpTool<Name, Params, {}, unknown, { open: true }> {
  function* run(params: z.output<Params>, ask: AskContext): Operation<unknown> {
    return yield* drive(name, body(params), ask);
  }
  const declaration = createAskTool(name).description(description).parameters(parameters).limits(limits);
  const tool = secrets === undefined ? declaration.execute(run) : declaration.execute(run as never, { secrets });
  return Object.freeze({ ...tool, runsOnce: true }) as McpTool<Name, Params, {}, unknown, { open: true }>;
}

/** Run the generator to its end, and answer what it yields. If the call stops, run its `finally` blocks. */
function* drive(toolName: string, generator: AskGenerator | AsyncAskGenerator, ask: AskContext): Operation<unknown> {
  if (!isObject(generator) || typeof generator.next !== 'function') {
    throw new AskYieldError(
      toolName,
      'returned no generator. Give fromAskGenerator a function* or an async function*.',
    );
  }
  const stepOf = (step: Step | Promise<Step>) => until(Promise.resolve(step));
  let isOver = false;
  yield* ensure(function* () {
    if (!isOver) yield* stepOf(generator.return(undefined));
  });
  let step = yield* stepOf(generator.next());
  while (step.done !== true) {
    let answer: unknown;
    let failure: { readonly error: unknown } | undefined;
    try {
      answer = yield* answerTo(toolName, step.value, ask);
    } catch (error) {
      failure = { error };
    }
    step = yield* stepOf(failure === undefined ? generator.next(answer) : generator.throw(failure.error));
  }
  isOver = true;
  return step.value;
}

type Step = IteratorResult<AskYield | EmitYield, unknown>;

function* answerTo(toolName: string, yielded: unknown, ask: AskContext): Operation<unknown> {
  if (isObject(yielded) && typeof yielded['emit'] === 'string') return yield* report(yielded as never, ask);
  if (!isObject(yielded) || typeof yielded['ask'] !== 'string') throw foreignYield(toolName, yielded);
  const question = yielded as unknown as AskYield;
  const { message, id: key } = question;
  switch (question.ask) {
    case 'text': {
      const { default: start, required = true, minLength, maxLength, pattern } = question;
      const options = { default: start, maxLength, pattern: pattern === undefined ? undefined : new RegExp(pattern) };
      return yield* ask.text(message, { key, ...options, minLength: minLength ?? (required ? 1 : 0) });
    }
    case 'password':
      return yield* ask.secret(yield* ask.password(message, { key }));
    case 'confirm':
      return yield* ask.confirm(message, { key, default: question.default });
    case 'select': {
      const { default: start, multi = false, options: choices } = question;
      return yield* multi
        ? ask.selectMany(message, choices, { key, default: typeof start === 'string' ? [start] : start })
        : ask.select(message, choices, { key, default: typeof start === 'string' ? start : start?.[0] });
    }
    case 'number': {
      const { default: start, min, max } = question;
      return yield* ask.number(message, { key, default: start, min, max });
    }
    case 'date': {
      const { default: start, min, max } = question;
      return yield* ask.date(message, { key, default: start, min, max });
    }
    default:
      throw foreignYield(toolName, question);
  }
}

function* report({ emit, message, value, level, ...rest }: EmitYield, ask: AskContext): Operation<void> {
  if (emit === 'status' || emit === 'progress') {
    yield* value === undefined ? ask.progress(message ?? '') : ask.progress(message ?? '', value, 1);
    return;
  }
  const known = levels.find((each) => each === (level === 'warn' ? 'warning' : level)) ?? 'info';
  yield* ask.log(known, message ?? `${emit} ${JSON.stringify(rest as JsonValue)}`.slice(0, mostLogged));
}

const levels = ['debug', 'info', 'warning', 'error'] as const;

/** Characters of a report without a message. */
const mostLogged = 500;

function foreignYield(toolName: string, value: unknown): AskYieldError {
  if (isForsaken(value)) {
    return new AskYieldError(toolName, 'yielded a promise. Write an async function*, and await it.');
  }
  const asked =
    isObject(value) && typeof value['ask'] === 'string' ? `{ ask: '${value['ask'].slice(0, 40)}' }` : typeof value;
  return new AskYieldError(toolName, `yielded ${asked}. Yield { ask, message } with one of ${words}, or { emit }.`);
}

const words = 'text, password, confirm, select, number and date';
