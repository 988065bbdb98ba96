import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStore } from '../../src/store-file.ts';

/**
 * A process that uses the store of a folder. `use` tries once and keeps the folder, `take turns` takes it and gives it
 * back again and again, and looks whether anybody else has it meanwhile. `die` takes it, and the process is killed while
 * it has it. `leave` takes it and lets the process end.
 */
export type Order = { order: 'use' | 'leave' | 'die' } | { order: 'take turns'; times: number };
export type Reply = 'ready' | 'held' | 'refused' | 'shared' | `error ${string}`;

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

async function obey(message: Order): Promise<void> {
  if (message.order === 'take turns') return void reply(await takeTurns(message.times));
  if (message.order === 'die') return void reply(await takeTurns(1, true));
  const result = await use();
  process.send?.(result, () => {
    if (message.order === 'leave') process.disconnect();
  });
}

process.on('message', (message: Order) => void obey(message));
reply('ready');
