/** A day as a count from 1970-01-01. It has no time zone, so no clock moves it. */
export type Day = number;

/** A date that exists, written with four, two and two digits. */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day that a `YYYY-MM-DD` names. Undefined if there is no such day. */
export function dayOf(text: unknown): Day | undefined {
  return typeof text === 'string' && isRealDate(text) ? Date.parse(`${text}T00:00:00Z`) / msPerDay : undefined;
}

/** `YYYY-MM-DD`. */
export function dateOf(day: Day): string {
  return new Date(day * msPerDay).toISOString().slice(0, 10);
}

/** Days that cannot be chosen, and why: one day, or all from one to another, both included. */
export type UnavailableDays =
  | { readonly date: string; readonly reason: string }
  | { readonly from: string; readonly to: string; readonly reason: string };

/** Which days can be chosen. */
export interface DayLimits {
  /** The first day, as `YYYY-MM-DD`. @default any */
  readonly min?: string | undefined;
  /** The last day, as `YYYY-MM-DD`. @default any */
  readonly max?: string | undefined;
  /** Days that cannot be chosen, each with a reason, such as "Closed for the holidays". @default none */
  readonly unavailable?: readonly UnavailableDays[] | undefined;
}

/** Which ranges of days can be chosen. A range holds no day that is unavailable. */
export interface RangeLimits extends DayLimits {
  /** The fewest nights from the first to the last day. @default 0: both may be the same */
  readonly minNights?: number | undefined;
  /** The most nights. @default any */
  readonly maxNights?: number | undefined;
}

/** Why a day or a range cannot be chosen. */
export type DayFault =
  | { readonly code: 'min' | 'max'; readonly day: Day }
  | { readonly code: 'closed'; readonly day: Day; readonly reason: string }
  | { readonly code: 'order' }
  | { readonly code: 'minNights' | 'maxNights'; readonly count: number };

/** Limits that were read. What names no day does not limit. */
export interface DayRules {
  readonly min: Day;
  readonly max: Day;
  readonly closed: readonly { readonly from: Day; readonly to: Day; readonly reason: string }[];
  readonly minNights: number;
  readonly maxNights: number;
}

export function dayRules({ min, max, unavailable = [], minNights = 0, maxNights = Infinity }: RangeLimits): DayRules {
  const closed = unavailable.slice(0, mostUnavailable).flatMap((one) => {
    const [from, to] = 'date' in one ? [dayOf(one.date), dayOf(one.date)] : [dayOf(one.from), dayOf(one.to)];
    return from === undefined || to === undefined ? [] : [{ from, to, reason: one.reason }];
  });
  return { min: dayOf(min) ?? firstDay, max: dayOf(max) ?? lastDay, closed, minNights, maxNights };
}

/** Why this day cannot be chosen. Undefined if it can. */
export function faultOfDay(day: Day, rules: DayRules): DayFault | undefined {
  return faultOfDays(day, day, rules);
}

/** Why these days cannot be chosen together. Undefined if they can. */
export function faultOfRange(from: Day, to: Day, rules: DayRules): DayFault | undefined {
  if (to < from) return { code: 'order' };
  const { minNights, maxNights } = rules;
  if (to - from < minNights) return { code: 'minNights', count: minNights };
  if (to - from > maxNights) return { code: 'maxNights', count: maxNights };
  return faultOfDays(from, to, rules);
}

function faultOfDays(from: Day, to: Day, { min, max, closed }: DayRules): DayFault | undefined {
  if (from < min) return { code: 'min', day: min };
  if (to > max) return { code: 'max', day: max };
  const met = closed.find((one) => one.from <= to && one.to >= from);
  return met && { code: 'closed', day: Math.max(met.from, from), reason: met.reason };
}

const msPerDay = 86_400_000;
const firstDay = dayOf('0001-01-01') as Day;
const lastDay = dayOf('9999-12-31') as Day;
/** More than twice a year of days. */
const mostUnavailable = 1000;
