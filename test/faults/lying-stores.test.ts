import { describe, expect, it } from 'vitest';
import { StoreLostError } from '../../src/store/store-lost.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { isWhole } from '../chat/harness.ts';
import { runs } from '../runs.ts';
import { bookOver, createRandom } from './faulty-booking.ts';
import {
  comesBackEmpty,
  givesOldVersions,
  givesOneVersion,
  givesOthersVersions,
  losesCommits,
  type Lie,
} from './lying-store.ts';
import { realStores } from './real-stores.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const lies: [string, (isAll: boolean) => Lie][] = [
  ['loses a commit after saying yes', () => losesCommits],
  ['gives old versions', () => givesOldVersions],
  ['gives versions of other keys', () => givesOthersVersions],
  ['comes back empty', () => comesBackEmpty({ ...memoryStore(), isVolatile: false })],
];

const lost = (errors: readonly unknown[]) => errors.filter((error) => error instanceof StoreLostError);
/** The end of a booking that the person can act on: a ticket, or words that say that nobody knows. */
const known = /^Here you are: (Ticket LAX FL002 12A|Error: Step "book" began|.*[Oo]utcome unknown)/;

describe.each(realStores)(`a booking over %s (seed ${seed})`, (_, make) => {
  describe.each(lies)('that %s', (_, lieOf) => {
    it.each(Array.from({ length: runs(120) }, (_, nth) => nth))('once, tells the host once (%i)', async (nth) => {
      const random = createRandom(seed + nth);
      const at = Math.floor(random() * 40);
      let calls = 0;
      const isTime = () => {
        calls += 1;
        return calls === at;
      };
      const store = lieOf(false)(await make(), isTime);
      const { messages, tickets, errors } = await bookOver(store);
      console.log('LIE', at, calls, store.lies(), lost(errors).length, tickets, messages.at(-1)?.content, errors.map(String));
      expect(tickets).toBeLessThanOrEqual(1);
      expect(isWhole(messages)).toBe(true);
      expect(messages.at(-1)?.content).toMatch(known);
      expect(lost(errors).length).toBeLessThanOrEqual(store.lies());
    });

    it.each(Array.from({ length: runs(60) }, (_, nth) => nth))('at random, books at most once (%i)', async (nth) => {
      const random = createRandom(seed + nth);
      const store = lieOf(true)(await make(), () => random() < 0.1);
      const { messages, tickets, errors } = await bookOver(store);
      console.log('RND', store.lies(), lost(errors).length, tickets, messages.at(-1)?.content);
      expect(tickets).toBeLessThanOrEqual(1);
      expect(isWhole(messages)).toBe(true);
      expect(messages.at(-1)?.content).toMatch(known);
    });
  });

  it.each(Array.from({ length: runs(30) }, (_, nth) => nth))('whose versions are all the same (%i)', async (nth) => {
    const random = createRandom(seed + nth);
    const store = givesOneVersion(await make(), () => random() < 0.1);
    const { messages, tickets, errors, pressed } = await bookOver(store, { patience: 3 });
    console.log('ONE', store.lies(), lost(errors).length, tickets, pressed, messages.at(-1)?.content, errors.map(String).slice(0,3));
    expect(tickets).toBeLessThanOrEqual(1);
  });
});
