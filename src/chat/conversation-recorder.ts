import type { ChatMessage } from '../protocol/chat-message.ts';
import type { StoreCommit } from '../store/durable-store.ts';
import { refuseLost, StoreLostError } from '../store/store-lost.ts';
import {
  chatQueue,
  ConversationMovedError,
  inboxKey,
  leaseKey,
  messagesKey,
  nameKey,
  recordKey,
  type ConversationStore,
  type StoredConversation,
} from './conversation-store.ts';
import { recordOf, resultsOf, type TurnRecord } from './turn-record.ts';
import type { Turn } from './turn.ts';

/**
 * Writes what changes in one conversation, and holds the right to do so: a lease in the store, which is taken with the
 * first commit, renewed with later ones, and given back with the last. A lease means that something runs. A
 * conversation at rest has none.
 */
export interface Recorder {
  /** This process has the lease, as far as its clock tells. */
  isHeld(): boolean;
  /** There is a lease in the store: ours, or that of a process that is gone. */
  hasLease(): boolean;
  /** The version of the record that this process wrote or read last. Null for one that is not written yet. */
  version(): string | null;
  /**
   * Compare what the store says of the conversation with what it told this process.
   *
   * @throws {StoreLostError} if the one contradicts the other
   */
  compare(found: StoredConversation | null): void;
  /** When to renew the lease, in milliseconds since the Unix epoch. `Infinity` without one. */
  renewAt(): number;
  /** The store lacks something of the turn. */
  lacks(turn: Turn): boolean;
  /**
   * Take over what a process that is gone has left, and record the revision from which this one goes on: no later one
   * may begin from it.
   *
   * @throws {ConversationMovedError} as `write`
   */
  takeOver(revision: number): Promise<void>;
  /**
   * Write what the store lacks, and take or renew the lease.
   *
   * @param beside - is written in the same commit
   * @returns the version of what was written
   * @throws {ConversationMovedError} if another process has the lease, or has changed the record
   * @throws {StoreLostError} if the store contradicts what it told before
   */
  write(turn: Turn, about: AboutTurn, beside?: readonly StoreCommit[]): Promise<string>;
  /** Take or renew the lease, and write nothing else. */
  hold(): Promise<void>;
  /** Write what the store lacks, and give the lease back. */
  rest(turn: Turn, about: AboutTurn, rest: Rest): Promise<void>;
  /** The store has these messages already. */
  knows(messages: readonly ChatMessage[]): void;
  /** Tell other processes that what runs here has stopped in the middle. */
  abandon(): Promise<void>;
}

export type AboutTurn = Pick<TurnRecord, 'revision' | 'shows'>;

export interface Rest {
  /** When the conversation has to be looked at. `Infinity` for never. */
  readonly dueAt: number;
  /** When the conversation expires, in milliseconds since the Unix epoch. Undefined for never. */
  readonly expiresAt: number | undefined;
  /** How many requests were taken from the inbox. */
  readonly taken: number;
}

/** The facts of a turn that are recorded. */
const facts = [
  'owner',
  'messages',
  'calls',
  'iteration',
  'modelRuns',
  'usage',
  'queued',
  'silent',
  'error',
  'isEndTold',
  'lost',
  'dropped',
  'generation',
] as const satisfies readonly (keyof Turn)[];

/** How often a commit is tried again that the store had no reason to refuse. */
const mostTries = 20;

/** @param named - the version of what the conversation's name stands for in the store, for one that is new */
export function createRecorder(
  conversations: ConversationStore,
  key: string,
  stored: StoredConversation | undefined,
  named: string | null,
): Recorder {
  const { store, leases } = conversations;
  let version: string | null = stored?.version ?? null;
  let lease: string | null = stored?.lease?.version ?? null;
  let until = 0;
  let generation = stored?.record.generation ?? 0;
  let writes = stored?.record.write ?? 0;
  /** Until when the record does not expire, in milliseconds since the Unix epoch. Unknown before the first write. */
  let keptUntil = 0;
  let last: Turn | undefined;
  let recorded = stored === undefined ? '' : textOf(stored.record);
  let written = new WeakSet<ChatMessage>();
  let results = new Set<string>();
  /** Lists of messages that another has replaced. */
  let outdated: string[] = [];
  /** Whose name for the conversation the store has. */
  let namedFor: { owner: string | undefined } | undefined =
    stored === undefined ? undefined : { owner: stored.record.owner };

  const isWritten = (message: ChatMessage) =>
    message.role === 'tool' ? results.has(message.tool_call_id ?? '') : written.has(message);

  /** The messages that the store lacks. */
  function unwritten(turn: Turn): ChatMessage[] {
    const messages = turn.messages === last?.messages ? [] : turn.messages;
    const ended = turn.calls === last?.calls ? [] : resultsOf(turn);
    return [...messages, ...ended].filter((message) => !isWritten(message));
  }

  function add(messages: readonly ChatMessage[]): void {
    for (const message of messages) {
      if (message.role === 'tool') results.add(message.tool_call_id ?? '');
      else written.add(message);
    }
  }

  /** Messages were dropped or replaced: write all of them, into a list of their own. */
  function begin(next: number): void {
    if (next === generation) return;
    outdated.push(messagesKey(key, generation));
    generation = next;
    last = undefined;
    written = new WeakSet();
    results = new Set();
  }

  /** @param turn - undefined to take or renew the lease, and at most change the revision */
  async function commit(
    turn: Turn | undefined,
    about: AboutTurn,
    rest: Rest | undefined,
    {
      takenOver,
      beside = [],
    }: { takenOver?: TurnRecord | undefined; beside?: readonly StoreCommit[] | undefined } = {},
  ): Promise<string> {
    if (turn !== undefined) begin(turn.generation);
    const write = writes + 1;
    const record = turn === undefined ? takenOver && { ...takenOver, write } : recordOf(turn, { ...about, write });
    const messages = turn === undefined ? [] : unwritten(turn);
    const heldUntil = Date.now() + leases.leaseTime;
    const renews = rest === undefined && Date.now() >= renewAt();
    const expiresAt = rest?.expiresAt;
    const isNamed = record === undefined || (namedFor !== undefined && namedFor.owner === record.owner);
    const name =
      record !== undefined && (!isNamed || expiresAt !== undefined)
        ? await nameKey(record.conversationId, record.owner)
        : undefined;
    const change: StoreCommit = {
      check: [
        { key: leaseKey(key), version: lease },
        { key: recordKey(key), version },
        ...(stored === undefined && version === null && name !== undefined ? [{ key: name, version: named }] : []),
        ...(rest === undefined ? [] : [{ key: inboxKey(key), length: rest.taken }]),
        ...beside.flatMap(({ check = [] }) => check),
      ],
      put: [
        ...(record === undefined ? [] : [{ key: recordKey(key), value: JSON.stringify(record), expiresAt }]),
        ...(renews ? [{ key: leaseKey(key), value: leases.textOf(heldUntil) }] : []),
        ...(name === undefined ? [] : [{ key: name, value: key, expiresAt }]),
        ...beside.flatMap(({ put = [] }) => put),
      ],
      append: [
        ...(messages.length > 0 || rest !== undefined
          ? [
              {
                key: messagesKey(key, generation),
                items: messages.map((message) => JSON.stringify(message)),
                expiresAt,
              },
            ]
          : []),
        ...beside.flatMap(({ append = [] }) => append),
      ],
      remove: [...outdated, ...(rest === undefined ? [] : [leaseKey(key), inboxKey(key)])],
      due:
        rest !== undefined
          ? [{ key: recordKey(key), queue: chatQueue, at: Number.isFinite(rest.dueAt) ? rest.dueAt : null }]
          : renews
            ? [{ key: recordKey(key), queue: chatQueue, at: heldUntil }]
            : [],
    };
    const done = (await store.commit(change)) ?? (await again(change, rest !== undefined));
    if (record !== undefined) {
      if (done === version) throw new StoreLostError(recordKey(key), 'it gives the next one the same version');
      version = done;
      writes = write;
      keptUntil = expiresAt ?? Infinity;
    }
    if (turn !== undefined && record !== undefined) {
      outdated = [];
      last = turn;
      recorded = textOf(record);
      namedFor = { owner: turn.owner };
      add(messages);
    }
    if (renews) {
      lease = done;
      until = heldUntil;
    }
    if (rest !== undefined) {
      lease = null;
      until = 0;
    }
    return done;
  }

  /** Try again what the store has refused, if it says itself that it had no reason to. */
  async function again(change: StoreCommit, rests: boolean): Promise<string> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await conversations.read(key);
      compare(found);
      const isSame = version !== null && found?.version === version && (found.lease?.version ?? null) === lease;
      // What came into the inbox is a reason to go on.
      if (!isSame || rests) throw new ConversationMovedError();
      // oxlint-disable-next-line no-await-in-loop
      const done = await store.commit(change);
      if (done !== null) return done;
    }
    throw new StoreLostError(recordKey(key), 'it refuses to change it');
  }

  function compare(found: StoredConversation | null): void {
    if (version === null || (found === null && Date.now() >= keptUntil)) return;
    const now = found && { version: found.version, write: found.record.write };
    refuseLost(recordKey(key), { version, write: writes }, now);
    if (lease === null || found?.version !== version) return;
    // A process that takes over writes the record, too, and a lease that has run out stays where it is.
    const isOthers = found.lease !== undefined && (found.lease.isLive || !leases.isHeld(until));
    if (found.lease?.version !== lease && !isOthers) {
      throw new StoreLostError(leaseKey(key), 'it has another lease there, or none');
    }
  }

  function lacks(turn: Turn): boolean {
    begin(turn.generation);
    if (last !== undefined && facts.every((fact) => turn[fact] === last?.[fact])) return false;
    return unwritten(turn).length > 0 || textOf(recordOf(turn, { revision: 0, write: 0, shows: {} })) !== recorded;
  }

  const renewAt = () => (until === 0 ? -Infinity : leases.renewAt(until));

  return {
    isHeld: () => leases.isHeld(until),
    hasLease: () => lease !== null,
    version: () => version,
    renewAt: () => (until === 0 ? Infinity : renewAt()),
    compare,
    lacks,
    async takeOver(revision) {
      const takenOver = stored && { ...stored.record, revision };
      await commit(undefined, { revision, shows: {} }, undefined, { takenOver });
    },
    write: (turn, about, beside) => commit(lacks(turn) ? turn : undefined, about, undefined, { beside }),
    async hold() {
      await commit(undefined, { revision: 0, shows: {} }, undefined);
    },
    async rest(turn, about, rest) {
      await commit(turn, about, rest);
    },
    knows: add,
    async abandon() {
      if (until === 0) return;
      until = 0;
      await store.commit({
        check: [{ key: leaseKey(key), version: lease }],
        put: [{ key: leaseKey(key), value: leases.textOf(0) }],
        due: [{ key: recordKey(key), queue: chatQueue, at: Date.now() }],
      });
    },
  };
}

/** What has to be recorded at once. The rest of a record follows with the next commit. */
function textOf(record: TurnRecord): string {
  return JSON.stringify({ ...record, revision: 0, write: 0, shows: {} });
}
