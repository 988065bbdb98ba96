import type { PluginComponent } from '../plugin/elicit-handler.ts';
import type { PluginSessionStatusEvent } from '../protocol/chat-event.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { CancelReason, ElicitAction } from '../protocol/elicit-result.ts';
import type { ReceiptWords } from '../plugin/make-plugin.ts';
import type { ItemProblem } from './client-error.ts';
import {
  canBeAskedAgain,
  formDraft,
  isOpen,
  type ElicitServer,
  type ItemState,
  type ViewState,
} from './state/item-state.ts';

/**
 * One question, and what can be done about it now: what cannot be done is not there.
 *
 * @example
 * if (item.status === 'pending') item.accept({ flightId: 'FL001' });
 */
export type ElicitItem = PendingItem | SendingItem | FailedItem | SettledItem | ExpiredItem | LostItem | AbortedItem;

/** What is known of a question in every state. */
export interface ElicitItemFacts {
  readonly elicitId: string;
  readonly callId: string;
  /** Who asks, where it is not the chat server. */
  readonly server?: ElicitServer | undefined;
  /** The tool that asks; empty where its server does not say. */
  readonly toolName: string;
  readonly key: string;
  /** The words to read, without any context section. Text from a tool: show it as text. */
  readonly message: string;
  /** Rises by one each time the server did not take an answer, from 1. */
  readonly attempt: number;
  /** What is wrong with the last answer. */
  readonly issues?: readonly ElicitIssue[] | undefined;
  /** When the question ends by itself, in milliseconds since the Unix epoch. */
  readonly expiresAt?: number | undefined;
  /** The question as it travelled. */
  readonly request: ElicitRequest;
  /** The components its handler shows. */
  readonly views: readonly ElicitView[];
  /** No handler of a plugin asks it: it is left to a form or, in mode `url`, to a page to open. */
  readonly generic: boolean;
  /**
   * The label of the button that sends the answer, if the host's side gives one. In mode `url` it labels the "done"
   * button: accept such a question when the person is done with the page, not when they open it.
   */
  readonly submitLabel?: string | undefined;
  /** What was entered in such a form and not sent; it outlives a reload. */
  readonly draft?: unknown;
  /** For the form's `onDraftChange`. */
  readonly setDraft: (draft: unknown) => void;
  /**
   * The person put it aside, and it still waits: an outlet shows one line in its place. A reload leaves it aside. It
   * comes back as a new attempt, and when the last tenth of its time begins.
   */
  readonly aside: boolean;
  /** Put it aside, or take it up again. No effect once it has ended; while it is sent it cannot be put aside. */
  readonly setAside: (aside: boolean) => void;
}

/** It waits for an answer. */
export interface PendingItem extends ElicitItemFacts {
  readonly status: 'pending';
  /** Why no plugin of this client can answer it: it can be declined or cancelled. */
  readonly problem?: ItemProblem | undefined;
  /** What the handler says is going on. */
  readonly progress?: string | undefined;
  /** Answer. Content that does not fit the question's schema comes back as `issues`, unsent. */
  readonly accept: (content: unknown) => void;
  /** Say no. */
  readonly decline: (reason?: string) => void;
  /** Close it without an answer. */
  readonly cancel: () => void;
}

/** Its answer is on the way. */
export interface SendingItem extends ElicitItemFacts {
  readonly status: 'sending';
  readonly action: ElicitAction;
  /** Why it is not through yet; it is being tried again. */
  readonly problem?: ItemProblem | undefined;
}

/** Its answer did not arrive, or its handler failed. */
export interface FailedItem extends ElicitItemFacts {
  readonly status: 'failed';
  readonly problem: ItemProblem;
  /** Send the same answer again; where there is none, run the handler again. */
  readonly retry: () => void;
  readonly decline: (reason?: string) => void;
  readonly cancel: () => void;
}

/** The server has recorded what came of it. */
export interface SettledItem extends ElicitItemFacts {
  readonly status: 'settled';
  readonly action: ElicitAction;
  /** Why it was cancelled, where that is known. */
  readonly reason?: CancelReason | undefined;
  /** Another tab, or another client, answered it. */
  readonly elsewhere: boolean;
  /** The plugin's words for the one line that stays, where it has some; else `useReceiptWords` finds them. */
  readonly receipt: ReceiptWords | undefined;
}

/** Nobody answered in time. */
export interface ExpiredItem extends ElicitItemFacts {
  readonly status: 'expired';
  /** Say, in the person's name, that it is to be asked again; once, and not where another server asked. */
  readonly askAgain?: ((words?: string) => void) | undefined;
  readonly receipt: ReceiptWords | undefined;
}

/** The server no longer knows it: what became of an answer cannot be told. */
export interface LostItem extends ElicitItemFacts {
  readonly status: 'lost';
  readonly problem?: ItemProblem | undefined;
  /**
   * Say, in the person's name, that it is to be tried again. Only once, and only where the person wants it.
   *
   * @param words - what is said to the model; without them it is said in English
   */
  readonly askAgain?: ((words?: string) => void) | undefined;
  readonly receipt: ReceiptWords | undefined;
}

/** Its call was stopped. */
export interface AbortedItem extends ElicitItemFacts {
  readonly status: 'aborted';
  readonly by?: PluginSessionStatusEvent['by'];
  readonly receipt: ReceiptWords | undefined;
}

/** One component that a handler shows. */
export interface ElicitView {
  /** Its React key. */
  readonly id: string;
  /** `render` waits for an answer; `show` only displays. */
  readonly kind: 'render' | 'show';
  readonly Component: PluginComponent<never>;
  /** What the handler passes. */
  readonly props: object;
  /** False once it is answered: it stays, inert. */
  readonly active: boolean;
  /** What was typed and not sent. */
  readonly draft: unknown;
  /** For the component's `onRespond`. */
  readonly answer: (value: unknown) => void;
  /** For the component's `onDraftChange`. */
  readonly setDraft: (draft: unknown) => void;
}

/** What an item's methods do, by its id. */
export interface ItemActions {
  readonly accept: (elicitId: string, content: unknown) => void;
  readonly decline: (elicitId: string, reason?: string) => void;
  readonly cancel: (elicitId: string) => void;
  readonly retry: (elicitId: string) => void;
  readonly askAgain: (elicitId: string, words?: string) => void;
  readonly answer: (elicitId: string, viewId: string, value: unknown) => void;
  readonly setDraft: (elicitId: string, viewId: string, draft: unknown) => void;
  readonly setAside: (elicitId: string, aside: boolean) => void;
}

/** Give the facts of an item their methods. */
export function presentItem(item: ItemState, actions: ItemActions): ElicitItem {
  const { request } = item;
  const { elicitId } = request;
  const facts: ElicitItemFacts = {
    elicitId,
    callId: request.callId,
    server: item.server,
    toolName: request.toolName,
    key: request.key,
    message: item.message,
    attempt: request.attempt,
    issues: item.issues,
    expiresAt: request.expiresAt,
    request,
    views: item.views.map((view) => presentView(item, view, actions)),
    generic: item.generic === true,
    submitLabel: item.submitLabel,
    draft: item.drafts[formDraft],
    setDraft: (draft) => actions.setDraft(elicitId, formDraft, draft),
    aside: isOpen(item) && item.aside !== undefined,
    setAside: (aside) => actions.setAside(elicitId, aside),
  };
  const refuse = {
    decline: (reason?: string) => actions.decline(elicitId, reason),
    cancel: () => actions.cancel(elicitId),
  };
  const askAgain = canBeAskedAgain(item) ? (words?: string) => actions.askAgain(elicitId, words) : undefined;
  switch (item.status) {
    case 'pending': {
      const { problem, progress } = item;
      const accept = (content: unknown) => actions.accept(elicitId, content);
      return { ...facts, status: 'pending', problem, progress, accept, ...refuse };
    }
    case 'sending': {
      const { result, problem } = item;
      return { ...facts, status: 'sending', action: result?.action ?? 'cancel', problem };
    }
    case 'failed': {
      const problem = item.problem ?? { code: 'HANDLER_FAILED' };
      return { ...facts, status: 'failed', problem, retry: () => actions.retry(elicitId), ...refuse };
    }
    case 'settled': {
      const { action = 'cancel', result } = item;
      const reason = result?.action === 'cancel' ? result.reason : undefined;
      const elsewhere = item.elsewhere === true;
      return { ...facts, status: 'settled', action, reason, elsewhere, receipt: item.receipt };
    }
    case 'expired':
      return { ...facts, status: 'expired', askAgain, receipt: item.receipt };
    case 'lost':
      return { ...facts, status: 'lost', problem: item.problem, askAgain, receipt: item.receipt };
    case 'aborted':
      return { ...facts, status: 'aborted', by: item.by, receipt: item.receipt };
  }
}

function presentView(item: ItemState, view: ViewState, actions: ItemActions): ElicitView {
  const { elicitId } = item.request;
  return {
    ...view,
    active: view.active && item.status === 'pending',
    draft: item.drafts[view.id],
    answer: (value) => actions.answer(elicitId, view.id, value),
    setDraft: (draft) => actions.setDraft(elicitId, view.id, draft),
  };
}
