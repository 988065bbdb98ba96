import { formatHours } from '../../words/format-hours.ts';
import { formatList } from '../../words/format-list.ts';
import { formatNumber } from '../../words/format-number.ts';
import { plural } from '../../words/plural.ts';
import { spelledOut } from '../../words/spoken.ts';
import { wordFor } from '../../words/word-for.ts';
import type { ElicitMessages } from './elicit-messages.ts';

const answer = { sending: 'جارٍ الإرسال…', failed: 'لم تُرسَل إجابتك.' };
const choice = {
  commit: 'متابعة',
  again: 'إعادة المحاولة',
  skip: 'تخطٍّ',
  sending: 'جارٍ الإرسال…',
  failed: 'لم يُرسَل اختيارك.',
};

/** Arabic counts in six ways: none of them may be left out. */
type SixForms = Readonly<Record<Intl.LDMLPluralRule, string>>;
const counted = (locale: string, count: number, forms: SixForms): string => plural(locale, count, forms);

const joined = (facts: readonly string[]): string => facts.join('، ');

const stops = (count: number, locale: string): string =>
  counted(locale, count, {
    zero: 'بلا توقف',
    one: 'توقف واحد',
    two: 'توقفان',
    few: '# توقفات',
    many: '# توقفًا',
    other: '# توقف',
  });

const flights = (count: number, locale: string): string =>
  counted(locale, count, {
    zero: 'لا رحلات',
    one: 'رحلة واحدة',
    two: 'رحلتان',
    few: '# رحلات',
    many: '# رحلة',
    other: '# رحلة',
  });

const days = (count: number, locale: string): string =>
  counted(locale, count, {
    zero: 'في اليوم نفسه',
    one: 'بيوم واحد',
    two: 'بيومين',
    few: 'بـ # أيام',
    many: 'بـ # يومًا',
    other: 'بـ # يوم',
  });

const classes = {
  economy: 'الدرجة السياحية',
  premium_economy: 'الدرجة السياحية الممتازة',
  business: 'درجة رجال الأعمال',
  first: 'الدرجة الأولى',
};
const travelClass = (name: string): string => wordFor(classes, name.toLowerCase(), spelledOut);

const features = {
  exit_row: 'صف مخرج الطوارئ',
  bulkhead: 'خلف الحاجز',
  bassinet: 'مع سرير للرضّع',
  quiet_zone: 'منطقة هادئة',
  rear_facing: 'عكس اتجاه الطيران',
  limited_recline: 'إمالة محدودة',
  no_window: 'بلا نافذة',
};

const facilities = { lavatory: 'دورة المياه', galley: 'المطبخ', stairs: 'الدرج', bar: 'البار' };

const problems = {
  OFFLINE: 'لا يوجد اتصال بالشبكة. سيُرسَل الرد عند عودته.',
  NETWORK_FAILED: 'تعذّر الوصول إلى الخادم. حاول مرة أخرى.',
  HTTP_ERROR: 'رفض الخادم الطلب. حاول مرة أخرى.',
  STREAM_CUT: 'انقطع رد الخادم قبل نهايته. حاول مرة أخرى.',
  ANSWER_NOT_CONFIRMED: 'لم يؤكد الخادم استلام إجابتك. أرسلها مرة أخرى.',
  CONTENT_INVALID: 'الإجابة لا تناسب السؤال.',
  HANDLER_FAILED: 'تعذّر طرح هذا السؤال.',
  HANDLER_RETURNED_NOTHING: 'تعذّر طرح هذا السؤال.',
  HANDLER_RETURNED_NONSENSE: 'تعذّر طرح هذا السؤال.',
  CLIENT_CLOSED: 'أُغلقت هذه المحادثة هنا. أعد تحميل الصفحة للمتابعة.',
};

/** In Arabic. Set `dir="rtl"` on the page, or round the components. */
export const arabic: ElicitMessages = {
  locale: 'ar',
  card: {
    ...answer,
    noForm: 'لا يوجد في هذا التطبيق نموذج لهذا السؤال.',
    decline: 'رفض',
    cancel: 'إلغاء',
    retry: 'إعادة المحاولة',
    asks: (toolName, serverName) =>
      serverName === undefined ? `سؤال من ${toolName}` : `سؤال من ${toolName} (${serverName})`,
    from: (serverName) => `من ${serverName}`,
  },
  flightList: {
    ...choice,
    joined,
    listed: (names, locale) => formatList(locale, names),
    duration: (hours, minutes, locale) => formatHours(locale, hours, minutes),
    times(departure, arrival, later, locale) {
      const span = `من ${departure} إلى ${arrival}`;
      if (later === 0) return span;
      if (later === 1) return `${span} في اليوم التالي`;
      if (later === -1) return `${span} في اليوم السابق`;
      return `${span} ${later > 0 ? 'بعد ذلك' : 'قبل ذلك'} ${days(Math.abs(later), locale)}`;
    },
    fromTo: (from, to) => `من ${from} إلى ${to}`,
    stopsIn(count, places, locale) {
      if (count === 0) return 'رحلة مباشرة';
      return places.length > 0 ? `${stops(count, locale)} في ${formatList(locale, places)}` : stops(count, locale);
    },
    operatedBy: (names) => `تشغّلها ${names}`,
    unpriced: 'السعر عند الطلب',
    unavailable: (reason) => `غير متاحة: ${reason}`,
    co2: (kg, locale) => `${formatNumber(locale, Math.round(kg))} كغم CO₂`,
    travelClass,
    title: 'اختر رحلة',
    none: 'اختر رحلة للمتابعة.',
    chooseFirst: 'اختر رحلة أولاً.',
    empty: 'لا توجد رحلات للاختيار.',
    noMatch: 'لا توجد رحلة تطابق التصفية.',
    loading: 'جارٍ البحث عن رحلات…',
    reload: 'إعادة المحاولة',
    onRequest: 'السعر عند الطلب',
    nonstop: 'مباشرة',
    sortBy: 'الترتيب والتصفية',
    sorts: { best: 'الأفضل', cheapest: 'الأرخص', fastest: 'الأسرع' },
    sorted(count, by, locale) {
      const orders = { best: 'بترتيب العثور عليها.', cheapest: 'الأرخص أولاً.', fastest: 'الأسرع أولاً.' };
      return `${flights(count, locale)}. ${orders[by]}`;
    },
    travellers: (count, locale) =>
      counted(locale, count, {
        zero: 'لا مسافرين',
        one: 'مسافر واحد',
        two: 'مسافران',
        few: '# مسافرين',
        many: '# مسافرًا',
        other: '# مسافر',
      }),
    stops,
    more: (count, left, locale) =>
      count < left
        ? `عرض ${formatNumber(locale, count)} من أصل ${formatNumber(locale, left)} من الرحلات الأخرى`
        : counted(locale, count, {
            zero: 'لا مزيد من الرحلات',
            one: 'عرض رحلة أخرى',
            two: 'عرض رحلتين أخريين',
            few: 'عرض # رحلات أخرى',
            many: 'عرض # رحلة أخرى',
            other: 'عرض # رحلة أخرى',
          }),
    seatsLeft: (count, locale) =>
      counted(locale, count, {
        zero: 'لا مقاعد متبقية',
        one: 'مقعد واحد متبقٍّ',
        two: 'مقعدان متبقيان',
        few: '# مقاعد متبقية',
        many: '# مقعدًا متبقيًا',
        other: '# مقعد متبقٍّ',
      }),
    co2Compared(percent, locale) {
      if (percent === 0) return 'كالمعتاد على هذا المسار';
      const share = formatNumber(locale, Math.abs(percent) / 100, { style: 'percent' });
      return `${percent < 0 ? 'أقل' : 'أكثر'} من المعتاد بنسبة ${share}`;
    },
    badges: { best: 'الأفضل', cheapest: 'الأرخص', fastest: 'الأسرع' },
    details: (flight) => `تفاصيل ${flight}`,
    outbound: 'الذهاب',
    return: 'العودة',
    leg: (place, locale) => `الرحلة ${formatNumber(locale, place)}`,
    terminal: (name) => `مبنى الركاب ${name}`,
    layover(time, place) {
      if (!time && !place) return 'تبديل الطائرة';
      return ['توقف', time && `لمدة ${time}`, place && `في ${place}`].filter(Boolean).join(' ');
    },
    airportChange: (from, to) => `تغيير المطار: من ${from} إلى ${to}`,
    technicalStop: (place) => `هبوط في ${place} في الطريق`,
    train: 'قطار',
    bus: 'حافلة',
    fare: 'التعرفة',
    bags: 'الأمتعة',
    carryOn: (count, locale) =>
      counted(locale, count, {
        zero: 'بلا حقيبة يد',
        one: 'حقيبة يد واحدة',
        two: 'حقيبتا يد',
        few: '# حقائب يد',
        many: '# حقيبة يد',
        other: '# حقيبة يد',
      }),
    checked: (count, locale) =>
      counted(locale, count, {
        zero: 'بلا حقيبة مسجلة',
        one: 'حقيبة مسجلة واحدة',
        two: 'حقيبتان مسجلتان',
        few: '# حقائب مسجلة',
        many: '# حقيبة مسجلة',
        other: '# حقيبة مسجلة',
      }),
    changes: 'التغيير',
    refund: 'استرداد المبلغ',
    allowed: (penalty) => (penalty ? `مقابل ${penalty}` : 'مجانًا'),
    notAllowed: 'غير ممكن',
    emissions: 'الانبعاثات',
  },
  seatPicker: {
    ...choice,
    joined,
    positions: { window: 'نافذة', middle: 'وسط', aisle: 'ممر', window_aisle: 'نافذة وممر' },
    preferred: 'مقعد مفضّل',
    legroom: 'مساحة إضافية للساقين',
    feature: (name) => wordFor(features, name, spelledOut),
    noCharge: 'مشمول',
    occupied: 'محجوز',
    notOffered: 'غير متاح',
    near: (names, locale) =>
      `قرب ${formatList(
        locale,
        names.map((name) => wordFor(facilities, name, spelledOut)),
        'and',
      )}`,
    cabin: travelClass,
    wholeCabin(name, rows, across, locale) {
      const facts = [name || 'المقصورة'];
      if (rows) facts.push(rows[0] === rows[1] ? `الصف ${rows[0]}` : `الصفوف من ${rows[0]} إلى ${rows[1]}`);
      return joined([...facts, `عدد المقاعد في الصف: ${formatNumber(locale, across)}`]);
    },
    exitRow: 'صف مخرج الطوارئ: يجب أن تكون قادرًا على مساعدة الطاقم في حالات الطوارئ ومستعدًا لذلك.',
    adultOnly: 'لا يُسمح بالجلوس هنا إلا للبالغين.',
    title: 'اختر مقعدًا',
    titleOfMany: 'اختر المقاعد',
    passengers: 'المسافرون',
    seated: (count, of, locale) =>
      `اختير المقعد لعدد ${formatNumber(locale, count)} من أصل ${formatNumber(locale, of)}`,
    seatFirst: (name) => `لم يُختَر مقعد بعد للمسافر ${name}.`,
    owner: (name) => `مقعد ${name}`,
    selectedFor: (seat, name, seated) => `اختير ${seat} للمسافر ${name}. ${seated}.`,
    unselectedOf: (designator, seated) => `أُلغي اختيار ${designator}. ${seated}.`,
    none: 'اختر مقعدًا للتأكيد.',
    noneOfMany: 'اختر مقعدًا لكل مسافر.',
    chooseFirst: 'اختر مقعدًا أولاً.',
    agreeFirst: 'ضع علامة في المربع أولاً.',
    agree: 'فهمت ذلك',
    empty: 'لم تبقَ مقاعد.',
    loading: 'جارٍ تحميل خريطة المقاعد…',
    reload: 'إعادة المحاولة',
    commit: 'تأكيد',
    toList: 'الاختيار من قائمة',
    toMap: 'عرض الخريطة',
    seat: 'المقعد',
    choose: 'اختر مقعدًا',
    decks: 'الطوابق',
    deck: (place, locale) => `الطابق ${formatNumber(locale, place)}`,
    exit: 'مخرج',
    lavatory: 'WC',
    allRows: (count, locale) =>
      counted(locale, count, {
        zero: 'عرض الصفوف كلها',
        one: 'عرض الصف الوحيد',
        two: 'عرض الصفين',
        few: 'عرض الصفوف كلها (#)',
        many: 'عرض الصفوف كلها (#)',
        other: 'عرض الصفوف كلها (#)',
      }),
    legend: 'مفتاح الرموز',
    kinds: {
      standard: 'متاح',
      preferred: 'مفضّل',
      legroom: 'مساحة إضافية للساقين',
      taken: 'محجوز',
      selected: 'مختار',
    },
    included: 'مشمول',
    kindAt: (kind, price, from) => (from ? `${kind} ابتداءً من ${price}` : `${kind} ${price}`),
    selected: (seat) => `اختير ${seat}.`,
    unselected: (designator) => `أُلغي اختيار ${designator}.`,
    taken: (designator) => `المقعد ${designator} محجوز.`,
    unavailable: (designator) => `لا يمكن اختيار المقعد ${designator}.`,
  },
  confirm: { ...answer, title: 'يرجى التأكيد', confirm: 'تأكيد', deny: 'لا' },
  choiceList: {
    ...choice,
    one: 'اختر واحدًا',
    many: 'اختر ما تشاء',
    none: 'اختر واحدًا للمتابعة.',
    noneOfMany: 'لم يُختَر شيء.',
    chooseFirst: 'اختر واحدًا أولاً.',
    atLeast: (count, locale) => `الحد الأدنى للاختيار: ${formatNumber(locale, count)}.`,
    atMost: (count, locale) => `الحد الأقصى للاختيار: ${formatNumber(locale, count)}.`,
    chosen: (count, locale) => `عدد ما اختير: ${formatNumber(locale, count)}`,
    search: 'بحث',
    matches: (count, locale) =>
      counted(locale, count, {
        zero: 'لا خيارات.',
        one: 'خيار واحد.',
        two: 'خياران.',
        few: '# خيارات.',
        many: '# خيارًا.',
        other: '# خيار.',
      }),
    noMatch: 'لا يوجد خيار مطابق.',
    empty: 'لا يوجد ما يُختار منه.',
  },
  urlConsent: {
    ...answer,
    title: 'فتح صفحة',
    titleFrom: (server) => `يطلب منك ${server} فتح صفحة`,
    opened: 'تابع في الصفحة التي فتحتها',
    refusedTitle: 'لا يمكن فتح هذه الصفحة',
    address: 'العنوان',
    open: 'فتح الصفحة',
    opensNew: '(تُفتح في علامة تبويب جديدة)',
    notOpen: 'ألم تُفتح؟',
    notOpenHelp: 'ربما منع متصفحك علامة التبويب الجديدة. حاول مرة أخرى، أو انسخ العنوان أعلاه وافتحه بنفسك.',
    done: 'انتهيت',
    again: 'إعادة المحاولة',
    decline: 'رفض',
    cancel: 'إلغاء',
    warnings: {
      'mixed-scripts': 'يخلط اسم هذا الموقع حروفًا من عدة أبجديات. قد يكون تقليدًا لموقع آخر.',
      punycode: 'في اسم هذا الموقع حروف من أبجدية أخرى، مكتوبة هنا بصيغة xn--. قد يكون تقليدًا لموقع آخر.',
      user: 'ما يسبق @ ليس الموقع. الجزء الغامق وحده هو الموقع.',
      ip: 'ليس لهذا الموقع اسم، بل رقم فقط.',
      loopback: 'هذه الصفحة على جهازك أنت.',
      http: 'هذا الاتصال غير مشفّر.',
    },
    refusals: {
      invalid: 'عنوانها غير صالح.',
      'too-long': 'عنوانها أطول من أن يُعرض.',
      'hidden-characters': 'في عنوانها رموز لا تُرى، أو تغيّرها المتصفحات.',
      scheme: 'لا يمكن من هنا فتح غير صفحات الويب.',
      'not-encrypted': 'لن يكون اتصالها مشفّرًا.',
    },
  },
  dialog: {
    close: 'إغلاق',
    discardMessage: 'أتريد تجاهل إجابتك؟',
    discard: 'تجاهل',
    keep: 'احتفاظ',
    step: (at, of, locale) => `${formatNumber(locale, at)} من ${formatNumber(locale, of)}`,
  },
  receipt: {
    outcomes: {
      answered: 'أُجيب',
      declined: 'رُفض',
      cancelled: 'أُلغي',
      expired: 'انتهى الوقت',
      lost: 'فُقد',
      aborted: 'أُوقف',
    },
    named: (outcome, title) => `${outcome}: ${title}`,
    titles: {
      accept: 'أُجيب',
      decline: 'رُفض',
      cancel: 'أُلغي',
      expired: 'لم تصل إجابة في الوقت المحدد',
      lost: 'النتيجة غير معروفة',
    },
    pageOpened: 'فُتحت الصفحة',
    elsewhere: {
      accept: 'أُجيب في علامة تبويب أخرى',
      decline: 'رُفض في علامة تبويب أخرى',
      cancel: 'أُلغي في علامة تبويب أخرى',
    },
    stopped: {
      user: 'أوقفتَه أنت',
      timeout: 'أُوقف: استغرق وقتًا طويلاً',
      server: 'أوقفه الخادم',
      unknown: 'أُوقف',
    },
  },
  notes: {
    asks: (toolName, message) => `يسأل ${toolName}: ${message}`,
    ended: (toolName, title, detail) => (detail ? `${toolName}: ${title}. ${detail}` : `${toolName}: ${title}`),
    within: (seconds, locale) => `الوقت المتبقي للإجابة: ${formatNumber(locale, seconds)} ث`,
    lastMinute: (toolName) => `بقيت أقل من دقيقة للرد على ${toolName}.`,
    timeIsUp: 'انتهى وقت الإجابة. بانتظار قرار الخادم.',
    again: (problem) => `لم يُرسَل بعد؛ تجري إعادة المحاولة. ${problem}`,
    elsewhere: 'تجري الإجابة في علامة تبويب أخرى.',
    from: (server, origin) => (origin ? `السؤال من ${server} (${origin}).` : `السؤال من ${server}.`),
    noCall: 'لا يُعرف أي استدعاء يخصه هذا السؤال.',
    lost: 'لا يُعرف هل نُفّذ الأمر. تحقق قبل أن تسأل مرة أخرى.',
    askAgain: 'السؤال مرة أخرى',
    tryAgain: (what) => `يرجى المحاولة مرة أخرى: ${what}`,
    crashed: 'تعذّر عرض هذا السؤال.',
    stillCrashed: 'تعذّر عرض هذا السؤال مرة أخرى. أعد تحميل الصفحة ليُطرح عليك من جديد.',
    loading: 'جارٍ التحميل…',
    problem: (code, message) => wordFor(problems, code, () => message),
  },
};
