import { describe, expect, it } from 'vitest';
import { arabic } from '../../src/messages-ar.ts';
import { german } from '../../src/messages-de.ts';
import { nameOf } from '../../src/react/asker.ts';
import { formatFacts } from '../../src/words/format.ts';

/** Everything that a table of words says; what takes values gets names and a number of them. */
function sayings(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') {
    const { length } = words;
    const speak = words as (...values: unknown[]) => unknown;
    const tried = [['Ada', 'Mo', 'Zoë', 'de'] as unknown[], [2, 3, 4, 'de'], [['Ada', 'Mo'], 'de'], [2, ['Ada'], 'de']];
    return tried.flatMap((values) => {
      try {
        return sayings(speak(...values.slice(0, length)));
      } catch {
        return [];
      }
    });
  }
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(sayings) : [];
}

describe('German', () => {
  const said = sayings(german);

  it('speaks to a person as Sie, never as du', () => {
    expect(said.length).toBeGreaterThan(250);
    expect(said.filter((text) => /\b(?:du|dir|dich|dein\w*|ihr|euch|euer|eure\w*)\b/.test(text))).toEqual([]);
    expect(said.filter((text) => /\b(?:wähle|versuche|gib|prüfe|öffne|sende|lade|kopiere)\b/i.test(text))).toEqual([]);
  });

  it('takes nothing of a page for something of the person', () => {
    // "Ihre Adresse", at the beginning of a sentence, would be the person's.
    expect(Object.values(german.urlConsent.refusals).filter((text) => /\bIhr/.test(text))).toEqual([]);
  });

  it('counts one and many', () => {
    expect(german.seatPicker.wholeCabin('Economy', [4, 4], 1, 'de')).toBe('Economy, Reihe 4, 1 Sitz pro Reihe');
    expect(german.seatPicker.seated(1, 2, 'de')).toBe('1 von 2 gewählt');
    expect(german.flightList.travellers(1, 'de')).toBe('1 Person');
  });
});

it('facts are joined with the comma of their language', () => {
  const joined = (locale: string) => formatFacts(locale, ['A', '', undefined, 'B', false, 'C']);
  expect(['en', 'de', 'ar', 'fr'].map(joined)).toEqual(['A, B, C', 'A, B, C', 'A، B، C', 'A, B, C']);
});

it('a tool and its server are named without a comma of any language', () => {
  const [toolName, serverName] = ['Book flight', 'Expenses'];
  const named = [{ toolName, serverName }, { toolName }, { toolName: '', serverName }].map((asker) =>
    nameOf({ serverName: undefined, assistant: undefined, ...asker }),
  );
  expect(named).toEqual(['Book flight (Expenses)', 'Book flight', 'Expenses']);
});

describe('Arabic', () => {
  it('sets names of other scripts apart where other words follow', () => {
    expect(arabic.notes.asks('book_flight', 'Which flight?')).toBe(
      'يسأل \u2068book_flight\u2069: \u2068Which flight?\u2069',
    );
    expect(arabic.card.asks('book_flight', 'Expenses')).toBe('سؤال من \u2068book_flight\u2069 (\u2068Expenses\u2069)');
    expect(arabic.urlConsent.warnings.punycode).toContain('\u2066xn--\u2069.');
  });

  it('chooses one, two and several as their cases want', () => {
    const { atLeast } = arabic.choiceList;
    expect([1, 2, 3, 11, 100].map((count) => atLeast(count, 'ar'))).toEqual([
      'اختر خيارًا واحدًا على الأقل.',
      'اختر خيارين على الأقل.',
      'اختر 3 خيارات على الأقل.',
      'اختر 11 خيارًا على الأقل.',
      'اختر 100 خيار على الأقل.',
    ]);
  });

  it('writes the ending of an indefinite accusative before its alif throughout', () => {
    expect(sayings(arabic).filter((text) => text.includes('اً'))).toEqual([]);
  });
});
