import type * as z from 'zod';
import { whenDone } from '../../base/is-promise.ts';
import { dropUnsafeNames } from '../../protocol/context-data.ts';
import { isObject } from '../../protocol/json.ts';
import type { PluginElicitRequest } from '../../plugin/elicit-handler.ts';
import type { PluginClientRegistration } from '../../plugin/make-plugin.ts';
import { ClientError } from '../client-error.ts';
import type { ItemState } from '../state/item-state.ts';
import { andThen, parse } from './check-content.ts';
import { reasonOf } from '../../protocol/coded-error.ts';

/**
 * Build the request that a handler gets: at once, unless a schema is asynchronous.
 *
 * @throws {ClientError} `CONTEXT_INVALID` if the context does not fit its schema
 */
export function createHandlerRequest(
  plugin: PluginClientRegistration,
  item: ItemState,
): PluginElicitRequest | Promise<PluginElicitRequest> {
  const { request } = item;
  const { toolName, key, callId, seq, elicitId, attempt, expiresAt } = request;
  const question = plugin.declaration.questions.get(key);
  const id = { toolName, key, callId, seq };
  const requestWith = (context: object, params: unknown) => {
    const own = {
      ...id,
      id,
      elicitId,
      message: item.message,
      schema: { zod: question?.response, json: request.schema },
      params,
      handoff: dropUnsafeNames({ handoff: request.handoff })['handoff'],
      attempt,
      issues: item.open?.issues,
      context,
      expiresAt,
    };
    // Spread `own` last so that no context field replaces the request's own.
    return { ...context, ...own } as unknown as PluginElicitRequest;
  };
  return andThen(readContext(item, question?.context), (context) =>
    andThen(readParams(plugin, request.params), (params) => requestWith(context, params)),
  );
}

function readContext(item: ItemState, schema: z.ZodType | undefined): object | Promise<object> {
  const { context = {} } = item;
  if (schema === undefined) return context;
  return whenDone(
    () => parse(schema, context),
    ({ success, data, error }) => {
      if (success) return isObject(data) ? data : {};
      const [issue] = error.issues;
      throw contextInvalid(item, error, issue && `${issue.path.join('.') || 'the context'}: ${issue.message}`);
    },
    (cause) => {
      throw contextInvalid(item, cause, reasonOf(cause));
    },
  );
}

/** The tool's arguments, or undefined if they do not fit the declaration. */
function readParams(plugin: PluginClientRegistration, params: unknown): unknown {
  if (!isObject(params)) return undefined;
  return whenDone(
    () => parse(plugin.declaration.parameters, dropUnsafeNames(params)),
    ({ success, data }) => (success ? data : undefined),
    // The schema's own code threw: treat it like arguments that do not fit.
    () => undefined,
  );
}

function contextInvalid({ request }: ItemState, cause: unknown, why: string | undefined): ClientError {
  const { toolName, key, elicitId } = request;
  const where = why === undefined ? '' : ` (${why})`;
  const what = `${toolName}.${key}: the data that came with the question does not fit its schema${where}.`;
  return new ClientError('CONTEXT_INVALID', `${what} The person can decline or cancel.`, { elicitId, cause });
}
