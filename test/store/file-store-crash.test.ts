import type { FileHandle } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DurableStore, StoreCommit } from '../../src/store/durable-store.ts';
import { eventually } from '../eventually.ts';
import { createRandom } from '../faults/faulty-booking.ts';
import { runs } from '../runs.ts';
import { createCrashDisk, folderAfter, type CrashDisk, type CrashedFiles } from './crash-disk.ts';
import { openFiles, storeFolder } from './store-folder.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const distantPast = 1;

let files: FileHandle;
beforeAll(async () => {
  files = await openFiles();
});

/** All states that a key was asked to have, one after the other. */
interface Track {
  readonly states: string[];
  confirmed: number;
}

/** Commits to a few keys, and knows which state of each may be found. */
function createWork(store: DurableStore, random: () => number) {
  const tracks = new Map<string, Track>();
  let asked = 0;

  function trackOf(key: string): Track {
    const track = tracks.get(key) ?? { states: [JSON.stringify(initial(key))], confirmed: 0 };
    tracks.set(key, track);
    return track;
  }
  const last = (key: string) => JSON.parse(trackOf(key).states.at(-1)!) as unknown;

  function next(): [key: string, state: unknown, commit: StoreCommit] {
    asked += 1;
    const nth = Math.floor(random() * 4);
    const text = `${asked} `.repeat(1 + Math.floor(random() ** 3 * 400));
    const kind = random();
    if (kind < 0.4) return [`entry ${nth}`, text, { put: [{ key: `entry ${nth}`, value: text }] }];
    if (kind < 0.5) return [`entry ${nth}`, null, { remove: [`entry ${nth}`] }];
    const list = `list ${nth}`;
    if (kind < 0.75) {
      const state = [...(last(list) as string[]), text];
      return [list, state, { append: [{ key: list, items: [text] }] }];
    }
    if (kind < 0.8) return [list, [], { append: [{ key: list, items: [], expiresAt: distantPast }] }];
    const due = `due ${nth}`;
    const at = kind < 0.95 ? asked : null;
    return [due, at, { due: [{ key: due, queue: 'q', at }] }];
  }

  return {
    async commit(): Promise<void> {
      const [key, state, commit] = next();
      const track = trackOf(key);
      const nth = track.states.push(JSON.stringify(state)) - 1;
      await store.commit(commit);
      track.confirmed = nth;
    },
    /** The states of each key that may be found after a crash now. */
    possible: () => new Map([...tracks].map(([key, { states, confirmed }]) => [key, states.slice(confirmed)])),
  };
}

function initial(key: string): unknown {
  return key.startsWith('list') ? [] : null;
}

async function stateOf(store: DurableStore, key: string): Promise<string> {
  if (key.startsWith('list')) return JSON.stringify(await store.list(key));
  if (key.startsWith('entry')) return JSON.stringify((await store.read([key]))[0]?.value ?? null);
  const due = await store.due('q', Infinity, 100);
  return JSON.stringify(due.find((one) => one.key === key)?.at ?? null);
}

interface Crash {
  readonly what: string;
  readonly files: CrashedFiles;
  readonly possible: ReadonlyMap<string, readonly string[]>;
}

/** What is missing or wrong after a crash, for each key. */
async function lossesAfter({ files: crashed, possible }: Crash): Promise<string[]> {
  const { open } = folderAfter(crashed);
  const store = open();
  const losses: string[] = [];
  for (const [key, states] of possible) {
    const found = await stateOf(store, key);
    if (!states.includes(found)) losses.push(`${key}: found ${found} instead of one of ${states.join(' or ')}`);
  }
  await store.commit({ put: [{ key: 'later', value: '1' }] });
  await store.close?.();
  const again = open();
  if ((await stateOf(again, 'later entry')) !== 'null') losses.push('something that was never committed');
  if ((await again.read(['later']))[0]?.value !== '1') losses.push('what was committed after the crash');
  await again.close?.();
  return losses;
}

describe('a file store that dies', () => {
  it('keeps every confirmed commit, whatever the disk has of the others', async () => {
    for (let round = 0; round < runs(20); round += 1) {
      const random = createRandom(seed + 7919 * round);
      const folder = storeFolder();
      const store = folder.open({ compactAbove: 4000 });
      const work = createWork(store, random);
      const crashes: Crash[] = [];
      const at = (disk: CrashDisk) => {
        if (random() < 0.9) return;
        const kind = random();
        const what = `seed ${seed}, round ${round}, crash ${crashes.length}`;
        const crashed = kind < 0.2 ? disk.afterKill() : disk.afterTearing(random);
        crashes.push({ what, files: crashed, possible: work.possible() });
      };
      const stop = createCrashDisk(files, folder, at);
      for (let burst = 0; burst < 60; burst += 1) {
        await Promise.all(Array.from({ length: 1 + Math.floor(random() * 5) }, () => work.commit()));
      }
      stop();
      await store.close?.();
      expect(crashes.length).toBeGreaterThan(20);
      for (const crash of crashes) expect(await lossesAfter(crash), crash.what).toEqual([]);
    }
  }, 120_000);

  it('keeps every confirmed commit at each step of writing its file anew', async () => {
    const random = createRandom(seed);
    const folder = storeFolder();
    const store = folder.open({ compactAbove: 3000 });
    const work = createWork(store, random);
    const crashes: Crash[] = [];
    let steps = 0;
    const stop = createCrashDisk(files, folder, (disk) => {
      if (!folder.isCompacting() && steps === 0) return;
      steps += 1;
      const possible = work.possible();
      const what = (kind: string) => `seed ${seed}, ${kind} at step ${steps}`;
      crashes.push({ what: what('killed'), files: disk.afterKill(), possible });
      crashes.push({ what: what('without power'), files: disk.afterPowerLoss(false), possible });
      crashes.push({ what: what('without power, with all names'), files: disk.afterPowerLoss(true), possible });
      crashes.push({ what: what('torn'), files: disk.afterTearing(random), possible });
    });
    const before = folder.inode;
    await work.commit();
    const first = before();
    while (steps === 0) await work.commit();
    // Commits go on meanwhile, so that some of them have to be taken over.
    await eventually(async () => {
      await work.commit();
      expect(folder.inode()).not.toBe(first);
    });
    stop();
    await store.close?.();
    expect(steps).toBeGreaterThan(10);
    for (const crash of crashes) expect(await lossesAfter(crash), crash.what).toEqual([]);
  }, 120_000);
});
