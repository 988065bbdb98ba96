import { ClientError } from '../client-error.ts';
import type { ItemState } from '../state/item-state.ts';
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
  return cause instanceof ClientError ? cause : handlerFailed(item, cause);
}

function handlerFailed({ request: { toolName, key, elicitId } }: ItemState, cause: unknown): ClientError {
  const why = reasonOf(cause);
  return new ClientError('HANDLER_FAILED', `The handler of ${toolName}.${key} failed: ${why}`, { elicitId, cause });
}

export function returnedNothing({ request: { toolName, key, elicitId } }: ItemState): ClientError {
  const next = "Return { action: 'accept', content }, { action: 'decline' } or { action: 'cancel' }.";
  return new ClientError('HANDLER_RETURNED_NOTHING', `The handler of ${toolName}.${key} returned nothing. ${next}`, {
    elicitId,
  });
}

export function returnedNonsense({ request: { toolName, key, elicitId } }: ItemState, cause?: unknown): ClientError {
  const next = "Write it as function* and return { action: 'accept', content } or another ElicitResult.";
  return new ClientError(
    'HANDLER_RETURNED_NONSENSE',
    `What the handler of ${toolName}.${key} returned is no answer. ${next}`,
    { elicitId, cause },
  );
}

export function cleanupFailed(elicitId: string, cause: unknown): ClientError {
  return new ClientError('HANDLER_FAILED', 'A handler failed while it was being halted.', { elicitId, cause });
}
