import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStore } from '../../src/store-file.ts';

/**
 * A process that uses the store of a folder. `use` tries once and keeps the folder, `take turns` takes it and gives it
 * back again and again, and looks whether anybody else has it meanwhile. `die` takes it, and the process is killed while
 * it has it. `leave` takes it and lets the process end. `load` commits until the process is killed, and tells of each
 * commit that was confirmed.
 */
export type Order = { order: 'use' | 'leave' | 'die' | 'load' } | { order: 'take turns'; times: number };
export type Reply = 'ready' | 'held' | 'refused' | 'shared' | `error ${string}` | `kept ${string} ${number}`;

const folder = process.argv[2]!;
const witness = join(folder, 'witness');
const reply = (text: Reply) => process.send?.(text);
let kept = fileStore(folder);

async function use(): Promise<Reply> {
  try {
    await kept.commit({ put: [{ key: 'a', value: `${process.pid}` }] });
    return 'held';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'STORE_LOCKED' ? 'refused' : `error ${code} ${String(error)}`;
  }
}

/** Lets the others go on, so that the test can end. */
async function leave(result: Reply): Promise<Reply> {
  await kept.close?.();
  return result;
}

async function takeTurns(times: number, isMortal = false): Promise<Reply> {
  for (let taken = 0; taken < times;) {
    kept = fileStore(folder);
    const result = await use();
    if (result === 'refused') continue;
    if (result !== 'held') return leave(result);
    if (existsSync(witness) && readFileSync(witness, 'utf8') !== 'dies now') return leave('shared');
    writeFileSync(witness, String(process.pid));
    await new Promise((resolve) => setImmediate(resolve));
    if (readFileSync(witness, 'utf8') !== String(process.pid)) return leave('shared');
    if (isMortal) {
      writeFileSync(witness, 'dies now');
      process.kill(process.pid, 'SIGKILL');
    }
    rmSync(witness);
    await kept.close?.();
    taken += 1;
  }
  return 'held';
}

/** Each commit puts the next number at its key, and appends it to the list of this key. */
async function load(keys: number): Promise<never> {
  kept = fileStore(folder, { compactAbove: 10_000 });
  const names = Array.from({ length: keys }, (_, nth) => `k${nth}`);
  const found = await kept.read(names);
  return Promise.race(
    names.map(async (key, nth): Promise<never> => {
      for (let next = Number(found[nth]?.value.trim() ?? 0) + 1; ; next += 1) {
        const value = `${next}`.padEnd(300);
        const due = [{ key, queue: 'q', at: next }];
        await kept.commit({ put: [{ key, value }], append: [{ key: `${key} list`, items: [`${next}`] }], due });
        reply(`kept ${key} ${next}`);
      }
    }),
  );
}

async function obey(message: Order): Promise<void> {
  if (message.order === 'load') return load(20);
  if (message.order === 'take turns') return void reply(await takeTurns(message.times));
  if (message.order === 'die') return void reply(await takeTurns(1, true));
  const result = await use();
  process.send?.(result, () => {
    if (message.order === 'leave') process.disconnect();
  });
}

process.on('message', (message: Order) => void obey(message));
reply('ready');
