import type { Operation } from 'effection';
import type * as z from 'zod';
import { isObject } from '../protocol/json.ts';
import type { ApprovalOptions } from '../tool/approval.ts';
import {
  createMcpTool,
  type Approve,
  type DeclarationSteps,
  type McpTool,
  type McpToolDeclaration,
} from '../tool/create-mcp-tool.ts';
import type { ElicitDefinitions } from '../tool/elicit-definition.ts';
import type { McpToolContext } from '../tool/tool-context.ts';
import { refuseForeignYields, type ForeignYield } from '../tool/foreign-yield.ts';
import type { ToolFacts } from '../tool/tool-facts.ts';
import { askContext } from './ask-context.ts';
import type { AskContext, AskSecrets } from './ask-words.ts';
import { AskYieldError } from './errors.ts';

/**
 * Declare a tool that asks with words, such as `yield* ask.text('Your name?')`. It needs no keys, no schemas and no
 * component: every question is a form. The result is a tool like any other.
 *
 * @example
 * const greet = createAskTool('greet')
 *   .description('Greet somebody')
 *   .parameters(z.object({}))
 *   .execute(function* (_, ask) {
 *     return `Hello, ${yield* ask.text('What is your name?')}!`;
 *   });
 *
 * @param name - 1 to 64 letters, digits, `_` and `-`
 * @throws {ToolDeclarationError} if model providers would refuse the name
 */
export function createAskTool<const Name extends string>(name: Name): AskToolBuilder<Name> {
  const builder = createMcpTool(name);
  return {
    description: (text) => ({
      parameters: (schema) =>
        askDeclaration(builder.description(text).parameters(schema).elicits({}, { open: true }) as never) as never,
    }),
  };
}

/** What `createAskTool` returns: describe the tool, then its parameters. */
export interface AskToolBuilder<Name extends string> {
  /** What the tool does, in words for the model. */
  description(text: string): {
    /**
     * The tool's arguments.
     *
     * @throws {ToolDeclarationError} if `schema` is not a zod object, or JSON Schema cannot express it
     */
    parameters<Params extends z.ZodObject>(schema: Params): AskToolDeclaration<Name, Params>;
  };
}

/** A declared tool that asks with words. It holds no server code. Its methods are those of `createMcpTool`. */
export interface AskToolDeclaration<
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Elicits extends ElicitDefinitions = {},
>
  extends ToolFacts<Name, Params, Elicits, { open: true }>, DeclarationSteps {
  /** @throws {ToolDeclarationError} for options that cannot work, or on a second call */
  approve(options?: ApprovalOptions<z.output<Params>>): AskToolDeclaration<Name, Params, Approve<Params>>;

  /**
   * Give the tool its body, a generator function. Its result goes to the model: a string as it is, anything else as
   * JSON. It may run several times with the same answers, so put what it does into `ask.step`.
   *
   * @throws {ToolDeclarationError} if the body is no generator function
   * @throws {AskYieldError} `ASK_YIELD` from the run, at a `yield` without `*`
   */
  execute<Result>(
    run: (params: z.output<Params>, ask: AskContext) => Operation<Result>,
  ): McpTool<Name, Params, Elicits, Result, { open: true }>;
  execute<Result>(
    run: (params: z.output<Params>, ask: AskContext<AskAll>) => Operation<Result>,
    options: AskToolOptions,
  ): McpTool<Name, Params, Elicits, Result, AskAll>;
}

/** Options of `.execute`. */
export interface AskToolOptions {
  /** Where the host asks for passwords. The tool is then offered only to clients that can open pages. */
  secrets: AskSecrets;
}

/** A tool that opens pages, too. */
type AskAll = { open: true; url: true };
type Declared = McpToolDeclaration<string, z.ZodObject, {}, { open: true }>;

const steps = ['limits', 'requires', 'repeatable', 'sampling', 'version', 'approve'] as const;

function askDeclaration(declared: Declared): AskToolDeclaration {
  const { handoff: _, ...facts } = declared;
  const declaration = {
    ...facts,
    ...Object.fromEntries(
      steps.map((step) => [step, (given: never) => askDeclaration(declared[step](given) as Declared)]),
    ),
    execute(run: (params: unknown, ask: AskContext) => Operation<unknown>, { secrets }: Partial<AskToolOptions> = {}) {
      const tool = declared.execute(run as never);
      const withSecrets = (given: AskSecrets | undefined) =>
        Object.freeze({
          ...tool,
          asksUrl: given !== undefined,
          run: (params: unknown, ctx: McpToolContext<{}, AskAll>) =>
            refuseForeignYields(run(params, askContext(tool.name, ctx, given)), (...yielded) =>
              foreignYield(tool.name, ...yielded),
            ),
          /** The same tool, for a host that asks for passwords in another place. */
          '~withSecrets': withSecrets,
        });
      return withSecrets(secrets);
    },
  };
  return Object.freeze(declaration) as unknown as AskToolDeclaration;
}

function foreignYield(toolName: string, what: ForeignYield, value: unknown): AskYieldError {
  const refuse = (problem: string) => new AskYieldError(toolName, problem);
  if (isObject(value) && typeof value['ask'] === 'string') {
    const word = value['ask'].slice(0, 40);
    return refuse(`yielded { ask: '${word}' }. Write yield* ask.${word}(message, …), with the star.`);
  }
  if (isObject(value) && 'emit' in value) {
    return refuse('yielded { emit: … }. Write yield* ask.progress(message, done, total), with the star.');
  }
  const problems = {
    promise: "yielded a promise. Write yield* ask.step('name', () => promise).",
    operation: "yielded an operation without running it. Write yield* instead of yield: yield* ask.text('…').",
    value: `yielded ${value === null ? 'null' : typeof value}. Only operations can be waited for, with yield*.`,
  };
  return refuse(problems[what]);
}
