import { wordsInGerman as schemaForm } from '../../form/words-in-german.ts';
import { formatFacts, formatHours, formatList, plural } from '../../words/format.ts';
import { formatMoment, formatNumber } from '../../words/formatter.ts';
import { spelledOut, wordFor } from '../../words/word-for.ts';
import type { ElicitMessages } from './elicit-messages.ts';

const notWhole = 'Ein Teil davon wird nicht gezeigt: Er ist zu lang oder enthält verborgene Zeichen.';
const { sending, failed, keptOnFailure } = schemaForm;
const answer = { sending, failed, keptOnFailure };
const choice = {
  commit: 'Weiter',
  sending: 'Ihre Auswahl wird gesendet…',
  failed: 'Ihre Auswahl wurde nicht gesendet.',
  keptOnFailure: 'Ihre Auswahl bleibt erhalten.',
};

const stops = (count: number, locale: string): string =>
  plural(locale, count, { one: '# Zwischenstopp', other: '# Zwischenstopps' });

const classes = {
  economy: 'Economy',
  premium_economy: 'Premium Economy',
  business: 'Business',
  first: 'First',
};
const travelClass = (name: string): string => wordFor(classes, name.toLowerCase(), spelledOut);

const features = {
  preferred: 'Vorzugssitz',
  exit_row: 'Notausgang',
  bulkhead: 'an der Trennwand',
  bassinet: 'mit Babykorb',
  quiet_zone: 'Ruhezone',
  rear_facing: 'entgegen der Flugrichtung',
  limited_recline: 'Rückenlehne eingeschränkt verstellbar',
  no_window: 'ohne Fenster',
};

const facilities = { lavatory: 'Toilette', galley: 'Bordküche', stairs: 'Treppe', bar: 'Bar' };
const drawn = {
  lavatory: 'WC',
  galley: 'Küche',
  bar: 'Bar',
  closet: 'Schrank',
  storage: 'Schrank',
  bassinet: 'Babybett',
  stairs: 'Treppe',
};
const travellers = { adult: 'Erwachsene Person', child: 'Kind', infant: 'Kleinkind' };

const problems = {
  notShown: 'Diese Frage konnte nicht angezeigt werden.',
  notLoaded:
    'Ein Teil dieser Seite konnte nicht geladen werden. Wenn ein neuer Versuch nicht hilft, laden Sie die Seite neu.',
  noForm: 'Diese App hat für diese Frage kein Formular.',
  unfit: 'Die Antwort passt nicht zur Frage und wurde deshalb nicht gesendet.',
  offline: 'Keine Internetverbindung. Ihre Antwort wird gesendet, sobald Sie wieder online sind.',
  unreachable: 'Der Server war nicht erreichbar.',
  cut: 'Die Antwort des Servers wurde unterbrochen.',
  unconfirmed: 'Der Server hat den Empfang nicht bestätigt. Senden Sie die Antwort erneut.',
  unknown: 'Der Server kennt diese Frage nicht mehr.',
  closed: 'Diese Unterhaltung wurde hier geschlossen. Laden Sie die Seite neu, um fortzufahren.',
  signIn: 'Der Server hat Ihre Antwort nicht zugelassen. Möglicherweise müssen Sie sich erneut anmelden.',
  tooLarge: 'Die Antwort ist zu groß, um gesendet zu werden.',
  refused: 'Der Server hat die Antwort abgelehnt.',
  busy: 'Der Server konnte die Antwort gerade nicht annehmen.',
};

/** German, in the polite form. */
export const german: ElicitMessages = {
  locale: 'de',
  card: {
    ...answer,
    noForm: 'Diese App hat für diese Frage kein Formular.',
    sending: 'Wird gesendet…',
    decline: 'Überspringen',
    cancel: 'Diese Anfrage abbrechen',
    cancelEffect: (toolName) => `Teilt „${toolName}“ mit, dass Sie nicht fortfahren möchten.`,
    more: (toolName) => (toolName ? `Mehr zu: ${toolName}` : 'Mehr'),
    retry: 'Erneut versuchen',
    notSent: 'Nicht gesendet',
    showAll: 'Alles anzeigen',
    showLess: 'Weniger anzeigen',
    asks: (toolName, serverName) =>
      serverName === undefined ? `Frage von ${toolName}` : `Frage von ${toolName} (${serverName})`,
  },
  flightList: {
    ...choice,
    without: 'Ohne Flug fortfahren',
    listed: (names, locale) => formatList(locale, names),
    duration: (hours, minutes, locale) => formatHours(locale, hours, minutes),
    times(departure, arrival, days, locale) {
      const span = `${departure} bis ${arrival}`;
      if (days === 0) return span;
      if (days === 1) return `${span} am nächsten Tag`;
      if (days === -1) return `${span} am Vortag`;
      return `${span} ${formatNumber(locale, Math.abs(days))} Tage ${days > 0 ? 'später' : 'früher'}`;
    },
    fromTo: (from, to) => `von ${from} nach ${to}`,
    stopsIn(count, places, locale) {
      if (count === 0) return 'Direktflug';
      return places.length > 0 ? `${stops(count, locale)} in ${formatList(locale, places)}` : stops(count, locale);
    },
    operatedBy: (names) => `durchgeführt von ${names}`,
    unpriced: 'Preis auf Anfrage',
    unavailable: (reason) => `nicht verfügbar: ${reason}`,
    co2: (kg, locale) => `${formatNumber(locale, Math.round(kg))} kg CO₂`,
    travelClass,
    title: 'Flug auswählen',
    tripTitle: 'Flüge auswählen',
    none: 'Flug auswählen',
    chooseFirst: 'Wählen Sie zuerst einen Flug aus.',
    empty: 'Keine Flüge zu dieser Suche',
    emptyHint: 'Fahren Sie fort und sagen Sie im Chat, was sich ändern soll.',
    noMatch: 'Kein Direktflug an diesem Tag',
    withStops: (count, locale) =>
      plural(locale, count, {
        one: '# Flug hat mindestens einen Zwischenstopp.',
        other: '# Flüge haben mindestens einen Zwischenstopp.',
      }),
    showAll: (count, locale) => plural(locale, count, { one: '# Flug anzeigen', other: 'Alle # Flüge anzeigen' }),
    notFound: 'Die Suche ist fehlgeschlagen',
    loading: 'Flüge werden gesucht…',
    reload: 'Erneut suchen',
    nonstop: 'Direktflug',
    sortBy: 'Sortieren und filtern',
    sorts: { best: 'Empfohlen', cheapest: 'Günstigste', fastest: 'Schnellste' },
    sorted(count, by, locale) {
      const orders = {
        best: 'In der Reihenfolge der Suchergebnisse.',
        cheapest: 'Günstigste zuerst.',
        fastest: 'Schnellste zuerst.',
      };
      return `${plural(locale, count, { one: '# Flug.', other: '# Flüge.' })} ${orders[by]}`;
    },
    travellers: (count, locale) => plural(locale, count, { one: '# Person', other: '# Personen' }),
    pricesFor: (count, locale) => plural(locale, count, { one: 'Preise für # Person', other: 'Preise für # Personen' }),
    priceFor: (price, count, locale) =>
      plural(locale, count, { one: `${price} für # Person`, other: `${price} für # Personen` }),
    from: 'ab',
    fares: (flight) => `Tarife zu ${flight}`,
    fareChange(allowed, penalty, free) {
      if (!allowed) return 'nicht umbuchbar';
      return free ? 'kostenlos umbuchbar' : penalty ? `Umbuchung ${penalty}` : 'umbuchbar';
    },
    fareRefund: 'erstattbar',
    leaves: (when) => `hin ${when}`,
    comesBack: (when) => `zurück ${when}`,
    stops,
    more: (count, left, locale) =>
      count < left
        ? `${formatNumber(locale, count)} von ${formatNumber(locale, left)} weiteren Flügen anzeigen`
        : plural(locale, count, { one: '# weiteren Flug anzeigen', other: '# weitere Flüge anzeigen' }),
    seatsLeft: (count, locale) =>
      plural(locale, count, { one: 'Noch # Platz zu diesem Preis', other: 'Noch # Plätze zu diesem Preis' }),
    co2Compared(percent, locale) {
      if (percent === 0) return 'so viel wie üblich auf dieser Strecke';
      const share = formatNumber(locale, Math.abs(percent) / 100, { style: 'percent' });
      return `${share} ${percent < 0 ? 'weniger' : 'mehr'} als üblich`;
    },
    badges: { best: 'Empfohlen', cheapest: 'Am günstigsten', fastest: 'Am schnellsten' },
    details: (flight) => `Einzelheiten zu ${flight}`,
    outbound: 'Hinflug',
    return: 'Rückflug',
    leg: (place, locale) => `Flug ${formatNumber(locale, place)}`,
    terminal: (name) => `Terminal ${name}`,
    layover(time, place) {
      if (!time && !place) return 'Umstieg';
      return ['Aufenthalt', time && `von ${time}`, place && `in ${place}`].filter(Boolean).join(' ');
    },
    airportChange: (from, to) => `Flughafenwechsel: von ${from} nach ${to}`,
    technicalStop: (place) => `Zwischenlandung in ${place}`,
    train: 'Zug',
    bus: 'Bus',
    fare: 'Tarif',
    bags: 'Gepäck',
    carryOn: (count, locale) =>
      count === 0
        ? 'kein Handgepäck'
        : plural(locale, count, { one: '# Handgepäckstück', other: '# Handgepäckstücke' }),
    checked: (count, locale) =>
      count === 0
        ? 'kein Aufgabegepäck'
        : plural(locale, count, { one: '# Aufgabegepäckstück', other: '# Aufgabegepäckstücke' }),
    changes: 'Umbuchung',
    refund: 'Erstattung',
    allowed: (penalty, free) => (free ? 'kostenlos' : penalty ? `gegen Gebühr (${penalty})` : 'möglich'),
    notAllowed: 'nicht möglich',
    emissions: 'Emissionen',
  },
  seatPicker: {
    ...choice,
    positions: { window: 'Fenster', middle: 'Mitte', aisle: 'Gang', window_aisle: 'Fenster und Gang' },
    legroom: 'mehr Beinfreiheit',
    feature: (name) => wordFor(features, name, spelledOut),
    noCharge: 'inklusive',
    unpriced: 'Preis auf Anfrage',
    occupied: 'belegt',
    kept: 'von der Fluggesellschaft freigehalten',
    notOffered: 'nicht verfügbar',
    near: (names, locale) =>
      `nahe ${formatList(
        locale,
        names.map((name) => wordFor(facilities, name, spelledOut)),
        'and',
      )}`,
    cabin: travelClass,
    wholeCabin(name, rows, across, locale) {
      const facts = [name || 'Kabine'];
      if (rows) facts.push(rows[0] === rows[1] ? `Reihe ${rows[0]}` : `Reihen ${rows[0]} bis ${rows[1]}`);
      return formatFacts(locale, [
        ...facts,
        plural(locale, across, { one: '# Sitz pro Reihe', other: '# Sitze pro Reihe' }),
      ]);
    },
    exitRow: 'Notausgangsreihe: Sie müssen bereit und in der Lage sein, der Besatzung im Notfall zu helfen.',
    adultOnly: 'Hier dürfen nur Erwachsene sitzen.',
    title: 'Sitzplatz auswählen',
    titleOfMany: 'Sitzplätze auswählen',
    passengers: 'Reisende',
    seated: (count, of, locale) => `${formatNumber(locale, count)} von ${formatNumber(locale, of)} gewählt`,
    seatFirst: (name) => `${name} hat noch keinen Platz.`,
    owner: (name) => `Platz von ${name}`,
    selectedFor: (seat, name, seated) => `Für ${name} ausgewählt: ${seat}. ${seated}.`,
    unselectedOf: (designator, seated) => `${designator} ist nicht mehr ausgewählt. ${seated}.`,
    travellerType: (name) => wordFor(travellers, name, spelledOut),
    placeFor: (place, name) => `${place}, für ${name}`,
    rowsFrom(rows, name, locale) {
      if (rows === 0) return `in der Reihe von ${name}`;
      const count = plural(locale, Math.abs(rows), { one: '# Reihe', other: '# Reihen' });
      return `${count} ${rows > 0 ? 'hinter' : 'vor'} ${name}`;
    },
    notFor: (name) => `nicht für ${name}`,
    adultsOnly: 'nur für Erwachsene',
    barredFor: (name) => `Nicht für ${name}`,
    total: 'insgesamt',
    chooseFor: (name) => `Platz für ${name} wählen`,
    commitMany: (count, locale) => plural(locale, count, { one: '# Platz bestätigen', other: '# Plätze bestätigen' }),
    none: 'Noch kein Platz ausgewählt',
    chooseFirst: 'Wählen Sie zuerst einen Platz aus.',
    agreeFirst: 'Setzen Sie zuerst das Häkchen.',
    agree: 'Ich habe das verstanden',
    loading: 'Sitzplan wird geladen…',
    empty: 'Keine Plätze mehr frei',
    emptyHint: 'Ihren Platz erhalten Sie beim Check-in.',
    noMap: 'Es gibt keinen Sitzplan',
    notLoaded: 'Die Plätze konnten nicht geladen werden',
    without: 'Ohne Platzwahl weiter',
    seeMap: 'Sitzplan ansehen',
    choose: 'Platz auswählen',
    commit: (designator) => `${designator} bestätigen`,
    list: 'Liste',
    toList: 'Aus einer Liste auswählen',
    map: 'Plan',
    toMap: 'Plan anzeigen',
    seats: 'Plätze',
    sort: 'Sortieren nach',
    sorts: { price: 'Preis', window: 'Fenster', aisle: 'Gang' },
    moreSeats: (count, locale) => `Alle ${formatNumber(locale, count)} Plätze anzeigen`,
    decks: 'Decks',
    deck: (place, locale) => `Deck ${formatNumber(locale, place)}`,
    exit: 'Tür',
    facility: (name) => wordFor(drawn, name, spelledOut),
    moreRows: (first, last) => (first === last ? `Reihe ${first} anzeigen` : `Reihen ${first}–${last} anzeigen`),
    jump: 'Springen zu',
    parts: { front: 'Vorn', wing: 'Tragfläche', back: 'Hinten' },
    freeSeats: (count, locale) => `${formatNumber(locale, count)} frei`,
    fromTo: (from, to) => `${from} nach ${to}`,
    legend: 'Legende',
    prices: 'Preise',
    onlyAt: (tier) => `Nur diese Plätze zeigen: ${tier}`,
    from: (price) => `ab ${price}`,
    kinds: {
      available: 'Verfügbar',
      selected: 'Ihr Platz',
      held: 'Ihre Gruppe',
      taken: 'Belegt',
      barred: 'Nicht verfügbar',
      note: 'Gut zu wissen',
      legroom: 'Mehr Beinfreiheit',
    },
    overWing: 'über der Tragfläche',
    forFlight: 'für diesen Flug',
    notChosen: 'nicht ausgewählt',
    selected: (seat) => `Ausgewählt: ${seat}.`,
    unselected: (designator) => `${designator} ist nicht mehr ausgewählt.`,
    taken: (designator) => `${designator} ist belegt.`,
    unavailable: (designator, why) => `${designator}: ${why}.`,
  },
  confirm: { ...answer, title: 'Bitte bestätigen', confirm: 'Bestätigen', deny: 'Nein' },
  reviewCall: {
    notWhole,
    ...answer,
    title: (tool) => `„${tool}“ erlauben?`,
    editTitle: 'Angaben ändern',
    approve: 'Erlauben',
    approveChanged: 'Mit Änderungen erlauben',
    deny: 'Ablehnen',
    why: 'Warum nicht?',
    back: 'Zurück',
    edit: 'Bearbeiten',
    asJson: 'Als JSON anzeigen',
    asFields: 'Als Felder anzeigen',
    noArguments: 'Der Aufruf hat keine Angaben.',
    always: { chat: 'In diesem Chat immer erlauben', owner: 'Für mich immer erlauben' },
    countsFor: (tool, version, key) =>
      version === undefined
        ? `Gilt nur für „${tool}“ mit: ${key}`
        : `Gilt nur für „${tool}“, Version ${version}, mit: ${key}`,
    notLoaded: 'Das Formular konnte nicht geladen werden. Versuchen Sie es erneut.',
  },
  choiceList: {
    ...choice,
    one: 'Bitte auswählen',
    many: 'Mehrfachauswahl möglich',
    none: 'Wählen Sie eine Option aus.',
    noneOfMany: 'Nichts ausgewählt.',
    chooseFirst: 'Wählen Sie zuerst eine Option aus.',
    atLeast: (count, locale) =>
      `Wählen Sie mindestens ${plural(locale, count, { one: 'eine Option', other: '# Optionen' })} aus.`,
    atMost: (count, locale) =>
      `Wählen Sie höchstens ${plural(locale, count, { one: 'eine Option', other: '# Optionen' })} aus.`,
    chosen: (count, locale) => `${formatNumber(locale, count)} ausgewählt`,
    search: 'Suchen',
    matches: (count, locale) => plural(locale, count, { other: '# Treffer.' }),
    noMatch: 'Keine Treffer.',
    searchHint: 'Tippen Sie, um mehr zu finden.',
    searching: 'Suche läuft…',
    searchFailed: 'Die Suche ist fehlgeschlagen.',
    other: 'Etwas anderes…',
    ownAnswer: 'Ihre Antwort',
    writeFirst: 'Geben Sie zuerst Ihre Antwort ein.',
    empty: 'Es gibt keine Optionen zur Auswahl.',
  },
  pickDates: {
    commit: choice.commit,
    one: 'Tag auswählen',
    range: 'Zeitraum auswählen',
    date: 'Datum',
    from: 'Von',
    to: 'Bis',
    dayPattern: 'TT',
    monthPattern: 'MM',
    yearPattern: 'JJJJ',
    previousMonth: 'Voriger Monat',
    nextMonth: 'Nächster Monat',
    today: 'heute',
    first: 'erster Tag',
    last: 'letzter Tag',
    none: 'Wählen Sie einen Tag aus.',
    chooseFirst: 'Wählen Sie den ersten Tag aus.',
    chooseLast: 'Wählen Sie den letzten Tag aus.',
    nights: (count, locale) => plural(locale, count, { one: '# Nacht', other: '# Nächte' }),
    unreadable: (example) => `Schreiben Sie das Datum wie ${example}.`,
    noSuchDay: 'Diesen Tag gibt es nicht.',
    tooEarly: (date) => `Frühester Tag: ${date}.`,
    tooLate: (date) => `Spätester Tag: ${date}.`,
    closed: (date, reason) => `${date}: ${reason}`,
    wrongOrder: 'Der letzte Tag liegt vor dem ersten.',
    atLeast: (count, locale) => plural(locale, count, { one: 'Mindestens eine Nacht.', other: 'Mindestens # Nächte.' }),
    atMost: (count, locale) => plural(locale, count, { one: 'Höchstens eine Nacht.', other: 'Höchstens # Nächte.' }),
    sending: choice.sending,
    failed: choice.failed,
    keptOnFailure: 'Ihre Auswahl bleibt erhalten.',
  },
  fileDrop: {
    commit: choice.commit,
    one: 'Datei auswählen',
    many: 'Dateien auswählen',
    dropHint: 'oder hier ablegen oder einfügen',
    pictures: 'Bilder',
    upTo: (size) => `Je höchstens ${size}.`,
    atMost: (count, locale) => plural(locale, count, { one: 'Höchstens eine Datei.', other: 'Höchstens # Dateien.' }),
    atLeast: (count, locale) => `Wählen Sie mindestens ${formatNumber(locale, count)} Dateien aus.`,
    files: (count, locale) => plural(locale, count, { one: '# Datei', other: '# Dateien' }),
    uploading: 'Wird hochgeladen…',
    uploaded: 'Hochgeladen',
    notUploaded: 'Nicht hochgeladen',
    cancelFile: (name) => `Hochladen von ${name} abbrechen`,
    removeFile: (name) => `${name} entfernen`,
    retryFile: (name) => `Erneut versuchen: ${name}`,
    tooLarge: (name, size) => `${name} ist größer als ${size}.`,
    wrongKind: (name) => `${name} hat einen Dateityp, der nicht angenommen wird.`,
    known: (name) => `${name} ist schon in der Liste.`,
    chooseFirst: 'Wählen Sie zuerst eine Datei aus.',
    wait: 'Warten Sie, bis alles hochgeladen ist.',
    mendFirst: 'Versuchen Sie es erneut, oder entfernen Sie, was nicht hochgeladen wurde.',
    sending: 'Ihre Dateien werden gesendet…',
    failed: 'Ihre Dateien wurden nicht gesendet.',
    keptOnFailure: 'Ihre Dateien bleiben erhalten.',
  },
  schemaForm,
  pickRows: {
    selectAll: 'Alle auswählen',
    total: 'Summe',
  },
  reviewText: {
    notWhole,
    title: 'Bitte prüfen',
    approve: 'Freigeben',
    revise: 'Zurückgeben',
    edit: 'Bearbeiten',
    done: 'Fertig',
    text: 'Text',
    changes: 'Änderungen',
    comment: 'Kommentar',
    missing: 'Schreiben Sie, was sich ändern soll.',
    edited: 'Von Ihnen bearbeitet.',
    removed: 'Entfernt:',
    added: 'Hinzugefügt:',
    unchanged: (count, locale) =>
      plural(locale, count, { one: '# unveränderte Zeile', other: '# unveränderte Zeilen' }),
  },
  urlConsent: {
    ...answer,
    title: 'Seite öffnen',
    titleFrom: (server) => `${server} bittet Sie, eine Seite zu öffnen`,
    opened: 'Fahren Sie auf der geöffneten Seite fort',
    reports: 'Diese Karte wird von selbst beendet, wenn Sie dort fertig sind.',
    refusedTitle: 'Diese Seite kann nicht geöffnet werden',
    address: 'Adresse',
    open: 'Seite öffnen',
    opensNew: '(wird in einem neuen Tab geöffnet)',
    notOpen: 'Wurde die Seite nicht geöffnet?',
    notOpenHelp:
      'Vielleicht hat Ihr Browser den neuen Tab blockiert. Versuchen Sie es erneut oder kopieren Sie die Adresse oben und öffnen Sie sie selbst.',
    done: 'Ich bin fertig',
    warnings: {
      'mixed-scripts':
        'Der Name dieser Website enthält Buchstaben aus mehreren Alphabeten. Vielleicht imitiert sie eine andere Website.',
      punycode:
        'Der Name dieser Website enthält Buchstaben eines anderen Alphabets, hier als xn-- geschrieben. Vielleicht imitiert sie eine andere Website.',
      user: 'Was vor dem @ steht, ist nicht die Website. Nur der fett gedruckte Teil ist es.',
      ip: 'Diese Website hat keinen Namen, nur eine Nummer.',
      loopback: 'Diese Seite liegt auf Ihrem eigenen Gerät.',
      http: 'Diese Verbindung ist nicht verschlüsselt.',
    },
    refusals: {
      invalid: 'Die Adresse der Seite ist ungültig.',
      'too-long': 'Die Adresse der Seite ist zu lang, um sie anzuzeigen.',
      'hidden-characters':
        'Die Adresse der Seite enthält Zeichen, die unsichtbar sind oder von Browsern verändert werden.',
      scheme: 'Von hier lassen sich nur Webseiten öffnen.',
      'not-encrypted': 'Die Verbindung wäre nicht verschlüsselt.',
    },
  },
  dialog: {
    close: 'Schließen',
    cancelMessage: 'Diese Anfrage abbrechen?',
    cancel: 'Anfrage abbrechen',
    discardMessage: 'Ihre Antwort verwerfen?',
    discard: 'Verwerfen',
    keep: 'Behalten',
    step: (at, of, locale) => `${formatNumber(locale, at)} von ${formatNumber(locale, of)}`,
  },
  receipt: {
    outcomes: {
      answered: 'Beantwortet',
      declined: 'Übersprungen',
      cancelled: 'Abgebrochen',
      expired: 'Abgelaufen',
      waiting: 'Offen',
      lost: 'Verloren',
      aborted: 'Gestoppt',
    },
    named: (outcome, title) => `${outcome}: ${title}`,
    titles: {
      expired: 'Die Zeit zum Antworten ist abgelaufen',
      lost: 'Ergebnis unbekannt',
    },
    waits: 'Wartet auf Ihre Antwort',
    waitsFor: (who) => `Antworten soll: ${who}`,
    somebody: 'jemand anderes',
    withdraw: 'Zurückziehen',
    withdrawOf: (title) => `Zurückziehen: ${title}`,
    others: {
      accept: (name) => `Beantwortet von: ${name}`,
      decline: (name) => `Abgelehnt von: ${name}`,
      cancel: (name) => `Abgebrochen von: ${name}`,
    },
    change: 'Ändern',
    changeOf: (title) => `Ändern: ${title}`,
    open: 'Öffnen',
    pageOpened: 'Seite geöffnet',
    pageDone: 'Auf der Seite erledigt',
    elsewhere: {
      accept: 'Anderswo beantwortet',
      decline: 'Anderswo übersprungen',
      cancel: 'Anderswo abgebrochen',
    },
    stopped: {
      user: 'Von Ihnen gestoppt',
      timeout: 'Gestoppt: Es hat zu lange gedauert',
      server: 'Vom Server gestoppt',
    },
  },
  notes: {
    asks: (toolName, message) => `${toolName} fragt: ${message}`,
    ended: (toolName, title, detail) => (detail ? `${toolName}: ${title}. ${detail}` : `${toolName}: ${title}`),
    answerBy: (time, locale) => `Antwort bis ${formatMoment(locale, time)}`,
    shortOfTime: (toolName, time, locale) =>
      `Die Zeit wird knapp: ${toolName} wartet bis ${formatMoment(locale, time)} auf Ihre Antwort.`,
    moreTime: 'Mehr Zeit',
    within: (seconds, locale) => `Noch ${formatNumber(locale, seconds)} s Zeit für Ihre Antwort`,
    lastMinute: (toolName) => `Es bleibt weniger als eine Minute, um ${toolName} zu antworten.`,
    timeIsUp: 'Die Zeit zum Antworten ist abgelaufen. Die Entscheidung des Servers steht noch aus.',
    again: (problem) => `Noch nicht gesendet; ein neuer Versuch läuft. ${problem}`,
    from: (server, origin) => (origin ? `Diese Frage stellt ${server} (${origin}).` : `Diese Frage stellt ${server}.`),
    noCall: 'Zu welchem Aufruf sie gehört, ist nicht bekannt.',
    lost: 'Ob die Aktion ausgeführt wurde, ist nicht bekannt. Prüfen Sie das, bevor Sie erneut fragen.',
    askAgain: 'Erneut fragen',
    keep: 'Dabei bleiben',
    changing: 'Mit einer anderen Antwort gilt nicht mehr, was danach kam.',
    asksAgain: (questions) => `Erneut gefragt wird: „${questions.join('“, „')}“`,
    changed: 'Diese Antwort wurde geändert.',
    late: 'Das lässt sich nicht mehr ändern. Ihre frühere Antwort gilt weiterhin.',
    elsewhere:
      'Die Antwort wurde anderswo gegeben und ist hier deshalb nicht zu sehen. Mit einer anderen Antwort gilt nicht mehr, was danach kam.',
    stuck: 'Etwas ließ sich nicht rückgängig machen. Ihre frühere Antwort gilt weiterhin.',
    tryAgain: (what) => `Bitte noch einmal versuchen: ${what}`,
    crashed: 'Diese Frage konnte nicht angezeigt werden.',
    stillCrashed:
      'Diese Frage konnte wieder nicht angezeigt werden. Laden Sie die Seite neu, um noch einmal gefragt zu werden.',
    loading: 'Wird geladen…',
    problems,
  },
  inbox: {
    title: 'Posteingang',
    count: (count, isMore, locale) => `${formatNumber(locale, count)}${isMore ? '+' : ''}`,
    waiting: (count, isMore, locale) =>
      (isMore ? 'Mehr als ' : '') +
      plural(locale, count, { one: '# Frage wartet auf Sie', other: '# Fragen warten auf Sie' }),
    arrived: (count, locale) => plural(locale, count, { one: '# neue Frage', other: '# neue Fragen' }),
    from: (who) => `Von ${who}`,
    loading: 'Ihr Posteingang wird geladen…',
    empty: 'Nichts wartet auf Sie',
    emptyHint: 'Neue Fragen erscheinen hier von selbst.',
    failed: 'Ihr Posteingang konnte nicht geladen werden.',
    stale: 'Diese Liste ist vielleicht nicht mehr aktuell.',
    signIn: 'Melden Sie sich an, um zu sehen, was auf Sie wartet.',
    unsupported: 'Dieser Server hat keinen Posteingang.',
    more: 'Mehr anzeigen',
    back: 'Zurück zum Posteingang',
    choose: 'Wählen Sie eine Frage, um sie hier zu beantworten.',
    question: 'Frage',
    opening: 'Die Frage wird geöffnet…',
    notOpened: 'Die Frage konnte nicht geöffnet werden.',
    gone: 'Diese Frage gibt es nicht mehr',
    goneHint: 'Sie wurde zurückgezogen, oder ihre Zeit ist abgelaufen. Es ist nichts zu tun.',
    lateHint: 'Sie wurde zurückgezogen, oder ihre Zeit war abgelaufen. Ihre Antwort zählt nicht.',
    next: 'Nächste Frage',
  },
  mcp: {
    completed: 'Auf der Seite erledigt',
    tooManyRounds: (server, rounds, locale) =>
      `${server} stellt auch nach ${plural(locale, rounds, { one: 'einer Runde', other: '# Runden' })} noch weitere Fragen.`,
    goOn: (server) => `Fertig: ${server} erneut fragen`,
    appOf: (server) => `Seite von ${server}`,
    useForm: 'Stattdessen ein Formular verwenden',
    appFailed: (server) => `Die Seite von ${server} hat nicht funktioniert.`,
    formInstead: 'Dieses Formular fragt dasselbe.',
  },
};
