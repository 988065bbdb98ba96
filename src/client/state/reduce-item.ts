import type { DeliverAnswer } from './outside-question.ts';
import type { PluginSessionStatusEvent } from '../../protocol/chat-event.ts';
import type { ClientCapabilities } from '../../protocol/chat-request.ts';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import type { ElicitResult } from '../../protocol/elicit-result.ts';
import type { ReceiptWords } from '../../plugin/make-plugin.ts';
import type { Problem } from '../client-error.ts';
import { cardProblem } from './card-problem.ts';
import { changeCall, changeItem, changeItems, type ClientState } from './client-state.ts';
import {
  canBeAskedAgain,
  endItem,
  failItem,
  changeableIn,
  isOfChat,
  isOpen,
  keepAnswer,
  reviseItem,
  sentAnswers,
  showView,
  toInert,
  type EndOfItem,
  type ItemState,
  type ViewState,
} from './item-state.ts';

/** What can happen to one question on the client. */
export type ItemInput =
  /** No handler can run: the question can only be declined or cancelled. */
  | { type: 'blocked'; elicitId: string; problem: Problem }
  /** No plugin asks it: it is left to a form or to a page to open. */
  | { type: 'left'; elicitId: string }
  /** `run` is the run that failed; later runs are unaffected. */
  | {
      type: 'handler_failed';
      elicitId: string;
      run: number;
      problem: Problem;
      issues?: readonly ElicitIssue[] | undefined;
    }
  /** The answer does not fit its schema: the handler asks again. */
  | { type: 'refused'; elicitId: string; issues: readonly ElicitIssue[] }
  | {
      type: 'recorded';
      elicitId: string;
      result: ElicitResult<unknown>;
      answerId?: string;
      receipt?: ReceiptWords | undefined;
    }
  | { type: 'retried'; elicitId: string }
  /** The person wants to change an answer that counts, or leaves it as it was. */
  | { type: 'reopened'; elicitId: string }
  | { type: 'kept'; elicitId: string }
  | { type: 'view_shown'; elicitId: string; view: ViewState }
  | { type: 'view_answered'; elicitId: string; viewId: string }
  | { type: 'view_closed'; elicitId: string; viewId: string }
  | { type: 'draft_changed'; elicitId: string; viewId: string; draft: unknown }
  | { type: 'progressed'; elicitId: string; message: string }
  /** The person puts it aside, at a time in milliseconds since the Unix epoch, or brings it back. */
  | { type: 'put_aside'; elicitId: string; at: number }
  | { type: 'taken_up'; elicitId: string }
  /** Its server takes a change of its answer, or no more. */
  | { type: 'takes_change'; elicitId: string; deliver?: DeliverAnswer | undefined }
  /** Its answer did not reach another server. */
  | { type: 'undelivered'; elicitId: string; problem: Problem }
  /** A question from another server has ended on this client. */
  | { type: 'ended_here'; elicitId: string; how: EndOfItem }
  /** Its receipt changes. */
  | { type: 'noted'; elicitId: string; receipt: ReceiptWords }
  /** The person asks for it again. */
  | { type: 'asked_again'; elicitId: string }
  /** A tool's plugin was added, replaced or removed. */
  | { type: 'plugin_changed'; toolName: string }
  /** What the page can show besides its plugins' questions. */
  | { type: 'shows'; shows: Required<ClientCapabilities> }
  /** The server accepted an abort of the call. */
  | { type: 'aborted'; callId: string; by: PluginSessionStatusEvent['by'] };

export function reduceItem(state: ClientState, input: ItemInput): ClientState {
  if (input.type === 'plugin_changed') {
    return changeItems(state, (item) => (item.request.toolName === input.toolName ? withNewPlugin(item) : item));
  }
  if (input.type === 'shows') {
    const { genericForm, url } = input.shows;
    if (genericForm === state.shows.genericForm && url === state.shows.url) return state;
    // A question that could not be shown may be now; one that is shown stays.
    const isUnseen = ({ status, generic, views, problem }: ItemState) =>
      status === 'pending' && (problem?.code === 'NO_HANDLER' || (!generic && views.length === 0 && !problem));
    return changeItems({ ...state, shows: input.shows }, (item) =>
      isUnseen(item) ? { ...item, problem: undefined } : item,
    );
  }
  if (input.type === 'reopened') {
    const canChange = changeableIn(state.items);
    return changeItem(state, input.elicitId, (item) => (canChange.has(item) ? reviseItem(item) : item));
  }
  if (input.type !== 'aborted') {
    return changeItem(state, input.elicitId, (item) => reduceOne(item, input));
  }
  const { callId, by } = input;
  const ended = changeItems(state, (item) =>
    item.request.callId === callId ? endItem(item, { status: 'aborted', by }) : item,
  );
  return changeCall(ended, callId, { status: 'aborted' });
}

function reduceOne(
  item: ItemState,
  input: Exclude<ItemInput, { type: 'aborted' | 'plugin_changed' | 'shows' | 'reopened' }>,
): ItemState {
  if (input.type === 'asked_again') return canBeAskedAgain(item) ? { ...item, askedAgain: true } : item;
  if (input.type === 'takes_change') return { ...item, takesChange: input.deliver };
  if (input.type === 'noted') return isOpen(item) ? item : { ...item, receipt: input.receipt };
  if (!isOpen(item)) return item;
  switch (input.type) {
    case 'ended_here':
      // Its server may ask again: keep what was entered.
      return isOfChat(item) ? item : endItem(item, { drafts: item.drafts, ...input.how });
    case 'undelivered':
      return item.status === 'sending' ? failItem(item, input.problem) : item;
    case 'blocked':
      return { ...item, problem: cardProblem(input.problem) };
    case 'left':
      return { ...item, generic: true };
    case 'handler_failed':
      if (item.status !== 'pending' || item.run !== input.run) return item;
      return { ...failItem(withoutShown(item), input.problem), issues: input.issues };
    case 'refused':
      // It stays generic and keeps its problem: only `issues` are new.
      return {
        ...askedAgain(item, input.issues),
        issues: input.issues,
        problem: item.problem,
        generic: item.generic,
        aside: undefined,
      };
    case 'recorded':
      // The answer being sent stands.
      if (item.status === 'sending') return item;
      return {
        ...withoutShown(item),
        status: 'sending',
        result: input.result,
        answerId: input.answerId,
        receipt: input.receipt,
        // A failed answer may have reached the server: keep it to recognise it.
        earlier: sentAnswers(item),
        post: undefined,
        issues: undefined,
        problem: undefined,
        progress: undefined,
      };
    case 'retried':
      if (item.status !== 'failed') return item;
      return item.result === undefined
        ? again(item)
        : { ...item, status: 'sending', post: undefined, problem: undefined };
    case 'kept':
      return item.status === 'sending' ? item : keepAnswer(item);
    case 'view_shown':
      return showView(item, input.view);
    case 'view_answered':
      return { ...item, views: item.views.map((view) => (view.id === input.viewId ? toInert(view) : view)) };
    case 'view_closed':
      return { ...item, views: item.views.filter((view) => view.id !== input.viewId) };
    case 'draft_changed':
      return { ...item, drafts: { ...item.drafts, [input.viewId]: input.draft } };
    case 'put_aside':
      if (item.status === 'sending' || item.aside !== undefined) return item;
      return item.revising === undefined ? { ...item, aside: input.at } : keepAnswer(item);
    case 'taken_up':
      return item.aside === undefined ? item : { ...item, aside: undefined };
    case 'progressed':
      return item.status === 'pending' ? { ...item, progress: input.message } : item;
  }
}

/** Run the handler again. Its views stay, inert, until shown again. */
function again(item: ItemState): ItemState {
  return {
    ...item,
    status: 'pending',
    run: item.run + 1,
    generic: undefined,
    views: withoutShown(item).views.map(toInert),
    problem: undefined,
    progress: undefined,
  };
}

/** Count attempts here only for other servers' questions: a chat server counts its own. */
function askedAgain(item: ItemState, issues: readonly ElicitIssue[]): ItemState {
  if (isOfChat(item)) return again(item);
  const request = { ...item.request, attempt: item.request.attempt + 1, issues };
  return { ...again(item), request, result: undefined, answerId: undefined, receipt: undefined, earlier: undefined };
}

/** Run the new handler. Its views replace the old ones and take over their drafts. */
function withNewPlugin(item: ItemState): ItemState {
  const runs = item.status === 'pending' || (item.status === 'failed' && item.result === undefined);
  return runs ? { ...again(item), views: [], components: [] } : item;
}

/** Views from `show` end with the handler's run. */
function withoutShown(item: ItemState): ItemState {
  const views = item.views.filter((view) => view.kind !== 'show');
  return views.length === item.views.length ? item : { ...item, views };
}
