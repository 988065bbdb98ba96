import { plural } from '../../words/format.ts';

/** Arabic has six plural forms. Every message must give all of them. */
export type SixForms = Readonly<Record<Intl.LDMLPluralRule, string>>;
export const counted = (locale: string, count: number, forms: SixForms): string => plural(locale, count, forms);

/** After a preposition. */
export const characters: SixForms = {
  zero: 'صفر من الأحرف',
  one: 'حرف واحد',
  two: 'حرفين',
  few: '# أحرف',
  many: '# حرفًا',
  other: '# حرف',
};

/** As the object of "choose": accusative. */
export const options: SixForms = {
  zero: 'صفرًا من الخيارات',
  one: 'خيارًا واحدًا',
  two: 'خيارين',
  few: '# خيارات',
  many: '# خيارًا',
  other: '# خيار',
};

/** Items of a list. */
export const entries: SixForms = {
  zero: 'صفر من العناصر',
  one: 'عنصر واحد',
  two: 'عنصران',
  few: '# عناصر',
  many: '# عنصرًا',
  other: '# عنصر',
};

/** As the object of a verb such as "add" or "keep": accusative. */
export const entriesToAdd: SixForms = { ...entries, zero: 'صفرًا من العناصر', one: 'عنصرًا واحدًا', two: 'عنصرين' };

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
