import type { Operation, Scope } from 'effection';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { Problem } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import type { Post } from './post.ts';
import { statusOf, type ClientState } from './state/client-state.ts';
import { isAwaited, isOpen } from './state/item-state.ts';
import { turnEnd } from './turn-end.ts';

export interface AttachParts {
  scope: Scope;
  store: ClientStore;
  post: Post;
  /** Send an answer off that was on its way when the page was left. */
  resend(elicitId: string): void;
}

/** Hears from the server how things went on without this client: after a reload, a deadline, or news of another tab. */
export function createAttach({ scope, store, post, resend }: AttachParts) {
  /** True while another tab's news waits for the current stream to end. */
  let isNewsWaiting = false;

  /**
   * Ask where the conversation stands.
   *
   * @returns true where the server has nothing to say to what was said last
   */
  function* attach(): Operation<boolean> {
    const { messages: before } = store.getState();
    yield* post({ attach: true });
    // A message that the server never had is not in what it tells.
    const unheard = countSaid(store.getState().messages) < countSaid(before) ? before.at(-1) : undefined;
    if (unheard?.role === 'user') store.dispatch({ type: 'said', text: unheard.content });
    return isUnanswered(store.getState());
  }

  /** Hear how things went on without us, where the server can tell. */
  function* follow(): Operation<void> {
    if (store.getState().capabilities.attach !== true) return;
    yield* turnEnd(store);
    yield* post({ attach: true });
  }

  /** Go on where the page was left. */
  function* takeUp(wasBusy: boolean): Operation<void> {
    const { items, capabilities } = store.getState();
    const attaches = capabilities.attach === true && (wasBusy || items.some(isOpen));
    const attached = attaches ? attach() : undefined;
    for (const { status, result, request } of items) {
      if (status === 'sending' && result !== undefined) resend(request.elicitId);
    }
    const isUnheard = attached === undefined ? !items.some(isOpen) : yield* attached;
    if (wasBusy && isUnheard) store.dispatch({ type: 'turn_failed', problem: interrupted });
  }

  /**
   * Another tab says that the server has recorded something. Trust only the server: ask it if a question is open here.
   * However much news arrives, only one request runs at a time, and one more waits.
   */
  function hearTab(): void {
    if (isNewsWaiting || !waits()) return;
    isNewsWaiting = true;
    void scope.run(function* () {
      yield* turnEnd(store);
      isNewsWaiting = false;
      if (waits()) yield* follow();
    });
  }

  const waits = () => store.getState().items.some(isAwaited);

  return { attach, follow, takeUp, hearTab };
}

const interrupted: Problem = {
  code: 'STREAM_CUT',
  message: 'The answer had not come to its end when the page was left. Try again.',
};

function countSaid(messages: readonly ChatMessage[]): number {
  return messages.filter(({ role }) => role === 'user').length;
}

/** Nothing runs, nothing is asked, nothing failed, and yet the model has not had the last word. */
function isUnanswered(state: ClientState): boolean {
  const last = state.messages.at(-1);
  const isAnswer = last?.role === 'assistant' && (last.tool_calls?.length ?? 0) === 0;
  return statusOf(state) === 'idle' && !isAnswer;
}
