import { afterEach, describe, expect, it, vi } from 'vitest';
import { typedDay } from '../../src/ui/pick-dates/months.ts';
import { wordsOf } from '../../src/ui/language/language.ts';
import { words } from '../../src/ui/pick-dates/words.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const localeOf = (locale: string | undefined, spoken?: string) =>
  wordsOf({ locale, messages: spoken === undefined ? {} : { locale: spoken } }, 'pickDates', words).locale;

describe('dates among words', () => {
  it.each([
    ['en-GB', undefined, 'en-GB'],
    ['de-DE', undefined, 'en-DE'],
    ['zh-Hant-TW', undefined, 'en'],
    ['fr-CH', 'de-DE', 'de-DE'],
    ['de-CH', 'de', 'de-CH'],
    [undefined, 'ar', 'ar'],
    ['fr', 'de-CH', 'de-CH'],
    ['de-u-nu-latn', undefined, 'en'],
  ])('of a page in %s, among words in %s, are written in %s', (locale, spoken, expected) => {
    expect(localeOf(locale, spoken)).toBe(expected);
  });

  it.each(['en-GB', 'de-DE'])('begin with the day where the browser is of %s and nothing else is said', (browsers) => {
    const { resolvedOptions } = Intl.NumberFormat.prototype;
    vi.spyOn(Intl.NumberFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.NumberFormat) {
      return { ...resolvedOptions.call(this), locale: browsers };
    });
    expect(typedDay(Date.UTC(2026, 4, 12) / 86_400_000, localeOf(undefined))).toMatch(/^12.0?5.2026$/);
  });
});
