import { endOf, lookUntil, type Coming } from '../base/coming.ts';
import { timeIn, type DurableStore } from '../store/durable-store.ts';
import type { Leases } from '../store/lease.ts';
import { MovedError } from '../store/tenant.ts';
import { ChatRequestError } from './chat-errors.ts';
import type { PostBody } from './host-input.ts';
import { createReading, textsOf, type Reading } from './reading.ts';
import { mailboxKey, leaseKey, outKey } from './conversation-store.ts';

/**
 * A request that came to another process than the one that has the conversation's lease. It is put into the
 * conversation's mailbox, and its response comes back as a list of texts.
 */
export type MailItem =
  | { readonly id: string; readonly body: PostBody; readonly owner: string | undefined }
  /** The reader of the response is gone. */
  | { readonly id: string; readonly left: true };

type OutItem =
  | { readonly text: string }
  | { readonly error: { readonly status: number; readonly code: string; readonly message: string } }
  | { readonly end: true };

/** How often a key is looked at that cannot be watched, in milliseconds. */
const pollTime = 250;

export interface MailboxOptions {
  store: DurableStore;
  key: string;
  /** The lease is taken over, so something may be there already. Who gives a lease back has emptied it. */
  isLeft: boolean;
  onItem(item: MailItem): void;
  onError(error: unknown): void;
}

/** Takes the requests out of the mailbox while this process has the lease. */
export function createMailbox({ store, key, isLeft, onItem, onError }: MailboxOptions) {
  let taken = 0;
  let end: (() => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** Counts how often the lease was given back, and the mailbox emptied. */
  let emptied = 0;

  async function take(): Promise<boolean> {
    const before = emptied;
    const items = await store.list(mailboxKey(key), taken);
    // What has come since then is for who takes the lease next.
    if (emptied !== before) return false;
    taken += items.length;
    for (const item of items) onItem(JSON.parse(item) as MailItem);
    return items.length > 0;
  }

  /** Take what is there, one look at a time, so that none is taken twice. @returns whether there was anything */
  function look(): Promise<boolean> {
    const looking = last.then(take);
    last = looking.catch(() => undefined);
    return looking;
  }

  return {
    /** How many were taken since the lease was taken. */
    taken: () => taken,
    look,
    start(): void {
      // Where one process has the store to itself, only another handler of it sends something: one look at the end is enough.
      if (end !== undefined || store.opening !== undefined) return;
      const lookNow = () => void look().catch(onError);
      end = lookOften(store, mailboxKey(key), lookNow);
      // Something may have come before it was watched.
      if (isLeft || store.watch !== undefined) lookNow();
    },
    stop(): void {
      end?.();
      end = undefined;
      taken = 0;
      emptied += 1;
    },
  };
}

/** Look at each commit that the store tells of, and now and then. @returns a function that ends it */
function lookOften(store: DurableStore, key: string, look: () => void): () => void {
  const unwatch = store.watch?.(key, look);
  const timer = setInterval(look, unwatch === undefined ? pollTime : 4 * pollTime);
  return () => {
    unwatch?.();
    clearInterval(timer);
  };
}

/** How long pieces of a response are gathered, in milliseconds. */
const gatherTime = 100;

/** How long an unread response is kept, in milliseconds. */
const outTtl = 600_000;

export interface PassingOptions {
  store: DurableStore;
  closing: AbortSignal;
  /** @returns undefined where the conversation is not here. The next process that has it takes the request */
  post(key: string, body: PostBody, owner: string | undefined): Promise<Reading> | undefined;
  onError(error: unknown): void;
}

/** Takes what came to other processes, and writes the responses for them. */
export function createPassing({ store, closing, post, onError }: PassingOptions) {
  const passing = new Map<string, Reading>();

  async function take(key: string, item: MailItem): Promise<void> {
    if ('left' in item) {
      passing.get(item.id)?.cut();
      return;
    }
    const { id, body, owner } = item;
    try {
      const reading = closing.aborted ? undefined : await post(key, body, owner);
      if (reading === undefined) return;
      if (!reading.left.aborted) passing.set(id, reading);
      reading.left.addEventListener('abort', () => passing.delete(id));
      await passOn(store, key, id, reading);
    } catch (error) {
      if (error instanceof MovedError || closing.aborted) return;
      if (error instanceof ChatRequestError) await passOn(store, key, id, error).catch(() => undefined);
      else onError(error);
    }
  }

  return (key: string, item: MailItem): void => void take(key, item);
}

/** Write a response for the process that its request came to. */
async function passOn(store: DurableStore, key: string, id: string, reading: Reading | ChatRequestError) {
  const append = (...items: OutItem[]) =>
    store.commit({
      append: [
        { key: outKey(key, id), items: items.map((item) => JSON.stringify(item)), expiresAt: timeIn(store) + outTtl },
      ],
    });
  if (reading instanceof ChatRequestError) {
    const { status, code, message } = reading;
    await append({ error: { status, code, message } });
    return;
  }
  let text = '';
  let writing: Promise<unknown> | undefined;
  const write = async () => {
    for (; text !== ''; await new Promise((resolve) => setTimeout(resolve, gatherTime))) {
      const piece = text;
      text = '';
      await append({ text: piece });
    }
    writing = undefined;
  };
  // A turn may be silent for longer than what was told of it is kept: the other process counts on.
  const keeping = setInterval(() => void append().catch(() => undefined), outTtl / 2);
  try {
    for await (const piece of textsOf(reading)) {
      // The other process keeps its own connection alive.
      if (piece === '\n') continue;
      text += piece;
      writing ??= write();
      writing.catch(() => reading.cut());
    }
  } finally {
    clearInterval(keeping);
  }
  await writing;
  await append({ end: true });
}

export interface ForwardOptions {
  store: DurableStore;
  leases: Leases;
  key: string;
  body: PostBody;
  owner: string | undefined;
  keepAlive: number;
  /** That process has the request, so a later one comes after it. */
  onHanded(): void;
  /**
   * Hand the request to the process that has the conversation now.
   *
   * @returns a reading if that is this process, or the version of the lease
   */
  locate(body: PostBody): Promise<Reading | { lease: string }>;
}

/**
 * Give a request to the process that has its conversation, and read the response from there. If that process dies, the
 * next one that has the conversation gets the request again: answers and messages have names, so they count once.
 *
 * Resolves with the first text of the response, since a request that is refused gets its status.
 */
export async function forward(options: ForwardOptions): Promise<Reading> {
  const { owner } = options;
  const left = new AbortController();
  const texts = read(options, left.signal);
  const first = await texts.next();
  return createReading({ owner, reply: () => undefined, texts: from(first, texts), left });
}

async function* from(first: IteratorResult<string>, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done === true) return;
  yield first.value;
  yield* texts;
}

async function* read(options: ForwardOptions, signal: AbortSignal): AsyncGenerator<string> {
  const { store, key, owner, onHanded } = options;
  let { body } = options;
  while (!signal.aborted) {
    const located = await options.locate(body);
    if ('body' in located) {
      onHanded();
      signal.addEventListener('abort', located.cut, { once: true });
      if (signal.aborted) located.cut();
      return yield* textsOf(located);
    }
    const id = crypto.randomUUID();
    const item: MailItem = { id, body, owner };
    const handed = await store.commit({
      check: [{ key: leaseKey(key), version: located.lease }],
      append: [{ key: mailboxKey(key), items: [JSON.stringify(item)] }],
    });
    if (handed === null) continue;
    onHanded();
    const response = responseTo(options, id, signal);
    let told = await response.next();
    for (; told.done !== true; told = await response.next()) {
      yield told.value;
      const revision = lastRevision(told.value);
      if (revision !== undefined) body = { ...body, revision };
    }
    if (told.value === 'all') return;
  }
}

/** The response as far as it comes. @returns `all` unless its process is gone, or the reader is */
async function* responseTo(
  { store, leases, key, keepAlive }: ForwardOptions,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<string, 'all' | undefined> {
  const out = outKey(key, id);
  let from = 0;
  async function look(): Promise<string[] | undefined> {
    const [items, [lease]] = await Promise.all([store.list(out, from), store.read([leaseKey(key)])]);
    // Without its lease, its process has died, or rests without having seen the request.
    return items.length > 0 || lease == null || !leases.lasts(leaseKey(key), lease) ? items : undefined;
  }
  const news: Coming<void> = (resolve) => lookOften(store, out, resolve);
  while (!signal.aborted) {
    const items = await lookUntil(look, { atMost: keepAlive, news, ends: [endOf(signal)] });
    if (items?.length === 0) return undefined;
    if (items === undefined && !signal.aborted) yield '\n';
    for (const each of items ?? []) {
      from += 1;
      const item = JSON.parse(each) as OutItem;
      if ('error' in item) throw new ChatRequestError(item.error.status, item.error.code, item.error.message);
      if ('end' in item) {
        await store.commit({ remove: [out] });
        return 'all';
      }
      yield item.text;
    }
  }
  const gone: MailItem = { id, left: true };
  await store.commit({ append: [{ key: mailboxKey(key), items: [JSON.stringify(gone)] }] });
  return undefined;
}

/** The revision of the last line that has one. */
function lastRevision(text: string): number | undefined {
  const found = [...text.matchAll(/^\{"revision":(\d+)/gm)].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}
