import * as z from 'zod';
import { contextKeyword, writeContext } from '../protocol/context-data.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import type { AskedTo } from '../protocol/person.ts';
import { plainText } from '../protocol/plain-text.ts';
import { readAskWhom, type AskWhom } from './ask-whom.ts';
import type { ElicitQuestion } from './elicit-definition.ts';
import { refuseOthers, ToolDeclarationError } from './errors.ts';
import { isForsaken } from './foreign-yield.ts';
import type { ToolFacts } from './tool-facts.ts';

/** What `.approve` takes. */
export interface ApprovalOptions<Params = never> extends AskWhom {
  /**
   * Ask only about calls with these arguments. It must give the same each time, and one that throws asks.
   *
   * @default about every call
   */
  when?: ((params: Params) => boolean) | undefined;
  /**
   * The question, in the words and the language of the people who use the tool. At most 160 characters are shown, on one
   * line.
   *
   * @default in English, and on its card in the page's language: "Allow this call of Refund?"
   */
  message?: string | ((params: Params) => string) | undefined;
  /** The person may change the arguments. @default false */
  edit?: boolean | undefined;
  /** The person may allow such calls for good. Only a chat offers it, and only to people whom it knows. @default never */
  remember?: RememberOptions<Params> | undefined;
  /** `danger` for a call that cannot be undone. @default 'default' */
  tone?: 'default' | 'danger' | undefined;
}

/** For which calls an approval counts from then on. */
export interface RememberOptions<Params = never> {
  /**
   * Names all that must be the same in a later call, such as the amount and the account. The person reads it. An approval
   * counts for this tool, this version and this key alone; a key of more than 200 characters is not offered.
   */
  key: (params: Params) => string;
  /** How long: in this conversation, or for this person in all of theirs. */
  for: 'chat' | 'owner';
}

/** What a person allows for good. */
export interface RememberedCall {
  readonly toolName: string;
  /** The tool's version, if it has one. */
  readonly version?: string | undefined;
  readonly key: string;
  readonly for: 'chat' | 'owner';
  /** Who had to allow it, if not that person. What others were to allow is asked again. */
  readonly to?: AskedTo | undefined;
}

/** Keeps what one person allowed for good. A host that has none never offers it. */
export interface ApprovalMemory {
  has(call: RememberedCall): Promise<boolean>;
  add(call: RememberedCall): Promise<void>;
  remove(call: RememberedCall): Promise<void>;
}

/** The answer as a card sends it. */
export interface ApprovalAnswer {
  approved: boolean;
  /** Why not, in the person's words. */
  reason?: string | undefined;
  /** The arguments as the person changed them. */
  params?: JsonObject | undefined;
  /** Allow such calls for good. */
  remember?: boolean | undefined;
}

/** The question that `.approve` adds to a tool's own. */
export interface ApprovalQuestion<Params = unknown> {
  readonly response: z.ZodType<Omit<ApprovalAnswer, 'params'> & { params?: Params | undefined }, ApprovalAnswer>;
  readonly context: typeof asked;
}

/** Names that question. */
export const approvalKey = 'approve';

const json = z.object({}).loose() as z.ZodType<JsonObject>;
const asked = z.object({
  tool: z.string(),
  version: z.string().optional(),
  description: z.string(),
  arguments: json,
  /** JSON Schema of the arguments. */
  parameters: json,
  edit: z.boolean(),
  remember: z.object({ key: z.string(), for: z.string() as z.ZodType<'chat' | 'owner'> }).optional(),
  tone: z.string() as z.ZodType<'default' | 'danger'>,
  /** The tool's own question. */
  title: z.string().optional(),
});

/** @throws {ToolDeclarationError} for options that cannot work. Call this where the tool is served: pages need no checks */
export function refuseApproval(where: string, given: ApprovalOptions): void {
  const { when, message, remember } = given;
  refuseOthers(where, given, ['when', 'message', 'edit', 'remember', 'tone', 'to', 'notOwner', 'hidden']);
  readAskWhom(where, given);
  if (when !== undefined && typeof when !== 'function') {
    throw new ToolDeclarationError(`${where}.when is not a function. Write (params) => true or false.`);
  }
  if (message !== undefined && typeof message !== 'string' && typeof message !== 'function') {
    throw new ToolDeclarationError(`${where}.message is no text. Write a text, or (params) => a text.`);
  }
  if (remember === undefined) return;
  refuseOthers(`${where}.remember`, remember, ['key', 'for']);
  if (typeof remember.key !== 'function' || !['chat', 'owner'].includes(remember.for)) {
    const next = "Write remember: { key: (params) => text, for: 'chat' or 'owner' }.";
    throw new ToolDeclarationError(`${where}.remember needs a key, which names what must be the same later. ${next}`);
  }
}

/** The question whether a call may run. Its words are the runtime's, so that pages do not load them. */
export function approvalQuestion(parameters: z.ZodObject, { edit, remember }: ApprovalOptions): ApprovalQuestion {
  const response = z
    .object({
      approved: z.boolean(),
      reason: z.string().max(1000).optional(),
      ...(edit === true && { params: parameters.optional() }),
      ...(remember !== undefined && { remember: z.boolean().optional() }),
    })
    .strict();
  return { response: response as unknown as ApprovalQuestion['response'], context: asked };
}

/** A question's schema for others than those whom the tool names: they may allow this call alone. */
export function schemaForOthers(question: ElicitQuestion | undefined, schema: JsonObject): JsonObject {
  const { [contextKeyword]: context, ...rest } = schema;
  if (question?.context !== asked || !isObject(context)) return schema;
  const { remember: _remember, ...shown } = context;
  return writeContext(rest, shown);
}

/** What a later call must be, to need no approval. Undefined if it cannot be shown in words. */
export function rememberedCall(tool: ToolFacts, params: unknown): RememberedCall | undefined {
  const { name: toolName, toolVersion, approval } = tool;
  if (approval?.remember === undefined) return undefined;
  const key: unknown = attempted(() => approval.remember?.key(params as never));
  // The person must read all of what they allow, and nothing else.
  if (typeof key !== 'string' || key === '' || plainText(key, 200).trim() !== key) return undefined;
  const to = readAskWhom(`${toolName}.approve`, approval);
  const more = { ...(toolVersion !== undefined && { version: toolVersion }), ...(to && { to }) };
  return { toolName, ...more, key, for: approval.remember.for };
}

/** Whether a call with these arguments needs an approval. */
export function needsApproval({ when }: ApprovalOptions, params: unknown): boolean {
  return when === undefined || attempted(() => when(params as never)) !== false;
}

/** The tool's own question about a call with these arguments. Undefined without one. */
export function approvalMessage({ message }: ApprovalOptions, params: unknown): string | undefined {
  const own = typeof message === 'function' ? attempted(() => message(params as never)) : message;
  // Several lines could pass for arguments.
  const text = typeof own === 'string' ? plainText(own.replaceAll(/\s+/g, ' ').trim(), 160) : '';
  return text === '' ? undefined : text;
}

/** Undefined for what throws, and for a promise, which says nothing yet. */
function attempted(fn: () => unknown): unknown {
  try {
    const given = fn();
    return isForsaken(given) ? undefined : given;
  } catch {
    return undefined;
  }
}
