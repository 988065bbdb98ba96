import type { Problem } from './client-error.ts';
import type { PartsOptions } from './later-parts.ts';
import { isAtWork, isBusy, isHeldUp, isUnanswered } from './state/client-state.ts';
import { isCalled } from './state/messages.ts';

/** Continue where the page was left. */
export async function takeUp({ store, post }: Pick<PartsOptions, 'store' | 'post'>, wasBusy: boolean): Promise<void> {
  const { outbox, revision } = store.getState();
  const asks = revision !== undefined && (wasBusy || outbox.length > 0 || isHeldUp(store.getState()));
  if (asks) await post({ attach: true });
  const { calls, messages } = store.getState();
  // Nobody has said that the server has these. Each begins once, however often it is sent.
  const unheard = calls.filter(({ callId, status, sessionId }) => {
    return isAtWork(status) && sessionId === undefined && !isCalled(messages, callId);
  });
  const begun = unheard.map(({ callId, toolName, arguments: args, tellModel }) =>
    post({ pluginCall: { callId, toolName, arguments: args, tellModel } }),
  );
  const state = store.getState();
  // Why it could not be asked is said already, and may have been tried again.
  const isSilent = wasBusy && state.problem === undefined && !isBusy(state) && isUnanswered(state);
  if (isSilent && (asks || !isHeldUp(state))) store.dispatch({ type: 'turn_failed', problem: interrupted });
  await Promise.all(begun);
}

const interrupted: Problem = {
  code: 'STREAM_CUT',
  message: 'The answer had not come to its end when the page was left. Try again.',
};
