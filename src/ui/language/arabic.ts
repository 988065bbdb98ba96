import { formatHours, formatList } from '../../words/format.ts';
import { formatMoment, formatNumber } from '../../words/formatter.ts';
import { spelledOut, wordFor } from '../../words/word-for.ts';
import {
  characters,
  counted,
  days,
  entries,
  entriesToAdd,
  flights,
  options,
  roundsAfter,
  stops,
} from './arabic-counts.ts';
import type { ElicitMessages } from './elicit-messages.ts';

const answer = {
  sending: 'جارٍ إرسال إجابتك…',
  failed: 'لم تُرسَل إجابتك.',
  keptOnFailure: 'إجابتك محفوظة.',
};
const choice = {
  commit: 'متابعة',
  again: 'إعادة المحاولة',
  skip: 'تخطٍّ',
  sending: 'جارٍ إرسال اختيارك…',
  failed: 'لم يُرسَل اختيارك.',
  keptOnFailure: 'اختيارك محفوظ.',
};

/** Isolates a name of any script, so that it does not reorder the text around it. */
const apart = (name: string): string => `\u2068${name}\u2069`;

const joined = (facts: readonly string[]): string => facts.join('، ');

const classes = {
  economy: 'الدرجة السياحية',
  premium_economy: 'الدرجة السياحية الممتازة',
  business: 'درجة رجال الأعمال',
  first: 'الدرجة الأولى',
};
const travelClass = (name: string): string => wordFor(classes, name.toLowerCase(), spelledOut);

const features = {
  preferred: 'مقعد مفضّل',
  exit_row: 'صف مخرج الطوارئ',
  bulkhead: 'خلف الحاجز',
  bassinet: 'مع سرير للرضّع',
  quiet_zone: 'منطقة هادئة',
  rear_facing: 'عكس اتجاه الطيران',
  limited_recline: 'إمالة محدودة',
  no_window: 'بلا نافذة',
};

const facilities = { lavatory: 'دورة المياه', galley: 'المطبخ', stairs: 'الدرج', bar: 'البار' };
const drawn = {
  lavatory: 'مرحاض',
  galley: 'مطبخ',
  bar: 'بار',
  closet: 'خزانة',
  storage: 'خزانة',
  bassinet: 'سرير رضيع',
  stairs: 'درج',
};
const travellers = { adult: 'بالغ', child: 'طفل', infant: 'رضيع' };

const problems = {
  notShown: 'تعذّر عرض هذا السؤال.',
  noForm: 'لا يوجد في هذا التطبيق نموذج لهذا السؤال.',
  unfit: 'الإجابة لا تناسب السؤال، ولذلك لم تُرسَل.',
  offline: 'لا يوجد اتصال بالشبكة. ستُرسَل الإجابة عند عودته.',
  unreachable: 'تعذّر الوصول إلى الخادم.',
  cut: 'انقطع رد الخادم قبل نهايته.',
  unconfirmed: 'لم يؤكد الخادم استلام إجابتك. أرسلها مرة أخرى.',
  unknown: 'لم يعد الخادم يعرف هذا السؤال.',
  closed: 'أُغلقت هذه المحادثة هنا. أعد تحميل الصفحة للمتابعة.',
  signIn: 'لم يسمح لك الخادم بالإجابة. قد يلزمك تسجيل الدخول من جديد.',
  tooLarge: 'الإجابة أكبر من أن تُرسَل.',
  refused: 'رفض الخادم الإجابة.',
  busy: 'لم يتمكن الخادم من قبول الإجابة الآن.',
};

/** Arabic. Set `dir="rtl"` on the page, or around the components. */
export const arabic: ElicitMessages = {
  locale: 'ar',
  card: {
    ...answer,
    noForm: 'لا يوجد في هذا التطبيق نموذج لهذا السؤال.',
    sending: 'جارٍ الإرسال…',
    decline: 'تخطٍّ',
    cancel: 'إلغاء هذا الطلب',
    cancelEffect: (toolName) => `يُبلغ «${apart(toolName)}» بأنك لا تريد المتابعة.`,
    more: (toolName) => (toolName ? `المزيد عن: ${toolName}` : 'المزيد'),
    retry: 'إعادة المحاولة',
    notSent: 'لم يُرسَل',
    showAll: 'عرض الكل',
    showLess: 'عرض أقل',
    asks: (toolName, serverName) =>
      serverName === undefined ? `سؤال من ${apart(toolName)}` : `سؤال من ${apart(toolName)} (${apart(serverName)})`,
  },
  flightList: {
    ...choice,
    without: 'المتابعة دون رحلة',
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
    tripTitle: 'اختر رحلاتك',
    none: 'اختر رحلة',
    chooseFirst: 'اختر رحلة أولًا.',
    empty: 'لم يُعثر على رحلات لهذا البحث',
    emptyHint: 'تابع، واذكر في المحادثة ما تريد تغييره.',
    noMatch: 'لا توجد رحلة مباشرة في هذا اليوم',
    withStops: (count, locale) => `${flights(count, locale)} بتوقف واحد أو أكثر.`,
    showAll: (count, locale) =>
      counted(locale, count, {
        zero: 'عرض الرحلات',
        one: 'عرض الرحلة',
        two: 'عرض الرحلتين',
        few: 'عرض الرحلات كلها (#)',
        many: 'عرض الرحلات كلها (#)',
        other: 'عرض الرحلات كلها (#)',
      }),
    notFound: 'تعذّر البحث',
    loading: 'جارٍ البحث عن رحلات…',
    reload: 'البحث مجددًا',
    onRequest: 'السعر عند الطلب',
    nonstop: 'مباشرة',
    sortBy: 'الترتيب والتصفية',
    sorts: { best: 'الأفضل', cheapest: 'الأرخص', fastest: 'الأسرع' },
    sorted(count, by, locale) {
      const orders = { best: 'بحسب ترتيب نتائج البحث.', cheapest: 'الأرخص أولًا.', fastest: 'الأسرع أولًا.' };
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
    pricesFor: (count, locale) =>
      counted(locale, count, {
        zero: 'الأسعار',
        one: 'الأسعار لمسافر واحد',
        two: 'الأسعار لمسافرَين',
        few: 'الأسعار لـ # مسافرين',
        many: 'الأسعار لـ # مسافرًا',
        other: 'الأسعار لـ # مسافر',
      }),
    priceFor: (price, count, locale) =>
      counted(locale, count, {
        zero: price,
        one: `${price} لمسافر واحد`,
        two: `${price} لمسافرَين`,
        few: `${price} لـ # مسافرين`,
        many: `${price} لـ # مسافرًا`,
        other: `${price} لـ # مسافر`,
      }),
    from: 'ابتداءً من',
    fares: (flight) => `فئات سعر ${flight}`,
    fareChange(allowed, penalty, free) {
      if (!allowed) return 'لا يمكن التغيير';
      return free ? 'تغيير مجاني' : penalty ? `التغيير مقابل ${penalty}` : 'التغيير ممكن';
    },
    fareRefund: 'قابلة للاسترداد',
    leaves: (when) => `الذهاب ${when}`,
    comesBack: (when) => `العودة ${when}`,
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
        zero: 'لا مقاعد متبقية بهذا السعر',
        one: 'مقعد واحد متبقٍّ بهذا السعر',
        two: 'مقعدان متبقيان بهذا السعر',
        few: '# مقاعد متبقية بهذا السعر',
        many: '# مقعدًا متبقيًا بهذا السعر',
        other: '# مقعد متبقٍّ بهذا السعر',
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
    technicalStop: (place) => `توقف فني في ${place}`,
    train: 'قطار',
    bus: 'حافلة',
    fare: 'فئة السعر',
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
    changes: 'تغيير الحجز',
    refund: 'استرداد المبلغ',
    allowed: (penalty, free) => (free ? 'مجانًا' : penalty ? `مقابل ${penalty}` : 'ممكن'),
    notAllowed: 'غير ممكن',
    emissions: 'الانبعاثات',
  },
  seatPicker: {
    ...choice,
    joined,
    positions: { window: 'نافذة', middle: 'وسط', aisle: 'ممر', window_aisle: 'نافذة وممر' },
    legroom: 'مساحة إضافية للساقين',
    feature: (name) => wordFor(features, name, spelledOut),
    noCharge: 'مشمول',
    unpriced: 'السعر عند الطلب',
    occupied: 'محجوز',
    kept: 'تحتفظ به شركة الطيران',
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
      `المقاعد المختارة: ${formatNumber(locale, count)} من أصل ${formatNumber(locale, of)}`,
    seatFirst: (name) => `لم يُختَر مقعد بعد للمسافر ${name}.`,
    owner: (name) => `مقعد ${name}`,
    selectedFor: (seat, name, seated) => `اختير للمسافر ${apart(name)}: ${apart(seat)}. ${seated}.`,
    unselectedOf: (designator, seated) => `أُلغي اختيار ${designator}. ${seated}.`,
    travellerType: (name) => wordFor(travellers, name, spelledOut),
    placeFor: (place, name) => `${place}، للمسافر ${apart(name)}`,
    rowsFrom(rows, name, locale) {
      if (rows === 0) return `في صف ${apart(name)}`;
      const count = counted(locale, Math.abs(rows), {
        zero: 'صفر من الصفوف',
        one: 'صف واحد',
        two: 'صفان',
        few: '# صفوف',
        many: '# صفًا',
        other: '# صف',
      });
      return `${count} ${rows > 0 ? 'خلف' : 'أمام'} ${apart(name)}`;
    },
    notFor: (name) => `غير متاح للمسافر ${apart(name)}`,
    adultsOnly: 'للبالغين فقط',
    barredFor: (name) => `غير متاح للمسافر ${apart(name)}`,
    total: 'المجموع',
    commitMany: (count, locale) => `تأكيد المقاعد (${formatNumber(locale, count)})`,
    none: 'لم يُختَر مقعد بعد',
    noneOfMany: 'اختر مقعدًا لكل مسافر.',
    chooseFirst: 'اختر مقعدًا أولًا.',
    agreeFirst: 'ضع علامة في المربع أولًا.',
    agree: 'فهمت ذلك',
    loading: 'جارٍ تحميل خريطة المقاعد…',
    empty: 'لا توجد مقاعد متاحة',
    emptyHint: 'تحصل على مقعدك عند إنهاء إجراءات السفر.',
    noMap: 'لا توجد خريطة للمقاعد',
    notLoaded: 'تعذّر تحميل المقاعد',
    reload: 'إعادة المحاولة',
    without: 'المتابعة بدون مقعد',
    seeMap: 'عرض الخريطة',
    choose: 'اختر مقعدًا',
    commit: (designator) => `تأكيد ${apart(designator)}`,
    list: 'قائمة',
    toList: 'الاختيار من قائمة',
    map: 'الخريطة',
    toMap: 'عرض الخريطة',
    seats: 'المقاعد',
    sort: 'الترتيب حسب',
    sorts: { price: 'السعر', window: 'النافذة', aisle: 'الممر' },
    moreSeats: (count, locale) => `عرض المقاعد كلها (${formatNumber(locale, count)})`,
    decks: 'الطوابق',
    deck: (place, locale) => `الطابق ${formatNumber(locale, place)}`,
    exit: 'مخرج',
    facility: (name) => wordFor(drawn, name, spelledOut),
    moreRows: (first, last) => (first === last ? `عرض الصف ${first}` : `عرض الصفوف ${apart(`${first}–${last}`)}`),
    jump: 'الانتقال إلى',
    parts: { front: 'الأمام', wing: 'فوق الجناح', back: 'الخلف' },
    freeSeats: (count, locale) => `متاح: ${formatNumber(locale, count)}`,
    fromTo: (from, to) => `${from} إلى ${to}`,
    legend: 'مفتاح الرموز',
    prices: 'الأسعار',
    onlyAt: (tier) => `عرض المقاعد بهذا السعر فقط: ${tier}`,
    included: 'مشمول',
    from: (price) => `ابتداءً من ${price}`,
    kinds: {
      available: 'متاح',
      selected: 'مقعدك',
      held: 'مقاعد مجموعتك',
      taken: 'محجوز',
      barred: 'غير متاح',
      note: 'ما يجدر معرفته',
      legroom: 'مساحة إضافية للساقين',
    },
    overWing: 'فوق الجناح',
    forFlight: 'لهذه الرحلة',
    notChosen: 'غير مختار',
    selected: (seat) => `المقعد المختار: ${seat}.`,
    unselected: (designator) => `أُلغي اختيار ${designator}.`,
    taken: (designator) => `المقعد ${designator} محجوز.`,
    unavailable: (designator, why) => `${apart(designator)}: ${why}.`,
  },
  confirm: { ...answer, title: 'يرجى التأكيد', confirm: 'تأكيد', deny: 'لا' },
  choiceList: {
    ...choice,
    one: 'اختر خيارًا واحدًا',
    many: 'يمكنك اختيار أكثر من خيار',
    none: 'اختر خيارًا للمتابعة.',
    noneOfMany: 'لم يُختَر شيء.',
    chooseFirst: 'اختر خيارًا أولًا.',
    atLeast: (count, locale) => `اختر ${counted(locale, count, options)} على الأقل.`,
    atMost: (count, locale) => `اختر ${counted(locale, count, options)} على الأكثر.`,
    chosen: (count, locale) => `عدد الخيارات المحددة: ${formatNumber(locale, count)}`,
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
    empty: 'لا توجد خيارات.',
  },
  schemaForm: {
    ...answer,
    title: 'يرجى ملء النموذج',
    confirmTitle: 'يرجى التأكيد',
    chooseTitle: 'يرجى الاختيار',
    refusedTitle: 'لا يمكن عرض هذا الطلب',
    refused: 'لا يمكن لهذا التطبيق طلب ذلك في نموذج. يمكنك تخطي السؤال.',
    send: 'إرسال',
    confirm: 'تأكيد',
    again: 'إعادة المحاولة',
    decline: 'تخطٍّ',
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
      duplicate: (label) => `«${label}» موجود في القائمة بالفعل`,
      json: (label) => `أدخل «${label}» بصيغة JSON، مثل \u2066{"name": "Ada"}\u2069`,
      option: (label) => `اختر خيارًا آخر في «${label}»`,
      type: (label) => `تعذّرت قراءة «${label}»`,
    },
    chooseOption: (label) => `اختر خيارًا في «${label}»`,
    add: 'إضافة',
    remove: 'إزالة',
    moveUp: 'نقل إلى أعلى',
    moveDown: 'نقل إلى أسفل',
    item: (label, place, count, locale) =>
      `${apart(label)} ${formatNumber(locale, place)} من ${formatNumber(locale, count)}`,
    removed: (item) => `تمت إزالة ${item}`,
    entriesAtLeast: (count, locale) => `${counted(locale, count, entries)} على الأقل.`,
    entriesAtMost: (count, locale) => `${counted(locale, count, entries)} على الأكثر.`,
    entriesBetween: (least, most, locale) =>
      least === most
        ? `${counted(locale, least, entries)} بالضبط.`
        : `من ${formatNumber(locale, least)} إلى ${formatNumber(locale, most)} من العناصر.`,
    addAtLeast: (label, count, locale) => `أضف ${counted(locale, count, entriesToAdd)} على الأقل إلى «${label}»`,
    addAtMost: (label, count, locale) => `أبقِ ${counted(locale, count, entriesToAdd)} على الأكثر في «${label}»`,
  },
  pickRows: {
    selectAll: 'تحديد الكل',
    total: 'المجموع',
  },
  reviewText: {
    title: 'يُرجى المراجعة',
    approve: 'موافقة',
    revise: 'إعادة للتعديل',
    edit: 'تحرير',
    done: 'تم',
    text: 'النص',
    changes: 'التغييرات',
    comment: 'تعليق',
    missing: 'اكتب ما ينبغي تغييره.',
    edited: 'حرّرته بنفسك.',
    removed: 'محذوف:',
    added: 'مضاف:',
    unchanged: (count, locale) =>
      counted(locale, count, {
        zero: 'لا أسطر دون تغيير',
        one: 'سطر واحد دون تغيير',
        two: 'سطران دون تغيير',
        few: '# أسطر دون تغيير',
        many: '# سطرًا دون تغيير',
        other: '# سطر دون تغيير',
      }),
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
    notOpen: 'ألم تُفتح الصفحة؟',
    notOpenHelp: 'ربما حظر متصفحك علامة التبويب الجديدة. حاول مرة أخرى، أو انسخ العنوان أعلاه وافتحه بنفسك.',
    done: 'انتهيت',
    again: 'إعادة المحاولة',
    decline: 'تخطٍّ',
    warnings: {
      'mixed-scripts': 'يجمع اسم هذا الموقع بين حروف من عدة أبجديات. قد يكون تقليدًا لموقع آخر.',
      punycode: 'في اسم هذا الموقع حروف من أبجدية أخرى، مكتوبة هنا بصيغة \u2066xn--\u2069. قد يكون تقليدًا لموقع آخر.',
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
    cancelMessage: 'أتريد إلغاء هذا الطلب؟',
    cancel: 'إلغاء الطلب',
    discardMessage: 'أتريد تجاهل إجابتك؟',
    discard: 'تجاهل',
    keep: 'الاحتفاظ بها',
    step: (at, of, locale) => `${formatNumber(locale, at)} من ${formatNumber(locale, of)}`,
  },
  receipt: {
    outcomes: {
      answered: 'تمت الإجابة',
      declined: 'تم التخطي',
      cancelled: 'تم الإلغاء',
      expired: 'انتهى الوقت',
      waiting: 'بانتظار إجابتك',
      lost: 'فُقد السؤال',
      aborted: 'تم الإيقاف',
    },
    named: (outcome, title) => `${outcome}: ${title}`,
    titles: {
      accept: 'تمت الإجابة',
      decline: 'تم التخطي',
      cancel: 'تم الإلغاء',
      expired: 'انتهى وقت الإجابة',
      lost: 'النتيجة غير معروفة',
    },
    waits: 'ينتظر إجابتك',
    open: 'فتح',
    change: 'تغيير',
    changeOf: (title) => `تغيير: ${title}`,
    pageOpened: 'فُتحت الصفحة',
    elsewhere: {
      accept: 'تمت الإجابة في مكان آخر',
      decline: 'تم التخطي في مكان آخر',
      cancel: 'تم الإلغاء في مكان آخر',
    },
    stopped: {
      user: 'تم الإيقاف بطلبك',
      timeout: 'تم الإيقاف: استغرق وقتًا طويلًا',
      server: 'أوقفه الخادم',
      unknown: 'تم الإيقاف',
    },
  },
  notes: {
    asks: (toolName, message) => `يسأل ${apart(toolName)}: ${apart(message)}`,
    ended: (toolName, title, detail) =>
      detail ? `${apart(toolName)}: ${title}. ${detail}` : `${apart(toolName)}: ${title}`,
    answerBy: (time, locale) => `الإجابة حتى ${formatMoment(locale, time)}`,
    shortOfTime: (toolName, time, locale) =>
      `الوقت يوشك على الانتهاء: الإجابة عن ${apart(toolName)} حتى ${formatMoment(locale, time)}.`,
    moreTime: 'مزيد من الوقت',
    within: (seconds, locale) => `الوقت المتبقي للإجابة: ${formatNumber(locale, seconds)} ث`,
    lastMinute: (toolName) => `بقي أقل من دقيقة للرد على ${toolName}.`,
    timeIsUp: 'انتهى وقت الإجابة. بانتظار قرار الخادم.',
    again: (problem) => `لم تُرسَل الإجابة بعد؛ تجري إعادة المحاولة. ${problem}`,
    from: (server, origin) =>
      origin ? `السؤال من ${apart(server)} (${apart(origin)}).` : `السؤال من ${apart(server)}.`,
    noCall: 'لا يُعرف أي استدعاء يتعلق به هذا السؤال.',
    lost: 'لا يُعرف ما إذا كان الإجراء قد نُفّذ. تحقق قبل أن تسأل مرة أخرى.',
    askAgain: 'السؤال مرة أخرى',
    keep: 'إبقاء الإجابة',
    changing: 'إذا غيّرت الإجابة، فلن يُحتسب ما جاء بعدها.',
    asksAgain: (questions) => `ستُسأل مرة أخرى: «${questions.join('»، «')}»`,
    changed: 'تم تغيير الإجابة. ما جاء بعدها لم يعد محتسبًا.',
    late: 'لم يعد تغيير الإجابة ممكنًا. إجابتك السابقة ما زالت سارية.',
    elsewhere: 'تمت الإجابة في مكان آخر، لذلك لا تظهر تلك الإجابة هنا. إذا غيّرت الإجابة، فلن يُحتسب ما جاء بعدها.',
    stuck: 'تعذّر التراجع عن بعض ما تم. إجابتك السابقة ما زالت سارية.',
    tryAgain: (what) => `يرجى المحاولة مرة أخرى: ${what}`,
    crashed: 'تعذّر عرض هذا السؤال.',
    stillCrashed: 'ما زال عرض هذا السؤال متعذرًا. أعد تحميل الصفحة ليُطرح عليك من جديد.',
    loading: 'جارٍ التحميل…',
    problems,
  },
  mcp: {
    completed: 'اكتمل الأمر في الصفحة',
    tooManyRounds: (server, rounds, locale) =>
      `ما زال ${apart(server)} يطلب المزيد بعد ${counted(locale, rounds, roundsAfter)}.`,
    goOn: (server) => `انتهيت: اسأل ${apart(server)} مرة أخرى`,
  },
};
