import { queueOf, queuesOf } from '../session/waiting-index.ts';
import type { WaitingQuestion, WaitingQuestions } from '../session/waiting-questions.ts';
import type { StoredEntry } from '../store/durable-store.ts';

// A person hears of so much in an hour. So each notice takes a place in time of theirs, now or later.

export const hour = 3_600_000;

/** When somebody is told, or was: each attempt takes one place, however often it fails. */
export interface Place {
  readonly at: number;
  /** Of whose call. */
  readonly from?: string | undefined;
  readonly key: string;
  /** Names it, beside the key. */
  readonly attempt: string;
  /** It is kept for later, while the question waits. */
  readonly isKept?: true | undefined;
}

/** Where the places are of the people who are told: of those whom it is for, or of the call's owner. */
export function placeKeys({ question: { to }, owner }: WaitingQuestion): string[] {
  const queues = to !== undefined ? to.who.map(queueOf) : owner === undefined ? [] : queuesOf({ id: owner });
  return queues.map((queue) => `notices/${queue}`);
}

/** The places that an entry of `placeKeys` holds, the first in time first. */
export const placesIn = (entry: StoredEntry | null) => (entry === null ? [] : (JSON.parse(entry.value) as Place[]));

/** These places of people, without those that are kept for what waits for them no more. */
export async function standing(
  { heads }: Pick<WaitingQuestions, 'heads'>,
  people: readonly string[],
  places: readonly (readonly Place[])[],
): Promise<readonly (readonly Place[])[]> {
  const kept = [...new Set(places.flat().flatMap(({ key, isKept }) => (isKept ? [key] : [])))];
  const waits = new Map((await heads(kept)).map((one, nth) => [kept[nth], one ? placeKeys(one) : []]));
  return places.map((known, nth) =>
    known.filter(({ key, isKept }) => isKept !== true || waits.get(key)?.includes(people[nth]!)),
  );
}

/** When people with these places may first be told of one more, from this time on. */
export function freeFrom(
  time: number,
  { owner, question: { to } }: WaitingQuestion,
  places: readonly (readonly Place[])[],
  most: number,
): number {
  // One person's calls take no more of what others are told. Of what they are told themselves, they may take all.
  const share = to === undefined ? most : Math.ceil(most / 2);
  const bounds = places.flatMap((known) => [
    { known, most },
    { known: known.filter(({ from }) => from === owner), most: share },
  ]);
  const later = places.flat().map(({ at }) => at + hour);
  const fits = (at: number) => at >= time && bounds.every((bound) => hasRoom(bound.known, at, bound.most));
  return [time, ...later.toSorted((a, b) => a - b)].find(fits) ?? time;
}

/** Whether each hour that holds this moment has room for one more. */
function hasRoom(places: readonly Place[], at: number, most: number): boolean {
  const before = places.flatMap((place) => (place.at <= at && place.at > at - hour ? [place.at] : []));
  const after = places.flatMap((place) => (place.at > at && place.at < at + hour ? [place.at] : []));
  return [at, ...after].every((end, nth) => before.filter((begin) => begin > end - hour).length + nth < most);
}
