import { dropUnsafeNames } from '../../protocol/context-data.ts';
import { isObject, toJson, type JsonObject, type JsonValue } from '../../protocol/json.ts';
import { looksSecret } from '../../protocol/looks-secret.ts';
import { idleState, isBusy, type ClientState } from '../state/client-state.ts';
import { isOpen, openItem, type ItemState } from '../state/item-state.ts';
import { secretNamesOf, withoutSecrets } from './secrets.ts';
import type { SavedConversation, SavedItem } from './saved-conversation.ts';

/** Context larger than this is left out where the server can tell it again, in characters of JSON. */
export const largestContext = 64 * 1024;

/** What of a client's state lies in a storage. */
export function saveState(state: ClientState, conversationId: string): SavedConversation {
  const { messages, calls, capabilities, shows, items } = state;
  const saveItem = (item: ItemState) => (isOpen(item) ? saveOpen(item, capabilities.attach === true) : saveEnded(item));
  return {
    version: 1,
    conversationId,
    isBusy: isBusy(state) || state.problem !== undefined,
    messages,
    calls,
    capabilities,
    shows,
    // What others asked has nobody to answer it after a reload: their connections go with the page.
    items: items.filter((item) => item.server === undefined || !isOpen(item)).map(saveItem),
  };
}

/** A state as a storage had it: handlers run anew, what was under way is taken up by whoever restores it. */
export function restoreState(saved: SavedConversation, now: ClientState): ClientState {
  const { messages, calls, capabilities, items } = saved;
  const isIdempotent = capabilities.idempotentAnswers === true;
  return {
    ...idleState(now.messages.length > 0 ? now.messages : messages, now.maxItems, now.maxMessages),
    calls,
    capabilities,
    shows: now.shows,
    items: items.map((item) => restoreItem(item, isIdempotent)),
  };
}

function saveOpen(item: ItemState, canBeToldAgain: boolean): SavedItem {
  const { request, status, result, answerId, earlier, problem, elsewhere } = item;
  const isPartial = item.isPartial === true || (canBeToldAgain && isLarge(item));
  const safe = result !== undefined && holdsSecret(item, result) ? undefined : result;
  return {
    request: isPartial ? withoutContext(item) : request,
    isPartial,
    // What must not be kept cannot be sent again: then the question is asked again.
    status: result !== undefined && safe === undefined ? 'pending' : elsewhere === true ? 'pending' : status,
    result: safe,
    answerId,
    earlier: earlier?.filter((sent) => !holdsSecret(item, sent.result)),
    receipt: safe && item.receipt,
    problem: status === 'failed' ? problem : undefined,
    drafts: safeDrafts(item),
  };
}

function saveEnded(item: ItemState): SavedItem {
  const { request, server, status, receipt, action, problem, by, elsewhere, askedAgain } = item;
  const { params: _params, ...facts } = request;
  const reason = item.result?.action === 'cancel' ? item.result : undefined;
  return {
    request: { ...facts, schema: {}, message: item.message },
    server,
    status,
    receipt,
    action,
    problem,
    by,
    elsewhere,
    askedAgain,
    result: reason,
  };
}

function restoreItem(saved: SavedItem, isIdempotent: boolean): ItemState {
  const { request, drafts = {}, ...facts } = saved;
  const { issues, ...opened } = openItem(request);
  const item: ItemState = { ...opened, ...facts, issues, drafts: dropUnsafeNames(drafts) };
  if (saved.status === 'sending' && saved.result !== undefined && !isIdempotent) {
    return { ...item, status: 'failed', problem: unconfirmed };
  }
  const lostAnswer = (saved.status === 'sending' || saved.status === 'failed') && saved.result === undefined;
  return lostAnswer ? { ...item, status: 'pending', problem: undefined } : item;
}

const unconfirmed = { code: 'ANSWER_NOT_CONFIRMED' };

function isLarge({ request, context }: ItemState): boolean {
  const inSchema = JSON.stringify(context).length;
  return inSchema > largestContext || request.message.length > largestContext;
}

/** The question without its context data, in the schema and in the message. */
function withoutContext({ request, message }: ItemState): SavedItem['request'] {
  const { 'x-model-context': _model, 'x-elicit-context': _elicit, ...schema } = request.schema;
  return { ...request, schema, message };
}

function holdsSecret({ request }: ItemState, result: NonNullable<ItemState['result']>): boolean {
  if (result.action !== 'accept') return false;
  const { content } = result;
  if (looksSecret(request.key)) return true;
  const safe = withoutSecrets(content as JsonValue, secretNamesOf(request.schema));
  return JSON.stringify(safe) !== JSON.stringify(content);
}

/** Drafts without what looks secret; none where nobody can tell. */
function safeDrafts({ request, drafts }: ItemState): JsonObject {
  if (looksSecret(request.key)) return {};
  const isSecret = secretNamesOf(request.schema);
  const properties = isObject(request.schema.properties) ? Object.keys(request.schema.properties) : [];
  const hasSecrets = properties.some(isSecret);
  return Object.fromEntries(
    Object.entries(drafts).flatMap(([view, draft]) => {
      // Of a draft that names nothing nobody knows which field it is.
      if (draft === undefined || (hasSecrets && !isObject(draft))) return [];
      try {
        return [[view, withoutSecrets(toJson(draft, 'A draft'), isSecret)]];
      } catch {
        return [];
      }
    }),
  );
}
