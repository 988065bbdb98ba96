import { byteLength } from '../base/byte-length.ts';
import { notJson, readBody } from '../base/read-body.ts';
import { deepest, deepestData, excessOf, excessOfArguments, parseWithin, valuesIn } from '../protocol/bounds.ts';
import type * as z from 'zod';
import { chatRequestBodySchema, type ChatRequestBody, type PluginElicitResponse } from '../protocol/chat-request.ts';
import { inboxRequestSchema, type InboxRequest } from '../protocol/inbox.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { isObject } from '../protocol/json.ts';
import { ChatRequestError } from './chat-errors.ts';
import type { ChatBounds } from './chat-limits.ts';

type BodyLimits = Pick<ChatBounds, 'bytes' | 'patience' | 'bodyValues'>;

/** Reads the body of a request, which is JSON. @throws {ChatRequestError} */
export type BodyReader = (request: Request, limits: BodyLimits) => Promise<unknown>;

/**
 * Read and check the body of a chat request.
 *
 * @param read - for a body of another protocol: makes one of a chat. @default reads it as it is
 * @throws {ChatRequestError} 415 for another content type, 413 if the body or an answer is too large, 408 if the body
 *   takes too long to arrive, 400 if it breaks off or is malformed, naming the field
 */
export async function readRequest(
  request: Request,
  limits: BodyLimits & Pick<ChatBounds, 'contentBytes' | 'contentValues'>,
  read: BodyReader = async () => parseBody(await readText(request, limits), limits.bodyValues),
): Promise<ChatRequestBody | { readonly inbox: InboxRequest }> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ChatRequestError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the request with content-type: application/json.');
  }
  const body = await read(request, limits);
  refuseSystemMessages(body);
  if (isObject(body) && body['inbox'] !== undefined) {
    const inbox = inboxRequestSchema.safeParse(body['inbox']);
    if (!inbox.success) throw invalidRequest(inbox.error, 'inbox');
    if ('answer' in inbox.data) refuseLargeContent([inbox.data.answer], limits);
    return { inbox: inbox.data };
  }
  const parsed = chatRequestBodySchema.safeParse(body);
  if (parsed.success) {
    refuseNameless(parsed.data);
    refuseWaitBeside(parsed.data);
    refuseLargeContent(parsed.data.pluginElicitResponses ?? [], limits);
    refuseLargeArguments(parsed.data, limits.bodyValues);
    // A page has none that is ours: what it sends as such would go to the model's provider as our own.
    const messages = parsed.data.messages.map(({ providerData: _providerData, ...message }): ChatMessage => message);
    return { ...parsed.data, messages };
  }
  throw invalidRequest(parsed.error);
}

/** The first field that is wrong. @param root - where the value stands in the body */
export function invalidRequest({ issues: [issue] }: z.ZodError, root?: string): ChatRequestError {
  const field = [...(root === undefined ? [] : [root]), ...(issue?.path ?? [])].join('.') || 'The body';
  return new ChatRequestError(400, 'INVALID_REQUEST', `${field}: ${issue?.message ?? 'is not valid'}.`);
}

/** @throws {ChatRequestError} 413 if it is too large, 408 if it takes too long to arrive, 400 if it breaks off */
export async function readText(request: Request, limits: Omit<BodyLimits, 'bodyValues'>): Promise<string> {
  const read = await readBody(request, limits);
  if (read.fault === undefined) return read.text;
  const { status, code, message, cause } = read.fault;
  throw new ChatRequestError(status, code, message, { cause });
}

/** Check the limits before parsing, so that no code walks a million entries or brackets deeper than the stack. */
export function parseBody(text: string, values: number): unknown {
  const { value, excess } = parseWithin(text, { characters: Infinity, values, depth: deepest });
  if (excess?.bound === 'depth') throw new ChatRequestError(400, 'INVALID_REQUEST', `The body ${excess.message}.`);
  if (excess !== undefined) {
    throw new ChatRequestError(413, 'BODY_TOO_LARGE', `The body ${excess.message}. Send fewer messages.`);
  }
  if (value === undefined) throw new ChatRequestError(400, 'MALFORMED_JSON', notJson(text));
  return value;
}

/** Who waits for news brings nothing: it would be left out. */
function refuseWaitBeside({ wait, messages, attach, pluginElicitResponses, pluginAbort, pluginCall }: ChatRequestBody) {
  const isAlone = [attach, pluginElicitResponses, pluginAbort, pluginCall].every((each) => each === undefined);
  if (wait !== true || (isAlone && messages.length === 0)) return;
  throw new ChatRequestError(400, 'INVALID_REQUEST', 'wait: brings nothing. Send the rest in a request of its own.');
}

/** Run this before the questions' schemas see the answers: a schema reports every fault it finds. */
function refuseLargeContent(
  responses: readonly PluginElicitResponse[],
  { contentBytes, contentValues }: Pick<ChatBounds, 'contentBytes' | 'contentValues'>,
): void {
  const contents = responses.map(({ result }) => (result.action === 'accept' ? result.content : undefined));
  // Count the answers together, because one body carries them all.
  const excess = excessOf(contents, { characters: Infinity, values: contentValues, depth: deepestData });
  if (excess !== undefined) {
    const message = `pluginElicitResponses: the answers' content ${excess.message}.`;
    throw new ChatRequestError(413, 'CONTENT_TOO_LARGE', message);
  }
  for (const [index, content] of contents.entries()) {
    if (content === undefined || byteLength(JSON.stringify(content)) <= contentBytes) continue;
    const message = `pluginElicitResponses.${index}.result.content: is larger than ${contentBytes} bytes.`;
    throw new ChatRequestError(413, 'CONTENT_TOO_LARGE', message);
  }
}

/** Count the values in calls' arguments, which are JSON text inside strings: a provider will parse them. */
function refuseLargeArguments({ messages, pluginCall }: ChatRequestBody, most: number): void {
  const excess = pluginCall && excessOfArguments(pluginCall.arguments);
  if (excess !== undefined) {
    throw new ChatRequestError(413, 'BODY_TOO_LARGE', `pluginCall.arguments: their JSON ${excess.message}.`);
  }
  let left = most;
  for (const { function: called } of messages.flatMap(({ tool_calls: calls = [] }) => calls)) {
    left -= valuesIn(called.arguments, left);
    if (left >= 0) continue;
    const message = `messages: the arguments of their calls hold more than ${most} values. Send fewer messages.`;
    throw new ChatRequestError(413, 'BODY_TOO_LARGE', message);
  }
}

/** A message that replaces another must count once however often it comes. */
function refuseNameless({ messages }: ChatRequestBody): void {
  const index = messages.findIndex(({ id, replaces }) => replaces !== undefined && id === undefined);
  if (index < 0) return;
  throw new ChatRequestError(400, 'INVALID_REQUEST', `messages.${index}.replaces: needs an id beside it.`);
}

function refuseSystemMessages(body: unknown): void {
  const messages: unknown = isObject(body) ? body['messages'] : undefined;
  if (!Array.isArray(messages)) return;
  const index = messages.findIndex((message) => isObject(message) && message['role'] === 'system');
  if (index < 0) return;
  const message = `messages.${index}.role: a client sends no system messages; the server has its own prompt.`;
  throw new ChatRequestError(400, 'INVALID_REQUEST', message);
}
