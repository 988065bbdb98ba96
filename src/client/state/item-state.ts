import type { PluginComponent } from '../../plugin/elicit-handler.ts';
import { readContext } from '../../protocol/context-data.ts';
import type { PluginSessionStatusEvent } from '../../protocol/chat-event.ts';
import type { ElicitAction, ElicitResult } from '../../protocol/elicit-result.ts';
import type { ElicitIssue, ElicitRequest } from '../../protocol/elicit-request.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { canChange } from '../../protocol/question-keys.ts';
import type { ReceiptWords } from '../../plugin/make-plugin.ts';
import type { ItemProblem, Problem } from '../client-error.ts';
import { cardProblem } from './card-problem.ts';
import { safeDrafts } from './secrets.ts';
import type { DeliverAnswer, ElicitServer, OutsideQuestion } from './outside-question.ts';

/** One question, as the reducer keeps it. */
export interface ItemState {
  /** The question as the server sent it. */
  readonly request: ElicitRequest;
  /** The server that asks, if it is not the chat server. No stream or POST carries such a question or its answer. */
  readonly server?: ElicitServer | undefined;
  /** Such a question as it was last asked, with its functions. Undefined after a reload, until it is asked again. */
  readonly asked?: OutsideQuestion | undefined;
  /** Takes a change of such a question's answer to its server. Undefined while that takes none. */
  readonly takesChange?: DeliverAnswer | undefined;
  /** The text, without any context section. */
  readonly message: string;
  /** The context data, not yet checked against its schema. */
  readonly context: JsonObject;
  readonly status: 'pending' | 'sending' | 'failed' | 'settled' | 'expired' | 'lost' | 'aborted';
  /** True if no plugin handler asks it: it is left to a form or to a page to open. */
  readonly generic?: true | undefined;
  /** Rises each time the handler must run again. */
  readonly run: number;
  readonly views: readonly ViewState[];
  /** The components shown so far. A view's key comes from its component's index here. */
  readonly components: readonly PluginComponent<never>[];
  /** What was entered but not sent, by view. It outlives the view. */
  readonly drafts: Readonly<Record<string, unknown>>;
  /** What is wrong with the last answer. */
  readonly issues?: readonly ElicitIssue[] | undefined;
  /** The handler's progress message. */
  readonly progress?: string | undefined;
  /** The recorded answer. Once set, a retry sends this one. */
  readonly result?: ElicitResult<unknown> | undefined;
  /** The recorded answer's id, so that the server can say whether it took this one. */
  readonly answerId?: string | undefined;
  /** Failed answers from before the recorded one. The server may still have one of them. */
  readonly earlier?: readonly SentAnswer[] | undefined;
  /** The POST that carried it. */
  readonly post?: string | undefined;
  /** Why it cannot be answered here (pending), why it failed, or why it was lost. */
  readonly problem?: ItemProblem | undefined;
  /** How it was settled. */
  readonly action?: ElicitAction | undefined;
  /** The plugin's words for an accepted answer. */
  readonly receipt?: ReceiptWords | undefined;
  /** Who aborted it. */
  readonly by?: PluginSessionStatusEvent['by'];
  /** Another tab or another client answered it. */
  readonly elsewhere?: boolean | undefined;
  /** True if restored without its context: no handler can run until the server sends it again. */
  readonly isPartial?: boolean | undefined;
  /** The person has asked for it again after it was lost or expired. */
  readonly askedAgain?: boolean | undefined;
  /** When this attempt arrived, in milliseconds since the Unix epoch. Its time counts from then. */
  readonly askedAt?: number | undefined;
  /** When the person put it aside, in milliseconds since the Unix epoch; undefined while it is in view. */
  readonly aside?: number | undefined;
  /** While its answer is being changed: the question as it was settled. Every way out but a new answer restores it. */
  readonly revising?: ItemState | undefined;
  /** What became of the last change of its answer, if the person must know. */
  readonly note?: ChangeNote | undefined;
}

/**
 * `changed`: another answer counts now, and what came after it does not. `late`: it could not be changed any more.
 * `stuck`: something could not be undone, so the earlier answer still counts.
 */
export type ChangeNote = 'changed' | 'late' | 'stuck';

/** An answer that this client sent. */
export interface SentAnswer {
  readonly result: ElicitResult<unknown>;
  readonly answerId?: string | undefined;
  readonly receipt?: ReceiptWords | undefined;
}

/** How a question ends that does not come from the chat server. */
export type EndOfItem = Pick<ItemState, 'status'> &
  Partial<Pick<ItemState, 'action' | 'result' | 'receipt' | 'by' | 'elsewhere'>>;

/** How an answer ends a question that does not come from the chat server. */
export function endWith(result: ElicitResult<unknown>, receipt?: ReceiptWords): EndOfItem {
  const isExpiry = result.action === 'cancel' && result.reason === 'expired';
  return { status: isExpiry ? 'expired' : 'settled', action: result.action, result, receipt };
}

/** One component on display. */
export interface ViewState {
  /** Its React key. The nth view of a component keeps it across runs. */
  readonly id: string;
  readonly kind: 'render' | 'show';
  readonly Component: PluginComponent<never>;
  readonly props: object;
  /** False if answered or from an earlier run: it stays, inert. */
  readonly active: boolean;
}

/**
 * The state of a new question.
 *
 * @param askedAt - when it arrived, in milliseconds since the Unix epoch
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

/** Ask the same question again: views and drafts stay, and its handler runs again. */
export function reopenItem(item: ItemState, request: ElicitRequest, at: number): ItemState {
  const { views, components, drafts, isPartial, askedAt, aside } = item;
  const opened = { ...openItem(request, at), run: item.run + 1, views: views.map(toInert), components, drafts };
  // Only its context was missing after a reload: this is no new attempt, so it stays aside.
  const isSame = isPartial === true && isOpen(item) && request.attempt === item.request.attempt;
  return isSame ? { ...opened, askedAt, aside } : opened;
}

/** Ask a question again that does not come from the chat server. The rules are those of `OutsideQuestion.id`. */
export function askOver(known: ItemState, next: ItemState): ItemState {
  const { server, asked, message, context, request } = next;
  if (request.attempt === known.request.attempt) {
    if (isOpen(known) && known.asked !== undefined) return { ...known, asked };
    if (isOpen(known)) {
      // Back after a reload. Only what the person did is taken from the storage: any script may write there.
      const { issues = known.issues } = request;
      return {
        ...known,
        server,
        asked,
        message,
        context,
        request: { ...request, issues },
        issues,
        isPartial: undefined,
      };
    }
    const isStopped = known.status === 'aborted' && known.by !== 'user';
    // Without a result, only the storage says that it was answered.
    if (!isStopped && (known.status !== 'settled' || known.result !== undefined)) return known;
  }
  return { ...reopenItem(known, request, next.askedAt ?? 0), server, asked };
}

/** When a question that was put aside comes back: at the start of the last tenth of its time. */
export function comesBackAt({ request: { expiresAt }, askedAt, aside }: ItemState): number | undefined {
  if (expiresAt === undefined || askedAt === undefined || aside === undefined) return undefined;
  const at = expiresAt - (expiresAt - askedAt) / 10;
  // If put aside within that tenth, it stays aside.
  return aside < at ? at : undefined;
}

/**
 * The items that a later list has anew or changed. Of hundreds, a change concerns one or two. Both lists are in the order
 * asked.
 */
export function newItems(before: readonly ItemState[], now: readonly ItemState[]): readonly ItemState[] {
  const found: ItemState[] = [];
  let at = 0;
  for (const item of now) {
    const { elicitId } = item.request;
    // What stood before it may be gone.
    let place = at;
    while (place < before.length && before[place] !== item && before[place]?.request.elicitId !== elicitId) place += 1;
    if (before[place] !== item) found.push(item);
    if (place < before.length) at = place + 1;
  }
  return found;
}

/** Find a question by id. It is mostly one of the last. */
export function findItem(items: readonly ItemState[], elicitId: string): ItemState | undefined {
  return items.findLast((item) => item.request.elicitId === elicitId);
}

/** Name a question for a developer. An MCP server's question may have no tool name or key. */
export function questionName({ request: { toolName, key }, server }: Pick<ItemState, 'request' | 'server'>): string {
  if (toolName === '') return server === undefined ? 'a question' : `a question of ${server.name}`;
  return key === '' ? toolName : `${toolName}.${key}`;
}

/** True if the person may have it asked again: once, and for an expired question only if the chat server asked. */
export function canBeAskedAgain(item: ItemState): boolean {
  const { status, askedAgain } = item;
  return askedAgain !== true && (status === 'lost' || (status === 'expired' && isOfChat(item)));
}

/** True for the chat server's questions. It can neither settle nor end any other. */
export function isOfChat({ server }: ItemState): boolean {
  return server === undefined;
}

/** The person may ask for more time: the question ends by itself, and its time is no real limit. */
export function mayHaveMoreTime(item: ItemState): boolean {
  const { expiresAt, extensions = 0 } = item.request;
  return isAwaited(item) && item.revising === undefined && expiresAt !== undefined && extensions > 0;
}

/** True while the chat server waits for an answer. */
export function isAwaited(item: ItemState): boolean {
  return isOfChat(item) && isOpen(item);
}

/**
 * The questions whose answers can be changed now: those that a waiting question of the same call names, and those that
 * another server takes a change of.
 */
export function changeableIn(items: readonly ItemState[]): ReadonlySet<ItemState> {
  const waiting = items.filter(
    ({ status, revising, request }) =>
      isOpenStatus(status) && revising === undefined && request.changeable !== undefined,
  );
  const isNamed = ({ callId, seq }: ElicitRequest) =>
    waiting.some(({ request }) => request.callId === callId && canChange(request, seq));
  const isTaken = (item: ItemState) =>
    isOfChat(item)
      ? waiting.length > 0 && item.answerId !== undefined && isNamed(item.request)
      : item.takesChange !== undefined;
  const isChangeable = (item: ItemState) =>
    isTaken(item) &&
    item.status === 'settled' &&
    item.action === 'accept' &&
    item.isPartial !== true &&
    item.note !== 'late';
  return new Set(items.filter(isChangeable));
}

/** Open a settled question to change its answer. What was entered is its draft; it has no deadline. */
export function reviseItem(item: ItemState): ItemState {
  const { request, server, asked, takesChange, message, context, run, components, earlier } = item;
  return {
    request: { ...request, expiresAt: undefined },
    server,
    asked,
    takesChange,
    message,
    context,
    status: 'pending',
    run: run + 1,
    views: [],
    components,
    drafts: answeredDrafts(item),
    earlier,
    revising: item,
  };
}

/** Leave the answer as it was. */
export function keepAnswer(item: ItemState, note?: ChangeNote): ItemState {
  const { revising, takesChange, run, components } = item;
  if (revising === undefined) return item;
  return { ...revising, takesChange, run, components, earlier: sentAnswers(item), note };
}

/** Another answer counts now: one of this client's, or another page's. */
export function changeAnswer(item: ItemState, action: ElicitAction, answerId: string | undefined): ItemState {
  const ours = answerId === undefined ? undefined : sentAnswers(item).find((sent) => sent.answerId === answerId);
  return {
    ...keepAnswer(item),
    action,
    answerId,
    result: ours?.result,
    receipt: ours?.receipt,
    elsewhere: ours === undefined ? true : undefined,
    drafts: ours === undefined ? {} : givenDrafts(isOpen(item) ? item : { ...item, drafts: {} }, ours),
    note: 'changed',
  };
}

/** The question as it was settled, also while its answer is being changed. */
export function settledOf(item: ItemState): ItemState | undefined {
  return item.revising ?? (item.status === 'settled' ? item : undefined);
}

/** True while it can still be acted on. */
export function isOpen(item: ItemState): boolean {
  return isOpenStatus(item.status);
}

export function isOpenStatus(status: ItemState['status']): boolean {
  return status === 'pending' || status === 'sending' || status === 'failed';
}

/**
 * Settle a question as the server says.
 *
 * @param at - the time, in milliseconds since the Unix epoch
 * @param answerId - the id of the answer it took, if there was one and the server tells it
 */
export function settleItem(item: ItemState, action: ElicitAction, at: number, answerId?: string): ItemState {
  if (!isOpen(item)) return item;
  if (item.revising !== undefined) return keepAnswer(item);
  // Another tab's answer may have come first; then ours does not count.
  const ours = sentAnswers(item).find((sent) => sent.result.action === action && isNamed(sent, answerId));
  const { expiresAt } = item.request;
  const overdue = expiresAt !== undefined && at >= expiresAt;
  if (action === 'cancel' && overdue && ours === undefined && answerId === undefined) {
    return endItem(item, { status: 'expired' });
  }
  // An answer too secret to store over a reload leaves only its id.
  const wasOurs = ours !== undefined || (answerId !== undefined && item.answerId === answerId);
  return endItem(item, {
    status: 'settled',
    action,
    // The answer came from elsewhere. A cancel without an id can be the server's own.
    elsewhere: !wasOurs && (action !== 'cancel' || answerId !== undefined) ? true : undefined,
    result: ours?.result,
    receipt: ours?.receipt,
    answerId: answerId ?? ours?.answerId,
    // The call may come back to it.
    drafts: givenDrafts(item, ours),
  });
}

/** What to offer when an answered question is asked again. Of a form that is the answer, which the draft may not be. */
function givenDrafts({ request, drafts, generic }: ItemState, given: SentAnswer | undefined): JsonObject {
  if (generic !== true || given?.result.action !== 'accept') return safeDrafts(request, drafts);
  return safeDrafts(request, { ...drafts, [formDraft]: undefined, [formAnswer]: given.result.content });
}

/** The same of a question that another server asked, whose end keeps its drafts as they are. */
export function answeredDrafts(item: ItemState): JsonObject {
  return givenDrafts(item, item.result && { result: item.result });
}

/** The answers this client sent, newest first: if two match, the newest wins. */
export function sentAnswers({ result, answerId, receipt, earlier = [] }: ItemState): readonly SentAnswer[] {
  return result === undefined ? earlier : [{ result, answerId, receipt }, ...earlier];
}

/** True unless the ids show that it is a different answer. */
function isNamed(sent: SentAnswer, answerId: string | undefined): boolean {
  return answerId === undefined || sent.answerId === undefined || sent.answerId === answerId;
}

/** Settle a question whose call ended. An answer being sent gets its own outcome: the call may have ended without it. */
export function settleByCallEnd(item: ItemState, at: number): ItemState {
  return item.status === 'sending' ? item : settleItem(item, 'cancel', at);
}

export function endItem(item: ItemState, end: Partial<ItemState> & Pick<ItemState, 'status'>): ItemState {
  if (!isOpen(item)) return item;
  if (item.revising !== undefined) return keepAnswer(item);
  return { ...item, views: [], drafts: {}, issues: undefined, progress: undefined, problem: undefined, ...end };
}

export function failItem(item: ItemState, problem: Problem): ItemState {
  return { ...item, status: 'failed', problem: cardProblem(problem), progress: undefined };
}

/** Add a view, or replace the one with its id. */
export function showView(item: ItemState, view: ViewState): ItemState {
  const known = item.views.some(({ id }) => id === view.id);
  const views = known ? item.views.map((old) => (old.id === view.id ? view : old)) : [...item.views, view];
  const components = item.components.includes(view.Component) ? item.components : [...item.components, view.Component];
  return { ...item, views, components };
}

/** The draft's key for a question without a handler. No view has this id. */
export const formDraft = 'form';
/** The key of its earlier answer. */
export const formAnswer = 'answer';

/** The id of the nth view of a component, counted from 0. */
export function viewId(item: ItemState, Component: PluginComponent<never>, nth: number): string {
  const place = item.components.indexOf(Component);
  return `${place === -1 ? item.components.length : place}.${nth}`;
}

export function toInert(view: ViewState): ViewState {
  return view.active ? { ...view, active: false } : view;
}
