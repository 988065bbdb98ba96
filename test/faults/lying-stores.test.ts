import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { DurableStore, StoreCommit } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { StoreLostError } from '../../src/store/store-lost.ts';
import { isWhole } from '../chat/harness.ts';
import { runs } from '../runs.ts';
import { bookOver, createRandom, leaseTime, type BookingEnd } from './faulty-booking.ts';
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

const lies: [string, () => Lie][] = [
  ['loses a commit after saying yes', () => losesCommits],
  ['gives old versions', () => givesOldVersions],
  ['gives versions of other keys', () => givesOthersVersions],
  ['comes back empty', () => comesBackEmpty({ ...memoryStore(), isVolatile: false })],
];

/** About how often a booking asks the store something about which it can lie. */
const occasions = 25;

const lostIn = ({ errors }: BookingEnd) =>
  errors.filter((error): error is StoreLostError => error instanceof StoreLostError);

/** What always holds: one ticket at most, and a conversation that says what is known and goes on. */
async function expectAnEnd(end: BookingEnd): Promise<void> {
  const { messages, tickets, isOver, say } = end;
  expect(tickets).toBeLessThanOrEqual(1);
  expect(isWhole(messages)).toBe(true);
  expect(isOver).toBe(true);
  const told = messages.map(({ content }) => content).join('\n');
  if (told.includes('Ticket')) expect(tickets).toBe(1);
  // On a busy machine a lease can run out during a step. That is no loss: the next process says so of the step.
  else if (!told.includes('Step "book" began, and its process ended')) {
    // What was lost is said to the person, and to the host.
    expect(told).toContain('Outcome unknown');
    expect(lostIn(end)).not.toEqual([]);
  }
  expect(isWhole(await say('Thanks'))).toBe(true);
}

describe.each(realStores)(`a booking over %s (seed ${seed})`, (_, make) => {
  describe.each(lies)('that %s', (_, lieOf) => {
    it.each(Array.from({ length: runs(120) }, (_, nth) => nth))(
      'once, tells the host once of each record (%i)',
      async (nth) => {
        const at = 1 + Math.floor(createRandom(seed + 7919 * nth)() * occasions);
        let asked = 0;
        const store = lieOf()(await make(), () => (asked += 1) === at);
        const end = await bookOver(store);
        const keys = lostIn(end).map(({ key }) => key);
        expect(keys).toEqual([...new Set(keys)]);
        if (store.lies() === 0) expect(keys).toEqual([]);
        await expectAnEnd(end);
      },
    );

    it.each(Array.from({ length: runs(60) }, (_, nth) => nth))('at random, books once at most (%i)', async (nth) => {
      const random = createRandom(seed + 7919 * nth);
      const store = lieOf()(await make(), () => random() < 0.1);
      const end = await bookOver(store);
      expect(end.pressed).toBeLessThan(20);
      await expectAnEnd(end);
    });
  });

  it.each(Array.from({ length: runs(30) }, (_, nth) => nth))(
    'whose versions are all the same lets the person try again (%i)',
    async (nth) => {
      const random = createRandom(seed + 7919 * nth);
      const store = givesOneVersion(await make(), () => random() < 0.1);
      const end = await bookOver(store, { patience: 3 });
      expect(end.tickets).toBeLessThanOrEqual(1);
      // Otherwise until() has waited in vain.
      expect(end.isOver || end.pressed === 3).toBe(true);
      if (end.tickets === 0) expect(lostIn(end)).not.toEqual([]);
    },
  );

  it('that loses the note that a step began does not do the step again', async () => {
    const end = await bookOver(losingOnce(await make(), (commit) => textOf(commit).includes('"book"')));
    expect(end.tickets).toBe(1);
    expect(lostIn(end)).toMatchObject([{ code: 'STORE_LOST', key: expect.stringContaining('call/') }]);
    expect(end.messages.at(-1)?.content).toContain('Outcome unknown');
    await expectAnEnd(end);
  });

  it('that loses the end of the conversation, too, does not do the step again', async () => {
    const real = losingOnce(await make(), (commit) => textOf(commit).includes('"book"'));
    const store = losingOnce(real, ({ remove = [] }) => remove.some((key) => /^conv\/[0-9a-f]+$/.test(key)));
    const end = await bookOver(store);
    expect(end.tickets).toBe(1);
    expect(lostIn(end)).toHaveLength(1);
    await expectAnEnd(end);
  });

  it('that loses the lease, and says so when it has run out, says so to the host and to the person', async () => {
    const end = await bookOver(late(losingTheLease(await make()), takesLease));
    expect(end.tickets).toBeLessThanOrEqual(1);
    expect(lostIn(end)).toMatchObject([{ key: expect.stringMatching(/^conv\/[0-9a-f]+\/lease$/) }]);
    await expectAnEnd(end);
  });

  it('that is emptied while a question waits says so to the host once, and to the person', async () => {
    const store = emptied(await make(), ({ put = [] }) => put.some(({ value }) => value.includes('"pickSeat"')));
    const end = await bookOver(store);
    expect(end.tickets).toBe(0);
    expect(lostIn(end)).toHaveLength(1);
    await expectAnEnd(end);
  });
});

const textOf = ({ append = [] }: StoreCommit) => append.flatMap(({ items }) => items).join('\n');

/** Lose the first commit of this kind. */
function losingOnce(store: DurableStore, isMeant: (commit: StoreCommit) => boolean): DurableStore {
  let isMet = false;
  let next: StoreCommit | undefined;
  const lying = losesCommits(store, () => !isMet && next !== undefined && isMeant(next) && (isMet = true));
  return {
    ...lying,
    commit(commit) {
      next = commit;
      return lying.commit(commit);
    },
  };
}

/**
 * An answer that takes the lease of its conversation, where there was none. On a busy machine the turn before renews the
 * lease that the conversation took when it began.
 */
const takesLease = ({ put = [], check = [] }: StoreCommit) =>
  isLeasePut(put[0]) &&
  !put.some(({ key }) => key.startsWith('conv-of/')) &&
  check.some((each) => each.key === put[0]?.key && 'version' in each && each.version === null);
const isLeasePut = (put: { key: string } | undefined) => put?.key.endsWith('/lease') === true;

/** Lose the lease that the first answer takes, and nothing else. */
function losingTheLease(store: DurableStore): DurableStore {
  let isMet = false;
  return {
    ...store,
    commit(commit) {
      if (isMet || !takesLease(commit)) return store.commit(commit);
      isMet = true;
      return store.commit({ ...commit, put: commit.put?.filter((put) => !isLeasePut(put)) });
    },
  };
}

/** After the first commit of this kind, keep the next one that needs the lease waiting until that has run out. */
function late(store: DurableStore, isMeant: (commit: StoreCommit) => boolean): DurableStore {
  let state: 'before' | 'late' | 'after' = 'before';
  return {
    ...store,
    async commit(commit) {
      const needsLease = commit.check?.some(({ key }) => key.endsWith('/lease')) === true;
      if (state === 'before' && isMeant(commit)) state = 'late';
      else if (state === 'late' && needsLease) {
        state = 'after';
        await setTimeout(2 * leaseTime);
      }
      return store.commit(commit);
    },
  };
}

/** Lose all when the first commit of this kind has been made. */
function emptied(store: DurableStore, isMeant: (commit: StoreCommit) => boolean): DurableStore {
  let isMet = false;
  const lying = comesBackEmpty({ ...memoryStore(), isVolatile: false })(store, () => isMet);
  return {
    ...lying,
    async commit(commit) {
      const done = await lying.commit(commit);
      isMet ||= isMeant(commit);
      return done;
    },
  };
}
