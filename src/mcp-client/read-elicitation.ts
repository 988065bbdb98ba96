import * as z from 'zod';
import { excessOf, lineBounds } from '../protocol/bounds.ts';
import { contextKeyword, writeContext } from '../protocol/context-data.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { mcpMeta } from '../protocol/mcp-meta.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import { jsonObject, list } from '../protocol/wire-schemas.ts';

/** A server's question, checked. */
export type McpQuestion =
  | {
      readonly mode: 'form';
      readonly message: string;
      /** What a card shows beside the answer, in text. */
      readonly inWords?: string | undefined;
      /** Holds the context data, wherever the server put it. */
      readonly schema: JsonObject;
      /** The field of the answer's content that holds it, for a plugin whose answer is no object. */
      readonly bare?: string | undefined;
      readonly meta: ElicitationMeta;
      /** The server's page that can ask it, too. Undefined without one. */
      readonly app?: QuestionPage | undefined;
    }
  | McpPage;

/** A page of the server that asks a question. */
export interface QuestionPage {
  readonly uri: string;
  /** The question as the server sent it. */
  readonly params: JsonObject;
}

/** A page a server wants opened, checked. */
export interface McpPage {
  readonly mode: 'url';
  readonly message: string;
  readonly url: string;
  /** Its id in a completion notification; gone as of 2026-07-28. */
  readonly elicitationId: string | undefined;
  readonly meta: ElicitationMeta;
}

/** What comes with a question in `_meta`. */
export interface ElicitationMeta {
  /** Set if the server wants progress reports. */
  readonly progressToken: string | number | undefined;
  /** Which of the tool's questions it is, if the server says so. */
  readonly key: string | undefined;
  readonly toolName: string | undefined;
  /** How often it was asked, from 1: a server that refuses an answer asks the same question again. */
  readonly attempt?: number | undefined;
  /** What was wrong with the last answer, in the server's words: at most 100 issues. */
  readonly issues?: readonly ElicitIssue[] | undefined;
}

/** @returns why not, for a value that is not a question, or is larger than a chat server's line may be */
export function readElicitation(params: unknown): McpQuestion | string {
  const excess = excessOf(params, lineBounds());
  if (excess !== undefined) return `It ${excess.message}.`;
  const isPage = isObject(params) && params['mode'] === 'url';
  const read = (isPage ? urlSchema : formSchema).safeParse(params);
  if (!read.success) {
    const [issue] = read.error.issues;
    return `It is not a question: ${issue?.path.join('.') || 'its params'} does not fit (${issue?.message ?? ''}).`;
  }
  const { _meta = {} } = read.data;
  const own = textOf(_meta, mcpMeta.message, longest);
  // For other clients, `message` may repeat what `_meta` says.
  const message = own ?? read.data.message;
  const meta = readMeta(_meta);
  if (read.data.mode === 'url') {
    const { url, elicitationId } = read.data;
    return { mode: 'url', message, url, elicitationId, meta };
  }
  const { requestedSchema } = read.data;
  const context = Object.hasOwn(_meta, mcpMeta.context) ? _meta[mcpMeta.context] : undefined;
  // The protocol knows objects only, and some servers leave out what they are.
  const isOpen = !['type', '$ref', 'allOf'].some((keyword) => Object.hasOwn(requestedSchema, keyword));
  const given: JsonObject = isOpen ? { type: 'object', ...requestedSchema } : requestedSchema;
  const schema = isObject(context) ? withContext(given, context) : given;
  const inWords = textOf(_meta, mcpMeta.words, longest);
  const app = readPage(read.data);
  return { mode: 'form', message, inWords, schema, bare: textOf(_meta, mcpMeta.bare, 200), meta, app };
}

function readPage(params: z.infer<typeof formSchema>): QuestionPage | undefined {
  const { ui } = params._meta ?? {};
  const uri = isObject(ui) ? textOf(ui, 'resourceUri', 2_000) : undefined;
  return uri?.startsWith('ui://') ? { uri, params } : undefined;
}

const longest = 100_000;
const formSchema = z.object({
  mode: z.literal('form').optional(),
  message: z.string().max(longest),
  requestedSchema: jsonObject,
  _meta: jsonObject.optional(),
});
const urlSchema = z.object({
  mode: z.literal('url'),
  message: z.string().max(longest),
  url: z.string().min(1).max(longest),
  elicitationId: z.string().max(1_000).optional(),
  _meta: jsonObject.optional(),
});

function readMeta(meta: JsonObject): ElicitationMeta {
  const own = (name: string) => (Object.hasOwn(meta, name) ? meta[name] : undefined);
  const text = (name: string) => textOf(meta, name, 200);
  const token = own('progressToken');
  const progressToken = typeof token === 'string' || typeof token === 'number' ? token : undefined;
  const attempt = attemptSchema.safeParse(own(mcpMeta.attempt)).data;
  return {
    progressToken,
    key: text(mcpMeta.key),
    toolName: text(mcpMeta.tool),
    attempt,
    issues: readIssues(own(mcpMeta.issues)),
  };
}

function textOf(meta: JsonObject, name: string, most: number): string | undefined {
  const value = Object.hasOwn(meta, name) ? meta[name] : undefined;
  return typeof value === 'string' && value.length <= most ? value : undefined;
}

const attemptSchema = z.int().min(1).max(1_000_000);

/** A hint of the server's, and never a reason not to ask: what cannot be read is left out. */
export function readIssues(given: unknown): ElicitationMeta['issues'] {
  if (!Array.isArray(given)) return undefined;
  const issues = given.slice(0, 100).flatMap((one: unknown): ElicitIssue[] => {
    const { message, path } = isObject(one) ? one : {};
    if (typeof message !== 'string' || message.trim() === '') return [];
    return [{ path: pathSchema.safeParse(path).data ?? [], message: message.slice(0, 2_000) }];
  });
  return issues.length === 0 ? undefined : issues;
}

/** Deeper ones, or longer names, lead to no field of a form. */
const pathSchema = list(z.union([z.string().max(200), z.int().min(0)]), 20);

/** The context of `_meta` replaces that of the schema. */
function withContext(schema: JsonObject, context: JsonObject): JsonObject {
  const { [contextKeyword]: _old, ...rest } = schema;
  return writeContext(rest, context);
}
