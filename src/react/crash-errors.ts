import { ClientError } from '../client/client-error.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { questionName } from '../client/state/item-state.ts';
import { reasonOf } from '../protocol/coded-error.ts';

/** The error that a component threw while rendering. */
export function crashError(item: ElicitItem, cause: unknown, what: string, retry?: () => void): ClientError {
  return errorOf(`${what} of ${questionName(item)} failed while rendering`, item.elicitId, cause, retry);
}

/** The error that a component threw during unmounting. The component is gone, so there is no retry. */
export function goneError(elicitId: string | undefined, cause: unknown): ClientError {
  return errorOf('A component failed while unmounting', elicitId, cause);
}

function errorOf(what: string, elicitId: string | undefined, cause: unknown, retry?: () => void): ClientError {
  return new ClientError('COMPONENT_CRASHED', `${what}: ${reasonOf(cause)}`, { elicitId, cause, retry });
}
