/**
 * How a language is read. Browsers that tell it do so under several names, so ask for the language's script.
 *
 * @throws {RangeError} for what is no locale
 */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** The scripts of living languages that are read from right to left. */
const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);
