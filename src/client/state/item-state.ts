import type { PluginComponent } from '../../plugin/elicit-handler.ts';
import type { PluginElicitSettledEvent, PluginSessionStatusEvent } from '../../protocol/chat-event.ts';
import type { ElicitAction, ElicitResult } from '../../protocol/elicit-result.ts';
import type { ElicitIssue, ElicitRequest } from '../../protocol/elicit-request.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { canChange } from '../../protocol/question-keys.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import type { ItemProblem } from '../client-error.ts';
import type { DeliverAnswer, ElicitServer, OutsideQuestion } from './outside-question.ts';

/**
 * One question, as the reducer keeps it: what was asked, and its answers. It is open, has ended, or both: then its answer
 * is being changed, and every way out but a new answer drops `open`.
 */
export interface ItemState {
  /** The question as the server sent it. */
  readonly request: ElicitRequest;
  /** Who asks and takes the answer, if that is not the chat server. No stream or POST carries either. */
  readonly outside?: Outside | undefined;
  /** The text, without any context section. */
  readonly message: string;
  /**
   * The context data, not yet checked against its schema. Undefined if restored without it: no handler can run until the
   * server sends it again.
   */
  readonly context?: JsonObject | undefined;
  /** True if no plugin handler asks it: it is left to a form or to a page to open. */
  readonly generic?: true | undefined;
  /** Rises each time the handler must run again. */
  readonly run: number;
  /** The components shown so far. A view's key comes from its component's index here. */
  readonly components: readonly PluginComponent<never>[];
  /** The answers known of, the newest last. */
  readonly answers: readonly Answer[];
  /** While it can be acted on. */
  readonly open?: OpenState | undefined;
  /** How it ended, also while its answer is being changed. */
  readonly end?: EndState | undefined;
}

/** A server that is not the chat server, and what it asks and takes. */
export interface Outside {
  readonly server: ElicitServer;
  /** The question as it was last asked, with its functions. Undefined after a reload, until it is asked again. */
  readonly asked?: OutsideQuestion | undefined;
  /** Takes an answer to its server. Undefined after a reload, as `asked` is. */
  readonly carry?: (() => Promise<void>) | undefined;
  /** Takes a change of the answer to its server. Undefined while that takes none. */
  readonly takesChange?: DeliverAnswer | undefined;
}

interface Entered {
  /** What was entered but not sent, by view. It outlives the view, and the question may be asked again. */
  readonly drafts: Readonly<Record<string, unknown>>;
}

export interface OpenState extends Entered {
  readonly views: readonly ViewState[];
  /** What was wrong with the last answer. While another is under way, nobody is told. */
  readonly issues?: readonly ElicitIssue[] | undefined;
  /** The handler's progress message. */
  readonly progress?: string | undefined;
  /** Why it cannot be answered here. */
  readonly blocked?: ItemProblem | undefined;
  /** Why its handler failed. */
  readonly failed?: ItemProblem | undefined;
  /** When this attempt arrived, in milliseconds since the Unix epoch. Its time counts from then. */
  readonly askedAt?: number | undefined;
  /** When the person put it aside, in milliseconds since the Unix epoch; undefined while it is in view. */
  readonly aside?: number | undefined;
}

export interface EndState extends Entered {
  /** `settled`: one of its answers counts. */
  readonly how: 'settled' | 'expired' | 'lost' | 'aborted';
  /** Who aborted it. */
  readonly by?: PluginSessionStatusEvent['by'];
  /** Why it was lost. */
  readonly problem?: ItemProblem | undefined;
  /** Words for its receipt, in place of those of the answer. */
  readonly receipt?: ReceiptWords | undefined;
  /** What became of the last change of its answer, if the person must know. */
  readonly note?: ChangeNote | undefined;
  /** The person has asked for it again after it was lost or expired. */
  readonly askedAgain?: boolean | undefined;
}

export type ItemStatus = 'pending' | 'awaited' | 'sending' | 'failed' | EndState['how'];

/** One answer to it. */
export interface Answer {
  /** So that the server can say which one it took. */
  readonly id?: string | undefined;
  readonly action: ElicitAction;
  /** Undefined if it is not known here: another page gave it, or it was too secret to be stored over a reload. */
  readonly result?: ElicitResult<unknown> | undefined;
  /** The words of its receipt. */
  readonly receipt?: ReceiptWords | undefined;
  /** `past`: the server may have it, or had it once, but it does not count. */
  readonly state: 'sending' | 'failed' | 'counts' | 'past';
  /** The POST that carries it. */
  readonly post?: string | undefined;
  /** Why it has not arrived yet, or why it failed. */
  readonly problem?: ItemProblem | undefined;
  /** Another tab or another client gave it. */
  readonly elsewhere?: true | undefined;
  /** Set if somebody else gave it than the person of the conversation. */
  readonly by?: PluginElicitSettledEvent['by'];
}

/** An answer that is being sent, or that could not be. It is the newest. */
type AnswerUnderWay = Answer & { readonly state: 'sending' | 'failed' };

/** What became of a change. `SettledItem.note` says what each of them means. */
export type ChangeNote = 'changed' | 'late' | 'stuck';

/** One component on display. */
export interface ViewState {
  /** Its React key. The nth view of a component keeps it across runs. */
  readonly id: string;
  /** `render` waits for an answer; `show` only displays. */
  readonly kind: 'render' | 'show';
  readonly Component: PluginComponent<never>;
  /** The props the handler passed. */
  readonly props: object;
  /** False if answered or from an earlier run: it stays, inert. */
  readonly active: boolean;
}

export function findItem(items: readonly ItemState[], elicitId: string): ItemState | undefined {
  return indexOf(items).byId.get(elicitId);
}

/** Those that can still be acted on. They are few, and hundreds of others may be kept. */
export function openIn(items: readonly ItemState[]): readonly ItemState[] {
  return indexOf(items).open;
}

interface Index {
  readonly byId: Map<string, ItemState>;
  /** In the order asked, those of which more can come. */
  readonly live: readonly ItemState[];
  readonly open: readonly ItemState[];
}

// The index moves to the next list, so that no change reads what it leaves alone. If the list before is asked for again,
// its index is built anew.
const indexes = new WeakMap<readonly ItemState[], Index>();

function indexOf(items: readonly ItemState[]): Index {
  let index = indexes.get(items);
  if (index === undefined) {
    const byId = new Map(items.map((item) => [item.request.elicitId, item]));
    indexes.set(items, (index = { byId, live: items.filter(isLive), open: items.filter(isOpen) }));
  }
  return index;
}

/** Put what items have become in their places. */
export function exchange(items: readonly ItemState[], became: ReadonlyMap<ItemState, ItemState>): readonly ItemState[] {
  const { byId, live, open } = indexOf(items);
  const next = [...items];
  for (const [item, now] of became) {
    next[next.lastIndexOf(item)] = now;
    byId.set(now.request.elicitId, now);
  }
  const those = (before: readonly ItemState[], is: (item: ItemState) => boolean) => {
    const isBack = [...became].some(([item, now]) => is(now) && !is(item));
    return isBack
      ? next.filter(is)
      : before.map((item) => became.get(item) ?? item).filter((now, nth) => now === before[nth] || is(now));
  };
  indexes.delete(items);
  indexes.set(next, { byId, live: those(live, isLive), open: those(open, isOpen) });
  return next;
}

/**
 * Add an item, before the first of those that it does not come after. Over the limit, drop the oldest that have ended;
 * undefined if that makes no room.
 */
export function withNew(
  items: readonly ItemState[],
  item: ItemState,
  max: number,
  isLater: (known: ItemState) => boolean = () => false,
): readonly ItemState[] | undefined {
  const at = items.findIndex(isLater);
  const all = items.toSpliced(at < 0 ? items.length : at, 0, item);
  const gone: ItemState[] = [];
  const next = dropOldest(all, all.length - max, (one) => !isOpen(one) && gone.push(one) > 0);
  if (next.length > max) return undefined;
  const { byId, live, open } = indexOf(items);
  byId.set(item.request.elicitId, item);
  for (const { request } of gone) byId.delete(request.elicitId);
  indexes.delete(items);
  const stays = (one: ItemState) => isLive(one) && !gone.includes(one);
  indexes.set(next, { byId, live: [...live, item].filter(stays), open: isOpen(item) ? [...open, item] : open });
  return next;
}

/** Drop the oldest that can go, so many at most. If none can, return the same list. */
export function dropOldest<T>(all: readonly T[], count: number, canGo: (one: T) => boolean): readonly T[] {
  if (count <= 0) return all;
  let over = count;
  const kept = all.filter((one) => {
    if (over <= 0 || !canGo(one)) return true;
    over -= 1;
    return false;
  });
  return kept.length === all.length ? all : kept;
}

/** Name a question for a developer. An MCP server's question may have no tool name or key. */
export function questionName({ request: { toolName, key }, outside }: Pick<ItemState, 'request' | 'outside'>): string {
  if (toolName === '') return outside === undefined ? 'a question' : `a question of ${outside.server.name}`;
  return key === '' ? toolName : `${toolName}.${key}`;
}

export function statusOfItem(item: ItemState): ItemStatus {
  if (item.open === undefined) return item.end?.how ?? 'lost';
  const last = answerUnderWay(item);
  if (last !== undefined) return last.state;
  if (isForOthers(item)) return 'awaited';
  return item.open.failed === undefined ? 'pending' : 'failed';
}

/** True if somebody else answers it: here it can only be withdrawn. */
export function isForOthers({ request: { to } }: ItemState): boolean {
  return to !== undefined;
}

/** The answer that is being sent, or that could not be. */
export function answerUnderWay({ answers }: ItemState): AnswerUnderWay | undefined {
  const last = answers.at(-1);
  return last?.state === 'sending' || last?.state === 'failed' ? (last as AnswerUnderWay) : undefined;
}

/** The answer that is being sent. */
export function answerOnItsWay(item: ItemState): Answer | undefined {
  const last = answerUnderWay(item);
  return last?.state === 'sending' ? last : undefined;
}

/** The answer that counts. */
export function countsIn({ answers }: ItemState): Answer | undefined {
  return answers.findLast(({ state }) => state === 'counts');
}

/** Words for its receipt, of the answer that counts or, where none does, of the last one. */
export function receiptOf(item: ItemState): ReceiptWords | undefined {
  return item.end?.receipt ?? (countsIn(item) ?? item.answers.at(-1))?.receipt;
}

export function draftsOf({ open, end }: ItemState): Entered['drafts'] {
  return (open ?? end)?.drafts ?? {};
}

/** True while its answer is being changed. */
export function isRevised({ open, end }: ItemState): boolean {
  return open !== undefined && end !== undefined;
}

/**
 * True if the person may have it asked again: once, and for an expired question only if the chat server asked. The
 * conversation has the result of a call whose question is lost without a problem.
 */
export function canBeAskedAgain(item: ItemState): boolean {
  const { open, end } = item;
  if (open !== undefined || end?.askedAgain === true) return false;
  return !!end?.problem || (end?.how === 'expired' && isOfChat(item));
}

/** True for the chat server's questions. It can neither settle nor end any other. */
export function isOfChat({ outside }: ItemState): boolean {
  return outside === undefined;
}

/** The person may ask for more time: the question ends by itself, and its time is no real limit. */
export function mayHaveMoreTime(item: ItemState): boolean {
  const { expiresAt, extensions = 0 } = item.request;
  return isOpen(item) && !isForOthers(item) && !isRevised(item) && expiresAt !== undefined && extensions > 0;
}

/** True while it can still be acted on. */
export function isOpen({ open }: ItemState): boolean {
  return open !== undefined;
}

/**
 * The questions whose answers can be changed now: those that a waiting question of the same call names, and those that
 * another server takes a change of.
 */
export function changeableIn(items: readonly ItemState[]): ReadonlySet<ItemState> {
  const { live, open: asked } = indexOf(items);
  const waiting = asked.filter((item) => !isRevised(item) && item.request.changeable !== undefined);
  const isNamed = ({ callId, seq }: ElicitRequest) =>
    waiting.some(({ request }) => request.callId === callId && canChange(request, seq));
  const isChangeable = (item: ItemState) => {
    const { open, end, context, outside, request } = item;
    if (open || end?.how !== 'settled' || end.note === 'late' || context === undefined) return false;
    if (outside === undefined ? !isNamed(request) : outside.takesChange === undefined) return false;
    const counts = countsIn(item);
    return counts?.action === 'accept' && (outside !== undefined || counts.id !== undefined);
  };
  // Mostly nothing can be changed.
  const found = (waiting.length > 0 ? items : live).filter(isChangeable);
  return found.length === 0 ? nothing : new Set(found);
}

const nothing: ReadonlySet<ItemState> = new Set();

/** True while it is open, or its server takes a change of its answer. */
function isLive({ open, outside }: ItemState): boolean {
  return open !== undefined || outside?.takesChange !== undefined;
}

/** The draft's key for a question without a handler. No view has this id. */
export const formDraft = 'form';
/** The key of its earlier answer. */
export const formAnswer = 'answer';

/** The id of the first component's first view. */
export const firstView = '0.0';

/** The id of the nth view of a component, counted from 0. */
export function viewId(item: ItemState, Component: PluginComponent<never>, nth: number): string {
  const place = item.components.indexOf(Component);
  return `${place === -1 ? item.components.length : place}.${nth}`;
}
