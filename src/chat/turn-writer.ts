import type { ChatMessage } from '../protocol/chat-message.ts';
import type { Part, Rest, Writer } from '../store/tenant.ts';
import { mailboxKey, messagesKey, nameKey, recordKey, type StoredConversation } from './conversation-store.ts';
import { isRecorded, recordOf, resultsOf, type TurnRecord } from './turn-record.ts';
import type { Turn } from './turn.ts';

export type AboutTurn = Pick<TurnRecord, 'revision' | 'shows'>;

export interface TurnRest extends Rest {
  /** When the conversation expires, in milliseconds since the Unix epoch. Undefined for never. */
  readonly expiresAt: number | undefined;
  /** How many requests were taken from the mailbox. */
  readonly taken: number;
}

/**
 * Writes what changes in one conversation.
 *
 * @param named - the version of what the conversation's name stands for in the store, for one that is new
 */
export function createTurnWriter(
  key: string,
  conversationId: string,
  stored: StoredConversation | undefined,
  named: string | null,
) {
  let version: string | null = stored?.version ?? null;
  /** Until when the record does not expire, in milliseconds since the Unix epoch. Unknown before the first write. */
  let keptUntil = 0;
  let last: Turn | undefined;
  let name: { readonly of: string | undefined; readonly key: string } | undefined;
  let recorded = stored?.record;
  /** What is in the list that the record names. */
  let list = createList([]);

  /** Messages were dropped or replaced: all of them go into a list of their own. */
  const isOutdated = (turn: Turn) => recorded !== undefined && recorded.generation !== turn.generation;

  /** The messages that the store lacks. */
  function unwritten(turn: Turn): ChatMessage[] {
    if (isOutdated(turn)) return [...turn.messages, ...resultsOf(turn)];
    const before = last?.messages ?? [];
    const from = turn.messages === before ? before.length : turn.messages.findIndex((one, nth) => one !== before[nth]);
    const messages = from < 0 ? [] : turn.messages.slice(from);
    const ended = turn.calls === last?.calls ? [] : resultsOf(turn, list.names);
    return [...messages.filter((message) => !list.names.has(nameOf(message))), ...ended];
  }

  function wrote(done: string, record: TurnRecord, expiresAt = Infinity): void {
    version = done;
    recorded = record;
    keptUntil = expiresAt;
  }

  /** What the store lacks. @param rest - nothing runs any more */
  function part(turn: Turn, about: AboutTurn, rest?: TurnRest): Part {
    if (rest === undefined && !lacks(turn)) return { change: {}, kept: () => undefined };
    const outdated = recorded !== undefined && isOutdated(turn) ? [messagesKey(key, recorded.generation)] : [];
    const messages = unwritten(turn);
    const length = messages.length + (outdated.length > 0 ? 0 : list.length());
    const record = recordOf(turn, { ...about, write: (recorded?.write ?? 0) + 1, length });
    const { expiresAt } = rest ?? {};
    const isNamed = recorded !== undefined && recorded.owner === record.owner;
    const names = name !== undefined && (!isNamed || expiresAt !== undefined) ? [name.key] : [];
    const newNames = version === null ? names.map((of) => ({ key: of, version: named })) : [];
    const items = messages.map((message) => JSON.stringify(message));
    const longer = { key: messagesKey(key, record.generation), items, expiresAt };
    return {
      change: {
        check: rest === undefined ? newNames : [...newNames, { key: mailboxKey(key), length: rest.taken }],
        put: [
          { key: recordKey(key), value: JSON.stringify(record), expiresAt },
          ...names.map((of) => ({ key: of, value: key, expiresAt })),
        ],
        append: items.length > 0 || rest !== undefined ? [longer] : [],
        remove: rest === undefined ? outdated : [...outdated, mailboxKey(key)],
        rest,
      },
      kept(done) {
        wrote(done, record, expiresAt);
        last = turn;
        if (outdated.length > 0) list = createList([]);
        list.add(messages, items);
      },
    };
  }

  function lacks(turn: Turn): boolean {
    if (unwritten(turn).length > 0 || recorded === undefined || !isRecorded(turn, recorded)) return true;
    last = turn;
    return false;
  }

  return {
    get told(): Writer['told'] {
      return { key: recordKey(key), version, write: recorded?.write ?? 0, keptUntil };
    },
    /** Make the conversation's name ready, which `part` needs. */
    prepare(owner: string | undefined): Promise<void> | undefined {
      if (name !== undefined && name.of === owner) return undefined;
      return nameKey(conversationId, owner).then((of) => void (name = { of: owner, key: of }));
    },
    size: () => list.size(),
    lacks,
    part,
    /**
     * What takes over what a process that is gone has left: it records the revision from which this one goes on, and no
     * later one may begin from it.
     */
    takeOver(revision: number): Part {
      const record = { ...recorded!, revision, write: recorded!.write + 1 };
      const put = [{ key: recordKey(key), value: JSON.stringify(record) }];
      return { change: { put }, kept: (done) => wrote(done, record) };
    },
    /** The store has these messages already. */
    knows(messages: readonly ChatMessage[]): void {
      list = createList(messages);
    },
  };
}

/** The messages in a list of the store. */
function createList(known: readonly ChatMessage[]) {
  const names = new Set(known.map(nameOf));
  let length = known.length;
  let [knownSize, added]: [number | undefined, number] = [undefined, 0];
  const sizeOf = (items: readonly string[]) => items.reduce((sum, item) => sum + item.length, 0);
  return {
    names,
    length: () => length,
    /** Characters of their JSON. What was read from a store is measured when somebody wants to know. */
    size: () => (knownSize ??= sizeOf(known.map((message) => JSON.stringify(message)))) + added,
    add(messages: readonly ChatMessage[], items: readonly string[]): void {
      for (const message of messages) names.add(nameOf(message));
      length += messages.length;
      added += sizeOf(items);
    },
  };
}

/** Stands for a message that is written: a call has one result, however often it is made. */
const nameOf = (message: ChatMessage) => (message.role === 'tool' ? (message.tool_call_id ?? '') : message);
