import type { Operation } from 'effection';
import type * as z from 'zod';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { readElicitDefinitions, type ElicitDefinitions, type ElicitQuestion } from './elicit-definition.ts';
import { ToolDeclarationError } from './errors.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { runOfHandoff, type AnyHandoffParts, type McpToolServerContext } from './handoff.ts';
import type { StepValue } from './step-value.ts';
import type { McpToolContext } from './tool-context.ts';
import { readToolLimits, type ToolLimits } from './tool-limits.ts';

/**
 * Declare a tool. Each step returns a new value. The declaration holds no server code until `.execute`.
 *
 * @example
 * const bookFlight = createMcpTool('book_flight')
 *   .description('Book a flight')
 *   .parameters(z.object({ from: z.string(), destination: z.string() }))
 *   .elicits({ pickFlight: z.object({ flightId: z.string() }) });
 *
 * @param name - 1 to 64 letters, digits, `_` and `-`
 * @throws {ToolDeclarationError} if model providers would refuse the name
 */
export function createMcpTool<const Name extends string>(name: Name): McpToolBuilder<Name> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new ToolDeclarationError(`"${name}" cannot name a tool: use 1 to 64 letters, digits, "_" and "-".`);
  }
  const early = () => {
    throw new ToolDeclarationError(
      `${name}: call .elicits({ … }) before .execute(…). A tool that asks nothing says so with .elicits({}).`,
    );
  };
  const builder = {
    description: (description: string) => ({
      parameters(parameters: z.ZodObject) {
        const parametersJson = readParameters(name, parameters);
        return {
          elicits: (elicits: ElicitDefinitions, { url = false }: ElicitsOptions = {}) =>
            declare({ name, description, parameters, parametersJson, elicits, asksUrl: url === true, toolLimits: {} }),
          execute: early,
        };
      },
      execute: early,
    }),
    execute: early,
  };
  return builder as unknown as McpToolBuilder<Name>;
}

/** What `createMcpTool` returns: describe the tool, then its parameters, then its questions. */
export interface McpToolBuilder<Name extends string> {
  /** What the tool does, in words for the model. */
  description(text: string): {
    /**
     * The tool's arguments.
     *
     * @throws {ToolDeclarationError} if `schema` is not a zod object, or JSON Schema cannot express it
     */
    parameters<Params extends z.ZodObject>(
      schema: Params,
    ): {
      /**
       * The questions that the tool may ask, or `{}` for none. With `{ url: true }` it may also ask the person to open
       * pages, with `ctx.elicit.url`.
       *
       * @throws {ToolDeclarationError} if JSON Schema cannot express a schema, naming the path
       */
      elicits<const Elicits extends ElicitDefinitions>(
        definitions: Elicits,
        options?: ElicitsOptions,
      ): McpToolDeclaration<Name, Params, Elicits>;
    };
  };
}

/** Options of `.elicits`. */
export interface ElicitsOptions {
  /**
   * The tool asks to open pages. The model is then offered it only if the client can show such a question.
   *
   * @default false
   */
  url?: boolean | undefined;
}

/** The part of a tool that both sides know. It holds no server code. */
export interface McpToolDeclaration<
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Elicits extends ElicitDefinitions = ElicitDefinitions,
> {
  readonly name: Name;
  readonly description: string;
  readonly parameters: Params;
  /** JSON Schema of the arguments. */
  readonly parametersJson: JsonObject;
  readonly elicits: Elicits;
  /** The questions by key, all in the same form. */
  readonly questions: ReadonlyMap<string, ElicitQuestion>;
  /** Whether the tool may ask to open pages. */
  readonly asksUrl: boolean;
  /** What `.limits` set. */
  readonly toolLimits: ToolLimits;

  /**
   * Limit how much one call may use. The host, and each branch, may set stricter limits.
   *
   * @throws {ToolDeclarationError} if a limit is not a number from 0
   */
  limits(limits: ToolLimits): McpToolDeclaration<Name, Params, Elicits>;

  /** Give the tool its body. Its result goes to the model: a string as it is, anything else as JSON. */
  execute<Result>(
    run: (params: z.output<Params>, ctx: McpToolContext<Elicits>) => Operation<Result>,
  ): McpTool<Name, Params, Elicits, Result>;

  /**
   * Give the tool its body in three parts. `before` and `after` run once each, as steps: databases and secrets belong
   * there. `client` lies between them: it asks, samples and branches. Only JSON passes from one to the next.
   *
   * @throws {StepError} from the run, if `before` or `after` fails, or `before` returns what JSON would change
   */
  handoff<Handoff, Client, Result>(
    parts: HandoffParts<Params, Elicits, Handoff, Client, Result>,
  ): McpTool<Name, Params, Elicits, Result>;
}

/** The parts of `.handoff`. */
export interface HandoffParts<Params extends z.ZodObject, Elicits extends ElicitDefinitions, Handoff, Client, Result> {
  /** Prepare what the conversation with the person and the model needs. */
  before(params: z.output<Params>, server: McpToolServerContext): Operation<Handoff & StepValue<Handoff>>;
  /** Ask the person and the model. A replay runs this again, so keep side effects out. */
  client(handoff: Handoff, ctx: McpToolContext<Elicits>): Operation<Client & StepValue<Client>>;
  /** Do what was agreed. Its result goes to the model. */
  after(handoff: Handoff, result: Client, server: McpToolServerContext): Operation<Result & StepValue<Result>>;
}

/** The methods that a whole tool has no more. */
type Builders = 'execute' | 'handoff' | 'limits';

/** A whole tool: its declaration and its body. Keep it out of the browser. */
export interface McpTool<
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Elicits extends ElicitDefinitions = ElicitDefinitions,
  Result = unknown,
> extends Omit<McpToolDeclaration<Name, Params, Elicits>, Builders> {
  run(params: z.output<Params>, ctx: McpToolContext<Elicits>): Operation<Result>;
}

/** Any tool, whatever its types. */
export interface AnyMcpTool extends Omit<McpToolDeclaration, Builders> {
  run(params: never, ctx: never): Operation<unknown>;
}

/** A declaration or a whole tool, whatever its types. */
export type AnyMcpToolDeclaration = Omit<McpToolDeclaration, Builders>;

interface Declared {
  name: string;
  description: string;
  parameters: z.ZodObject;
  parametersJson: JsonObject;
  elicits: ElicitDefinitions;
  asksUrl: boolean;
  toolLimits: ToolLimits;
}

function declare(declared: Declared): McpToolDeclaration {
  if (!isObject(declared.elicits) || '_zod' in declared.elicits) {
    throw new ToolDeclarationError(
      `${declared.name}.elicits wants questions by key, { key: zodSchema }, or {} for a tool that asks nothing.`,
    );
  }
  const facts = Object.freeze({
    ...declared,
    elicits: Object.freeze({ ...declared.elicits }),
    questions: readElicitDefinitions(declared.name, declared.elicits),
  });
  const refuseUnlessGenerator = (what: string, body: unknown, wanted: string) => {
    if (typeof body === 'function' && body.constructor.name !== 'AsyncFunction') return;
    throw new ToolDeclarationError(
      `${facts.name}.${what} wants a generator function, not an async one: ${wanted} { … }, and yield* inside it.`,
    );
  };
  return Object.freeze({
    ...facts,
    limits: (limits: ToolLimits) =>
      declare({ ...declared, toolLimits: Object.freeze({ ...readToolLimits(`${facts.name}.limits`, limits) }) }),
    execute(run: McpTool['run']) {
      refuseUnlessGenerator('execute', run, 'function* (params, ctx)');
      return Object.freeze({ ...facts, run }) as never;
    },
    handoff(parts: AnyHandoffParts) {
      refuseUnlessGenerator('handoff', parts.before, '*before(params, server)');
      refuseUnlessGenerator('handoff', parts.client, '*client(handoff, ctx)');
      refuseUnlessGenerator('handoff', parts.after, '*after(handoff, result, server)');
      return Object.freeze({ ...facts, run: runOfHandoff(parts) }) as never;
    },
  });
}

function readParameters(name: string, parameters: z.ZodObject): JsonObject {
  const given: unknown = parameters;
  if (typeof given !== 'object' || given === null || !('_zod' in given) || !('shape' in given)) {
    throw new ToolDeclarationError(`${name}.parameters is not a zod object. Wrap it: z.object({ … }).`);
  }
  return jsonSchemaOf(parameters, `${name}.parameters`);
}
