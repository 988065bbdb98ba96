import type { Operation } from 'effection';
import type * as z from 'zod';
import { isObject } from '../protocol/json.ts';
import { approvalKey, approvalQuestion, type ApprovalOptions, type ApprovalQuestion } from './approval.ts';
import {
  readElicitDefinitions,
  type ElicitDefinitions,
  type ElicitLongDefinition,
  type ElicitsOptions,
} from './elicit-definition.ts';
import { refuseOthers, ToolDeclarationError } from './errors.ts';
import { jsonSchemaOf, refuseUnlessZod } from './json-schema.ts';
import { runOfHandoff, type AnyHandoffParts, type HandoffOptions, type HandoffParts } from './handoff.ts';
import type { SamplingParts } from './sampling-parts.ts';
import type { McpToolContext } from './tool-context.ts';
import type { ToolFacts } from './tool-facts.ts';
import { readToolLimits, type ToolLimits } from './tool-limits.ts';
import { needNames, type ToolNeeds } from './tool-needs.ts';

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
  refuseUnlessName(name, 'tool');
  const early = () => {
    throw new ToolDeclarationError(
      `${name}: call .elicits({ … }) before .execute(…). A tool that asks nothing says so with .elicits({}).`,
    );
  };
  const builder = {
    description: (description: string) => ({
      parameters(parameters: z.ZodObject) {
        refuseUnlessZod(parameters, `${name}.parameters`, 'object');
        const parametersJson = jsonSchemaOf(parameters, `${name}.parameters`);
        return {
          elicits: (elicits: ElicitDefinitions, options: ElicitsOptions = {}) =>
            declare({ name, description, parameters, parametersJson, elicits, options, parts: {} }),
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
export interface McpToolBuilder<Name extends string, _Hint = Order> {
  /** What the tool does, in words for the model. */
  description(text: string): Described<Order, Name>;
}

/** The compiler's messages name these types and this hint. */
type Order = 'Write .description(…).parameters(…).elicits({ … }).execute(…), in this order';

interface Described<_Hint, Name extends string> {
  /**
   * The tool's arguments.
   *
   * @throws {ToolDeclarationError} if `schema` is not a zod object, or JSON Schema cannot express it
   */
  parameters<Params extends ObjectSchema>(schema: Params): Parameterized<Order, Name, Params>;
}

/** The compiler's message names this type and its hint. */
interface ObjectSchema<_Hint = 'Write z.object({ … }), of zod 4'> extends z.ZodObject {}

interface Parameterized<_Hint, Name extends string, Params extends z.ZodObject> {
  /**
   * The questions that the tool may ask, or `{}` for none. Its options allow it more than those.
   *
   * @throws {ToolDeclarationError} if JSON Schema cannot express a schema, naming the path
   */
  elicits<const Elicits extends Readonly<Record<string, Question>>, const Options extends ElicitsOptions = {}>(
    definitions: Elicits,
    options?: Options,
  ): McpToolDeclaration<Name, Params, Elicits, Options>;
}

/** The compiler's message names this type and its hint. */
type Question<_Hint = 'Write z.object({ … }), or question({ context, response })'> = z.ZodType | ElicitLongDefinition;

/** What a declaration takes before its body: each once, in any order. */
export interface DeclarationSteps {
  /**
   * Limit how much one call may use. The host, and each branch, may set stricter limits.
   *
   * @throws {ToolDeclarationError} if a limit is not a number from 0, or on a second call
   */
  limits(limits: ToolLimits): this;

  /**
   * Name what the tool cannot do without. It is offered, and it starts, only where all of that is there.
   *
   * @throws {ToolDeclarationError} for a need that does not exist, or on a second call
   */
  requires(needs: ToolNeeds): this;

  /**
   * Promise that running the tool again does no harm. In it, and in the tools that it calls, a step that is neither
   * `idempotent` nor `pure` throws `STEP_NOT_IDEMPOTENT` before it runs. Only such a tool may be served where no server
   * keeps its journal.
   *
   * @throws {ToolDeclarationError} on a second call
   */
  repeatable(): this;

  /**
   * Change how `ctx.sample` asks the model, in the tool and its branches. Only the result is recorded.
   *
   * @throws {ToolDeclarationError} if a part is not a generator function, or on a second call
   */
  sampling(parts: SamplingParts): this;

  /**
   * Name this version of the tool's code. A call goes on only with the version that began it, so name another one when
   * calls that wait cannot go on in the new code, and keep the old tool beside the new one until they have ended.
   *
   * @param version - 1 to 64 letters, digits, `_` and `-`. @default none
   * @throws {ToolDeclarationError} if it is not such a text, or on a second call
   */
  version(version: string): this;
}

/** The part of a tool that both sides know. It holds no server code. */
export interface McpToolDeclaration<
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Elicits extends ElicitDefinitions = ElicitDefinitions,
  Options extends ElicitsOptions = ElicitsOptions,
>
  extends ToolFacts<Name, Params, Elicits, Options>, DeclarationSteps {
  /** A declaration is no tool yet. The compiler's message shows this text where one is given as a tool. */
  readonly run?: { 'Give the tool a body: .execute(function* (params, ctx) {})': never };

  /**
   * Ask the person before each call, with its arguments in view. Only an approval runs the body: a denial goes to the
   * model in words, with its reason. The question's key is `approve`, and `ReviewCall` is its card.
   *
   * Options that cannot work are refused where the tool is served.
   *
   * @example
   * .approve({ when: ({ amount }) => amount > 100, edit: true })
   *
   * @throws {ToolDeclarationError} for a tool with an `approve` of its own, or on a second call
   */
  approve(
    options?: ApprovalOptions<z.output<Params>>,
  ): McpToolDeclaration<Name, Params, Elicits & Approve<Params>, Options>;

  /** Give the tool its body. Its result goes to the model: a string as it is, anything else as JSON. */
  execute<Result>(
    run: Body<"Write function* (params, ctx), and yield* in place of await: yield* ctx.step('name', () => promise)"> &
      ((params: z.output<Params>, ctx: McpToolContext<Elicits, Options>) => Operation<Result>),
  ): McpTool<Name, Params, Elicits, Result, Options>;

  /**
   * Give the tool its body in three parts. `before` and `after` run once each, as steps: databases and secrets belong
   * there. `client` lies between them: it asks, samples and branches. Only JSON passes from one to the next.
   *
   * @throws {StepError} from the run, if `before` or `after` fails, or `before` returns what JSON would change
   */
  handoff<Handoff, Client, Result>(
    parts: HandoffParts<Params, Elicits, Handoff, Client, Result, Options>,
    options?: HandoffOptions,
  ): McpTool<Name, Params, Elicits, Result, Options>;
}

/** The compiler's message names this type and its hint. */
interface Body<Hint extends string> {
  readonly '~hint'?: Hint;
}

/** The question that `.approve` adds. */
export type Approve<Params extends z.ZodObject> = { readonly [approvalKey]: ApprovalQuestion<z.output<Params>> };

/** A whole tool: its declaration and its body. Keep it out of the browser. */
export interface McpTool<
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Elicits extends ElicitDefinitions = ElicitDefinitions,
  Result = unknown,
  Options extends ElicitsOptions = ElicitsOptions,
> extends ToolFacts<Name, Params, Elicits, Options> {
  run(params: z.output<Params>, ctx: McpToolContext<Elicits, Options>): Operation<Result>;
}

interface Declared extends Pick<ToolFacts, 'name' | 'description' | 'parameters' | 'parametersJson' | 'elicits'> {
  options: ElicitsOptions;
  parts: DeclaredParts;
}

/** What stands between `.elicits` and the body, each once and in any order. */
interface DeclaredParts {
  readonly limits?: ToolLimits;
  readonly requires?: ToolNeeds;
  readonly sampling?: SamplingParts;
  readonly version?: string;
  readonly repeatable?: true;
  readonly approve?: ApprovalOptions;
}

function declare(declared: Declared): McpToolDeclaration {
  const { name, description, parameters, parametersJson, options, parts } = declared;
  if (!isObject(declared.elicits) || '~standard' in declared.elicits) {
    throw new ToolDeclarationError(
      `${name}.elicits wants questions by key, { key: zodSchema }, or {} for a tool that asks nothing.`,
    );
  }
  const elicits = withApproval(declared);
  const facts = Object.freeze({
    name,
    description,
    parameters,
    parametersJson,
    elicits: Object.freeze({ ...elicits }),
    questions: readElicitDefinitions(name, elicits),
    asksUrl: options.url === true,
    asksOpen: options.open === true,
    asksConcurrently: options.concurrent === true,
    toolLimits: Object.freeze({ ...parts.limits }),
    needs: Object.freeze({ ...parts.requires }),
    isRepeatable: parts.repeatable === true,
    runsOnce: false,
    samplingParts: Object.freeze({ ...parts.sampling }),
    toolVersion: parts.version,
    approval: parts.approve,
  });
  const refuseUnlessGenerator = (what: string, body: unknown, wanted: string) => {
    if (typeof body === 'function' && !body.constructor.name.startsWith('Async')) return;
    throw new ToolDeclarationError(
      `${name}.${what} wants a generator function, not an async one: ${wanted} { … }, and yield* inside it.`,
    );
  };
  const withPart = <Part extends keyof DeclaredParts>(part: Part, value: DeclaredParts[Part]) => {
    if (part in parts) throw new ToolDeclarationError(`${name}: call .${part}(…) once.`);
    return declare({ ...declared, parts: { ...parts, [part]: value } });
  };
  return Object.freeze({
    ...facts,
    limits: (limits: ToolLimits) => withPart('limits', readToolLimits(`${name}.limits`, limits)),
    requires: (needs: ToolNeeds) => withPart('requires', refuseOthers(`${name}.requires`, needs, needNames)),
    repeatable: () => withPart('repeatable', true),
    sampling(given: SamplingParts) {
      refuseOthers(`${name}.sampling`, given, ['before', 'act', 'after']);
      for (const [part, body] of Object.entries(given)) refuseUnlessGenerator('sampling', body, `*${part}(…)`);
      return withPart('sampling', given);
    },
    version(version: string) {
      refuseUnlessName(version, `version of ${name}`);
      return withPart('version', version);
    },
    approve: (given: ApprovalOptions = {}) => withPart('approve', given) as never,
    execute(run: McpTool['run']) {
      refuseUnlessGenerator('execute', run, 'function* (params, ctx)');
      return Object.freeze({ ...facts, run }) as never;
    },
    handoff(parts: AnyHandoffParts, options?: HandoffOptions) {
      refuseUnlessGenerator('handoff', parts.before, '*before(params, server)');
      refuseUnlessGenerator('handoff', parts.client, '*client(handoff, ctx)');
      refuseUnlessGenerator('handoff', parts.after, '*after(handoff, result, server)');
      return Object.freeze({ ...facts, run: runOfHandoff(parts, options) }) as never;
    },
  });
}

/** The tool's questions, with the one that `.approve` adds. */
function withApproval({ name, parameters, elicits, parts: { approve } }: Declared): ElicitDefinitions {
  if (approve === undefined) return elicits;
  if (Object.hasOwn(elicits, approvalKey)) {
    throw new ToolDeclarationError(
      `${name}.elicits.${approvalKey}: .approve(…) asks under this key. Give your own question another one.`,
    );
  }
  return { ...elicits, [approvalKey]: approvalQuestion(parameters, approve) };
}

/** @throws {ToolDeclarationError} if `given` is not 1 to 64 letters, digits, `_` and `-` */
function refuseUnlessName(given: string, what: string): void {
  if (typeof given === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(given)) return;
  throw new ToolDeclarationError(`"${given}" cannot name a ${what}: use text of 1 to 64 letters, digits, "_" and "-".`);
}
