import { formatList, plural } from '../words/format.ts';
import { formatNumber } from '../words/formatter.ts';
import type { Spoken } from '../words/word-for.ts';
import type { FieldErrorCode } from './field-error.ts';

/** The errors of a form's fields, by code. `label` is the field's. */
export type FieldErrorMessages = Readonly<
  Record<Exclude<FieldErrorCode, CountedError>, (label: string, number: string) => string> &
    Record<CountedError, (label: string, count: number, locale: string) => string>
>;

/** Errors that count something. In the other errors, a number is a limit or an example, written as people type it. */
type CountedError = 'minLength' | 'maxLength' | 'minItems' | 'maxItems';

/** The texts of a `SchemaForm`. */
export interface SchemaFormMessages {
  title: string;
  /** The title if the form only asks for a confirmation. */
  confirmTitle: string;
  /** The title of a single question whose answers are all in view. */
  chooseTitle: string;
  refusedTitle: string;
  refused: string;
  send: string;
  confirm: string;
  /** A form within another card may word this its own way. */
  decline: string;
  sending: string;
  checking: string;
  failed: string;
  /** Shown after the reason why sending failed. */
  keptOnFailure: string;
  checkFailed: string;
  /** After the label of an optional field. */
  optional: string;
  yes: string;
  no: string;
  /** The button that clears an answer. */
  clear: string;
  /** Placeholder of a dropdown. */
  choose: string;
  /** The empty choice of an optional dropdown. */
  none: string;
  /** Names the only field in errors, if its schema has no title. It begins with a capital where it begins a sentence. */
  answer: string;
  /** An option without a label. */
  empty: string;
  /** The label of a field whose schema has nothing to show. */
  unnamed: (place: number, locale: string) => string;
  /** Heads the list of errors, and is announced when new ones appear. */
  problems: (count: number, locale: string) => string;
  /** Beside the submit button, while there are errors. */
  corrections: (count: number, locale: string) => string;
  /** Label of the field that searches many options. */
  search: (count: number, locale: string) => string;
  /** How many of how many options the search finds. */
  matches: (found: number, count: number, locale: string) => string;
  /** In place of `matches`, if only the first of them are shown. */
  firstShown: (count: number, locale: string) => string;
  secret: string;
  /** At a field for a secret, in a form that starts with an earlier answer. */
  secretAgain: string;
  counter: (length: number, most: number, locale: string) => string;
  overBy: (count: number, locale: string) => string;
  /** The time zone of a field. `zone` is its name in the page's language. */
  zone: (zone: string) => string;
  /** Beside a time that the clocks show twice. */
  repeated: string;
  /** Names what the form does not ask for. */
  omitted: (labels: readonly string[], locale: string) => string;
  atLeast: (least: string) => string;
  atMost: (most: string) => string;
  between: (least: string, most: string) => string;
  atLeastCharacters: (count: number, locale: string) => string;
  /** Below a text field whose pattern only the server can check. */
  unchecked: string;
  /** Before the schema of an answer that no other field can hold. */
  inJson: string;
  chooseAtLeast: (count: number, locale: string) => string;
  chooseAtMost: (count: number, locale: string) => string;
  chooseBetween: (least: number, most: number, locale: string) => string;
  errors: FieldErrorMessages;
  /** In place of `errors.required`, for a choice of one option. */
  chooseOption: (label: string) => string;
  /**
   * The button that adds an item. Screen readers append the list's name here, and the item's name to the buttons below.
   */
  add: string;
  remove: string;
  moveUp: string;
  moveDown: string;
  /** The name of one item, such as "Passenger 2 of 3". */
  item: (label: string, place: number, count: number, locale: string) => string;
  removed: (item: string) => string;
  entriesAtLeast: (count: number, locale: string) => string;
  entriesAtMost: (count: number, locale: string) => string;
  entriesBetween: (least: number, most: number, locale: string) => string;
  /** In place of `errors.minItems` and `errors.maxItems`, for a list. */
  addAtLeast: (label: string, count: number, locale: string) => string;
  addAtMost: (label: string, count: number, locale: string) => string;
}

/** The texts of a form, and the language that they are in. */
export type FormWords = Spoken<SchemaFormMessages>;

const characters = (count: number, locale: string): string =>
  plural(locale, count, { one: '# character', other: '# characters' });
const options = (count: number, locale: string): string =>
  plural(locale, count, { one: '# option', other: '# options' });

const entries = (count: number, locale: string): string =>
  plural(locale, count, { one: '# entry', other: '# entries' });

/** A label within a sentence. A question stands in quotes. */
const called = (label: string): string => (label.endsWith('?') ? `“${label}”` : label);

/** In English. */
export const words: SchemaFormMessages = {
  title: 'Please fill this in',
  confirmTitle: 'Please confirm',
  chooseTitle: 'Please choose',
  refusedTitle: 'This request cannot be shown',
  refused: 'This app cannot ask for it in a form. You can skip it.',
  send: 'Send',
  confirm: 'Confirm',
  decline: 'Skip',
  sending: 'Sending your answer…',
  checking: 'Checking…',
  failed: 'Your answer was not sent.',
  keptOnFailure: 'Your answer is kept.',
  checkFailed: 'Your answer could not be checked. Try again.',
  optional: '(optional)',
  yes: 'Yes',
  no: 'No',
  clear: 'Clear',
  choose: 'Choose…',
  none: 'No answer',
  answer: 'your answer',
  empty: '(empty)',
  unnamed: (place, locale) => `Question ${formatNumber(locale, place)}`,
  problems: (count, locale) =>
    plural(locale, count, { one: '# answer needs another look', other: '# answers need another look' }),
  corrections: (count, locale) => plural(locale, count, { one: '# answer to correct', other: '# answers to correct' }),
  search: (count, locale) => `Search ${options(count, locale)}`,
  matches: (found, count, locale) => `${formatNumber(locale, found)} of ${formatNumber(locale, count)} match`,
  firstShown: (count, locale) => `The first ${formatNumber(locale, count)} are shown. Search for the others.`,
  secret: 'A form like this should not ask for passwords, codes or card numbers. If in doubt, skip.',
  secretAgain: 'For your safety, this was not kept. Enter it again.',
  counter: (length, most, locale) => `${formatNumber(locale, length)} of ${formatNumber(locale, most)}`,
  overBy: (count, locale) => `${characters(count, locale)} too many`,
  zone: (zone) => `In your time zone, ${zone}.`,
  repeated: 'The clocks show this time twice that day; the earlier one is meant.',
  omitted: (labels, locale) => `Not asked here: ${formatList(locale, labels, 'and')}. Your answer leaves that out.`,
  atLeast: (least) => `At least ${least}.`,
  atMost: (most) => `At most ${most}.`,
  between: (least, most) => `From ${least} to ${most}.`,
  atLeastCharacters: (count, locale) => `At least ${characters(count, locale)}.`,
  unchecked: 'The format is checked after you send it.',
  inJson: 'Enter it as JSON of this schema:',
  chooseAtLeast: (count, locale) => `Choose at least ${formatNumber(locale, count)}.`,
  chooseAtMost: (count, locale) => `Choose at most ${formatNumber(locale, count)}.`,
  chooseBetween: (least, most, locale) =>
    least === most
      ? `Choose ${formatNumber(locale, least)}.`
      : `Choose ${formatNumber(locale, least)} to ${formatNumber(locale, most)}.`,
  errors: {
    required: (label) => `${label.endsWith('?') ? 'Answer' : 'Enter'} ${called(label)}`,
    minLength: (label, count, locale) => `${called(label)} must be at least ${characters(count, locale)}`,
    maxLength: (label, count, locale) => `${called(label)} must be at most ${characters(count, locale)}`,
    pattern: (label) => `${called(label)} is not in the required format`,
    email: () => 'Enter an email address like name@example.com',
    uri: () => 'Enter a full address, like https://example.com',
    date: () => 'Enter a real date, like 2026-03-27',
    'date-time': () => 'Enter a date and time',
    'time-gap': () => 'That time is skipped when the clocks go forward',
    number: (label, example) => `${called(label)} must be a number, like ${example}`,
    integer: (label) => `${called(label)} must be a whole number`,
    unsafe: (label) => `${called(label)} has too many digits to send exactly`,
    min: (label, limit) => `${called(label)} must be ${limit} or more`,
    above: (label, limit) => `${called(label)} must be more than ${limit}`,
    max: (label, limit) => `${called(label)} must be ${limit} or less`,
    below: (label, limit) => `${called(label)} must be less than ${limit}`,
    step: (label, limit) => `${called(label)} must be a multiple of ${limit}`,
    minItems: (label, count, locale) => `Choose at least ${options(count, locale)} for ${called(label)}`,
    maxItems: (label, count, locale) => `Choose no more than ${options(count, locale)} for ${called(label)}`,
    duplicate: (label) => `${called(label)} is in the list already`,
    option: (label) => `Choose another option for ${called(label)}`,
    json: (label) => `Enter ${called(label)} as JSON, like {"name": "Ada"}`,
    type: (label) => `${called(label)} cannot be read`,
  },
  chooseOption: (label) => `Choose an option for ${called(label)}`,
  add: 'Add',
  remove: 'Remove',
  moveUp: 'Move up',
  moveDown: 'Move down',
  item: (label, place, count, locale) => `${label} ${formatNumber(locale, place)} of ${formatNumber(locale, count)}`,
  removed: (item) => `${item} removed`,
  entriesAtLeast: (count, locale) => `At least ${entries(count, locale)}.`,
  entriesAtMost: (count, locale) => `At most ${entries(count, locale)}.`,
  entriesBetween: (least, most, locale) =>
    least === most
      ? `Exactly ${entries(least, locale)}.`
      : `${formatNumber(locale, least)} to ${entries(most, locale)}.`,
  addAtLeast: (label, count, locale) => `Add at least ${entries(count, locale)} to ${called(label)}`,
  addAtMost: (label, count, locale) => `Leave at most ${entries(count, locale)} in ${called(label)}`,
};
