import { hexHash } from '../base/hash.ts';
import type { Answerer } from '../protocol/person.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { commitUnlessMoved, followed } from '../store/tenant.ts';
import { personDigest, withPeople, type RecordEntry, type RecordedPerson } from './record-entry.ts';

export type RecordedPeople = ReturnType<typeof recordedPeople>;

interface KeptPerson extends Answerer {
  readonly salt: string;
  /** Absent for ever. */
  readonly until?: number | undefined;
}

const personKey = (digest: string) => `record/person/${digest}`;

/** How often a person is written again, so that they are kept for as long as their last record, in milliseconds. */
const renewEvery = 86_400_000;

/**
 * The people in the record. Entries have a digest of a salt and a person's id, and their hashes cover that. The person
 * and the salt are kept beside. Without them, nobody can tell from a digest who it was, and the hashes still hold.
 *
 * @param ttl - how long a record is kept, in milliseconds
 */
export function recordedPeople(store: DurableStore, ttl: number) {
  /** Does not lead from a digest to an id: only who has the id finds it. */
  async function read(id: string) {
    const key = `record/id/${await hexHash(id)}`;
    const [entry = null] = await store.read([key]);
    const person = entry === null ? undefined : (JSON.parse(entry.value) as KeptPerson);
    const digest = person && (await personDigest(person.salt, id));
    return { key, check: [{ key, version: entry?.version ?? null }], person, digest };
  }

  return {
    /** The digest of a person, which leads back to them from now on. */
    digestOf: ({ id, name }: Answerer): Promise<string> =>
      followed(async () => {
        const { key, check, person, digest } = await read(id);
        const isNamed = name === undefined || name === person?.name;
        if (digest !== undefined && isNamed && (person?.until ?? Infinity) > Date.now() + ttl) return digest;
        const salt = person?.salt ?? crypto.randomUUID();
        const until = Date.now() + ttl + renewEvery;
        const kept: KeptPerson = { id, name: name ?? person?.name, salt, ...(Number.isFinite(until) && { until }) };
        const made = await personDigest(salt, id);
        const put = [key, personKey(made)].map((to) => ({ key: to, value: JSON.stringify(kept), expiresAt: until }));
        await commitUnlessMoved(store, { check, put });
        return made;
      }),
    /** Undefined for somebody who is not in the record. */
    find: async (id: string) => (await read(id)).digest,
    /** Name the people again who are not forgotten. */
    async named(entries: readonly RecordEntry[]): Promise<readonly RecordEntry[]> {
      const digests = new Set<string>();
      for (const entry of entries) withPeople(entry, (person) => (digests.add(person.digest), person));
      const all = [...digests];
      const found = all.length === 0 ? [] : await store.read(all.map(personKey));
      const people = new Map(all.map((digest, nth) => [digest, found[nth] ?? null]));
      const nameIn = ({ digest }: RecordedPerson): RecordedPerson => {
        const kept = people.get(digest);
        if (kept == null) return { digest };
        const { id, name, salt } = JSON.parse(kept.value) as KeptPerson;
        return { digest, id, ...(name !== undefined && { name }), salt };
      };
      return entries.map((entry) => withPeople(entry, nameIn));
    },
    /** @returns false if there was nothing to forget */
    forget: (id: string): Promise<boolean> =>
      followed(async () => {
        const { key, check, digest } = await read(id);
        if (digest === undefined) return false;
        await commitUnlessMoved(store, { check, remove: [key, personKey(digest)] });
        return true;
      }),
  };
}
