/** A number as it is written in a language: `"1,234"` in English, `"1.234"` in German. */
export function formatNumber(locale: string, value: number, options?: Intl.NumberFormatOptions): string {
  if (options) return new Intl.NumberFormat(locale, options).format(value);
  let format = formats.get(locale);
  if (!format) formats.set(locale, (format = new Intl.NumberFormat(locale)));
  return format.format(value);
}

const formats = new Map<string, Intl.NumberFormat>();
