import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { isWhole } from '../chat/harness.ts';
import { runs } from '../runs.ts';
import { choice, createBookingHandler, createTraveller, until } from './booking.ts';
import { openFaultProxy } from './proxy.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** A small generator of numbers from 0 to 1. The same seed gives the same ones. */
function createRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

type Fault = (store: DurableStore, random: () => number) => Partial<DurableStore>;

const broken = () => {
  throw new Error('The store is away.');
};

const faults: [string, Fault][] = [
  [
    'fails before it has done anything',
    (store, random) => ({
      read: async (keys) => (random() < 0.05 ? broken() : store.read(keys)),
      list: async (key, from) => (random() < 0.05 ? broken() : store.list(key, from)),
      commit: async (commit) => (random() < 0.1 ? broken() : store.commit(commit)),
    }),
  ],
  [
    'commits, and fails to say so',
    (store, random) => ({
      async commit(commit) {
        const written = await store.commit(commit);
        return random() < 0.1 ? broken() : written;
      },
    }),
  ],
  [
    'is slow',
    (store, random) => ({
      async commit(commit) {
        await new Promise((resolve) => setTimeout(resolve, random() * 20));
        return store.commit(commit);
      },
    }),
  ],
  [
    'refuses commits that it could have made',
    (store, random) => ({ commit: async (commit) => (random() < 0.1 ? null : store.commit(commit)) }),
  ],
];

describe.each(faults)(`a booking with a store that %s (seed ${seed})`, (_, fault) => {
  it.each(Array.from({ length: runs(60) }, (_, nth) => nth))('ends with at most one ticket (%i)', async (nth) => {
    const real: DurableStore = { ...memoryStore(), isVolatile: false };
    const random = createRandom(seed + nth);
    const booked = { count: 0 };
    const server = createBookingHandler({
      store: { ...real, ...fault(real, random) },
      limits: { leaseTime: 300, sweepEvery: 50 },
      onBooked: () => (booked.count += 1),
    });
    const proxy = await openFaultProxy(server.handler);
    onTestFinished(async () => {
      await server.handler.close();
      await proxy.close();
    });
    const { client } = createTraveller({ endpoint: proxy.url });
    void client.send('Book a flight to LAX');
    const act = ({ pending, status }: ClientSnapshot) => {
      for (const item of pending) {
        if (item.status === 'pending') item.views.at(-1)?.answer(choice[item.key]);
        if (item.status === 'failed') item.retry();
      }
      if (status === 'failed') void client.retry();
    };
    const { messages } = await until(
      client,
      ({ status, pending, messages: said }) =>
        status === 'idle' && pending.length === 0 && said.at(-1)?.content.startsWith('Here you are') === true,
      act,
    );
    expect(booked.count).toBeLessThanOrEqual(1);
    expect(isWhole(messages)).toBe(true);
    expect(messages.at(-1)?.content).toMatch(/^Here you are: (Ticket LAX FL002 12A|Error: Step "book" began)/);
    if (messages.at(-1)?.content.includes('Ticket') === true) expect(booked.count).toBe(1);
    // The person never reads what the store said.
    expect(JSON.stringify(messages)).not.toContain('away');
  });
});
