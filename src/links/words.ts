import { wordsInArabic } from '../form/words-in-arabic.ts';
import { wordsInGerman } from '../form/words-in-german.ts';
import { words as wordsInEnglish, type FormWords } from '../form/words.ts';
import { formatter } from '../words/formatter.ts';

/** All words of a page, in one language. */
export interface LinkWords {
  readonly page: typeof pageInEnglish;
  readonly form: FormWords;
}

/** The words in the language of a locale: German, Arabic, and English for all others. */
export function wordsFor(locale: string): LinkWords {
  const { language = 'en', tag = 'en' } = localeOf(locale);
  const known = languages.get(language);
  if (known === undefined) return english;
  return { ...known, form: { ...known.form, locale: tag } };
}

/** The first language that a browser asks for and that the page speaks. */
export function acceptedLocale(header: string | null): string {
  const asked = (header ?? '').slice(0, 200).split(',');
  const tags = asked.map((one) => (one.split(';')[0] ?? '').trim());
  return tags.find((tag) => languages.has(localeOf(tag).language ?? '')) ?? 'en';
}

/** A moment as the person's clock shows it, with the zone of that clock. */
export function momentText({ form: { locale } }: LinkWords, time: number, timeZone: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const;
  return formatter('DateTimeFormat', locale, { ...options, timeZone, timeZoneName: 'short' }).format(time);
}

function localeOf(given: string): { language?: string; tag?: string } {
  try {
    const { language, baseName } = new Intl.Locale(given);
    return { language, tag: baseName };
  } catch {
    return {};
  }
}

const named = (name: string, alone: string, by: (name: string) => string): string => (name === '' ? alone : by(name));
/** Isolates a name of any script, so that it does not reorder the text around it. */
const apart = (name: string): string => `\u2068${name}\u2069`;

/** The words of an answer link's page besides those of its form. */
const pageInEnglish = {
  decline: 'Decline',
  /** Until when the question waits. */
  until: (moment: string): string => `Open until ${moment}.`,
  zone: (zone: string): string => `Time zone: ${zone}.`,
  /** The person's own answer, or that they gave none, is recorded. */
  sent: 'Your answer was sent',
  declined: 'You declined',
  close: 'You can close this page.',
  /** Somebody else was faster. `name` may be empty. */
  answeredBy: (name: string): string => named(name, 'Already answered', (who) => `Answered by ${apart(who)}`),
  declinedBy: (name: string): string => named(name, 'Already declined', (who) => `Declined by ${apart(who)}`),
  late: 'There is nothing left to do here.',
  /** The same as `late`, to the person's own answer. */
  notCounted: 'Your answer came later, and does not count.',
  /** The question has ended, is for somebody else, or the link leads to none. */
  gone: 'There is nothing to answer here',
  goneHelp:
    'The question was answered or withdrawn, its time is over, it is for somebody else now, or the link is not complete.',
  /** The link is too old. */
  expired: 'This link has expired',
  expiredHelp: 'The question may still be open. Ask for a new link where you got this one.',
  /** `name` may be empty. */
  signIn: (name: string): string => named(name, 'Sign in to answer', (who) => `Sign in as ${apart(who)}`),
  signInHelp: 'Only the person for whom this link was made can answer here. Sign in, then open the link again.',
  /** Another question stands there now. */
  changed: 'The question has changed since you opened it. Look at your answer once more, then send it.',
  failed: 'Your answer was not sent. It is kept here: try again in a moment.',
  /** The request itself is wrong. */
  refused: 'This answer was not taken',
  refusedHelp: 'Open the link again and answer there.',
  tooLong: 'It is too long. Go back and shorten it.',
  /** The server failed. */
  broken: 'Something went wrong',
  brokenHelp: 'Open the link again in a moment.',
  /** For a page to open. */
  open: 'Open page',
  opensNew: '(opens in a new tab)',
  look: 'Look closely at this address: it may not be what it seems.',
  unsafe: 'This page cannot be opened: its address is not safe.',
  opened: "I'm done there",
  reports: 'This question ends by itself when you are done there.',
};

const english: LinkWords = {
  form: {
    ...wordsInEnglish,
    refused: 'This page cannot ask for it in a form. You can decline it.',
    secret: 'A form like this should not ask for passwords, codes or card numbers. If in doubt, decline.',
    locale: 'en',
  },
  page: pageInEnglish,
};

const german: LinkWords = {
  form: {
    ...wordsInGerman,
    refused: 'Diese Seite kann diese Angaben nicht in einem Formular abfragen. Sie können die Frage ablehnen.',
    secret:
      'Ein Formular wie dieses sollte nicht nach Passwörtern, Codes oder Kartennummern fragen. Lehnen Sie im Zweifel ab.',
    locale: 'de',
  },
  page: {
    decline: 'Ablehnen',
    until: (moment) => `Offen bis ${moment}.`,
    zone: (zone) => `Zeitzone: ${zone}.`,
    sent: 'Ihre Antwort wurde gesendet',
    declined: 'Sie haben abgelehnt',
    close: 'Sie können diese Seite schließen.',
    answeredBy: (name) => named(name, 'Bereits beantwortet', (who) => `Beantwortet von ${apart(who)}`),
    declinedBy: (name) => named(name, 'Bereits abgelehnt', (who) => `Abgelehnt von ${apart(who)}`),
    late: 'Hier ist nichts mehr zu tun.',
    notCounted: 'Ihre Antwort kam später und zählt nicht.',
    gone: 'Hier gibt es nichts zu beantworten',
    goneHelp:
      'Die Frage wurde beantwortet oder zurückgezogen, ihre Zeit ist um, sie geht jetzt an jemand anderen, oder der Link ist unvollständig.',
    expired: 'Dieser Link ist abgelaufen',
    expiredHelp:
      'Die Frage ist vielleicht noch offen. Bitten Sie dort um einen neuen Link, wo Sie diesen bekommen haben.',
    signIn: (name) => named(name, 'Melden Sie sich an', (who) => `Melden Sie sich als ${apart(who)} an`),
    signInHelp:
      'Hier kann nur die Person antworten, für die dieser Link gemacht wurde. Melden Sie sich an, und öffnen Sie den Link noch einmal.',
    changed: 'Die Frage hat sich inzwischen geändert. Prüfen Sie Ihre Antwort noch einmal, und senden Sie sie dann.',
    failed: 'Ihre Antwort wurde nicht gesendet. Sie bleibt hier erhalten: Versuchen Sie es gleich noch einmal.',
    refused: 'Diese Antwort wurde nicht angenommen',
    refusedHelp: 'Öffnen Sie den Link noch einmal, und antworten Sie dort.',
    tooLong: 'Sie ist zu lang. Gehen Sie zurück, und kürzen Sie sie.',
    broken: 'Etwas ist schiefgegangen',
    brokenHelp: 'Öffnen Sie den Link gleich noch einmal.',
    open: 'Seite öffnen',
    opensNew: '(wird in einem neuen Tab geöffnet)',
    look: 'Sehen Sie sich die Adresse genau an: Sie ist vielleicht nicht, was sie scheint.',
    unsafe: 'Diese Seite kann nicht geöffnet werden: Die Adresse ist nicht sicher.',
    opened: 'Ich bin dort fertig',
    reports: 'Diese Frage wird von selbst beendet, wenn Sie dort fertig sind.',
  },
};

const arabic: LinkWords = {
  form: {
    ...wordsInArabic,
    refused: 'لا يمكن لهذه الصفحة طلب ذلك في نموذج. يمكنك رفض السؤال.',
    secret: 'لا ينبغي لنموذج كهذا أن يطلب كلمات مرور أو رموزًا سرية أو أرقام بطاقات. عند الشك، ارفض السؤال.',
    locale: 'ar',
  },
  page: {
    decline: 'رفض',
    until: (moment) => `مفتوح حتى ${apart(moment)}.`,
    zone: (zone) => `المنطقة الزمنية: ${apart(zone)}.`,
    sent: 'أُرسلت إجابتك',
    declined: 'لقد رفضت',
    close: 'يمكنك إغلاق هذه الصفحة.',
    answeredBy: (name) => named(name, 'سبقت الإجابة', (who) => `الإجابة من: ${apart(who)}`),
    declinedBy: (name) => named(name, 'سبق الرفض', (who) => `الرفض من: ${apart(who)}`),
    late: 'لم يبقَ ما تفعله هنا.',
    notCounted: 'وصلت إجابتك بعد ذلك، فلا تُحتسب.',
    gone: 'لا يوجد هنا ما تجيب عنه',
    goneHelp: 'أُجيب عن السؤال أو سُحب، أو انتهى وقته، أو صار لشخص آخر، أو أن الرابط غير كامل.',
    expired: 'انتهت صلاحية هذا الرابط',
    expiredHelp: 'ربما ما زال السؤال مفتوحًا. اطلب رابطًا جديدًا من حيث حصلت على هذا الرابط.',
    signIn: (name) => named(name, 'سجّل الدخول للإجابة', (who) => `سجّل الدخول باسم ${apart(who)}`),
    signInHelp: 'لا يجيب هنا إلا الشخص الذي أُنشئ له هذا الرابط. سجّل الدخول، ثم افتح الرابط مرة أخرى.',
    changed: 'تغيّر السؤال منذ أن فتحته. راجع إجابتك مرة أخرى، ثم أرسلها.',
    failed: 'لم تُرسَل إجابتك. وهي محفوظة هنا: أعد المحاولة بعد لحظات.',
    refused: 'لم تُقبل هذه الإجابة',
    refusedHelp: 'افتح الرابط مرة أخرى وأجب هناك.',
    tooLong: 'إنها طويلة جدًا. ارجع واختصرها.',
    broken: 'حدث خطأ ما',
    brokenHelp: 'افتح الرابط مرة أخرى بعد لحظات.',
    open: 'فتح الصفحة',
    opensNew: '(تُفتح في علامة تبويب جديدة)',
    look: 'انظر إلى هذا العنوان جيدًا: فقد لا يكون ما يبدو عليه.',
    unsafe: 'لا يمكن فتح هذه الصفحة: عنوانها غير آمن.',
    opened: 'انتهيت هناك',
    reports: 'ينتهي هذا السؤال من تلقاء نفسه عندما تنتهي هناك.',
  },
};

const languages: ReadonlyMap<string, LinkWords> = new Map([
  ['en', english],
  ['de', german],
  ['ar', arabic],
]);
