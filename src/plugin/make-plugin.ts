import type * as z from 'zod';
import type { McpTool } from '../tool/create-mcp-tool.ts';
import type { AnyMcpTool, AnyMcpToolDeclaration, ToolFacts } from '../tool/tool-facts.ts';
import type { ContentOf, ContextOf, ElicitDefinitions, ElicitsOptions } from '../tool/elicit-definition.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import { ToolDeclarationError } from '../tool/errors.ts';
import type { ElicitHandlers, OpenHandler } from './elicit-handler.ts';

/**
 * Pair a tool's questions with the handlers that answer them in the browser.
 *
 * In browser code, pass the declaration: a whole tool brings its `execute` along.
 *
 * @throws {ToolDeclarationError} in `build`, for a question without a handler or a handler without a question, and for
 *   `onOpen` of a tool that is not declared with `{ open: true }`
 */
export function makePlugin<
  Name extends string,
  Params extends z.ZodObject,
  Elicits extends ElicitDefinitions,
  Result,
  Options extends ElicitsOptions,
>(
  tool: McpTool<Name, Params, Elicits, Result, Options>,
): PluginBuilder<Name, Params, Elicits, Required<Plugin<Name, Elicits>>>;
export function makePlugin<
  Name extends string,
  Params extends z.ZodObject,
  Elicits extends ElicitDefinitions,
  Options extends ElicitsOptions,
>(tool: ToolFacts<Name, Params, Elicits, Options>): PluginBuilder<Name, Params, Elicits>;
export function makePlugin(tool: AnyMcpToolDeclaration): PluginBuilder<string, z.ZodObject, ElicitDefinitions> {
  return {
    onElicit: (handlers) => withHandlers(tool, handlers as never),
  };
}

function withHandlers<Name extends string, Params extends z.ZodObject, Elicits extends ElicitDefinitions>(
  tool: AnyMcpToolDeclaration | AnyMcpTool,
  handlers: ErasedHandlers,
  onOpen?: OpenHandler<never>,
): PluginReceiptsBuilder<Name, Elicits, Params> {
  const build = (receipts: ElicitReceipts<Elicits>) => buildPlugin<Name, Elicits>(tool, handlers, receipts, onOpen);
  return {
    onOpen: (handler) => withHandlers(tool, handlers, handler),
    receipts: (receipts) => ({ build: () => build(receipts) }),
    build: () => build({}),
  };
}

/** Returned by `makePlugin`: add the handlers. */
export interface PluginBuilder<
  Name extends string,
  Params extends z.ZodObject,
  Elicits extends ElicitDefinitions,
  Built = Plugin<Name, Elicits>,
> {
  /** Give a handler for every question: a missing or an extra one does not compile. */
  onElicit<Handlers extends Partial<ElicitHandlers<Elicits, z.output<Params>>>>(
    handlers: Handlers &
      MissingHandlers<`Write ${Exclude<keyof Elicits & string, keyof Handlers>}: schemaForm(), or answerWith(Component)`> & {
        [K in Exclude<keyof Handlers, keyof Elicits>]: never;
      },
  ): PluginReceiptsBuilder<Name, Elicits, Params, Built>;
}

/** Requires the handlers that its texts name, so that the compiler prints the texts. */
type MissingHandlers<Hint extends string> = {
  readonly [H in Hint as H extends `Write ${infer Key}: schemaForm()${string}` ? Key : never]: H;
};

/** A plugin with its handlers: add receipts, or build it. */
export interface PluginReceiptsBuilder<
  Name extends string,
  Elicits extends ElicitDefinitions,
  Params extends z.ZodObject = z.ZodObject,
  Built = Plugin<Name, Elicits>,
> {
  /** Answer the questions whose schema the tool makes while it runs. Without this, the outlet shows a form. */
  onOpen(handler: OpenHandler<z.output<Params>>): PluginReceiptsBuilder<Name, Elicits, Params, Built>;
  /** The words for the receipt line of each answered question. */
  receipts(receipts: ElicitReceipts<Elicits>): { build(): Built };
  build(): Built;
}

/** Writes a receipt from the sent answer and the question's context, which its schema has checked. */
export type ElicitReceipts<Elicits extends ElicitDefinitions> = {
  readonly [K in keyof Elicits & string]?: (
    content: ContentOf<Elicits[K]>,
    context: ContextOf<Elicits[K]>,
  ) => ReceiptWords;
};

/** A tool's UI, and the tool itself if the plugin was made from a whole tool. */
export interface Plugin<Name extends string = string, Elicits extends ElicitDefinitions = ElicitDefinitions> {
  /** For `createPluginClient({ plugins })`. */
  readonly client: PluginClientRegistration<Name, Elicits>;
  /** For the chat handler; set only if the plugin was made from a whole tool. */
  readonly server?: { readonly tools: readonly AnyMcpTool[] };
  /** For `createMcpEndpoint` and its kin; set only if the plugin was made from a whole tool. */
  readonly mcp?: { readonly tools: readonly AnyMcpTool[] };
  readonly tool?: AnyMcpTool;
}

/** What a client needs to answer a tool's questions. */
export interface PluginClientRegistration<
  Name extends string = string,
  Elicits extends ElicitDefinitions = ElicitDefinitions,
> {
  readonly toolName: Name;
  readonly declaration: AnyMcpToolDeclaration;
  readonly handlers: ErasedHandlers;
  /** Answers the questions whose schema the tool makes while it runs. */
  readonly onOpen?: OpenHandler<never> | undefined;
  readonly receipts: ErasedReceipts;
  /** Carries the questions' types; never set at runtime. */
  readonly '~elicits'?: Elicits;
}

/** Handlers by key, with erased types; `makePlugin` has checked them. */
export type ErasedHandlers = Readonly<Record<string, (request: never, ctx: never) => unknown>>;

/** Receipts by key, with erased types. */
export type ErasedReceipts = Readonly<Record<string, ((content: never, context: never) => ReceiptWords) | undefined>>;

function buildPlugin<Name extends string, Elicits extends ElicitDefinitions>(
  tool: AnyMcpToolDeclaration | AnyMcpTool,
  handlers: ErasedHandlers,
  receipts: ElicitReceipts<Elicits>,
  onOpen: OpenHandler<never> | undefined,
): Plugin<Name, Elicits> {
  if (onOpen !== undefined && !tool.asksOpen) {
    throw new ToolDeclarationError(
      `${tool.name}: onOpen, but the tool never asks such questions. Declare them: .elicits({ … }, { open: true }).`,
    );
  }
  const missing = [...tool.questions.keys()].filter((key) => typeof own(handlers, key) !== 'function');
  if (missing.length > 0) {
    throw new ToolDeclarationError(
      `${tool.name}: no handler for ${list(missing)}. Give onElicit one for every question, such as schemaForm() or answerWith(YourComponent).`,
    );
  }
  for (const [what, given] of [
    ['handler', handlers],
    ['receipt', receipts],
  ] as const) {
    const extra = Object.keys(given ?? {}).filter((key) => !tool.questions.has(key));
    if (extra.length > 0) {
      throw new ToolDeclarationError(
        `${tool.name}: a ${what} for ${list(extra)}, which it never asks. It asks: ${list([...tool.questions.keys()])}.`,
      );
    }
  }
  const wordless = Object.keys(receipts ?? {}).filter(
    (key) => !['function', 'undefined'].includes(typeof own(receipts, key)),
  );
  if (wordless.length > 0) {
    throw new ToolDeclarationError(
      `${tool.name}: the receipt for ${list(wordless)} is not a function. Give (content, context) => ({ title, detail?, amount? }).`,
    );
  }
  const client: PluginClientRegistration<Name, Elicits> = {
    toolName: tool.name as Name,
    declaration: tool,
    handlers,
    onOpen,
    receipts: receipts as ErasedReceipts,
  };
  if (!('run' in tool)) return Object.freeze({ client });
  const server = { tools: [tool] };
  return Object.freeze({ client, server, mcp: server, tool });
}

/** An object's own property. Undefined without an object, which untyped code may pass. */
function own(object: object | undefined, key: string): unknown {
  return object && Object.hasOwn(object, key) ? object[key as never] : undefined;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.map((name) => `"${name}"`).join(', ');
}
