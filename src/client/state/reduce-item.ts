import type { DeliverAnswer } from './outside-question.ts';
import type { PluginSessionStatusEvent } from '../../protocol/chat-event.ts';
import type { ClientCapabilities } from '../../protocol/chat-request.ts';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import type { ElicitResult } from '../../protocol/elicit-result.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { cardProblem, type Problem } from '../client-error.ts';
import { changeCall, changeItem, changeOpen, type ClientState } from './client-state.ts';
import {
  changeSent,
  endHere,
  endItem,
  failItem,
  keepAnswer,
  leaveAnswer,
  reviseItem,
  showView,
  toInert,
  withChanges,
  type EndOfItem,
} from './change-item.ts';
import {
  answerOnItsWay,
  answerUnderWay,
  canBeAskedAgain,
  changeableIn,
  isOfChat,
  isRevised,
  statusOfItem,
  type EndState,
  type ItemState,
  type OpenState,
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
  /** It is put aside, at a time in milliseconds since the Unix epoch. Undefined if it is brought back. */
  | { type: 'put_aside'; elicitId: string; at: number | undefined }
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
    return changeOpen(state, (item) => (item.request.toolName === input.toolName ? withNewPlugin(item) : item));
  }
  if (input.type === 'shows') {
    const { genericForm, url } = input.shows;
    if (genericForm === state.shows.genericForm && url === state.shows.url) return state;
    // A question that could not be shown may be now; one that is shown stays.
    return changeOpen({ ...state, shows: input.shows }, (item) => {
      const { generic, open } = item;
      if (open === undefined || statusOfItem(item) !== 'pending') return item;
      const isUnseen = open.blocked?.code === 'NO_HANDLER' || (!generic && open.views.length === 0 && !open.blocked);
      return isUnseen ? { ...item, open: { ...open, blocked: undefined } } : item;
    });
  }
  if (input.type === 'reopened') {
    const canChange = changeableIn(state.items);
    return changeItem(state, input.elicitId, (item) => (canChange.has(item) ? reviseItem(item) : item));
  }
  if (input.type !== 'aborted') {
    return changeItem(state, input.elicitId, (item) => reduceOne(item, input));
  }
  const { callId, by } = input;
  const ended = changeOpen(state, (item) =>
    item.request.callId === callId ? endItem(item, { how: 'aborted', by }) : item,
  );
  return changeCall(ended, callId, { status: 'aborted' });
}

type OfOne = Exclude<ItemInput, { type: 'aborted' | 'plugin_changed' | 'shows' | 'reopened' }>;

function reduceOne(item: ItemState, input: OfOne): ItemState {
  const { open, end } = item;
  if (input.type === 'takes_change') return withChanges(item, input.deliver);
  if (open === undefined) return end === undefined ? item : withEnd(item, end, input);
  const is = (change: Partial<OpenState>): ItemState => ({ ...item, open: { ...open, ...change } });
  switch (input.type) {
    case 'ended_here':
      return isOfChat(item) ? item : endHere(item, input.how);
    case 'undelivered':
      return answerOnItsWay(item) ? failItem(item, input.problem) : item;
    case 'blocked':
      return is({ blocked: cardProblem(input.problem) });
    case 'left':
      return { ...item, generic: true };
    case 'handler_failed':
      if (statusOfItem(item) !== 'pending' || item.run !== input.run) return item;
      return failItem(is({ views: withoutShown(open), issues: input.issues }), input.problem);
    case 'refused':
      return refused(item, open, input.issues);
    case 'recorded': {
      const { result, answerId: id, receipt } = input;
      // The answer being sent stands.
      if (answerOnItsWay(item)) return item;
      // A failed answer may have reached the server: keep it to recognise it.
      const answers = [...leaveAnswer(item), { id, action: result.action, result, receipt, state: 'sending' } as const];
      return { ...is({ ...over, views: withoutShown(open) }), answers };
    }
    case 'retried': {
      if (open.failed) return again(item, open);
      const sent = answerUnderWay(item);
      return sent?.state === 'failed'
        ? changeSent(item, { state: 'sending', post: undefined, problem: undefined })
        : item;
    }
    case 'kept':
      return answerOnItsWay(item) ? item : keepAnswer(item);
    case 'view_shown':
      return showView(item, open, input.view);
    case 'view_answered':
      return is({ views: open.views.map((view) => (view.id === input.viewId ? toInert(view) : view)) });
    case 'view_closed':
      return is({ views: open.views.filter((view) => view.id !== input.viewId) });
    case 'draft_changed':
      return is({ drafts: { ...open.drafts, [input.viewId]: input.draft } });
    case 'put_aside':
      if (input.at === undefined) return open.aside === undefined ? item : is({ aside: undefined });
      if (answerOnItsWay(item) || open.aside !== undefined) return item;
      return isRevised(item) ? keepAnswer(item) : is({ aside: input.at });
    case 'progressed':
      return statusOfItem(item) === 'pending' ? is({ progress: input.message }) : item;
    default:
      return item;
  }
}

/** What went on before it was answered, or is asked again. */
const over = { blocked: undefined, failed: undefined, progress: undefined };

/** What can happen to a question that has ended. */
function withEnd(item: ItemState, end: EndState, input: OfOne): ItemState {
  if (input.type === 'noted') return { ...item, end: { ...end, receipt: input.receipt } };
  if (input.type !== 'asked_again' || !canBeAskedAgain(item)) return item;
  return { ...item, end: { ...end, askedAgain: true } };
}

/** Run the handler again. Its views stay, inert, until shown again. */
function again(item: ItemState, open: OpenState): ItemState {
  const views = withoutShown(open).map(toInert);
  const run = item.run + 1;
  return { ...item, generic: undefined, run, open: { ...open, views, ...over }, answers: leaveAnswer(item) };
}

/** Ask again. Count attempts here only for other servers' questions: a chat server counts its own. */
function refused(item: ItemState, open: OpenState, issues: readonly ElicitIssue[]): ItemState {
  const { request, answers, generic } = item;
  // It stays generic and blocked: only `issues` are new.
  const asked = again(item, { ...open, issues, aside: undefined });
  const kept = { ...asked, generic, open: { ...(asked.open as OpenState), blocked: open.blocked } };
  if (isOfChat(item)) return kept;
  return {
    ...kept,
    request: { ...request, attempt: request.attempt + 1, issues },
    answers: answers.filter(({ state }) => state === 'counts'),
  };
}

/** Run the new handler. Its views replace the old ones and take over their drafts. */
function withNewPlugin(item: ItemState): ItemState {
  const { open } = item;
  if (open === undefined || answerUnderWay(item)) return item;
  return { ...again(item, { ...open, views: [] }), components: [] };
}

/** Views from `show` end with the handler's run. */
function withoutShown({ views }: OpenState): readonly ViewState[] {
  return views.filter((view) => view.kind !== 'show');
}
