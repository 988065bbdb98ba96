import { hexHash } from '../base/hash.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { CancelReason, ElicitAction } from '../protocol/elicit-result.ts';
import { canonicalJson, type JsonValue } from '../protocol/json.ts';
import type { AnswerVia } from '../protocol/person.ts';
import type { AbortedBy } from './plugin-session.ts';

/** Something that happened in a call, as the record tells it. */
export type RecordEntry = RecordLink & RecordEvent<RecordedPerson>;

/** Where an entry stands. */
export interface RecordLink {
  readonly callId: string;
  /** The place among the call's entries, from 0. */
  readonly seq: number;
  /** In milliseconds since the Unix epoch. */
  readonly at: number;
  /** The person for whom the call runs. Absent for an anonymous one. */
  readonly owner?: RecordedPerson | undefined;
  /** The hash of the call's entry before. Empty in the first. */
  readonly prev: string;
}

/** A person in the record. After `forget` only the digest is left, which leads to nobody. */
export interface RecordedPerson {
  /** The SHA-256 of the salt and the id. */
  readonly digest: string;
  readonly id?: string | undefined;
  /** The last name that the host gave. No part of the digest. */
  readonly name?: string | undefined;
  readonly salt?: string | undefined;
}

/** What happened. */
export type RecordEvent<Who> =
  | { readonly what: 'begun'; readonly toolName: string; readonly toolVersion?: string | undefined }
  | (OfQuestion & {
      readonly what: 'asked';
      readonly attempt: number;
      /** Whom it is for, if not the owner. */
      readonly to?: readonly (Who | { readonly role: string })[] | undefined;
      /** What was to be read. */
      readonly text: string;
      /** The SHA-256 of all that was shown, as canonical JSON. */
      readonly digest: string;
      /** Some of its answer is left out. */
      readonly asksForSecrets?: true | undefined;
    })
  | (Given<Who> & {
      /** The answer failed a check. */
      readonly what: 'refused';
      readonly attempt: number;
      /** The messages are left out of a question with secrets: they may repeat one. */
      readonly issues: readonly (Pick<ElicitIssue, 'path'> & Partial<ElicitIssue>)[];
    })
  | (Given<Who> & { readonly what: 'more_time'; readonly attempt: number; readonly expiresAt: number })
  | (Given<Who> &
      KeptContent & {
        readonly what: 'answered';
        readonly attempt: number;
        readonly action: ElicitAction;
        /** Why it was declined. */
        readonly reason?: string | undefined;
      })
  /** Ended without an answer. `withdrawn` has the person who did so. */
  | (OfQuestion & Partial<Given<Who>> & { readonly what: Exclude<CancelReason, 'dismissed'> })
  /** A value of the host ended it, such as that of a webhook for `ctx.waitFor`. */
  | (OfQuestion & KeptContent & { readonly what: 'resolved' })
  /** The answer replaces the one before. */
  | (Given<Who> & KeptContent & Withdraws & { readonly what: 'changed' })
  | (Withdraws & {
      readonly what: 'ended';
      readonly status: 'completed' | 'failed' | 'aborted';
      readonly stoppedBy?: AbortedBy | undefined;
      /** Of the error. */
      readonly code?: string | undefined;
    });

interface OfQuestion {
  readonly elicitId: string;
  readonly key: string;
}

interface Given<Who> extends OfQuestion {
  /** Absent for somebody whom the host did not identify. */
  readonly by?: Who | undefined;
  readonly via: AnswerVia;
}

/** Of an answer, what is no secret. */
export interface KeptContent {
  readonly content?: JsonValue | undefined;
  /** What is left out since it is secret, such as `card.pin`. `*` is all of the content. */
  readonly withheld?: readonly string[] | undefined;
}

interface Withdraws {
  /** The questions that waited, and wait no more. */
  readonly withdrawn?: readonly string[] | undefined;
}

/** What the entry after this one has as `prev`. */
export function hashOfEntry(entry: RecordEntry): Promise<string> {
  return hexHash(canonicalJson(withPeople(entry, ({ digest }) => ({ digest }))));
}

/** The digest in place of a person. The salt keeps an id from being found by trying. */
export function personDigest(salt: string, id: string): Promise<string> {
  return hexHash(canonicalJson([salt, id]));
}

/** The same entry, with each of its people replaced. */
export function withPeople(entry: RecordEntry, change: (person: RecordedPerson) => RecordedPerson): RecordEntry {
  const { owner } = entry;
  const by = 'by' in entry ? entry.by : undefined;
  const to = 'to' in entry ? entry.to : undefined;
  return {
    ...entry,
    ...(owner && { owner: change(owner) }),
    ...(by && { by: change(by) }),
    ...(to && { to: to.map((one) => ('role' in one ? one : change(one))) }),
  };
}

/** How the entries of one call hold together. */
export interface VerifiedCall {
  readonly callId: string;
  /** The first entry's `seq`. Above 0, the ones before are missing. */
  readonly first: number;
  /** How many entries hold together. */
  readonly entries: number;
  /** The hash of the last of these. Compare it with the one that you have kept elsewhere. */
  readonly head: string;
  /** The `seq` of the entry that does not follow from the one before, or whose people do not fit their digests. */
  readonly brokenAt?: number | undefined;
}

/**
 * Check that the entries of each call follow from one another, such as those of `chat.record` or of a file. That shows
 * what was removed or altered between two of them. It shows nothing to those who take the heads from the same place.
 *
 * @param entries - each call's in their order. Those of several calls may be mixed
 */
export async function verifyRecord(
  entries: Iterable<RecordEntry> | AsyncIterable<RecordEntry>,
): Promise<readonly VerifiedCall[]> {
  const calls = new Map<string, VerifiedCall>();
  for await (const entry of entries) {
    const { callId, seq, prev } = entry;
    const { first = seq, entries: before = 0, head, brokenAt } = calls.get(callId) ?? {};
    if (brokenAt !== undefined) continue;
    const follows = head === undefined ? seq > 0 || prev === '' : seq === first + before && prev === head;
    const isSound = follows && (await hasItsPeople(entry));
    calls.set(callId, {
      callId,
      first,
      entries: before + (isSound ? 1 : 0),
      head: isSound ? await hashOfEntry(entry) : (head ?? ''),
      ...(!isSound && { brokenAt: seq }),
    });
  }
  return [...calls.values()];
}

async function hasItsPeople(entry: RecordEntry): Promise<boolean> {
  const people: RecordedPerson[] = [];
  withPeople(entry, (person) => (people.push(person), person));
  for (const { digest, id, salt } of people) {
    if (id !== undefined && (await personDigest(salt ?? '', id)) !== digest) return false;
  }
  return true;
}
