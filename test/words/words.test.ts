import { describe, expect, it } from 'vitest';
import { english, formatHours, formatList, plural, wordFor } from '../../src/messages.ts';
import { arabic } from '../../src/messages-ar.ts';
import { german } from '../../src/messages-de.ts';
import { describeFlight, describeSeat, formatDuration } from '../../src/travel.ts';
import { normalizeFlight } from '../../src/travel/normalize-flight.ts';
import { problemText } from '../../src/ui/notes/problem-text.ts';
import { languageWithin, ownWords, wordsOf } from '../../src/ui/language/language.ts';
import { directionOf } from '../../src/words/direction.ts';
import type { Cabin, Seat } from '../../src/travel.ts';

const messages = { english, german, arabic };

it.each(['ar', 'he', 'fa-IR', 'ur', 'pa-Arab', 'uz-Arab'])('%s is read from right to left', (locale) => {
  expect(directionOf(locale)).toBe('rtl');
});

it.each(['en', 'de-CH', 'ja', 'pa', 'ar-Latn'])('%s is read from left to right', (locale) => {
  expect(directionOf(locale)).toBe('ltr');
});

describe('how many', () => {
  it.each([
    ['en', 1, '1 flight'],
    ['en', 0, '0 flights'],
    ['en', 1234, '1,234 flights'],
    ['de', 1234, '1.234 flights'],
  ])('is told by the rules and in the digits of %s: %i', (locale, count, text) => {
    expect(plural(locale, count, { one: '# flight', other: '# flights' })).toBe(text);
  });

  it('is told by the form that every number is told by, where a language has more forms than were given', () => {
    expect(plural('pl', 3, { one: 'one', other: 'others' })).toBe('others');
  });

  it('has six forms in Arabic', () => {
    const { travellers } = arabic.flightList;
    expect([0, 1, 2, 3, 11, 100].map((count) => travellers(count, 'ar'))).toEqual([
      'لا مسافرين',
      'مسافر واحد',
      'مسافران',
      '3 مسافرين',
      '11 مسافرًا',
      '100 مسافر',
    ]);
    expect(travellers(3, 'ar-EG')).toBe('٣ مسافرين');
  });
});

describe('lists and durations', () => {
  it('are written as the language writes them', () => {
    expect(formatList('de', ['A', 'B', 'C'])).toBe('A, B und C');
    expect(formatList('en', ['A', 'B'], 'and')).toBe('A and B');
    expect(formatHours('de', 4, 7)).toBe('4 Std., 7 Min.');
    expect(formatHours('de', 0, 0)).toBe('0 Min.');
    expect(formatHours('fr', 2, 0)).toBe('2\u202fh');
  });

  it('of a flight are in the language of the words', () => {
    const words = wordsOf(languageWithin(ownWords, { messages: german }), 'flightList', english.flightList);
    expect(formatDuration('PT4H7M', words)).toBe('4 Std., 7 Min.');
    expect(formatDuration('PT4H7M')).toBe('4 h 7 min');
  });
});

describe('a flight and a seat', () => {
  const flight = normalizeFlight({
    id: 'a',
    airline: 'Air',
    flightNumber: 'A1',
    from: 'ATL',
    to: 'JFK',
    departure: '2026-12-01T23:00',
    arrival: '2026-12-02T01:10',
    duration: 'PT2H10M',
    price: 120,
    currency: 'EUR',
  });
  const cabin: Cabin = {
    id: 'c',
    class: 'economy',
    columns: [{ kind: 'seat', letter: 'A', position: 'window' }],
    rows: [],
  };
  const seat: Seat = {
    type: 'seat',
    col: 0,
    row: 1,
    seat: 'A',
    designator: '1A',
    state: 'available',
    features: ['exit_row', 'constructor'],
  };
  const told = (words: typeof german, locale: string) => ({
    flight: describeFlight(flight, { words: { ...words.flightList, locale }, locale }),
    seat: describeSeat(seat, cabin, { words: { ...words.seatPicker, locale }, locale, priced: true }),
  });

  it('are told in German', () => {
    expect(told(german, 'de')).toEqual({
      flight: 'Air A1, 23:00 bis 01:10 am nächsten Tag, von ATL nach JFK, 2 Std., 10 Min., 120,00\u00a0€',
      seat: '1A, Fenster, Notausgang, constructor, inklusive',
    });
  });

  it('are told in Arabic', () => {
    const { flight: text, seat: name } = told(arabic, 'ar');
    expect(text).toContain('من 23:00 إلى 01:10 في اليوم التالي، من ATL إلى JFK');
    expect(name).toBe('1A، نافذة، صف مخرج الطوارئ، constructor، مشمول');
  });
});

describe('a language', () => {
  it('has a locale of its own, and the page’s where that is of the same language', () => {
    const localeOf = (locale: string | undefined) =>
      wordsOf(languageWithin(ownWords, { locale, messages: german }), 'confirm', english.confirm).locale;
    expect(localeOf(undefined)).toBe('de');
    expect(localeOf('de-CH')).toBe('de-CH');
    expect(localeOf('fr')).toBe('de');
  });

  it('keeps what is not given as it is around', () => {
    const around = languageWithin(ownWords, { locale: 'de-AT', messages: german });
    const within = languageWithin(around, { messages: { confirm: { title: 'Sicher?', deny: undefined } as object } });
    const words = wordsOf(within, 'confirm', english.confirm);
    expect(words).toEqual({ ...german.confirm, title: 'Sicher?', locale: 'de-AT' });
    expect(within.locale).toBe('de-AT');
    expect(wordsOf(within, 'card', english.card)).toEqual({ ...german.card, locale: 'de-AT' });
  });

  it('gives the same words each time, so that nothing is drawn again for them', () => {
    const language = languageWithin(ownWords, { messages: german });
    expect(wordsOf(language, 'card', english.card)).toBe(wordsOf(language, 'card', english.card));
    expect(languageWithin(language, {})).toBe(language);
  });

  it.each([
    [{ code: 'OFFLINE' }, 'offline'],
    [{ code: 'COMPONENT_CRASHED' }, 'notShown'],
    [{ code: 'X', status: 403 }, 'signIn'],
    [{ code: 'X', status: 404 }, 'refused'],
    [{ code: 'X', status: 413 }, 'tooLarge'],
    [{ code: 'X', status: 429 }, 'busy'],
    [{ code: 'X', status: 502 }, 'busy'],
    [{ code: 'constructor' }, 'busy'],
  ] as const)('has words for a problem, by its code or else its status: %o', (problem, name) => {
    for (const { notes } of Object.values(messages)) {
      expect(problemText(notes.problems, problem)).toBe(notes.problems[name]);
    }
  });

  it('says of a code that it does not know what a host has for it, and otherwise what may help', () => {
    expect(problemText(german.notes.problems, { code: 'QUOTA' })).toBe(german.notes.problems.busy);
    const ours = { ...german.notes.problems, QUOTA: 'Kontingent erschöpft' };
    expect(problemText(ours, { code: 'QUOTA', status: 403 })).toBe('Kontingent erschöpft');
    expect(wordFor({}, 'constructor', (name) => name)).toBe('constructor');
  });

  it.each(['german', 'arabic'] as const)('leaves nothing empty, and nothing in English: %s', (name) => {
    const fixed = (given: object): Map<string, string> =>
      new Map(
        Object.entries(given).flatMap(([key, value]: [string, unknown]): [string, string][] =>
          typeof value === 'string'
            ? [[key, value]]
            : typeof value === 'object' && value !== null
              ? [...fixed(value)].map(([inner, text]) => [`${key}.${inner}`, text])
              : [],
        ),
      );
    const theirs = fixed(messages[name]);
    const same = [...fixed(english)].filter(([key, text]) => theirs.get(key) === text).map(([key]) => key);
    // These are the same word in several languages.
    const inGerman = ['flightList.bus', 'pickDates.monthPattern', 'reviewText.text'];
    const shared = name === 'german' ? [...inGerman, 'schemaForm.optional', 'seatPicker.decks'] : [];
    expect(same.toSorted()).toEqual(shared.toSorted());
    expect([...theirs].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});
