type Formatters = Pick<
  typeof Intl,
  'DateTimeFormat' | 'ListFormat' | 'NumberFormat' | 'PluralRules' | 'RelativeTimeFormat'
>;
type Constructor = new (locale?: string, options?: object) => object;

/**
 * A formatter of `Intl`, the same one for the same options: creating one costs more than rendering a whole card.
 *
 * @param locale - undefined: the runtime's own
 */
export function formatter<Kind extends keyof Formatters>(
  kind: Kind,
  locale: string | undefined,
  options?: ConstructorParameters<Formatters[Kind]>[1],
): InstanceType<Formatters[Kind]> {
  const key = JSON.stringify([kind, locale, options]);
  const made = known.get(key) ?? new (Intl[kind] as Constructor)(locale, options);
  // Currencies come from a server, which may send any number of them.
  if (known.size > 200) known.clear();
  known.set(key, made);
  return made as InstanceType<Formatters[Kind]>;
}

const known = new Map<string, object>();

/** Format a moment for a locale: `"2:05 PM"` today, with the day on other days. @param time - as `Date.now` gives it */
export function formatMoment(locale: string, time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const options: Intl.DateTimeFormatOptions = { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) };
  return formatter('DateTimeFormat', locale, options).format(time);
}

/** Format how long ago a moment was: `"3 minutes ago"`, and its day once that is a week. */
export function formatAgo(locale: string, time: number, now: number): string {
  const passed = Math.max(0, now - time) / 60_000;
  const ago = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    formatter('RelativeTimeFormat', locale, { numeric: 'auto' }).format(-Math.floor(count), unit);
  if (passed < 1) return ago(0, 'second');
  if (passed < 60) return ago(passed, 'minute');
  if (passed < 24 * 60) return ago(passed / 60, 'hour');
  if (passed < 7 * 24 * 60) return ago(passed / 60 / 24, 'day');
  return formatter('DateTimeFormat', locale, { dateStyle: 'medium' }).format(time);
}

/** Format a number for a locale: `"1,234"` in English, `"1.234"` in German. */
export function formatNumber(locale: string, value: number, options?: Intl.NumberFormatOptions): string {
  return formatter('NumberFormat', locale, options).format(value);
}
