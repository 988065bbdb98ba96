import { formatter } from '../words/formatter.ts';
import type { Spoken } from '../words/word-for.ts';
import { flightWords, type FlightWords } from './flight-words.ts';

/**
 * The time of day, `"08:05"`, of a local time such as `"2026-12-01T08:05"` or `"08:05"`. Other text is returned as it
 * is.
 *
 * Local times are never read as instants, so the browser's time zone does not matter.
 */
export function clockOf(at: string): string {
  return wallClock.exec(at)?.groups?.['clock']?.padStart(5, '0') ?? at;
}

/** The calendar days between two local dates. 0 if a date is unknown. */
export function dayShift(departure: string, arrival: string): number {
  const from = dateOf(departure);
  const to = dateOf(arrival);
  return from === undefined || to === undefined ? 0 : Math.round((to - from) / day);
}

/** A short local date, such as `"Sun, Sep 1"`. Undefined if there is only a time of day. */
export function formatDay(at: string, locale?: string): string | undefined {
  const date = dateOf(at);
  if (date === undefined) return undefined;
  return formatter('DateTimeFormat', locale, {
    weekday: 'short',
    ...dayAndMonth,
  }).format(date);
}

/** The same without the weekday, `"Sep 1"`, or for two dates their range, `"Sep 1 – 8"`. */
export function formatDate(at: string, locale?: string, until = at): string | undefined {
  const [from, to] = [dateOf(at), dateOf(until)];
  if (from === undefined || to === undefined) return undefined;
  const format = formatter('DateTimeFormat', locale, dayAndMonth);
  return from < to ? format.formatRange(from, to) : format.format(from);
}

/**
 * `"4 h 7 min"` for `"PT4H7M"`. Text that is not an ISO 8601 duration is returned as it is.
 *
 * @default words English
 */
export function formatDuration(duration: string, words: Spoken<Pick<FlightWords, 'duration'>> = flightWords): string {
  if (!duration.startsWith('P')) return duration;
  const minutes = minutesOf(duration);
  if (minutes === undefined) return duration;
  return words.duration(Math.floor(minutes / 60), minutes % 60, words.locale);
}

/** The minutes in `"PT4H7M"` or `"4h 7m"`. Undefined for anything else. */
export function minutesOf(duration: string): number | undefined {
  // Refuse long text: no duration is longer, and the patterns are slow on long runs of spaces.
  if (duration.length > 60) return undefined;
  const parts = isoDuration.exec(duration) ?? shortDuration.exec(duration);
  if (!parts?.groups) return undefined;
  const { days = 0, hours = 0, minutes = 0 } = parts.groups;
  return Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
}

const dayAndMonth = {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
} as const;

const day = 86_400_000;
const wallClock = /^(?:\d{4}-\d{2}-\d{2}[T ])?(?<clock>\d{1,2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/;
const isoDuration = /^P(?=.)(?:(?<days>\d+)D)?(?:T(?=.)(?:(?<hours>\d+)H)?(?:(?<minutes>\d+)M)?(?:\d+(?:\.\d+)?S)?)?$/;
const shortDuration = /^\s*(?=\d)(?:(?<hours>\d+)\s*h(?:ours?|rs?)?)?\s*(?:(?<minutes>\d+)\s*m(?:in(?:utes?)?)?)?\s*$/i;

function dateOf(at: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(at);
  return parts ? Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : undefined;
}
