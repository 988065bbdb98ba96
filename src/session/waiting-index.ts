import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { Addressee, Person } from '../protocol/person.ts';

// Questions for somebody else are found by whom they wait for: each has a key of its own, which is due in the queue of
// each addressee at the time at which it was first asked.

const keyStart = 'asks/';
const keyOf = (elicitId: string) => `${keyStart}${elicitId}`;

/** The question of a key. */
export const questionIn = (key: string): string => key.slice(keyStart.length);

const queueOf = ({ id = '', role }: Addressee) => (role === undefined ? `to:${id}` : `role:${role}`);

/** The queues in which a person's questions are. */
export function queuesOf({ id, roles = [] }: Person): string[] {
  return [...new Set([{ id }, ...roles.slice(0, mostRoles).map((role) => ({ role }))].map(queueOf))];
}

/** Roles of a person that are looked at. */
const mostRoles = 100;

/** The queues of each question that waits for others, as they are kept. */
export type Indexed = ReadonlyMap<string, { readonly at: number; readonly queues: readonly string[] }>;

export const nothingIndexed: Indexed = new Map();

export function indexOf(pending: readonly ElicitRequest[]): Indexed {
  if (pending.every(({ to }) => to === undefined)) return nothingIndexed;
  return new Map(
    pending.flatMap(({ elicitId, to }) => {
      return to === undefined ? [] : [[elicitId, { at: to.at ?? 0, queues: to.who.map(queueOf) }] as const];
    }),
  );
}

/** See `StoreCommit`. */
export interface IndexChange {
  readonly due: readonly { key: string; queue: string; at: number | null }[];
  readonly remove: readonly string[];
}

/** What has to change in a store for what waits now. */
export function indexChange(kept: Indexed, now: Indexed): IndexChange {
  const due = [...now].flatMap(([elicitId, { at, queues }]) => {
    const before = kept.get(elicitId)?.queues ?? [];
    const key = keyOf(elicitId);
    return [
      ...before.filter((queue) => !queues.includes(queue)).map((queue) => ({ key, queue, at: null })),
      ...queues.filter((queue) => !before.includes(queue)).map((queue) => ({ key, queue, at })),
    ];
  });
  return { due, remove: [...kept.keys()].filter((elicitId) => !now.has(elicitId)).map(keyOf) };
}
