import { describe, expect, it } from 'vitest';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { isWhole } from '../chat/harness.ts';
import { runs } from '../runs.ts';
import { bookOver, createRandom } from './faulty-booking.ts';
import { realStores } from './real-stores.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

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

describe.each(realStores)(`a booking over %s (seed ${seed})`, (_, make) => {
  describe.each(faults)('that %s', (_, fault) => {
    it.each(Array.from({ length: runs(60) }, (_, nth) => nth))('ends with at most one ticket (%i)', async (nth) => {
      const real = await make();
      const { messages, tickets, errors } = await bookOver({ ...real, ...fault(real, createRandom(seed + nth)) });
      expect(tickets).toBeLessThanOrEqual(1);
      expect(isWhole(messages)).toBe(true);
      expect(messages.at(-1)?.content).toMatch(/^Here you are: (Ticket LAX FL002 12A|Error: Step "book" began)/);
      if (messages.at(-1)?.content.includes('Ticket') === true) expect(tickets).toBe(1);
      // The person never reads what the store said.
      expect(JSON.stringify(messages)).not.toContain('away');
      // It has lost nothing, so nothing is called lost.
      expect(errors.filter((error) => (error as { code?: string }).code === 'STORE_LOST')).toEqual([]);
    });
  });
});
