import type { PluginComponent } from '../../plugin/elicit-handler.ts';
import { readContext } from '../../protocol/context-data.ts';
import type { PluginSessionStatusEvent } from '../../protocol/chat-event.ts';
import type { ElicitAction, ElicitResult } from '../../protocol/elicit-result.ts';
import type { ElicitIssue, ElicitRequest } from '../../protocol/elicit-request.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { ReceiptWords } from '../../plugin/make-plugin.ts';
import type { Problem } from '../client-error.ts';

/** One question, as the reducer keeps it: facts only, nothing that acts. */
export interface ItemState {
  /** The question as it travelled. */
  readonly request: ElicitRequest;
  /** The words, without any context section. */
  readonly message: string;
  /** The context data, not yet checked by its schema. */
  readonly context: JsonObject;
  readonly status: 'pending' | 'sending' | 'failed' | 'settled' | 'expired' | 'lost' | 'aborted';
  /** Rises each time the handler is to run again. */
  readonly run: number;
  readonly views: readonly ViewState[];
  /** The components shown so far: a view's key is made from its component's place here. */
  readonly components: readonly PluginComponent<never>[];
  /** What was typed but not sent, by view; outlives the view. */
  readonly drafts: Readonly<Record<string, unknown>>;
  /** What is wrong with the last answer. */
  readonly issues?: readonly ElicitIssue[] | undefined;
  /** What the handler says is going on. */
  readonly progress?: string | undefined;
  /** The recorded answer. Never sent, never there: once there, a retry sends this one. */
  readonly result?: ElicitResult<unknown> | undefined;
  /** The POST that carried it. */
  readonly post?: string | undefined;
  /** Why nobody can answer it here (pending), why it failed, or why it was lost. */
  readonly problem?: Problem | undefined;
  /** How it was settled. */
  readonly action?: ElicitAction | undefined;
  /** The plugin's words for an accepted answer. */
  readonly receipt?: ReceiptWords | undefined;
  /** Who aborted it. */
  readonly by?: PluginSessionStatusEvent['by'];
  /** It is being answered, or was answered, by another tab or another client. */
  readonly elsewhere?: boolean | undefined;
  /** Restored without its context, which the server is to tell again: no handler can run before. */
  readonly isPartial?: boolean | undefined;
  /** It was lost, and the person has asked for it again. */
  readonly askedAgain?: boolean | undefined;
}

/** One component on display. */
export interface ViewState {
  /** Its React key: the nth view of a component keeps it from run to run. */
  readonly id: string;
  readonly kind: 'render' | 'show';
  readonly Component: PluginComponent<never>;
  readonly props: object;
  /** Answered, or of an earlier run: it stays, inert. */
  readonly active: boolean;
}

/** A question that arrives. */
export function openItem(request: ElicitRequest): ItemState {
  const { message, context } = readContext(request.message, request.schema);
  return {
    request,
    message,
    context,
    status: 'pending',
    run: 1,
    views: [],
    components: [],
    drafts: {},
    issues: request.issues,
  };
}

/** The same question, asked again: its views and drafts stay, its handler runs anew. */
export function reopenItem(item: ItemState, request: ElicitRequest): ItemState {
  const { views, components, drafts } = item;
  return { ...openItem(request), run: item.run + 1, views: views.map(toInert), components, drafts };
}

/** True while somebody can still do something about it. */
export function isOpen(item: ItemState): boolean {
  return isOpenStatus(item.status);
}

export function isOpenStatus(status: ItemState['status']): boolean {
  return status === 'pending' || status === 'sending' || status === 'failed';
}

/**
 * What the server says became of it.
 *
 * @param at - the time, in milliseconds since the Unix epoch
 */
export function settleItem(item: ItemState, action: ElicitAction, at: number): ItemState {
  if (!isOpen(item)) return item;
  const sent = item.result;
  const { expiresAt } = item.request;
  const overdue = expiresAt !== undefined && at >= expiresAt;
  if (action === 'cancel' && overdue && sent?.action !== 'cancel') return endItem(item, { status: 'expired' });
  // Another tab's answer may have been the first: then ours says nothing about it.
  const ours = sent?.action === action;
  return endItem(item, {
    status: 'settled',
    action,
    // Nobody here answered so; a cancel can be the server's own.
    elsewhere: !ours && action !== 'cancel' ? true : undefined,
    result: ours ? sent : undefined,
    receipt: ours ? item.receipt : undefined,
  });
}

/** Its call ended. An answer on its way was taken; without one it ended unanswered. */
export function settleByCallEnd(item: ItemState, at: number): ItemState {
  return settleItem(item, item.status === 'sending' ? (item.result?.action ?? 'cancel') : 'cancel', at);
}

export function endItem(item: ItemState, end: Partial<ItemState> & Pick<ItemState, 'status'>): ItemState {
  if (!isOpen(item)) return item;
  return { ...item, views: [], drafts: {}, issues: undefined, progress: undefined, problem: undefined, ...end };
}

export function failItem(item: ItemState, problem: Problem): ItemState {
  return { ...item, status: 'failed', problem, progress: undefined };
}

/** Show a view, anew or again. */
export function showView(item: ItemState, view: ViewState): ItemState {
  const known = item.views.some(({ id }) => id === view.id);
  const views = known ? item.views.map((old) => (old.id === view.id ? view : old)) : [...item.views, view];
  const components = item.components.includes(view.Component) ? item.components : [...item.components, view.Component];
  return { ...item, views, components };
}

/** The id of the nth view of a component, counted from 0. */
export function viewId(item: ItemState, Component: PluginComponent<never>, nth: number): string {
  const place = item.components.indexOf(Component);
  return `${place === -1 ? item.components.length : place}.${nth}`;
}

export function toInert(view: ViewState): ViewState {
  return view.active ? { ...view, active: false } : view;
}
