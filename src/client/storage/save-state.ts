import { dropUnsafeNames } from '../../protocol/context-data.ts';
import type { JsonValue } from '../../protocol/json.ts';
import { looksSecret } from '../../protocol/looks-secret.ts';
import { secretsOf, withoutSecrets } from '../../protocol/secret-data.ts';
import { openItem } from '../state/change-item.ts';
import { idleState, isBusy, type ClientState } from '../state/client-state.ts';
import {
  answerOnItsWay,
  changeableIn,
  countsIn,
  isOfChat,
  isOpen,
  isRevised,
  receiptOf,
  type Answer,
  type EndState,
  type ItemState,
} from '../state/item-state.ts';
import { safeDrafts } from '../state/secrets.ts';
import type { SavedAnswer, SavedAnswers } from './saved-answers.ts';
import type { SavedConversation, SavedItem } from './saved-conversation.ts';

/** A larger context, in characters of JSON, is not stored: the server can send it again. */
export const largestContext = 64 * 1024;

/** The part of a client's state that is stored, without unconfirmed answers. */
export function saveState(state: ClientState, conversationId: string): SavedConversation {
  const { messages, outbox, revision, text, reasoning, calls, capabilities, shows } = state;
  const items = withoutChanges(state);
  const changeable = changeableIn(items);
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
    items: items
      .filter((item) => survives(item) || !isOpen(item))
      .map((item) => (isOpen(item) || changeable.has(item) ? saveWhole(item) : saveReceipt(item))),
  };
}

/** Another server's question with the answer that counts. What takes a change there does not outlive the page. */
function withoutChanges({ items }: ClientState): readonly ItemState[] {
  return items.map((item) => {
    if (item.outside === undefined) return item;
    const outside = { ...item.outside, takesChange: undefined };
    return isRevised(item) ? { ...item, outside, open: undefined } : { ...item, outside };
  });
}

/** False for a question of another server without an `id`: nobody on the next page could ask it again. */
function survives({ outside }: ItemState): boolean {
  return outside?.asked === undefined || outside.asked.id !== undefined;
}

/**
 * The answers the server has not confirmed, those that hold secrets by their names alone. Those to questions with an `id`
 * are kept, so that asking again brings them back.
 */
export function saveAnswers(state: ClientState): readonly SavedAnswers[] {
  return withoutChanges(state).flatMap((item): SavedAnswers[] => {
    const { elicitId, attempt } = item.request;
    const saved = item.answers.map((answer) => saveAnswer(item, answer));
    const others = saved.filter(({ state: is }) => is !== 'counts');
    if (isRevised(item)) {
      // Without an answer on its way, the earlier one counts.
      const isSent = answerOnItsWay(item) && others.at(-1)?.result;
      return isSent ? [{ elicitId, attempt, answers: others, revises: countsIn(item)?.id }] : [];
    }
    const answers = isOpen(item) ? others : isOfChat(item) ? [] : saved.filter(({ state: is }) => is === 'counts');
    return survives(item) && answers.length > 0 ? [{ elicitId, attempt, answers }] : [];
  });
}

function saveAnswer(item: ItemState, { id, action, result, receipt, state, problem }: Answer): SavedAnswer {
  const isSafe = result && !holdsSecret(item, result);
  return isSafe ? { id, action, result, receipt, state, problem } : { id, action, state };
}

/** A conversation as read from storage. */
export interface Found {
  conversation: SavedConversation;
  answers: readonly SavedAnswers[];
}

/** The state from storage. Handlers run again; the caller resumes what was in progress. */
export function restoreState({ conversation, answers }: Found, now: ClientState): ClientState {
  const { messages, outbox = [], revision, text = '', reasoning = [], calls, capabilities, items } = conversation;
  const isOwnHistory = now.messages.length > 0;
  // Only a snapshot can bring back a missing context, or say what came after messages of the page's own.
  const lacksMuch =
    isOwnHistory ||
    items.some(({ server, lacksContext, open }) => server === undefined && lacksContext === true && open !== undefined);
  return {
    ...idleState(isOwnHistory ? now.messages : messages, now.maxItems, now.maxMessages),
    outbox: isOwnHistory ? [] : outbox,
    revision: revision && (lacksMuch ? 0 : revision),
    text: lacksMuch ? '' : text,
    reasoning: lacksMuch ? [] : reasoning,
    calls,
    capabilities,
    shows: now.shows,
    items: items.map((item) => restoreItem(item, answersTo(item, answers))),
  };
}

/** With all that it needs to be open, or to be opened again. */
function saveWhole(item: ItemState): SavedItem {
  const { request, open, end, outside } = item;
  // The caller of `ask` brings the context when it asks again.
  const lacksContext = item.context === undefined || outside !== undefined || isLarge(item);
  const drafts = safeDrafts(request, open?.drafts ?? {});
  return {
    ...saveReceipt(item),
    request: lacksContext ? withoutContext(item) : request,
    lacksContext,
    open: open && { drafts, askedAt: open.askedAt, aside: open.aside },
    end: end && { ...endOf(item, end), drafts: safeDrafts(request, end.drafts) },
  };
}

function saveReceipt(item: ItemState): SavedItem {
  const { request, outside, end } = item;
  const { params: _params, handoff: _handoff, ...facts } = request;
  const { id, action, elsewhere, by, result } = countsIn(item) ?? {};
  const reason = result?.action === 'cancel' ? result.reason : undefined;
  return {
    request: { ...facts, schema: {}, message: item.message },
    server: outside?.server,
    lacksContext: true,
    end: end && endOf(item, end),
    counts: action && { id, action, elsewhere, by, reason },
  };
}

function endOf(item: ItemState, { how, by, problem, askedAgain }: EndState) {
  return { how, by, problem, receipt: receiptOf(item), askedAgain };
}

function restoreItem(saved: SavedItem, sent: SavedAnswers | undefined): ItemState {
  const { request, server, lacksContext, open, end, counts } = saved;
  const opened = openItem(request);
  const outside = server && { server };
  const item: ItemState = {
    ...opened,
    outside,
    context: lacksContext || (outside && open) ? undefined : opened.context,
    open: open && { ...opened.open, ...open, drafts: dropUnsafeNames(open.drafts) },
    end: end && { ...end, drafts: dropUnsafeNames(end.drafts ?? {}) },
  };
  if (counts === undefined || end?.how !== 'settled') {
    return end ? { ...item, open: undefined } : { ...item, answers: sentOf(sent, outside !== undefined) };
  }
  const { reason, ...facts } = counts;
  const counting: Answer = {
    ...facts,
    state: 'counts',
    result: reason ? { action: 'cancel', reason } : keptResult(sent),
  };
  // A change that is on its way takes the place of this very answer.
  const isOnItsWay = open !== undefined && sent?.revises !== undefined && sent.revises === counts.id;
  const isChanged = open !== undefined && item.context !== undefined;
  return {
    ...item,
    open: isChanged ? item.open : undefined,
    answers: isChanged && isOnItsWay ? [counting, ...sentOf(sent, false)] : [counting],
  };
}

/** Ask again where the answer is missing: it was secret, or this client did not store it. */
function sentOf(sent: SavedAnswers | undefined, isOutside: boolean): readonly Answer[] {
  return (sent?.answers ?? []).map((answer): Answer => {
    if (answer.result === undefined || answer.state === 'past') return { ...answer, state: 'past' };
    if (answer.state === 'sending' && !isOutside) return answer;
    return { ...answer, state: 'failed', problem: answer.problem ?? unconfirmed };
  });
}

/** An accepted answer that was too secret to store is kept without its content. */
function keptResult(sent: SavedAnswers | undefined): Answer['result'] {
  const kept = sent?.answers.find(({ state }) => state === 'counts');
  return kept && (kept.result ?? { action: 'accept', content: undefined });
}

function answersTo({ request }: SavedItem, all: readonly SavedAnswers[]): SavedAnswers | undefined {
  return all.find(({ elicitId, attempt }) => elicitId === request.elicitId && attempt === request.attempt);
}

const unconfirmed = { code: 'ANSWER_NOT_CONFIRMED' };

function isLarge({ request, context = {} }: ItemState): boolean {
  const inSchema = JSON.stringify(context).length;
  return inSchema > largestContext || request.message.length > largestContext;
}

/** The question without its context data, in both schema and message. */
function withoutContext({ request, message }: ItemState): SavedItem['request'] {
  const { 'x-model-context': _model, 'x-elicit-context': _elicit, ...schema } = request.schema;
  return { ...request, schema, message };
}

function holdsSecret({ request }: ItemState, result: NonNullable<Answer['result']>): boolean {
  if (result.action !== 'accept') return false;
  const { content } = result;
  const { isSecret, isWhole } = secretsOf(request.schema);
  if (isWhole || looksSecret(request.key)) return true;
  const safe = withoutSecrets(content as JsonValue, isSecret);
  return JSON.stringify(safe) !== JSON.stringify(content);
}
