import { counted, type SixForms } from '../../form/words-in-arabic.ts';

/** After a preposition. */
export const roundsAfter: SixForms = {
  zero: 'صفر من الجولات',
  one: 'جولة واحدة',
  two: 'جولتين',
  few: '# جولات',
  many: '# جولة',
  other: '# جولة',
};

export const stops = (count: number, locale: string): string =>
  counted(locale, count, {
    zero: 'بلا توقف',
    one: 'توقف واحد',
    two: 'توقفان',
    few: '# توقفات',
    many: '# توقفًا',
    other: '# توقف',
  });

export const flights = (count: number, locale: string): string =>
  counted(locale, count, {
    zero: 'لا رحلات',
    one: 'رحلة واحدة',
    two: 'رحلتان',
    few: '# رحلات',
    many: '# رحلة',
    other: '# رحلة',
  });

export const days = (count: number, locale: string): string =>
  counted(locale, count, {
    zero: 'في اليوم نفسه',
    one: 'بيوم واحد',
    two: 'بيومين',
    few: 'بـ # أيام',
    many: 'بـ # يومًا',
    other: 'بـ # يوم',
  });

/** Nights of a stay, alone. */
export const nights: SixForms = {
  zero: 'بلا مبيت',
  one: 'ليلة واحدة',
  two: 'ليلتان',
  few: '# ليالٍ',
  many: '# ليلة',
  other: '# ليلة',
};

/** Files, alone. */
export const files: SixForms = {
  zero: 'بلا ملفات',
  one: 'ملف واحد',
  two: 'ملفان',
  few: '# ملفات',
  many: '# ملفًا',
  other: '# ملف',
};
