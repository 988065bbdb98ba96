import { openQuestionKey, urlQuestionKey } from '../protocol/question-keys.ts';
import type * as z from 'zod';
import { isObject, type JsonObject } from '../protocol/json.ts';
import type { Offers } from './choices.ts';
import { refuseOthers, ToolDeclarationError } from './errors.ts';
import { jsonSchemaOf, refuseUnlessZod } from './json-schema.ts';
import type { ElicitOptions } from './ask-person.ts';

/**
 * A question that a tool may ask: the schema of its answer, alone or with a schema of the question's context data.
 */
export type ElicitDefinition = z.ZodType | ElicitLongDefinition;

/** A question in the long form: the schemas of its answer and its context. */
export interface ElicitLongDefinition {
  /** The answer. */
  response: z.ZodType;
  /** The data that the tool passes with the message, such as the options to choose from. */
  context?: z.ZodObject;
  choices?: WriteQuestion;
  plain?: WriteQuestion;
  inWords?: WriteQuestion;
  check?: WriteQuestion;
  /** Its name is `response`. */
  answer?: { 'write: response': never };
  /** What `question` was given. */
  readonly '~offers'?: Offers;
}

/** Functions of the context are typed, and so checked, by `question` alone. */
interface WriteQuestion {
  'write: question({ context, response, choices })': never;
}

/** A tool's questions by key. */
export type ElicitDefinitions = Readonly<Record<string, ElicitDefinition>>;

/** Options of `.elicits`. */
export interface ElicitsOptions {
  /**
   * The tool asks to open pages, with `ctx.elicit.url`. The model is offered it only if the client can show such a
   * question.
   *
   * @default false
   */
  url?: boolean | undefined;
  /**
   * The tool asks questions whose schema it makes while it runs: `ctx.elicit({ message, schema })`. The model is
   * offered it only if the client can show a form for any schema.
   *
   * @default false
   */
  open?: boolean | undefined;
  /**
   * The tool may ask a question while others wait, with Effection's `all` or `spawn`. Without this, such a question
   * throws `ELICIT_PENDING`.
   *
   * @default false
   */
  concurrent?: boolean | undefined;
}

/** Whether options allow something: `boolean` if only the run can tell. */
export type Allows<Options extends ElicitsOptions, Name extends keyof ElicitsOptions> = Options extends {
  readonly [K in Name]: true;
}
  ? true
  : Options extends { readonly [K in Name]?: false | undefined }
    ? false
    : boolean;

/** The zod schema of the answer to a question. */
export type ResponseSchemaOf<D> = D extends { _zod: unknown }
  ? D
  : D extends { response: infer R extends z.ZodType }
    ? R
    : never;

/** The answer as the browser sends it: the input of the schema. */
export type AnswerOf<D> = z.input<ResponseSchemaOf<D>>;

/** The answer as the tool gets it: the output of the schema, parsed once on the server. */
export type ContentOf<D> = z.output<ResponseSchemaOf<D>>;

/** The context as the tool passes it. The short form takes any names but those of options. */
export type ContextInputOf<D> = D extends { _zod: unknown }
  ? Record<string, unknown> & { readonly [Option in keyof ElicitOptions<never>]?: OptionElsewhere }
  : D extends { context: infer C extends z.ZodObject }
    ? Named<C, z.input<C>>
    : Record<never, never>;

type OptionElsewhere = 'Write options as the third argument, and give data of this name a context schema';

/** The context as a handler gets it: parsed by its schema, or `unknown` in the short form. */
export type ContextOf<D> = D extends { _zod: unknown }
  ? unknown
  : D extends { context: infer C extends z.ZodObject }
    ? Named<C, z.output<C>>
    : Record<never, never>;

/** zod gives an object without fields a type that a message does not fit. */
type Named<Context extends z.ZodObject, Data> = keyof Context['shape'] extends never ? Record<never, never> : Data;

/** A question in the same form, however it was declared. */
export interface ElicitQuestion {
  readonly key: string;
  readonly response: z.ZodType;
  readonly context: z.ZodObject | undefined;
  /** JSON Schema of the answer as the client sends it. */
  readonly json: JsonObject;
  /** What it offers besides. */
  readonly offers?: Offers | undefined;
}

/**
 * Bring declared questions into the same form.
 *
 * @throws {ToolDeclarationError} if a definition is not a schema, or JSON Schema cannot express it
 */
export function readElicitDefinitions(
  toolName: string,
  definitions: ElicitDefinitions,
): ReadonlyMap<string, ElicitQuestion> {
  return new Map(
    Object.entries(definitions).map(([key, definition]) => [key, readDefinition(toolName, key, definition)]),
  );
}

function readDefinition(toolName: string, key: string, definition: ElicitDefinition): ElicitQuestion {
  const where = `${toolName}.elicits.${key}`;
  if (key === urlQuestionKey || key.startsWith(openQuestionKey)) {
    throw new ToolDeclarationError(`${where}: keys like "${key}" are the library's own. Choose another name.`);
  }
  if (!isObject(definition) || !('response' in definition)) {
    refuseUnlessZod(definition, where, 'schema', ' or {response: zodSchema, context?: zodObject}');
    return { key, response: definition, context: undefined, json: jsonSchemaOf(definition, where) };
  }
  const { response, context, '~offers': offers } = definition as ElicitLongDefinition;
  if (context !== undefined) refuseUnlessZod(context, `${where}.context`, 'object');
  if (context !== undefined && 'message' in context.shape) {
    throw new ToolDeclarationError(
      `${where}.context declares "message", which is the question's own text. Choose another name.`,
    );
  }
  if (context !== undefined) jsonSchemaOf(context, `${where}.context`);
  const json = jsonSchemaOf(response, `${where}.response`);
  if (typeof offers?.choices === 'object') {
    refuseOthers(
      `${where}.choices`,
      offers.choices,
      Object.keys(isObject(json['properties']) ? json['properties'] : {}),
    );
  }
  return { key, response, context, json, offers };
}
