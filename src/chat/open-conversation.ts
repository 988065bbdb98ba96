import { run } from 'effection';
import { outcomeUnknown } from '../protocol/message-parts.ts';
import type { SessionRemains } from '../session/call-entry.ts';
import type { CallTenant } from '../session/call-news.ts';
import type { Call } from '../session/plugin-session.ts';
import { ToolVersionError } from '../session/resumed-call.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { MovedError } from '../store/tenant.ts';
import { messagesKey, type StoredConversation } from './conversation-store.ts';
import { createConversation, type Conversation, type ConversationOptions } from './conversation.ts';
import { turnFrom } from './turn-record.ts';
import type { TurnCall } from './turn.ts';

/** What a turn takes from the session of a call. */
export interface OpenCall {
  readonly call: Pick<TurnCall, 'state' | 'pending' | 'settled' | 'revised' | 'result'>;
  readonly session?: Call;
  /** Why it cannot go on: in this version of its tool, or since the store has its record no more. */
  readonly fault?: ToolVersionError | StoreLostError;
}

/**
 * Revisions that are left out after a process has died: its readers may have been told more than was recorded, and
 * no revision may name two events.
 */
const revisionGap = 2 ** 24;

/**
 * Open a conversation from its record, and go on with what a process that is gone has left.
 *
 * @throws {MovedError} if another process goes on with it
 */
export async function openConversation(
  stored: StoredConversation,
  options: ConversationOptions,
): Promise<Conversation> {
  const { record, lease } = stored;
  const { conversations, key, sessions } = options;
  const takesOver = lease !== undefined;
  const revision = record.revision + (takesOver ? revisionGap : 0);
  const begun = { turn: turnFrom(record, [], () => unknownCall), revision, named: null, isKept: true };
  const opened = createConversation(begun, options, stored);
  try {
    if (takesOver) await opened.takeOver();
    const messages = await conversations.messages(key, record.generation);
    if (messages.length < record.length) {
      // Another process may have replaced them between the two reads.
      if (!takesOver && (await conversations.read(key))?.version !== stored.version) throw new MovedError();
      const what = `it has ${messages.length} messages there instead of ${record.length}`;
      throw new StoreLostError(messagesKey(key, record.generation), what);
    }
    const ended = new Set(messages.flatMap(({ tool_call_id: id }) => id ?? []));
    const over = record.calls.filter(({ id }) => ended.has(id));
    const open = record.calls.filter(({ id }) => !ended.has(id));
    const known = new Map<string, OpenCall>();
    // Another process may have told a page how questions ended, and this one tells the others.
    const tell = async ({ id }: { id: string }) => toldOf(await run(() => sessions.recall(id)));
    await Promise.all(
      over.map(async (call) => known.set(call.id, { call: { ...unknownCall, ...(await tell(call)) } })),
    );
    // One after the other: their order is that of the calls.
    for (const call of open) known.set(call.id, await resumeCall(call, options, opened.tenantOf(call.id, takesOver)));
    opened.restore(
      turnFrom(record, messages, ({ id }) => known.get(id)?.call ?? unknownCall),
      messages,
      known,
      takesOver || open.some(({ id }) => known.get(id)?.call.state !== 'waiting'),
    );
  } catch (error) {
    // What was opened of it must not go on beside the process that opens it next.
    await opened.discard();
    throw error;
  }
  return opened.conversation;
}

const unknownCall: OpenCall['call'] = {
  state: 'done',
  pending: [],
  settled: [],
  result: { content: outcomeUnknown, isError: false },
};

async function resumeCall(
  { id, hasBegun }: Pick<TurnCall, 'id' | 'hasBegun'>,
  { sessions, conversations }: ConversationOptions,
  tenant: CallTenant,
): Promise<OpenCall> {
  const session = await run(() => sessions.get(id, { tenant })).catch(asKnownError);
  if (session instanceof StoreLostError) return { call: unknownCall, fault: session };
  const remains = await run(() => sessions.recall(id));
  if (remains === null && conversations.store.isVolatile !== true) {
    // The call was to begin when its process ended. One that has begun must not begin again, whatever the store has lost.
    if (hasBegun !== true) return { call: { state: 'fresh', pending: [], settled: [] } };
    return { call: unknownCall, fault: new StoreLostError(`call/${id}`, 'it has nothing there') };
  }
  const known = toldOf(remains);
  if (session === null) return { call: { ...unknownCall, ...known } };
  if (session instanceof ToolVersionError) return { call: { state: 'open', pending: [], ...known }, fault: session };
  const pending = session.pending();
  // A call that is cold asks nothing more before it gets an answer, or its time is over.
  const isWaiting = pending.length > 0 && session.isCold() && session.due() > Date.now();
  return { call: { state: isWaiting ? 'waiting' : 'open', pending, ...known }, session };
}

/** How a call's questions ended, as far as its session knows. */
function toldOf(remains: SessionRemains | null): Pick<TurnCall, 'settled' | 'revised'> {
  const { closed: settled = [], revised } = remains ?? {};
  return { settled, ...(revised && { revised }) };
}

function asKnownError(error: unknown): ToolVersionError | StoreLostError {
  if (error instanceof ToolVersionError || error instanceof StoreLostError) return error;
  throw error;
}
