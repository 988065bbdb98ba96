import { CodedError } from '../protocol/coded-error.ts';
import type { DurableStore, StoreCommit } from '../store/durable-store.ts';

/** Checks of an empty store, by what it must do. */
export type StoreChecks = Record<string, (store: DurableStore) => Promise<void>>;

/** A store broke a rule of `storeContract`. */
export class StoreRuleError extends CodedError<'STORE_RULE'> {
  constructor(what: string, found: unknown, wanted: unknown) {
    super('STORE_RULE', `${what}: found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}.`);
  }
}

export async function committed(store: DurableStore, commit: StoreCommit): Promise<void> {
  same('a commit without checks', await isCommitted(store, commit), true);
}

export async function isCommitted(store: DurableStore, commit: StoreCommit): Promise<boolean> {
  return typeof (await store.commit(commit)) === 'string';
}

export async function keysDue(store: DurableStore, before: number, queue = 'q'): Promise<string[]> {
  return (await store.due(queue, before, 10)).map(({ key }) => key);
}

export async function valuesOf(store: DurableStore, keys: readonly string[]): Promise<(string | null)[]> {
  return (await store.read(keys)).map((entry) => entry?.value ?? null);
}

export async function versionOf(store: DurableStore, key: string): Promise<string | undefined> {
  return (await store.read([key]))[0]?.version;
}

/** Wait for what another process may take a moment to tell. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isSo(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  same('whether it was told', isSo(), true);
}

export function same(what: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new StoreRuleError(what, found, wanted);
}
