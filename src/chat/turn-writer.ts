import type { ChatMessage } from '../protocol/chat-message.ts';
import type { StoreCheck } from '../store/durable-store.ts';
import type { Part, Rest, StoreChange, Writer } from '../store/tenant.ts';
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
  /** The messages of the list that the record names. */
  let written = new WeakSet<ChatMessage>();
  let results = new Set<string>();
  /** How many these are. */
  let length = 0;

  /** Messages were dropped or replaced: all of them go into a list of their own. */
  const isOutdated = (turn: Turn) => recorded !== undefined && recorded.generation !== turn.generation;

  const isWritten = (message: ChatMessage) =>
    message.role === 'tool' ? results.has(message.tool_call_id ?? '') : written.has(message);

  /** The messages that the store lacks. */
  function unwritten(turn: Turn): ChatMessage[] {
    if (isOutdated(turn)) return [...turn.messages, ...resultsOf(turn)];
    const messages = turn.messages === last?.messages ? [] : turn.messages;
    const ended = turn.calls === last?.calls ? [] : resultsOf(turn);
    return [...messages, ...ended].filter((message) => !isWritten(message));
  }

  const add = (messages: readonly ChatMessage[]) =>
    messages.forEach((each) => (each.role === 'tool' ? results.add(each.tool_call_id ?? '') : written.add(each)));

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
    const longer = messages.length + (outdated.length > 0 ? 0 : length);
    const record = recordOf(turn, { ...about, write: (recorded?.write ?? 0) + 1, length: longer });
    const { expiresAt } = rest ?? {};
    const isNamed = recorded !== undefined && recorded.owner === record.owner;
    const names = name !== undefined && (!isNamed || expiresAt !== undefined) ? [name.key] : [];
    const newNames = version === null ? names.map((of) => ({ key: of, version: named })) : [];
    return {
      change: changeOf({ key, record, messages, names, newNames, outdated, rest }),
      kept(done) {
        if (outdated.length > 0) [written, results] = [new WeakSet(), new Set()];
        wrote(done, record, expiresAt);
        last = turn;
        add(messages);
        length = longer;
      },
    };
  }

  /** The store lacks something of the turn. */
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
      add(messages);
      length = messages.length;
    },
  };
}

interface WrittenTurn {
  readonly key: string;
  readonly record: TurnRecord;
  readonly messages: readonly ChatMessage[];
  /** The names of the conversation to write, and what they must stand for so far. */
  readonly names: readonly string[];
  readonly newNames: readonly StoreCheck[];
  readonly outdated: readonly string[];
  readonly rest: TurnRest | undefined;
}

function changeOf({ key, record, messages, names, newNames, outdated, rest }: WrittenTurn): StoreChange {
  const { expiresAt } = rest ?? {};
  const items = messages.map((message) => JSON.stringify(message));
  const list = { key: messagesKey(key, record.generation), items, expiresAt };
  return {
    check: rest === undefined ? newNames : [...newNames, { key: mailboxKey(key), length: rest.taken }],
    put: [
      { key: recordKey(key), value: JSON.stringify(record), expiresAt },
      ...names.map((of) => ({ key: of, value: key, expiresAt })),
    ],
    append: items.length > 0 || rest !== undefined ? [list] : [],
    remove: rest === undefined ? outdated : [...outdated, mailboxKey(key)],
    rest,
  };
}
