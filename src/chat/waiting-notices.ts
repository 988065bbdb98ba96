import { failsAfter, firstDone } from '../base/coming.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { InboxItem } from '../protocol/inbox.ts';
import type { Addressee } from '../protocol/person.ts';
import type { WaitingQuestion, WaitingQuestions } from '../session/waiting-questions.ts';
import { noticeQueue, questionIn, type Told } from '../session/waiting-index.ts';
import type { DurableStore, StoredEntry } from '../store/durable-store.ts';
import type { OnServerEvent, ServerEvent } from '../session/server-event.ts';
import { createSweeper, type Sweeper } from '../store/sweeper.ts';
import { followed, MovedError } from '../store/tenant.ts';
import type { ChatBounds } from './chat-limits.ts';
import { itemOf } from './inbox-server.ts';
import { freeFrom, hour, placeKeys, placesIn, standing, type Place } from './notice-places.ts';

/** A question that has waited for a while. */
export interface WaitingNotice extends Omit<InboxItem, 'askedAt'> {
  /** The key of the tool's declared question. */
  readonly key: string;
  /** Whom it is for. Undefined for the person for whom the call runs, who is `from`. */
  readonly to?: readonly Addressee[] | undefined;
}

/**
 * Tells somebody who is not at the page, such as by mail. Called at least once for each attempt, over restarts and
 * processes: what goes out should carry the `idempotencyKey`. What it throws is told to `onEvent`, and it is called again.
 *
 * @param signal - aborts when the question waits no more, or after a minute
 */
export type OnWaiting = (
  question: WaitingNotice,
  attempt: {
    /** How often this question's people were told, with this one: from 1. A reassigned question begins again. */
    readonly attempt: number;
    /** Names this attempt, the same however often it is made. */
    readonly idempotencyKey: string;
  },
  signal: AbortSignal,
) => void | Promise<void>;

/** When to tell people of a question that waits. Times are in milliseconds. */
export interface NotifyOptions {
  /** How long it has to wait first. @default 20000 */
  after?: number | undefined;
  /** How long after one attempt the next one comes. @default there is one attempt */
  again?: number | undefined;
  /** How many attempts there are. @default 10 */
  most?: number | undefined;
  /**
   * How often one person, or one role, is told in an hour. Questions of another person's calls take half of it at most,
   * so that others' come through. Of all this, second and later attempts take half at most, so that new questions come
   * through. What is too much comes later, and `onEvent` gets `notice_withheld`. @default 30
   */
  perHour?: number | undefined;
}

/** `notify` names a time or a number that is none. */
export class NotifyError extends CodedError<'NOTIFY_INVALID'> {
  constructor(name: string, given: unknown) {
    super(
      'NOTIFY_INVALID',
      `notify.${name} is ${String(given)}. Give a whole number above 0${name === 'after' ? '' : ', or Infinity'}.`,
    );
  }
}

/** The host's `onWaiting` took too long. */
export class OnWaitingTimeoutError extends CodedError<'ON_WAITING_TIMEOUT'> {
  constructor() {
    const next = 'The attempt is made again. Stop your own requests when the signal aborts.';
    super('ON_WAITING_TIMEOUT', `onWaiting did not come back within ${longest} ms. ${next}`);
  }
}

/** All of them. `again` is `Infinity` for one attempt. */
export type Notify = Readonly<Record<keyof NotifyOptions, number>>;

/** @throws {NotifyError} */
export function readNotify(given: NotifyOptions = {}): Notify {
  const read: Record<keyof Notify, number> = { after: 20_000, again: Infinity, most: 10, perHour: 30 };
  for (const name of Object.keys(read) as (keyof Notify)[]) {
    const number = given[name];
    if (number === undefined) continue;
    const isEndless = number === Infinity && name !== 'after';
    if (!isEndless && (!Number.isInteger(number) || number < 1)) throw new NotifyError(name, number);
    // The store keeps `most`, and JSON knows no `Infinity`.
    read[name] = name === 'most' ? Math.min(number, Number.MAX_SAFE_INTEGER) : number;
  }
  return read;
}

export interface NoticesOptions {
  readonly store: DurableStore;
  readonly waiting: Pick<WaitingQuestions, 'heads'>;
  readonly notify: Notify;
  readonly limits: Pick<ChatBounds, 'sweepEvery'>;
  readonly closing: AbortSignal;
  readonly onEvent: OnServerEvent;
  now(): { readonly onWaiting?: OnWaiting | undefined };
}

/** How long one attempt may take, in milliseconds. Nobody else makes it meanwhile. */
const longest = 60_000;
/** How often to look whether the question still waits. */
const lookAgain = 1000;

/** Tells the host of what has waited. The store keeps how often, so that each attempt is made at least once. */
export function createNotices({ store, waiting, notify, limits, closing, onEvent, now }: NoticesOptions): Sweeper {
  const { again, most, perHour } = notify;
  const here = new Set<string>();

  async function begin(key: string): Promise<{ rested: Promise<unknown> } | undefined> {
    const { onWaiting } = now();
    if (onWaiting === undefined || closing.aborted) return undefined;
    const claimed = await followed(() => claim(key));
    if (claimed === undefined) return undefined;
    here.add(key);
    return { rested: tell(key, claimed, onWaiting).finally(() => here.delete(key)) };
  }

  /** Take the next attempt. @returns undefined if there is none, or another process makes it */
  async function claim(key: string): Promise<{ one: WaitingQuestion; told: Told; version: string } | undefined> {
    const [one] = await waiting.heads([key]);
    if (one === undefined) return void (await store.commit({ remove: [key] }));
    const people = perHour === Infinity ? [] : placeKeys(one);
    const [entry = null, ...places] = await store.read([key, ...people]);
    const told = toldIn(entry, one);
    const time = Date.now();
    // Another process took it after this one had heard that it was due.
    if (told.until !== undefined && told.until > time) return undefined;
    const attempt = `${told.since}:${told.count + 1}`;
    const isOwn = (place: Place) => place.key === key && place.attempt === attempt;
    const lately = places.map((found) => placesIn(found).filter(({ at: before }) => before > time - hour));
    const others = (await standing(waiting, people, lately)).map((known) => known.filter((place) => !isOwn(place)));
    // The place that it took before is its own, whatever was kept behind it since.
    const isFree = lately.every((known) => known.some((place) => isOwn(place) && place.at <= time));
    const room = told.count === 0 ? perHour : Math.ceil(perHour / 2);
    const placeAt = isFree ? time : freeFrom(time, one, others, room);
    const isTold = told.count < most && placeAt <= time;
    // Behind the places of an hour, look again: some will be given up.
    const at = told.count >= most ? null : isTold ? time + longest : Math.min(placeAt, time + hour);
    const place: Place = { at: placeAt, from: one.owner, key, attempt, ...(!isTold && { isKept: true }) };
    const version = await store.commit({
      check: [key, ...people].map((name, nth) => ({ key: name, version: [entry, ...places][nth]?.version ?? null })),
      due: [{ key, queue: noticeQueue, at }],
      put: [
        ...(isTold ? [{ key, value: JSON.stringify({ ...told, until: time + longest } satisfies Told) }] : []),
        ...(at === null || placeAt > time + hour ? [] : people).map((person, nth) => {
          const known = [...others[nth]!, place].toSorted((a, b) => a.at - b.at);
          return { key: person, value: JSON.stringify(known), expiresAt: placeAt + 2 * hour };
        }),
      ],
    });
    // Another question told the same person, say.
    if (version === null) throw new MovedError();
    if (!isTold && at !== null) onEvent(withheld(one, told, at));
    return isTold ? { one, told, version } : undefined;
  }

  async function tell(
    key: string,
    { one, told, version }: { one: WaitingQuestion; told: Told; version: string },
    onWaiting: OnWaiting,
  ): Promise<void> {
    const over = new AbortController();
    const stop = () => over.abort();
    const look = setInterval(() => {
      waiting.heads([key]).then(([asked]) => {
        if (asked === undefined || sinceOf(asked) !== told.since) stop();
      }, stop);
    }, lookAgain);
    closing.addEventListener('abort', stop);
    try {
      const attempt = told.count + 1;
      const idempotencyKey = `${questionIn(key)}:${told.since}:${attempt}`;
      const telling = (async () => onWaiting(noticeOf(one), { attempt, idempotencyKey }, over.signal))();
      // The host's code may never come back.
      const late = failsAfter(longest, () => {
        stop();
        return new OnWaitingTimeoutError();
      });
      await firstDone(telling, late);
      const isLast = attempt >= most || again === Infinity;
      // It may have been settled, or put to somebody else.
      await store.commit({
        check: [{ key, version }],
        put: [{ key, value: JSON.stringify({ since: told.since, count: isLast ? most : attempt } satisfies Told) }],
        due: [{ key, queue: noticeQueue, at: isLast ? null : Date.now() + again }],
      });
    } finally {
      clearInterval(look);
      closing.removeEventListener('abort', stop);
    }
  }

  const sweeper = createSweeper({
    store,
    queue: noticeQueue,
    sweepEvery: limits.sweepEvery,
    isHere: (key) => here.has(key),
    begin,
    onError: (error) => onEvent({ type: 'error', where: 'waiting', error }),
  });
  closing.addEventListener('abort', sweeper.close);
  return sweeper;
}

const sinceOf = ({ question: { to } }: WaitingQuestion) => to?.at ?? 0;

function toldIn(entry: StoredEntry | null, one: WaitingQuestion): Told {
  const since = sinceOf(one);
  const told = entry === null ? undefined : (JSON.parse(entry.value) as Told);
  return told?.since === since ? told : { since, count: 0 };
}

function withheld({ question }: WaitingQuestion, { count }: Told, until: number): ServerEvent {
  const { sessionId, toolName, elicitId, key } = question;
  return { type: 'notice_withheld', sessionId, toolName, elicitId, key, attempt: count + 1, until };
}

function noticeOf(one: WaitingQuestion): WaitingNotice {
  const { askedAt: _askedAt, ...item } = itemOf(one);
  const { key, to } = one.question;
  return { ...item, key, ...(to && { to: to.who }) };
}
