import { formatList, plural } from '../words/format.ts';
import { formatNumber } from '../words/formatter.ts';
import type { SchemaFormMessages } from './words.ts';

/** Arabic has six plural forms. Every message must give all of them. */
export type SixForms = Readonly<Record<Intl.LDMLPluralRule, string>>;
export const counted = (locale: string, count: number, forms: SixForms): string => plural(locale, count, forms);

/** After a preposition. */
const characters: SixForms = {
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
const entries: SixForms = {
  zero: 'صفر من العناصر',
  one: 'عنصر واحد',
  two: 'عنصران',
  few: '# عناصر',
  many: '# عنصرًا',
  other: '# عنصر',
};

/** As the object of a verb such as "add" or "keep": accusative. */
const entriesToAdd: SixForms = { ...entries, zero: 'صفرًا من العناصر', one: 'عنصرًا واحدًا', two: 'عنصرين' };

/** The words of a form, in Arabic. */
export const wordsInArabic: SchemaFormMessages = {
  sending: 'جارٍ إرسال إجابتك…',
  failed: 'لم تُرسَل إجابتك.',
  keptOnFailure: 'إجابتك محفوظة.',
  title: 'يرجى ملء النموذج',
  confirmTitle: 'يرجى التأكيد',
  chooseTitle: 'يرجى الاختيار',
  refusedTitle: 'لا يمكن عرض هذا الطلب',
  refused: 'لا يمكن لهذا التطبيق طلب ذلك في نموذج. يمكنك تخطي السؤال.',
  send: 'إرسال',
  confirm: 'تأكيد',
  decline: 'تخطي',
  checking: 'جارٍ التحقق…',
  checkFailed: 'تعذّر التحقق من إجابتك. حاول مرة أخرى.',
  optional: '(اختياري)',
  yes: 'نعم',
  no: 'لا',
  clear: 'مسح الاختيار',
  choose: 'اختر…',
  none: 'بلا إجابة',
  answer: 'إجابتك',
  empty: '(فارغ)',
  unnamed: (place, locale) => `السؤال ${formatNumber(locale, place)}`,
  problems: (count, locale) =>
    counted(locale, count, {
      zero: 'لا إجابات تحتاج إلى مراجعة',
      one: 'إجابة واحدة تحتاج إلى مراجعة',
      two: 'إجابتان تحتاجان إلى مراجعة',
      few: '# إجابات تحتاج إلى مراجعة',
      many: '# إجابة تحتاج إلى مراجعة',
      other: '# إجابة تحتاج إلى مراجعة',
    }),
  corrections: (count, locale) =>
    counted(locale, count, {
      zero: 'لا إجابات للتصحيح',
      one: 'إجابة واحدة للتصحيح',
      two: 'إجابتان للتصحيح',
      few: '# إجابات للتصحيح',
      many: '# إجابة للتصحيح',
      other: '# إجابة للتصحيح',
    }),
  search: (count, locale) => `ابحث في ${counted(locale, count, options)}`,
  matches: (found, count, locale) => `المطابق: ${formatNumber(locale, found)} من ${formatNumber(locale, count)}`,
  firstShown: (count, locale) => `المعروض هو أول ${formatNumber(locale, count)}. ابحث عن البقية.`,
  secret: 'لا ينبغي لنموذج كهذا أن يطلب كلمات مرور أو رموزًا سرية أو أرقام بطاقات. عند الشك، تخطَّ السؤال.',
  secretAgain: 'حفاظًا على أمانك، لم يُحفظ هذا. أدخِله مرة أخرى.',
  counter: (length, most, locale) => `${formatNumber(locale, length)} من ${formatNumber(locale, most)}`,
  overBy: (count, locale) =>
    counted(locale, count, {
      zero: 'لا أحرف زائدة',
      one: 'حرف واحد زائد',
      two: 'حرفان زائدان',
      few: '# أحرف زائدة',
      many: '# حرفًا زائدًا',
      other: '# حرف زائد',
    }),
  zone: (zone) => `حسب منطقتك الزمنية: ${zone}.`,
  repeated: 'يتكرر هذا الوقت مرتين في ذلك اليوم بسبب تغيير الساعة، والمقصود المرة الأولى.',
  omitted: (labels, locale) => `لا يُسأل هنا عن: ${formatList(locale, labels, 'and')}. لن تتضمن إجابتك ذلك.`,
  atLeast: (least) => `الحد الأدنى: ${least}.`,
  atMost: (most) => `الحد الأقصى: ${most}.`,
  between: (least, most) => `من ${least} إلى ${most}.`,
  atLeastCharacters: (count, locale) =>
    `${counted(locale, count, { ...characters, one: 'حرف واحد', two: 'حرفان' })} على الأقل.`,
  inJson: 'أدخله بصيغة JSON وفق هذا المخطط:',
  unchecked: 'يجري التحقق من الصيغة بعد الإرسال.',
  chooseAtLeast: (count, locale) => `اختر ${counted(locale, count, options)} على الأقل.`,
  chooseAtMost: (count, locale) => `اختر ${counted(locale, count, options)} على الأكثر.`,
  chooseBetween: (least, most, locale) =>
    least === most
      ? `اختر ${counted(locale, least, options)}.`
      : `اختر من ${formatNumber(locale, least)} إلى ${formatNumber(locale, most)} من الخيارات.`,
  errors: {
    required: (label) => `أدخل «${label}»`,
    minLength: (label, count, locale) => `يجب ألا يقل «${label}» عن ${counted(locale, count, characters)}`,
    maxLength: (label, count, locale) => `يجب ألا يزيد «${label}» على ${counted(locale, count, characters)}`,
    pattern: (label) => `لا يطابق «${label}» الصيغة المطلوبة`,
    email: () => 'أدخل عنوان بريد إلكتروني مثل name@example.com',
    uri: () => 'أدخل عنوانًا كاملًا مثل https://example.com',
    date: () => 'أدخل تاريخًا صحيحًا مثل 27/03/2026',
    'date-time': () => 'أدخل التاريخ والوقت',
    'time-gap': () => 'هذا الوقت غير موجود بسبب تقديم الساعة',
    number: (label, example) => `يجب أن يكون «${label}» عددًا، مثل ${example}`,
    integer: (label) => `يجب أن يكون «${label}» عددًا صحيحًا`,
    unsafe: (label) => `لا يمكن إرسال «${label}» بدقة لأن أرقامه كثيرة جدًا`,
    min: (label, limit) => `يجب ألا يقل «${label}» عن ${limit}`,
    above: (label, limit) => `يجب أن يكون «${label}» أكبر من ${limit}`,
    max: (label, limit) => `يجب ألا يزيد «${label}» على ${limit}`,
    below: (label, limit) => `يجب أن يكون «${label}» أصغر من ${limit}`,
    step: (label, limit) => `يجب أن يكون «${label}» من مضاعفات ${limit}`,
    minItems: (label, count, locale) => `اختر ${counted(locale, count, options)} على الأقل في «${label}»`,
    maxItems: (label, count, locale) => `اختر ${counted(locale, count, options)} على الأكثر في «${label}»`,
    duplicate: (label) => `القائمة تضم «${label}» بالفعل`,
    json: (label) => `أدخل «${label}» بصيغة JSON، مثل \u2066{"name": "Ada"}\u2069`,
    option: (label) => `اختر خيارًا آخر في «${label}»`,
    type: (label) => `تعذّرت قراءة «${label}»`,
  },
  chooseOption: (label) => `اختر خيارًا في «${label}»`,
  add: 'إضافة',
  remove: 'إزالة',
  moveUp: 'نقل إلى أعلى',
  moveDown: 'نقل إلى أسفل',
  item: (label, place, count, locale) => `${label} ${formatNumber(locale, place)} من ${formatNumber(locale, count)}`,
  removed: (item) => `تمت إزالة ${item}`,
  entriesAtLeast: (count, locale) => `${counted(locale, count, entries)} على الأقل.`,
  entriesAtMost: (count, locale) => `${counted(locale, count, entries)} على الأكثر.`,
  entriesBetween: (least, most, locale) =>
    least === most
      ? `${counted(locale, least, entries)} بالضبط.`
      : `من ${formatNumber(locale, least)} إلى ${formatNumber(locale, most)} من العناصر.`,
  addAtLeast: (label, count, locale) => `أضف ${counted(locale, count, entriesToAdd)} على الأقل إلى «${label}»`,
  addAtMost: (label, count, locale) => `أبقِ ${counted(locale, count, entriesToAdd)} على الأكثر في «${label}»`,
};
