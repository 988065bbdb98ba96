import type { PluginComponent } from '../../plugin/elicit-handler.ts';
import { readContext } from '../../protocol/context-data.ts';
import type { PluginSessionStatusEvent } from '../../protocol/chat-event.ts';
import type { ElicitAction, ElicitResult } from '../../protocol/elicit-result.ts';
import type { ElicitIssue, ElicitRequest } from '../../protocol/elicit-request.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { ReceiptWords } from '../../plugin/make-plugin.ts';
import type { ItemProblem, Problem } from '../client-error.ts';
import { cardProblem } from './card-problem.ts';

/** Who asks, where it is not the chat server. */
export interface ElicitServer {
  /** The host's own name for it: never a name that it gave itself. */
  readonly name: string;
  /** Where it is, such as `https://mcp.example.com`. */
  readonly origin?: string | undefined;
}

/** One question, as the reducer keeps it. */
export interface ItemState {
  /** The question as it travelled. */
  readonly request: ElicitRequest;
  /** Who asks, where it is not the chat server: then no stream and no POST tells of it, or carries its answer. */
  readonly server?: ElicitServer | undefined;
  /** What is wrong with an answer beside what the plugin's schema says, in the words of whoever asked. */
  readonly check?: ((content: unknown) => readonly ElicitIssue[]) | undefined;
  /** The words, without any context section. */
  readonly message: string;
  /** The context data, not yet checked by its schema. */
  readonly context: JsonObject;
  readonly status: 'pending' | 'sending' | 'failed' | 'settled' | 'expired' | 'lost' | 'aborted';
  /** No plugin's handler asks it: it is left to a form, or to a page to open. */
  readonly generic?: true | undefined;
  /** What the form's button that sends says, where whoever asks has a word for it. */
  readonly submitLabel?: string | undefined;
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
  /** Names the recorded answer, so that the server can say whether it is the one that counts. */
  readonly answerId?: string | undefined;
  /** Answers that were sent before the recorded one and failed: the server may have one of them all the same. */
  readonly earlier?: readonly SentAnswer[] | undefined;
  /** The POST that carried it. */
  readonly post?: string | undefined;
  /** Why nobody can answer it here (pending), why it failed, or why it was lost. */
  readonly problem?: ItemProblem | undefined;
  /** How it was settled. */
  readonly action?: ElicitAction | undefined;
  /** The plugin's words for an accepted answer. */
  readonly receipt?: ReceiptWords | undefined;
  /** Who aborted it. */
  readonly by?: PluginSessionStatusEvent['by'];
  /** Another tab or another client answered it. */
  readonly elsewhere?: boolean | undefined;
  /** Restored without its context, which the server is to tell again: no handler can run before. */
  readonly isPartial?: boolean | undefined;
  /** It was lost, and the person has asked for it again. */
  readonly askedAgain?: boolean | undefined;
  /** When this attempt came, in milliseconds since the Unix epoch: its time counts from then. */
  readonly askedAt?: number | undefined;
  /** When the person put it aside; not there while it is in view. */
  readonly aside?: number | undefined;
}

/** An answer of this client, as it was sent. */
export interface SentAnswer {
  readonly result: ElicitResult<unknown>;
  readonly answerId?: string | undefined;
  readonly receipt?: ReceiptWords | undefined;
}

/** How a question ends that no chat server settles. */
export type EndOfItem = Pick<ItemState, 'status'> & Partial<Pick<ItemState, 'action' | 'result' | 'receipt' | 'by'>>;

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

/**
 * A question that arrives.
 *
 * @param askedAt - when, in milliseconds since the Unix epoch
 */
export function openItem(request: ElicitRequest, askedAt?: number): ItemState {
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
    askedAt,
  };
}

/** The same question, asked again: its views and drafts stay, its handler runs anew. */
export function reopenItem(item: ItemState, request: ElicitRequest, at: number): ItemState {
  const { views, components, drafts, isPartial, askedAt, aside } = item;
  const opened = { ...openItem(request, at), run: item.run + 1, views: views.map(toInert), components, drafts };
  // Only its context was missing after a reload: it is no new attempt, and stays where the person put it.
  const isSame = isPartial === true && isOpen(item) && request.attempt === item.request.attempt;
  return isSame ? { ...opened, askedAt, aside } : opened;
}

/** When a question that was put aside comes back by itself: as the last tenth of its time begins. */
export function comesBackAt({ request: { expiresAt }, askedAt, aside }: ItemState): number | undefined {
  if (expiresAt === undefined || askedAt === undefined || aside === undefined) return undefined;
  const at = expiresAt - (expiresAt - askedAt) / 10;
  // Put aside within that tenth, it stays aside.
  return aside < at ? at : undefined;
}

/** The question of that id. However many are looked up among the same questions, these are walked through once. */
export function findItem(items: readonly ItemState[], elicitId: string): ItemState | undefined {
  let byId = indexes.get(items);
  if (byId === undefined) indexes.set(items, (byId = new Map(items.map((item) => [item.request.elicitId, item]))));
  return byId.get(elicitId);
}

const indexes = new WeakMap<readonly ItemState[], Map<string, ItemState>>();

/** Names a question to a developer. The tool and the key of an MCP server's question may be unknown. */
export function questionName({ request: { toolName, key }, server }: Pick<ItemState, 'request' | 'server'>): string {
  if (toolName === '') return server === undefined ? 'a question' : `a question of ${server.name}`;
  return key === '' ? toolName : `${toolName}.${key}`;
}

/** True where the person may have the model ask again: once, and not where another server asked and its call is over. */
export function canBeAskedAgain(item: ItemState): boolean {
  const { status, askedAgain } = item;
  return askedAgain !== true && (status === 'lost' || (status === 'expired' && isOfChat(item)));
}

/** True for a question of the chat server. What others asked it can neither settle nor end. */
export function isOfChat({ server }: ItemState): boolean {
  return server === undefined;
}

/** True while the chat server waits for an answer. */
export function isAwaited(item: ItemState): boolean {
  return isOfChat(item) && isOpen(item);
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
 * @param answerId - the recorded answer's, where somebody answered and the server tells whose it took
 */
export function settleItem(item: ItemState, action: ElicitAction, at: number, answerId?: string): ItemState {
  if (!isOpen(item)) return item;
  // Another tab's answer may have been the first: then ours says nothing about it.
  const ours = sentAnswers(item).find((sent) => sent.result.action === action && isNamed(sent, answerId));
  const { expiresAt } = item.request;
  const overdue = expiresAt !== undefined && at >= expiresAt;
  if (action === 'cancel' && overdue && ours === undefined && answerId === undefined) {
    return endItem(item, { status: 'expired' });
  }
  // Of an answer that was too secret to keep over a reload, its name is left.
  const wasOurs = ours !== undefined || (answerId !== undefined && item.answerId === answerId);
  return endItem(item, {
    status: 'settled',
    action,
    // Nobody here answered so; a cancel without a name can be the server's own.
    elsewhere: !wasOurs && (action !== 'cancel' || answerId !== undefined) ? true : undefined,
    result: ours?.result,
    receipt: ours?.receipt,
  });
}

/** What this client has sent, the last first: of two that could be meant that one is. */
export function sentAnswers({ result, answerId, receipt, earlier = [] }: ItemState): readonly SentAnswer[] {
  return result === undefined ? earlier : [{ result, answerId, receipt }, ...earlier];
}

/** True where nothing says that the recorded answer is another one. */
function isNamed(sent: SentAnswer, answerId: string | undefined): boolean {
  return answerId === undefined || sent.answerId === undefined || sent.answerId === answerId;
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
  return { ...item, status: 'failed', problem: cardProblem(problem), progress: undefined };
}

/** Show a view, anew or again. */
export function showView(item: ItemState, view: ViewState): ItemState {
  const known = item.views.some(({ id }) => id === view.id);
  const views = known ? item.views.map((old) => (old.id === view.id ? view : old)) : [...item.views, view];
  const components = item.components.includes(view.Component) ? item.components : [...item.components, view.Component];
  return { ...item, views, components };
}

/** Holds the draft of a question that no handler asks; no view has this id. */
export const formDraft = 'form';

/** The id of the nth view of a component, counted from 0. */
export function viewId(item: ItemState, Component: PluginComponent<never>, nth: number): string {
  const place = item.components.indexOf(Component);
  return `${place === -1 ? item.components.length : place}.${nth}`;
}

export function toInert(view: ViewState): ViewState {
  return view.active ? { ...view, active: false } : view;
}
