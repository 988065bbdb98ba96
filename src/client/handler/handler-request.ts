import { until, type Operation } from 'effection';
import type * as z from 'zod';
import { isPromise } from '../../base/is-promise.ts';
import { dropUnsafeNames } from '../../protocol/context-data.ts';
import { isObject } from '../../protocol/json.ts';
import type { PluginElicitRequest } from '../../plugin/elicit-handler.ts';
import type { PluginClientRegistration } from '../../plugin/make-plugin.ts';
import { ClientError } from '../client-error.ts';
import type { ItemState } from '../state/item-state.ts';
import { parse } from './check-content.ts';
import { reasonOf } from '../../protocol/coded-error.ts';

/**
 * Build the request that a handler gets.
 *
 * @throws {ClientError} `CONTEXT_INVALID` if the context does not fit its schema
 */
export function* createHandlerRequest(
  plugin: PluginClientRegistration,
  item: ItemState,
): Operation<PluginElicitRequest> {
  const { request } = item;
  const { toolName, key, callId, seq, elicitId, attempt, expiresAt } = request;
  const question = plugin.declaration.questions.get(key);
  const context = yield* readContext(item, question?.context);
  const own = {
    id: { toolName, key, callId, seq },
    key,
    toolName,
    callId,
    elicitId,
    seq,
    message: item.message,
    schema: { zod: question?.response, json: request.schema },
    params: yield* readParams(plugin, request.params),
    handoff: dropUnsafeNames({ handoff: request.handoff })['handoff'],
    attempt,
    issues: item.issues,
    context,
    expiresAt,
  };
  // Spread `own` last so that no context field replaces the request's own.
  return { ...context, ...own } as unknown as PluginElicitRequest;
}

function* readContext(item: ItemState, schema: z.ZodType | undefined): Operation<object> {
  if (schema === undefined) return item.context;
  let parsed: z.ZodSafeParseResult<unknown>;
  try {
    parsed = yield* settled(parse(schema, item.context));
  } catch (cause) {
    throw contextInvalid(item, cause, reasonOf(cause));
  }
  if (parsed.success) return isObject(parsed.data) ? parsed.data : {};
  const [issue] = parsed.error.issues;
  throw contextInvalid(item, parsed.error, issue && `${issue.path.join('.') || 'the context'}: ${issue.message}`);
}

/** The tool's arguments, or undefined if they do not fit the declaration. */
function* readParams(plugin: PluginClientRegistration, params: unknown): Operation<unknown> {
  if (!isObject(params)) return undefined;
  try {
    const parsed = yield* settled(parse(plugin.declaration.parameters, dropUnsafeNames(params)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // The schema's own code threw: treat it like arguments that do not fit.
    return undefined;
  }
}

/** What is there already takes no turn. */
function* settled<T>(given: T | Promise<T>): Operation<T> {
  return isPromise(given) ? yield* until(given as Promise<T>) : given;
}

function contextInvalid({ request }: ItemState, cause: unknown, why: string | undefined): ClientError {
  const { toolName, key, elicitId } = request;
  const where = why === undefined ? '' : ` (${why})`;
  return new ClientError(
    'CONTEXT_INVALID',
    `${toolName}.${key}: the data that came with the question does not fit its schema${where}. The person can decline or cancel.`,
    { elicitId, cause },
  );
}
