import type { ElicitRequest } from '../../protocol/elicit-request.ts';
import { keepAnswer, openItem, withChanges } from '../state/change-item.ts';
import { idleState, isBusy, type ClientState } from '../state/client-state.ts';
import {
  answerOnItsWay,
  changeableIn,
  countsIn,
  isOfChat,
  isOpen,
  isRevised,
  type Answer,
  type ItemState,
} from '../state/item-state.ts';
import { holdsSecret, safeDrafts, toldReceipt } from '../state/secrets.ts';
import {
  answerSchema,
  countsSchema,
  endSchema,
  only,
  openSchema,
  stateSchema,
  type SavedAnswer,
  type SavedAnswers,
  type SavedConversation,
  type SavedItem,
} from './saved-conversation.ts';

/** A larger context, in characters of JSON, is not stored: the server can send it again. */
export const largestContext = 64 * 1024;

/** What is stored of a conversation, and apart from it the answers that this tab must know. */
export interface Stored {
  readonly conversation: SavedConversation;
  readonly answers: readonly SavedAnswers[];
}

/** The part of a client's state that is stored. */
export function saveState(state: ClientState, conversationId: string): Stored {
  const items = withoutChanges(state);
  const changeable = changeableIn(items);
  const conversation: SavedConversation = {
    ...only(stateSchema, state),
    version: 1,
    conversationId,
    isBusy: isBusy(state) || state.problem !== undefined,
    items: items
      .filter((item) => survives(item) || !isOpen(item))
      .map((item) => saveItem(item, isOpen(item) || changeable.has(item))),
  };
  return { conversation, answers: items.filter(survives).flatMap(saveAnswers) };
}

/**
 * The answers the server has not confirmed, those that hold secrets by their names alone. Those to questions with an `id`
 * are kept, so that asking again brings them back.
 */
function saveAnswers(item: ItemState): readonly SavedAnswers[] {
  const { elicitId, attempt } = item.request;
  const sent = answerOnItsWay(item);
  // Without a change on its way, the earlier answer counts.
  const isKept = isRevised(item) ? sent && saveAnswer(item, sent).result : isOpen(item) || !isOfChat(item);
  const given = isOpen(item) ? item.answers : item.answers.filter(({ state: is }) => is === 'counts');
  const answers = given.map((answer) => saveAnswer(item, answer));
  return isKept && answers.length > 0 ? [{ elicitId, attempt, answers }] : [];
}

/** Another server's question with the answer that counts. What takes a change there does not outlive the page. */
function withoutChanges({ items }: ClientState): readonly ItemState[] {
  return items.map((item) => (isOfChat(item) ? item : keepAnswer(withChanges(item))));
}

/** False for a question of another server without an `id`: nobody on the next page could ask it again. */
function survives({ outside }: ItemState): boolean {
  return outside?.asked === undefined || outside.asked.id !== undefined;
}

/** @param isWhole - with all that it needs to be open, or to be opened again */
function saveItem(item: ItemState, isWhole: boolean): SavedItem {
  const { request, open, end, outside } = item;
  const counts = countsIn(item);
  const given = counts ?? item.answers.at(-1);
  // The caller of `ask` brings the context when it asks again.
  const lacksContext = !isWhole || item.context === undefined || outside !== undefined || isLarge(item);
  const { data: result } = countsSchema.shape.result.safeParse(counts?.result);
  return {
    request: lacksContext ? withoutContext(item, isWhole) : request,
    server: outside?.server,
    lacksContext,
    open: open && only(openSchema, { ...open, drafts: safeDrafts(request, open.drafts) }),
    end:
      end &&
      only(endSchema, {
        ...end,
        receipt: end.receipt ?? (given && toldReceipt(item, given)),
        drafts: isWhole ? safeDrafts(request, end.drafts) : {},
      }),
    counts: counts && only(countsSchema, { ...counts, result }),
  };
}

function isLarge({ request, context = {} }: ItemState): boolean {
  return Math.max(JSON.stringify(context).length, request.message.length) > largestContext;
}

/** The question without its context data, in both schema and message; for a receipt, without its form as well. */
function withoutContext({ request, message }: ItemState, isWhole: boolean): ElicitRequest {
  const { 'x-model-context': _model, 'x-elicit-context': _elicit, ...schema } = request.schema;
  if (isWhole) return { ...request, schema, message };
  return { ...request, schema: {}, message, params: undefined, handoff: undefined };
}

function saveAnswer(item: ItemState, answer: Answer): SavedAnswer {
  const saved = only(answerSchema, answer);
  return holdsSecret(item, answer) ? { ...saved, result: undefined, receipt: undefined, problem: undefined } : saved;
}

/** The state from storage. Handlers run again; the caller resumes what was in progress. */
export function restoreState({ conversation, answers }: Stored, now: ClientState): ClientState {
  const { messages, outbox, revision, text, reasoning, calls, capabilities, items } = conversation;
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

function answersTo({ request }: SavedItem, all: readonly SavedAnswers[]): readonly SavedAnswer[] {
  const isOurs = ({ elicitId, attempt }: SavedAnswers) => elicitId === request.elicitId && attempt === request.attempt;
  return all.find(isOurs)?.answers ?? [];
}

/** @param given - the answers to it that this tab has stored */
function restoreItem(saved: SavedItem, given: readonly SavedAnswer[]): ItemState {
  const { request, server, lacksContext, open, end, counts } = saved;
  const opened = openItem(request);
  const outside = server && { server };
  const context = lacksContext === true || outside ? undefined : opened.context;
  const item = { ...opened, outside, context, end, open: open && { ...opened.open, ...open } };
  const sent = given.map((answer) => sentAnswer(answer, outside !== undefined));
  if (end === undefined) return { ...item, answers: sent };
  if (counts === undefined || end.how !== 'settled') return { ...item, open: undefined };
  const known = given.find(({ state }) => state === 'counts');
  // An accepted answer that was too secret to store is kept without its content.
  const result = known && (known.result ?? { action: 'accept', content: undefined });
  const counting: Answer = { ...counts, state: 'counts', result: counts.result ?? result };
  const isChanged = context !== undefined && open !== undefined;
  // A change that is on its way takes the place of this very answer.
  const isOnItsWay = isChanged && known?.id !== undefined && known.id === counts.id;
  const changes = isOnItsWay ? sent.filter((_, index) => given[index] !== known) : [];
  return { ...item, open: isChanged ? item.open : undefined, answers: [counting, ...changes] };
}

/** Ask again where the answer is missing: it was secret, or this client did not store it. */
function sentAnswer(answer: SavedAnswer, isOutside: boolean): Answer {
  if (answer.result === undefined || answer.state === 'past') return { ...answer, state: 'past' };
  if (answer.state === 'sending' && !isOutside) return answer;
  return { ...answer, state: 'failed', problem: answer.problem ?? { code: 'ANSWER_NOT_CONFIRMED' } };
}
