import { ClientError } from '../client-error.ts';
import { questionName, type ItemState } from '../state/item-state.ts';
import { reasonOf } from '../../protocol/coded-error.ts';

export function noHandler({ request }: ItemState, isPluginKnown: boolean): ClientError {
  const { toolName, key, elicitId } = request;
  const what =
    request.mode === 'url'
      ? `"${toolName}" asks to open a page, and nothing here shows such questions.`
      : isPluginKnown
        ? `The plugin for "${toolName}" has no handler for "${key}".`
        : `No plugin for "${toolName}" is registered.`;
  return new ClientError('NO_HANDLER', `${what} The question stays, to be declined or cancelled.`, { elicitId });
}

/** Turn what a handler threw into the error that the host gets. */
export function reported(item: ItemState, cause: unknown): ClientError {
  return cause instanceof ClientError ? cause : failed(item, 'HANDLER_FAILED', `failed: ${reasonOf(cause)}`, cause);
}

export function returnedNothing(item: ItemState): ClientError {
  const next = "Return { action: 'accept', content }, { action: 'decline' } or { action: 'cancel' }.";
  return failed(item, 'HANDLER_RETURNED_NOTHING', `returned nothing. ${next}`);
}

export function returnedNonsense(item: ItemState, cause?: unknown): ClientError {
  const next = "Write it as function* or async and return { action: 'accept', content } or another ElicitResult.";
  return failed(item, 'HANDLER_RETURNED_NONSENSE', `returned no answer. ${next}`, cause);
}

export function cleanupFailed(item: ItemState, cause: unknown): ClientError {
  return failed(item, 'HANDLER_FAILED', `failed while it was being halted: ${reasonOf(cause)}`, cause);
}

function failed(item: ItemState, code: string, what: string, cause?: unknown): ClientError {
  const message = `The handler of ${questionName(item)} ${what}`;
  return new ClientError(code, message, { elicitId: item.request.elicitId, cause });
}
