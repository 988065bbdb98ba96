import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../protocol/json.ts';
import { createRecordReader } from '../session/record-reader.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { fileStore } from '../store/file-store.ts';
import { CommandError } from './command-error.ts';
import { loadFile } from './load-tools.ts';

/** `elicitkit record`. */
export async function start({
  store: path,
  owner,
  call: callId,
  from,
  to,
}: Partial<Record<'store' | 'owner' | 'call' | 'from' | 'to', string | undefined>>): Promise<number> {
  if (path === undefined) throw new CommandError('COMMAND_USAGE', 'Name the store with --store.');
  const query = {
    ...(owner !== undefined && { owner }),
    ...(callId !== undefined && { callId }),
    from: timeOf('from', from),
    to: timeOf('to', to),
  };
  const store = await storeAt(path);
  const { stdout } = process;
  const closed = new AbortController();
  // Who reads it, such as `head`, may have had enough.
  stdout.on('error', () => closed.abort());
  let entries = 0;
  for await (const entry of createRecordReader(store).record(query)) {
    entries += 1;
    // Wait for the reader, so that what is not read yet is not in memory.
    if (!stdout.write(`${visible(JSON.stringify(entry))}\n`)) await drained(closed.signal);
    if (closed.signal.aborted) break;
  }
  await store.close?.();
  if (entries === 0) console.error('Nothing is recorded that fits. A handler keeps a record with record: true.');
  return 0;
}

async function drained(signal: AbortSignal): Promise<void> {
  await once(process.stdout, 'drain', { signal }).catch(() => undefined);
}

/** JSON with every character escaped that a terminal obeys, that hides, or that ends a line for some readers. */
function visible(json: string): string {
  return json.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (found) =>
    [...Array(found.length).keys()].map((nth) => `\\u${hex(found.charCodeAt(nth))}`).join(''),
  );
}

const hex = (unit: number) => unit.toString(16).padStart(4, '0');

function timeOf(name: string, date: string | undefined): number | undefined {
  if (date === undefined) return undefined;
  const time = Date.parse(date);
  const [day = 'none'] = /^\d{4}-\d\d-\d\d/.exec(date) ?? [];
  // The 30th of February is parsed as a day of March.
  if (!Number.isNaN(time) && new Date(day).toJSON()?.startsWith(day)) return time;
  throw new CommandError('COMMAND_USAGE', `--${name} is no date. Write one such as 2026-03-01 or 2026-03-01T09:00Z.`);
}

async function storeAt(path: string): Promise<DurableStore> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError('COMMAND_FILE', `There is no folder or file ${path}.`);
  if (found.isDirectory()) return folderAt(path);
  const store = Object.values(await loadFile(path)).find(isStore);
  if (store !== undefined) return store;
  const next = 'Export one, such as: export const store = postgresStore(pool).';
  throw new CommandError('COMMAND_FILE', `${path} exports no store. ${next}`);
}

/** Makes no store of a folder that has none. */
function folderAt(path: string): DurableStore {
  if (existsSync(join(path, 'conversations.jsonl'))) return fileStore(path);
  throw new CommandError('COMMAND_FILE', `${path} holds no store. Name the folder that fileStore was given.`);
}

function isStore(value: unknown): value is DurableStore {
  return isObject(value) && ['read', 'list', 'commit', 'due'].every((name) => typeof value[name] === 'function');
}
