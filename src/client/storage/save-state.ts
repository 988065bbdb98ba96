import { dropUnsafeNames } from '../../protocol/context-data.ts';
import type { JsonValue } from '../../protocol/json.ts';
import { looksSecret } from '../../protocol/looks-secret.ts';
import { idleState, isBusy, type ClientState } from '../state/client-state.ts';
import {
  changeableIn,
  isOfChat,
  isOpen,
  isOpenStatus,
  openItem,
  reviseItem,
  type ItemState,
} from '../state/item-state.ts';
import { safeDrafts, secretsOf, withoutSecrets } from '../state/secrets.ts';
import type { SavedAnswer } from './saved-answers.ts';
import type { SavedConversation, SavedItem } from './saved-conversation.ts';

/** A larger context, in characters of JSON, is not stored: the server can send it again. */
export const largestContext = 64 * 1024;

/** The part of a client's state that is stored, without unconfirmed answers. */
export function saveState(state: ClientState, conversationId: string): SavedConversation {
  const { messages, outbox, revision, text, reasoning, calls, capabilities, shows } = state;
  const items = withoutChanges(state);
  const changeable = changeableIn(items);
  const saveItem = (item: ItemState): SavedItem => {
    if (item.revising !== undefined) {
      return { ...saveChangeable(item.revising), changing: safeDrafts(item.request, item.drafts) };
    }
    if (isOpen(item)) return saveOpen(item);
    return changeable.has(item) ? saveChangeable(item) : saveEnded(item);
  };
  return {
    version: 1,
    conversationId,
    isBusy: isBusy(state) || state.problem !== undefined,
    messages,
    outbox,
    revision,
    text,
    reasoning,
    calls,
    capabilities,
    shows,
    items: items.filter((item) => survives(item) || !isOpen(item)).map(saveItem),
  };
}

/** Another server's question with the answer that counts. What takes a change there does not outlive the page. */
function withoutChanges({ items }: ClientState): readonly ItemState[] {
  return items.map((item) => (isOfChat(item) ? item : { ...(item.revising ?? item), takesChange: undefined }));
}

/** False for a question of another server without an `id`: nobody on the next page could ask it again. */
function survives({ server, asked }: ItemState): boolean {
  return server === undefined || asked === undefined || asked.id !== undefined;
}

/**
 * The answers the server has not confirmed, except those that hold secrets. Those to questions with an `id` are kept, so
 * that asking again brings them back.
 */
export function saveAnswers(state: ClientState): readonly SavedAnswer[] {
  return withoutChanges(state).flatMap((item): SavedAnswer[] => {
    const { request, status, result, answerId, problem, revising } = item;
    // Without an answer on its way, the earlier one counts.
    if (revising !== undefined && (status !== 'sending' || result === undefined || holdsSecret(item, result)))
      return [];
    const isKept = isOpen(item) || (!isOfChat(item) && status === 'settled');
    if (!isKept || !survives(item) || (answerId === undefined && result === undefined)) return [];
    const { elicitId, attempt } = request;
    const isSafe = result !== undefined && !holdsSecret(item, result);
    const earlier = item.earlier?.filter((sent) => !holdsSecret(item, sent.result));
    const savedStatus = status === 'failed' || status === 'settled' ? status : 'sending';
    const ids = { elicitId, attempt, answerId, earlier, status: savedStatus, revises: revising?.answerId } as const;
    return [
      isSafe ? { ...ids, result, receipt: item.receipt, problem: status === 'failed' ? problem : undefined } : ids,
    ];
  });
}

/** A conversation as read from storage. */
export interface Found {
  conversation: SavedConversation;
  answers: readonly SavedAnswer[];
}

/** The state from storage. Handlers run again; the caller resumes what was in progress. */
export function restoreState({ conversation, answers }: Found, now: ClientState): ClientState {
  const { messages, outbox = [], revision, text = '', reasoning = [], calls, capabilities, items } = conversation;
  const isOwnHistory = now.messages.length > 0;
  // Only a snapshot can bring back a missing context, or say what came after messages of the page's own.
  const lacksMuch =
    isOwnHistory ||
    items.some(({ server, isPartial, status }) => server === undefined && isPartial === true && isOpenStatus(status));
  return {
    ...idleState(isOwnHistory ? now.messages : messages, now.maxItems, now.maxMessages),
    outbox: isOwnHistory ? [] : outbox,
    revision: revision && (lacksMuch ? 0 : revision),
    ...(lacksMuch ? {} : { text, reasoning }),
    calls,
    capabilities,
    shows: now.shows,
    items: items.map((item) => restoreItem(item, answerTo(item, answers))),
  };
}

function saveOpen(item: ItemState): SavedItem {
  const { server } = item;
  // The caller of `ask` brings the context when it asks again.
  const isPartial = item.isPartial === true || server !== undefined || isLarge(item);
  return {
    request: isPartial ? withoutContext(item) : item.request,
    server,
    isPartial,
    status: 'pending',
    drafts: safeDrafts(item.request, item.drafts),
    askedAt: item.askedAt,
    aside: item.aside,
  };
}

/** An ended question whose answer can be changed: with all that it needs to be opened again. */
function saveChangeable(item: ItemState): SavedItem {
  const { request, isPartial, drafts } = saveOpen(item);
  return { ...saveEnded(item), request, isPartial, drafts };
}

function saveEnded(item: ItemState): SavedItem {
  const { request, server, status, receipt, action, answerId, problem, by, elsewhere, askedAgain } = item;
  const { params: _params, handoff: _handoff, ...facts } = request;
  const reason = item.result?.action === 'cancel' ? item.result.reason : undefined;
  return {
    request: { ...facts, schema: {}, message: item.message },
    server,
    isPartial: answerId === undefined ? undefined : true,
    status,
    receipt,
    action,
    answerId,
    problem,
    by,
    elsewhere,
    askedAgain,
    reason,
  };
}

function restoreItem(saved: SavedItem, answer: SavedAnswer | undefined): ItemState {
  const { request, drafts = {}, reason, changing, ...facts } = saved;
  const { issues, ...opened } = openItem(request);
  const item: ItemState = { ...opened, ...facts, issues, drafts: dropUnsafeNames(drafts) };
  const { result, answerId, earlier, receipt, problem, status = 'pending', revises } = answer ?? {};
  if (!isOpen(item)) {
    const ended = {
      ...item,
      result: reason === undefined ? keptResult(answer) : ({ action: 'cancel', reason } as const),
    };
    const isOnItsWay = revises !== undefined && revises === item.answerId && status === 'sending';
    if (changing === undefined || item.isPartial === true) return ended;
    const opened = { ...reviseItem(ended), drafts: dropUnsafeNames(changing) };
    return isOnItsWay ? { ...opened, status, result, answerId, earlier, receipt } : opened;
  }
  const isPartial = isOfChat(item) ? item.isPartial : true;
  const known: ItemState = { ...item, isPartial, answerId, earlier, receipt: undefined, problem: undefined };
  // Ask again if the answer is missing: it was secret, or this client did not store it.
  if (result === undefined) return { ...known, status: 'pending' };
  const isFailed = status !== 'sending' || !isOfChat(item);
  return { ...known, status, result, receipt, ...(isFailed && { status: 'failed', problem: problem ?? unconfirmed }) };
}

/** An accepted answer that was too secret to store is kept without its content. */
function keptResult(answer: SavedAnswer | undefined): ItemState['result'] {
  return answer?.status === 'settled' ? (answer.result ?? { action: 'accept', content: undefined }) : undefined;
}

function answerTo({ request }: SavedItem, answers: readonly SavedAnswer[]): SavedAnswer | undefined {
  return answers.find(({ elicitId, attempt }) => elicitId === request.elicitId && attempt === request.attempt);
}

const unconfirmed = { code: 'ANSWER_NOT_CONFIRMED' };

function isLarge({ request, context }: ItemState): boolean {
  const inSchema = JSON.stringify(context).length;
  return inSchema > largestContext || request.message.length > largestContext;
}

/** The question without its context data, in both schema and message. */
function withoutContext({ request, message }: ItemState): SavedItem['request'] {
  const { 'x-model-context': _model, 'x-elicit-context': _elicit, ...schema } = request.schema;
  return { ...request, schema, message };
}

function holdsSecret({ request }: ItemState, result: NonNullable<ItemState['result']>): boolean {
  if (result.action !== 'accept') return false;
  const { content } = result;
  const { isSecret, isWhole } = secretsOf(request.schema);
  if (isWhole || looksSecret(request.key)) return true;
  const safe = withoutSecrets(content as JsonValue, isSecret);
  return JSON.stringify(safe) !== JSON.stringify(content);
}
