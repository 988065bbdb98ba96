import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { Addressee, Person } from '../protocol/person.ts';
import { isWait } from '../protocol/question-keys.ts';
import { isAskable } from '../tool/ask-whom.ts';

// Questions for somebody else are found by whom they wait for: each has a key of its own, which is due in the queue of
// each addressee at the time at which it was first asked.

const keyStart = 'asks/';
const keyOf = (elicitId: string) => `${keyStart}${elicitId}`;

/** The question of a key. */
export const questionIn = (key: string): string => key.slice(keyStart.length);

/** The queue of a person, or of a role. */
export const queueOf = ({ id = '', role }: Addressee) => (role === undefined ? `to:${id}` : `role:${role}`);

/** The queues in which a person's questions are. None is for a name that no question can be for. */
export function queuesOf({ id, roles = [] }: Person): string[] {
  const all = [{ id }, ...roles.slice(0, mostRoles).map((role) => ({ role }))];
  return [...new Set(all.filter((one) => Object.values(one).every(isAskable)).map(queueOf))];
}

/** Roles of a person that are looked at. */
const mostRoles = 100;

/** The queue of what somebody may have to be told of, whomever it waits for. */
export const noticeQueue = 'waiting';

/** What of the questions is indexed. */
export interface Indexing {
  /** Those for others can be found by whom they wait for. */
  readonly isListed: boolean;
  /** How long after it was asked a question is due in `noticeQueue`, in milliseconds. @default never */
  readonly notifyAfter?: number | undefined;
}

/** For each question: when it was put to whom it waits for, and when it is due in which queues. */
export type Indexed = ReadonlyMap<string, { readonly since: number; readonly queues: ReadonlyMap<string, number> }>;

export const nothingIndexed: Indexed = new Map();

export function indexOf(pending: readonly ElicitRequest[], { isListed, notifyAfter }: Indexing): Indexed {
  // A record of another format is refused once it is read, and may have anything here.
  const known: unknown = pending;
  if (!Array.isArray(known)) return nothingIndexed;
  if (notifyAfter === undefined && pending.every(({ to }) => to === undefined)) return nothingIndexed;
  const index = pending.flatMap((asked) => {
    if (isWait(asked)) return [];
    const { who = [], at: since = 0 } = asked.to ?? {};
    const queues = new Map(isListed ? who.map((one) => [queueOf(one), since] as const) : []);
    if (notifyAfter !== undefined) queues.set(noticeQueue, Date.now() + notifyAfter);
    return queues.size === 0 ? [] : [[asked.elicitId, { since, queues }] as const];
  });
  return new Map(index);
}

/** See `StoreCommit`. */
export interface IndexChange {
  readonly put: readonly { key: string; value: string }[];
  readonly due: readonly { key: string; queue: string; at: number | null }[];
  readonly remove: readonly string[];
}

/** How often people were told of a question, as its key says. */
export interface Told {
  /** When the question was put to them. */
  readonly since: number;
  readonly count: number;
  /** Until when a process may make the next attempt alone, in milliseconds since the Unix epoch. @default nobody does */
  readonly until?: number | undefined;
}

/** What has to change in a store for what waits now. */
export function indexChange(kept: Indexed, now: Indexed): IndexChange {
  const due = [...now].flatMap(([elicitId, { since, queues }]) => {
    const before = kept.get(elicitId);
    if (before?.since === since) return [];
    const key = keyOf(elicitId);
    const left = [...(before?.queues.keys() ?? [])].filter((queue) => !queues.has(queue));
    return [
      ...left.map((queue) => ({ key, queue, at: null })),
      ...[...queues].map(([queue, at]) => ({ key, queue, at })),
    ];
  });
  // Who still tells those before finds another entry, and so does not count that, or set the next time.
  const put = [...now].flatMap(([elicitId, { since, queues }]) => {
    const isMoved = queues.has(noticeQueue) && (kept.get(elicitId)?.since ?? since) !== since;
    return isMoved ? [{ key: keyOf(elicitId), value: JSON.stringify({ since, count: 0 } satisfies Told) }] : [];
  });
  return { put, due, remove: [...kept.keys()].filter((elicitId) => !now.has(elicitId)).map(keyOf) };
}
