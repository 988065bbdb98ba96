import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import type { ElicitResult } from 'elicitkit/client';

/** Stands for your database: a folder. */
export const folder = process.env['DATA'] ?? '.data';
await mkdir(folder, { recursive: true });

export interface Answer {
  readonly answerId: string;
  readonly result: ElicitResult<unknown>;
}

export interface SavedRun {
  readonly state: string;
  readonly output: string | undefined;
}

/** Keep the first answer to a question. In SQL: `insert … on conflict do nothing`. */
export async function keepAnswer(runId: string, id: string, answer: Answer): Promise<void> {
  const written = await write(answer);
  await link(written, fileOf('answer', runId, id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(written);
}

export const findAnswer = (runId: string, id: string) => read<Answer>(fileOf('answer', runId, id));

export const loadRun = (runId: string) => read<SavedRun>(fileOf('run', runId));

export const saveRun = async (runId: string, run: SavedRun) => rename(await write(run), fileOf('run', runId));

const turns = new Map<string, Promise<unknown>>();

/** Work on a run, once all that works on it is over. Several processes need a lock in the database, such as a row's. */
export function alone<T>(runId: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(runId) ?? Promise.resolve()).then(work, work);
  turns.set(runId, turn);
  const forget = () => turns.get(runId) === turn && turns.delete(runId);
  turn.then(forget, forget);
  return turn;
}

const fileOf = (...names: string[]) => `${folder}/${names.map(encodeURIComponent).join(' ')}.json`;

async function write(value: unknown): Promise<string> {
  const path = `${folder}/${randomUUID()}.tmp`;
  await writeFile(path, JSON.stringify(value));
  return path;
}

async function read<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
