import type { PluginSessionStatusEvent } from '../protocol/chat-event.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { CancelReason, ElicitAction } from '../protocol/elicit-result.ts';
import type { Addressee, Answerer } from '../protocol/person.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import type { ItemProblem } from './client-error.ts';
import {
  answerUnderWay,
  canBeAskedAgain,
  countsIn,
  draftsOf,
  formAnswer,
  formDraft,
  isRevised,
  mayHaveMoreTime,
  receiptOf,
  statusOfItem,
  type ChangeNote,
  type ItemState,
  type ViewState,
} from './state/item-state.ts';
import type { ElicitServer, StandIn } from './state/outside-question.ts';

/**
 * One question, with only the methods that its status allows.
 *
 * @example
 * if (item.status === 'pending') item.accept({ flightId: 'FL001' });
 */
export type ElicitItem = OpenItem | AwaitedItem | EndedItem;
/** A question that can still be acted on. */
export type OpenItem = PendingItem | SendingItem | FailedItem;
/** A question that has ended. Its receipt stays. */
export type EndedItem = SettledItem | ExpiredItem | LostItem | AbortedItem;

/** What a question has in every status. */
export interface ElicitItemFacts extends Readonly<
  Pick<ElicitRequest, 'elicitId' | 'callId' | 'key' | 'attempt' | 'expiresAt'>
> {
  /** The server that asks, if it is not the chat server. */
  readonly server?: ElicitServer | undefined;
  /** The tool that asks; empty if its server does not say. */
  readonly toolName: string;
  /** The text to show, without any context section. It comes from a tool: show it as plain text. */
  readonly message: string;
  /** What is wrong with the last answer. */
  readonly issues?: readonly ElicitIssue[] | undefined;
  /** The question as the server sent it. */
  readonly request: ElicitRequest;
  /** The components that its handler shows. */
  readonly views: readonly ElicitView[];
  /** True if no plugin handler asks it: a form shows it or, in mode `url`, a page to open. */
  readonly generic: boolean;
  /**
   * The label of the button that sends the answer, if the host's side gives one. In mode `url` it labels the "done"
   * button: accept such a question when the person is done with the page, not when they open it.
   */
  readonly submitLabel?: string | undefined;
  /** @internal Stands in for the generic form. */
  readonly '~form'?: StandIn | undefined;
  /** What was entered in the generic form but not sent. It survives a reload. */
  readonly draft?: unknown;
  /**
   * The content of its earlier answer, without secrets, if it is in the generic form again: to change the answer, or as
   * the call went back. The form starts with it.
   */
  readonly answer?: unknown;
  /** For the form's `onDraftChange`. */
  readonly setDraft: (draft: unknown) => void;
  /**
   * True if the person put it aside while it still waits: an outlet shows one line instead. It survives a reload. It
   * comes back when the server asks again, or when the last tenth of its time begins.
   */
  readonly aside: boolean;
  /**
   * Put it aside, or bring it back. No effect once it has ended. It cannot be put aside while its answer is being sent.
   */
  readonly setAside: (aside: boolean) => void;
}

/** A question that waits for an answer, or whose answer the person changes. */
interface OpenItemFacts extends ElicitItemFacts {
  /** True if it has an answer, which counts until another is given and the server has it. */
  readonly revises: boolean;
  /** True if another tab or client gave that answer. What was chosen is then not known here. */
  readonly elsewhere?: boolean | undefined;
}

/** A question that can be acted on. */
interface ActionableFacts extends OpenItemFacts {
  /** Leave the answer as it was. Present if it is being changed; then declining and cancelling do the same. */
  readonly keep?: (() => void) | undefined;
  /** Say no. */
  readonly decline: (reason?: string) => void;
  /** Close it without an answer. */
  readonly cancel: () => void;
}

/** A question that waits for an answer. */
export interface PendingItem extends ActionableFacts {
  readonly status: 'pending';
  /** Ask for more time: as much as the question had. Present if it ends by itself and its time is no real limit. */
  readonly moreTime?: (() => void) | undefined;
  /** Why no plugin here can answer it. It can still be declined or cancelled. */
  readonly problem?: ItemProblem | undefined;
  /** The handler's progress message. */
  readonly progress?: string | undefined;
  /**
   * Answer it, with words for its receipt if no plugin has any; their `detail` is the question by default. Content that
   * does not fit comes back as `issues`.
   */
  readonly accept: (content: unknown, receipt?: ReceiptWords) => void;
}

/** A question that waits for somebody else. It is not among `pending`. */
export interface AwaitedItem extends ElicitItemFacts {
  readonly status: 'awaited';
  /** Whom it waits for: any one of these. */
  readonly to: readonly Pick<Addressee, 'name' | 'role'>[];
  /** Ask nobody any more: the tool goes on without an answer. */
  readonly withdraw: () => void;
}

/** A question whose answer is being sent. */
export interface SendingItem extends OpenItemFacts {
  readonly status: 'sending';
  readonly action: ElicitAction;
  /** Why the answer has not arrived yet. The client is retrying. */
  readonly problem?: ItemProblem | undefined;
}

/** A question whose answer did not arrive, or whose handler failed. */
export interface FailedItem extends ActionableFacts {
  readonly status: 'failed';
  readonly problem: ItemProblem;
  /** Send the same answer again. Without an answer, run the handler again. */
  readonly retry: () => void;
}

/** A question that has ended. */
interface EndedItemFacts extends ElicitItemFacts {
  /** The words for the receipt line, if any; the outlet has words for the others. */
  readonly receipt: ReceiptWords | undefined;
}

/** A question whose outcome the server has recorded. */
export interface SettledItem extends EndedItemFacts {
  readonly status: 'settled';
  readonly action: ElicitAction;
  /** Why it was cancelled, if known. */
  readonly reason?: CancelReason | undefined;
  /** True if another tab or client answered it. */
  readonly elsewhere: boolean;
  /** Set if somebody else answered it. The name is absent if the server knows none. */
  readonly by?: Pick<Answerer, 'name'> | undefined;
  /**
   * Open it again to change the answer. Present while the server can go back to it. A new answer makes what came after
   * it not count; the call goes on from there, and asks again what it needs.
   */
  readonly change?: (() => void) | undefined;
  /**
   * `changed`: another answer counts now, and what came after does not. `late`: it could not be changed any more.
   * `stuck`: something could not be undone, so the earlier answer still counts.
   */
  readonly note?: ChangeNote | undefined;
}

/** A question that was not answered in time. */
export interface ExpiredItem extends EndedItemFacts {
  readonly status: 'expired';
  /** Ask, as the person, for the question again. Works once, and only for the chat server's questions. */
  readonly askAgain?: ((words?: string) => void) | undefined;
}

/** A question the server no longer knows: what became of an answer is unknown. */
export interface LostItem extends EndedItemFacts {
  readonly status: 'lost';
  readonly problem?: ItemProblem | undefined;
  /**
   * Say, as the person, to try it again. Works once; call it only when the person asks for it.
   *
   * @param words - the message to the model; English by default
   */
  readonly askAgain?: ((words?: string) => void) | undefined;
}

/** A question whose call was stopped. */
export interface AbortedItem extends EndedItemFacts {
  readonly status: 'aborted';
  readonly by?: PluginSessionStatusEvent['by'];
}

/** One component that a handler shows. */
export interface ElicitView extends ViewState {
  /** What was entered but not sent. */
  readonly draft: unknown;
  /** For the component's `onRespond`. */
  readonly answer: (value: unknown, words?: ReceiptWords) => void;
  /** For the component's `onDraftChange`. */
  readonly setDraft: (draft: unknown) => void;
}

/** What an item's methods call, by question id. */
export interface ItemActions {
  readonly accept: (elicitId: string, content: unknown, receipt?: ReceiptWords) => void;
  readonly decline: (elicitId: string, reason?: string) => void;
  readonly cancel: (elicitId: string) => void;
  readonly retry: (elicitId: string) => void;
  readonly change: (elicitId: string) => void;
  readonly keep: (elicitId: string) => void;
  readonly askAgain: (elicitId: string, words?: string) => void;
  readonly answer: (elicitId: string, viewId: string, value: unknown, words?: ReceiptWords) => void;
  readonly setDraft: (elicitId: string, viewId: string, draft: unknown) => void;
  readonly setAside: (elicitId: string, aside: boolean) => void;
  readonly moreTime: (elicitId: string) => void;
}

/**
 * Build the public item from its state.
 *
 * @param canChange - its answer can be changed now
 */
export function presentItem(item: ItemState, actions: ItemActions, canChange: boolean): ElicitItem {
  const { request, open, end, outside } = item;
  const { elicitId } = request;
  const drafts = open?.drafts ?? {};
  const sent = answerUnderWay(item);
  const facts: ElicitItemFacts = {
    elicitId,
    callId: request.callId,
    server: outside?.server.name ? outside.server : undefined,
    toolName: request.toolName,
    key: request.key,
    message: item.message,
    attempt: request.attempt,
    issues: sent ? undefined : open?.issues,
    expiresAt: request.expiresAt,
    request,
    views: (open?.views ?? []).map((view) => presentView(item, view, actions)),
    generic: item.generic === true,
    submitLabel: outside?.asked?.submitLabel,
    '~form': outside?.asked?.['~form'],
    draft: drafts[formDraft],
    answer: drafts[formAnswer],
    setDraft: (draft) => actions.setDraft(elicitId, formDraft, draft),
    aside: open?.aside !== undefined,
    setAside: (aside) => actions.setAside(elicitId, aside),
  };
  // Assign, don't spread: V8 takes 16 µs to spread an object of this size and to add to it, and 0.3 to assign.
  const adding = <Own, Also = unknown>(own: Own, also?: Also) => Object.assign(facts, own, also as Also);
  const refuse = {
    decline: (reason?: string) => actions.decline(elicitId, reason),
    cancel: () => actions.cancel(elicitId),
  };
  const revises = isRevised(item);
  const counts = countsIn(item);
  const elsewhere = counts?.elsewhere;
  const keep = revises ? () => actions.keep(elicitId) : undefined;
  const receipt = receiptOf(item);
  const askAgain = canBeAskedAgain(item) ? (words?: string) => actions.askAgain(elicitId, words) : undefined;
  const status = statusOfItem(item);
  switch (status) {
    case 'pending': {
      const { blocked: problem, progress } = open ?? {};
      const accept = (content: unknown, receipt?: ReceiptWords) => actions.accept(elicitId, content, receipt);
      const moreTime = mayHaveMoreTime(item) ? () => actions.moreTime(elicitId) : undefined;
      return adding({ status, problem, progress, moreTime, accept, keep, revises, elsewhere }, refuse);
    }
    case 'awaited':
      return adding({ status, to: request.to?.who ?? [], withdraw: refuse.cancel });
    case 'sending':
      return adding({ status, revises, elsewhere, action: sent?.action ?? 'cancel', problem: sent?.problem });
    case 'failed': {
      const problem = sent?.problem ?? open?.failed ?? { code: 'HANDLER_FAILED' };
      const retry = () => actions.retry(elicitId);
      return adding({ status, problem, retry, keep, revises, elsewhere }, refuse);
    }
    case 'settled': {
      const { action = 'cancel', result, by } = counts ?? {};
      const reason = result?.action === 'cancel' ? result.reason : undefined;
      const change = canChange ? () => actions.change(elicitId) : undefined;
      return adding({ status, action, reason, elsewhere: elsewhere === true, by, receipt, change, note: end?.note });
    }
    case 'expired':
      return adding({ status, askAgain, receipt });
    case 'lost':
      return adding({ status, problem: end?.problem, askAgain, receipt });
    case 'aborted':
      return adding({ status, by: end?.by, receipt });
  }
}

function presentView(item: ItemState, view: ViewState, actions: ItemActions): ElicitView {
  const { elicitId } = item.request;
  return {
    ...view,
    active: view.active && statusOfItem(item) === 'pending',
    draft: draftsOf(item)[view.id],
    answer: (...given) => actions.answer(elicitId, view.id, ...given),
    setDraft: (draft) => actions.setDraft(elicitId, view.id, draft),
  };
}
