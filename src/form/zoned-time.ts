import { isRealDate } from '../protocol/days.ts';
import { momentsAt, offsetAt } from '../words/time-zone.ts';

/** The moment of a local time, or why there is none. */
export type Moment = { utc: string; repeated: boolean } | 'gap' | undefined;

/**
 * The moment at which a clock in the zone shows the local time. If that happens twice, the earlier one.
 *
 * @param local - as a `datetime-local` control gives it, such as `2026-10-25T02:30`
 * @returns 'gap' if the clocks skip this time; undefined if it is not a time
 */
export function momentOf(local: string, timeZone: string): Moment {
  const [, date = '', hour, minute, second = '0'] = localPattern.exec(local) ?? [];
  if (!isRealDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const moments = momentsAt(Date.parse(`${date}T${hour}:${minute}:${second.padStart(2, '0')}Z`), timeZone);
  if (moments.length === 0) return 'gap';
  const utc = new Date(Math.min(...moments)).toISOString().replace(/\.\d+Z$/, 'Z');
  // At both ends of the calendar, UTC and the zone can differ in year, and only four-digit years are valid.
  return isRealDate(utc.slice(0, -10)) ? { utc, repeated: moments.length > 1 } : undefined;
}

/** Whether a text is an RFC 3339 moment: a date, a time and an offset. */
export function isMoment(text: string): boolean {
  return momentPattern.test(text) && isRealDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

/**
 * The local time in the zone at an RFC 3339 moment. A time without an offset is a local time already.
 *
 * @returns as a `datetime-local` control takes it; undefined if it is no time
 */
export function localTimeOf(moment: string, timeZone: string): string | undefined {
  const local = momentOf(moment, 'UTC');
  if (typeof local === 'object') return localTimeOf(local.utc, 'UTC');
  if (!isMoment(moment)) return undefined;
  const time = Date.parse(moment);
  const shown = new Date(time + offsetAt(time, timeZone)).toISOString();
  if (shown.length !== 24) return undefined;
  return shown.slice(0, shown.slice(17, 19) === '00' ? 16 : 19);
}

const localPattern = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,3})?)?$/;
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;
