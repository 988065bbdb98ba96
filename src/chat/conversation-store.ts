import { hexHash } from '../base/hash.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { DurableStore, StoreCheck } from '../store/durable-store.ts';
import { StoreFailedError } from '../store/guarded-store.ts';
import { createLeases } from '../store/lease.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { turnFormat, type TurnRecord } from './turn-record.ts';

/** What a name stands for. */
export interface Named {
  readonly keys: readonly string[];
  /** The version of the name. Who begins a conversation under it may replace no later one. Null if it stands for nothing. */
  readonly version: string | null;
}

/** A conversation's record as it was read. */
export interface StoredConversation {
  readonly key: string;
  readonly record: TurnRecord;
  readonly version: string;
  readonly lease: { readonly version: string; readonly isLive: boolean } | undefined;
}

export const recordKey = (key: string) => `conv/${key}`;
/** The key of the conversation with this record. Undefined if it is no record's. */
export const keyOfRecord = (key: string) => /^conv\/([0-9a-f]+)$/.exec(key)?.[1];
export const mailboxKey = (key: string) => `conv/${key}/mailbox`;
export const outKey = (key: string, id: string) => `conv/${key}/out/${id}`;
export const messagesKey = (key: string, generation: number) => `conv/${key}/messages/${generation}`;
export const leaseKey = (key: string) => `conv/${key}/lease`;

/** The queue of due times in which conversations are. */
export const chatQueue = 'chat';

/** Letters and digits of a conversation's key. Its calls' ids begin with it. */
const keyLength = 20;

/** A new key for a conversation. */
export function newKey(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, keyLength);
}

/** The end of a new call's id. */
export function newCallToken(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(keyLength);
}

/** An id for a call, from which its conversation is found. */
export function callIdOf(key: string, token = newCallToken()): string {
  return `call_${key}${token}`;
}

/** The key of the conversation that began a call. */
export function keyOfCall(callId: string): string | undefined {
  return /^call_([0-9a-f]{20})[0-9a-f]{12}$/.exec(callId)?.[1];
}

/** Under which a conversation is found by the id that its client gave it. */
export async function nameKey(conversationId: string, owner: string | undefined): Promise<string> {
  const name = JSON.stringify(owner === undefined ? [conversationId] : [conversationId, owner]);
  if (name.length <= longestName) return `conv-of/${name}`;
  return `conv-of/${await hexHash(name)}`;
}

/** Characters of a name that fit into a key. */
const longestName = 380;

/** How often a record is removed that does not go away. */
const mostBurials = 10;

export type ConversationStore = ReturnType<typeof createConversationStore>;

/**
 * Keeps conversations as records, and knows who may go on with which.
 *
 * @param leaseTime - how long a lease lasts without being renewed, in milliseconds
 */
export function createConversationStore(store: DurableStore, leaseTime: number) {
  const leases = createLeases(store, leaseTime);

  async function remove(key: string, { conversationId, owner, generation }: TurnRecord, lease: StoreCheck[]) {
    const name = await nameKey(conversationId, owner);
    const [named] = await store.read([name]);
    const keys = [recordKey(key), messagesKey(key, generation), ...(named?.value === key ? [name] : [])];
    // Without its lease, whatever is still at work for it can write nothing more.
    await store.commit({ check: lease, remove: lease.length > 0 ? keys : [...keys, leaseKey(key), mailboxKey(key)] });
  }

  return {
    store,
    leases,
    /** The conversations with this id that belong to this owner or to nobody. */
    async find(conversationId: string | undefined, owner: string | undefined): Promise<Named> {
      if (conversationId === undefined) return { keys: [], version: null };
      const names = [await nameKey(conversationId, owner)];
      if (owner !== undefined) names.push(await nameKey(conversationId, undefined));
      const found = await store.read(names);
      return { keys: [...new Set(found.flatMap((entry) => entry?.value ?? []))], version: found[0]?.version ?? null };
    },
    /** Null for one that is not stored. */
    async read(key: string): Promise<StoredConversation | null> {
      const [head, lease] = await store.read([recordKey(key), leaseKey(key)]);
      if (head == null) return null;
      const record = JSON.parse(head.value) as TurnRecord;
      if (record.format !== turnFormat) {
        const formats = `in format ${String(record.format)}, and this version of elicitkit reads ${String(turnFormat)}`;
        const next = 'Let the version that wrote it end it.';
        throw new CodedError('CONVERSATION_FORMAT', `The conversation was stored ${formats}. ${next}`);
      }
      return {
        key,
        record,
        version: head.version,
        lease: lease == null ? undefined : { version: lease.version, isLive: leases.isOthers(leaseKey(key), lease) },
      };
    },
    /** @param from - how many of the first to leave out. @default 0 */
    async messages(key: string, generation: number, from = 0): Promise<ChatMessage[]> {
      return (await store.list(messagesKey(key, generation), from)).map((item) => JSON.parse(item) as ChatMessage);
    },
    /** Forget a conversation. */
    forget: (key: string, record: TurnRecord) => remove(key, record, [{ key: leaseKey(key), version: null }]),
    /**
     * Remove a conversation of which the store has lost something, so that no process goes on from an older state.
     *
     * @throws {StoreFailedError} if it is still there. Try again later
     */
    async bury(key: string): Promise<void> {
      // Look again: a store that has just lost a commit may lose this one.
      for (let tries = 0; tries < mostBurials; tries += 1) {
        const [head] = await store.read([recordKey(key)]);
        if (head == null) return;
        await remove(key, JSON.parse(head.value) as TurnRecord, []);
      }
      throw new StoreFailedError(new StoreLostError(recordKey(key), 'it does not remove it'));
    },
  };
}
