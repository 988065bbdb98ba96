import { dropUnsafeNames } from '../../protocol/context-data.ts';
import { isObject } from '../../protocol/json.ts';
import type { PluginElicitRequest } from '../../plugin/elicit-handler.ts';
import type { PluginClientRegistration } from '../../plugin/make-plugin.ts';
import { ClientError } from '../client-error.ts';
import type { ItemState } from '../state/item-state.ts';

/**
 * The question as its handler gets it.
 *
 * @throws {ClientError} `CONTEXT_INVALID` where the context does not fit its schema
 */
export function createHandlerRequest(plugin: PluginClientRegistration, item: ItemState): PluginElicitRequest {
  const { request } = item;
  const { toolName, key, callId, seq, elicitId, attempt, expiresAt } = request;
  const question = plugin.declaration.questions.get(key);
  const context = readContext(item, question?.context);
  const own = {
    id: { toolName, key, callId, seq },
    key,
    toolName,
    callId,
    elicitId,
    seq,
    message: item.message,
    schema: { zod: question?.response, json: request.schema },
    params: readParams(plugin, request.params),
    attempt,
    issues: item.issues,
    context,
    expiresAt,
  };
  // Last: no field of the context takes the place of the request's own.
  return { ...context, ...own } as unknown as PluginElicitRequest;
}

function readContext(item: ItemState, schema: Parses | undefined): object {
  if (schema === undefined) return item.context;
  const parsed = schema.safeParse(item.context);
  if (parsed.success) return isObject(parsed.data) ? parsed.data : {};
  const { toolName, key, elicitId } = item.request;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? '' : ` (${issue.path.join('.') || 'the context'}: ${issue.message})`;
  throw new ClientError(
    'CONTEXT_INVALID',
    `${toolName}.${key}: the data that came with the question does not fit its schema${where}. The person can decline or cancel.`,
    { elicitId, cause: parsed.error },
  );
}

/** The tool's arguments, or nothing where they are not what the declaration says. */
function readParams(plugin: PluginClientRegistration, params: unknown): unknown {
  if (!isObject(params)) return undefined;
  const parsed = plugin.declaration.parameters.safeParse(dropUnsafeNames(params));
  return parsed.success ? parsed.data : undefined;
}

interface Parses {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: unknown }
    | { success: false; error: Error & { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}
