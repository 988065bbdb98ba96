import { afterEach, describe, expect, it } from 'vitest';
import { createPresenter } from '../../src/client/client-snapshot.ts';
import type { ClientStore } from '../../src/client/client-store.ts';
import { watchDeadlines } from '../../src/client/deadlines.ts';
import type { ItemActions } from '../../src/client/elicit-item.ts';
import { createHandlerRuns } from '../../src/client/handler/handler-runs.ts';
import { idleState, pushedPost, type ClientState } from '../../src/client/state/client-state.ts';
import { findItem, type ItemState } from '../../src/client/state/item-state.ts';
import { reduce, type Input } from '../../src/client/state/reduce.ts';
import { createPluginRegistry } from '../../src/plugin/plugin-registry.ts';
import { readChatEvent } from '../../src/protocol/chat-event.ts';
import {
  ask,
  askFirst,
  bookFlightPlugin,
  closeAll,
  complete,
  createHarness,
  info,
  settled,
  state,
  push,
} from './harness.ts';

afterEach(closeAll);

const question = (n: number) => ask({ callId: `call_${n}`, elicitId: `call_${n}:0` });
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('a client keeps so many questions', () => {
  it('and of those that ended the oldest goes first', async () => {
    const harness = createHarness({ maxItems: 3 });
    await askFirst(harness, question(0), question(1), question(2));
    for (const n of [1, 0]) push(harness.client, settled('accept', question(n)));
    push(harness.client, question(3));

    expect(harness.snapshot().items.map(({ callId }) => callId)).toEqual(['call_1', 'call_2', 'call_3']);
    push(harness.client, question(4));
    expect(harness.snapshot().items.map(({ callId }) => callId)).toEqual(['call_2', 'call_3', 'call_4']);
    expect(harness.errors).toEqual([]);
  });

  it('and says so where all are open and one more is asked, which is shown when it is told again', async () => {
    const harness = createHarness({ maxItems: 2 });
    await askFirst(harness, question(0), question(1));
    push(harness.client, question(2));

    expect(harness.errors.map(({ code }) => code)).toEqual(['TOO_MANY_QUESTIONS']);
    expect(harness.snapshot()).toMatchObject({
      problem: { code: 'TOO_MANY_QUESTIONS' },
      items: [{ callId: 'call_0' }, { callId: 'call_1' }],
    });
    push(harness.client, settled('accept', question(0)));
    void harness.client.attach();
    (await harness.server.accept()).end(info, question(1), question(2), state());
    await harness.when(({ items }) => items.some(({ callId }) => callId === 'call_2'));
    expect(harness.errors).toHaveLength(1);
  });

  it('however many a server asks, with a handler for each of them and one error for each piece of the stream', async () => {
    const harness = createHarness({ maxItems: 20 });
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end(info, ...upTo(8000).map(question), complete);
    await sent;

    const { items, calls } = harness.snapshot();
    expect(items).toHaveLength(20);
    expect(calls).toHaveLength(20);
    expect(items.every(({ views }) => views.length === 1)).toBe(true);
    expect(harness.errors.map(({ code }) => code)).toEqual(['TOO_MANY_QUESTIONS']);
    expect(harness.errors[0]?.message).toContain('7980 more');
  });
});

/** Counts how often anything of these questions is read. */
function createCounter() {
  let reads = 0;
  return {
    reads: () => reads,
    count: (item: ItemState): ItemState =>
      new Proxy(item, {
        get(target, name, receiver) {
          reads += 1;
          return Reflect.get(target, name, receiver) as unknown;
        },
      }),
  };
}

/** A client that keeps so many questions, all of them open. */
function full(count: number): ClientState {
  return upTo(count).reduce((now, n) => hear(now, told(question(n))), idleState([], count + 10));
}

/** Take the next input, whatever came before it. */
function hear(now: ClientState, input: Input): ClientState {
  return reduce({ ...now, revision: 0 }, input);
}

function told(given: object): Input {
  const read = readChatEvent(given);
  if (read.kind !== 'event') throw new Error(JSON.stringify(given));
  return { type: 'event', post: pushedPost, event: read.event, revision: 1, at: 0 };
}

describe('the work that one event makes', () => {
  const [one] = [question(7)];

  it.each<[what: string, input: Input]>([
    ['a question', told(question(9999))],
    ['a question told again', told(one)],
    ['an answer that was settled', told(settled('accept', one))],
    ['an end of a call', told({ type: 'tool_result', id: 'call_7', name: 'book_flight', content: 'ok' })],
    ['a piece of text', told({ type: 'text', content: 'x' })],
    ['a draft', { type: 'draft_changed', elicitId: 'call_7:0', viewId: '0.0', draft: 'x' }],
  ])('is in proportion to the questions that are kept: %s', (_, input) => {
    const readsAmong = (count: number) => {
      const counter = createCounter();
      const before = full(count);
      expect(before.items).toHaveLength(count);
      hear({ ...before, items: before.items.map(counter.count) }, input);
      return counter.reads();
    };

    expect(readsAmong(320)).toBeLessThanOrEqual(readsAmong(40) * 9);
    expect(readsAmong(40)).toBeLessThanOrEqual(40 * 8);
  });

  it.each<[what: string, input: Input]>([
    ['a question', told(question(9999))],
    ['a question told again', told(question(9998))],
    ['an answer that was settled', told(settled('accept', question(9998)))],
    ['a draft', { type: 'draft_changed', elicitId: 'call_9998:0', viewId: '0.0', draft: 'x' }],
  ])('is the same however many questions have ended and are kept: %s', (_, input) => {
    const readsAmong = (count: number) => {
      const counter = createCounter();
      const asked = full(count);
      const ended = upTo(count).reduce((now, n) => hear(now, told(settled('accept', question(n)))), asked);
      const kept = { ...ended, items: ended.items.map(counter.count), maxItems: count };
      const present = createPresenter({} as ItemActions);
      present(kept);
      const now = hear(kept, told(question(9998)));
      present(now);
      const before = counter.reads();
      expect(present(hear(now, input)).items).toHaveLength(count);
      return counter.reads() - before;
    };

    expect(readsAmong(320)).toBe(readsAmong(40));
  });

  it.each([0, 150, 319])('shows no other question anew where number %i of 320 has changed', (nth) => {
    const ended = upTo(320).reduce((now, n) => hear(now, told(settled('accept', question(n)))), full(320));
    const present = createPresenter({} as ItemActions);
    const before = present(ended);
    const changed = { ...ended.items[nth]!, message: 'Again?' };
    const after = present({ ...ended, items: ended.items.with(nth, changed) });
    expect(after.items.filter((item) => !before.items.includes(item))).toEqual([after.items[nth]]);
    expect(after.receipts).toEqual(after.items);
  });

  it('is so for the handlers and the deadlines that follow it', async () => {
    const readsAmong = async (count: number) => {
      const counter = createCounter();
      const asked = full(count);
      const items = asked.items.map((item) =>
        counter.count({ ...item, request: { ...item.request, expiresAt: Number.MAX_SAFE_INTEGER } }),
      );
      const listeners = new Set<() => void>();
      let now: ClientState = { ...asked, items };
      const store: ClientStore = {
        getState: () => now,
        find: (elicitId) => findItem(now.items, elicitId),
        dispatch: () => undefined,
        batch: (work) => work(),
        watch: () => () => undefined,
        isWatched: () => true,
        subscribe: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
      const nothing = {
        onError: () => undefined,
        submit: async () => undefined,
        readResult: () => ({ action: 'cancel' as const }),
      };
      const registry = createPluginRegistry([bookFlightPlugin]);
      const runs = createHandlerRuns({ registry, store, ...nothing });
      const closing = new AbortController();
      watchDeadlines({ store, closing: closing.signal, ask: () => undefined, expire: () => undefined });
      runs.reconcile();
      const hearing = [...listeners];
      for (const listener of hearing) listener();
      await new Promise((resolve) => setImmediate(resolve));
      const before = counter.reads();
      now = { ...now, items: [...items] };
      runs.reconcile();
      // A copy: who is called listens anew.
      const heard = [...listeners];
      for (const listener of heard) listener();
      await new Promise((resolve) => setImmediate(resolve));
      const reads = counter.reads() - before;
      await runs.close();
      closing.abort();
      return reads;
    };

    expect(await readsAmong(160)).toBeLessThanOrEqual((await readsAmong(40)) * 5);
  });
});
