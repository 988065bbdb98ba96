import { formatList, plural } from '../words/format.ts';
import { formatNumber } from '../words/formatter.ts';
import type { SchemaFormMessages } from './words.ts';

const characters = (count: number, locale: string): string => plural(locale, count, { other: '# Zeichen' });
const entries = (count: number, locale: string): string =>
  plural(locale, count, { one: 'ein Eintrag', other: '# Einträge' });
const options = (count: number, locale: string): string =>
  plural(locale, count, { one: 'eine Option', other: '# Optionen' });

/** The words of a form, in German. */
export const wordsInGerman: SchemaFormMessages = {
  sending: 'Ihre Antwort wird gesendet…',
  failed: 'Ihre Antwort wurde nicht gesendet.',
  keptOnFailure: 'Ihre Antwort bleibt erhalten.',
  title: 'Bitte ausfüllen',
  confirmTitle: 'Bitte bestätigen',
  chooseTitle: 'Bitte auswählen',
  refusedTitle: 'Diese Anfrage kann nicht angezeigt werden',
  refused: 'Diese App kann diese Angaben nicht in einem Formular abfragen. Sie können die Frage überspringen.',
  send: 'Senden',
  confirm: 'Bestätigen',
  decline: 'Überspringen',
  checking: 'Wird geprüft…',
  checkFailed: 'Ihre Antwort konnte nicht geprüft werden. Versuchen Sie es erneut.',
  optional: '(optional)',
  yes: 'Ja',
  no: 'Nein',
  clear: 'Auswahl aufheben',
  choose: 'Bitte auswählen…',
  none: 'Keine Angabe',
  answer: 'Ihre Antwort',
  empty: '(leer)',
  unnamed: (place, locale) => `Frage ${formatNumber(locale, place)}`,
  problems: (count, locale) =>
    plural(locale, count, { one: 'Bitte überprüfen Sie # Angabe', other: 'Bitte überprüfen Sie # Angaben' }),
  corrections: (count, locale) =>
    plural(locale, count, { one: '# Angabe zu korrigieren', other: '# Angaben zu korrigieren' }),
  search: (count, locale) => `${options(count, locale)} durchsuchen`,
  matches: (found, count, locale) => `${formatNumber(locale, found)} von ${formatNumber(locale, count)} passen`,
  firstShown: (count, locale) =>
    `Zu sehen sind die ersten ${formatNumber(locale, count)}. Suchen Sie nach den anderen.`,
  secret:
    'Ein Formular wie dieses sollte nicht nach Passwörtern, Codes oder Kartennummern fragen. Überspringen Sie im Zweifel die Frage.',
  secretAgain: 'Zu Ihrer Sicherheit wurde dies nicht gespeichert. Geben Sie es noch einmal ein.',
  counter: (length, most, locale) => `${formatNumber(locale, length)} von ${formatNumber(locale, most)}`,
  overBy: (count, locale) => `${characters(count, locale)} zu viel`,
  zone: (zone) => `In Ihrer Zeitzone: ${zone}.`,
  repeated: 'Wegen der Zeitumstellung gibt es diese Uhrzeit an diesem Tag zweimal; gemeint ist die erste.',
  omitted: (labels, locale) =>
    `Wird hier nicht abgefragt und fehlt in Ihrer Antwort: ${formatList(locale, labels, 'and')}.`,
  atLeast: (least) => `Mindestens ${least}.`,
  atMost: (most) => `Höchstens ${most}.`,
  between: (least, most) => `Von ${least} bis ${most}.`,
  atLeastCharacters: (count, locale) => `Mindestens ${characters(count, locale)}.`,
  inJson: 'Geben Sie es als JSON nach diesem Schema ein:',
  unchecked: 'Das Format wird erst nach dem Senden geprüft.',
  chooseAtLeast: (count, locale) => `Wählen Sie mindestens ${options(count, locale)} aus.`,
  chooseAtMost: (count, locale) => `Wählen Sie höchstens ${options(count, locale)} aus.`,
  chooseBetween: (least, most, locale) =>
    least === most
      ? `Wählen Sie ${options(least, locale)} aus.`
      : `Wählen Sie ${formatNumber(locale, least)} bis ${options(most, locale)} aus.`,
  errors: {
    required: (label) => `Füllen Sie „${label}“ aus`,
    minLength: (label, count, locale) => `„${label}“ muss mindestens ${characters(count, locale)} lang sein`,
    maxLength: (label, count, locale) => `„${label}“ darf höchstens ${characters(count, locale)} lang sein`,
    pattern: (label) => `„${label}“ hat nicht das erforderliche Format`,
    email: () => 'Geben Sie eine E-Mail-Adresse wie name@example.com ein',
    uri: () => 'Geben Sie eine vollständige Adresse wie https://example.com ein',
    date: () => 'Geben Sie ein gültiges Datum ein, zum Beispiel 27.03.2026',
    'date-time': () => 'Geben Sie Datum und Uhrzeit ein',
    'time-gap': () => 'Diese Uhrzeit gibt es wegen der Zeitumstellung nicht',
    number: (label, example) => `„${label}“ muss eine Zahl sein, zum Beispiel ${example}`,
    integer: (label) => `„${label}“ muss eine ganze Zahl sein`,
    unsafe: (label) => `„${label}“ hat zu viele Ziffern, um exakt übertragen zu werden`,
    min: (label, limit) => `„${label}“ muss mindestens ${limit} betragen`,
    above: (label, limit) => `„${label}“ muss größer als ${limit} sein`,
    max: (label, limit) => `„${label}“ darf höchstens ${limit} betragen`,
    below: (label, limit) => `„${label}“ muss kleiner als ${limit} sein`,
    step: (label, limit) => `„${label}“ muss ein Vielfaches von ${limit} sein`,
    minItems: (label, count, locale) => `Wählen Sie bei „${label}“ mindestens ${options(count, locale)} aus`,
    maxItems: (label, count, locale) => `Wählen Sie bei „${label}“ höchstens ${options(count, locale)} aus`,
    duplicate: (label) => `„${label}“ steht schon in der Liste`,
    json: (label) => `Geben Sie „${label}“ als JSON ein, etwa {"name": "Ada"}`,
    option: (label) => `Wählen Sie bei „${label}“ eine andere Option aus`,
    type: (label) => `„${label}“ kann nicht gelesen werden`,
  },
  chooseOption: (label) => `Wählen Sie bei „${label}“ eine Option aus`,
  add: 'Hinzufügen',
  remove: 'Entfernen',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  item: (label, place, count, locale) => `${label} ${formatNumber(locale, place)} von ${formatNumber(locale, count)}`,
  removed: (item) => `${item} entfernt`,
  entriesAtLeast: (count, locale) => `Mindestens ${entries(count, locale)}.`,
  entriesAtMost: (count, locale) => `Höchstens ${entries(count, locale)}.`,
  entriesBetween: (least, most, locale) =>
    least === most
      ? `Genau ${entries(least, locale)}.`
      : `${formatNumber(locale, least)} bis ${entries(most, locale)}.`,
  addAtLeast: (label, count, locale) =>
    `Fügen Sie bei „${label}“ mindestens ${plural(locale, count, { one: 'einen Eintrag', other: '# Einträge' })} hinzu`,
  addAtMost: (label, count, locale) =>
    `Lassen Sie bei „${label}“ höchstens ${plural(locale, count, { one: 'einen Eintrag', other: '# Einträge' })} stehen`,
};
