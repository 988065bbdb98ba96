import type { FieldErrorCode } from './model/field-error.ts';

/** Every word that a `SchemaForm` says by itself. */
export const words = {
  title: 'Please fill this in',
  confirmTitle: 'Please confirm',
  refusedTitle: 'This request cannot be shown',
  refused: 'This app cannot ask for it in a form. You can decline, or cancel.',
  send: 'Send',
  confirm: 'Confirm',
  again: 'Try again',
  decline: 'Decline',
  cancel: 'Cancel',
  sending: 'Sending…',
  checking: 'Checking…',
  failed: 'Your answer was not sent.',
  checkFailed: 'Your answer could not be checked. Try again.',
  requiredNote: '* must be answered',
  required: 'required',
  yes: 'Yes',
  no: 'No',
  clear: 'Clear',
  choose: 'Choose…',
  none: 'No answer',
  empty: '(empty)',
  /** The label of a field that has neither a title nor a name to show. */
  unnamed: (place: number) => `Question ${place}`,
  problems: (count: number) => (count === 1 ? '1 answer needs another look.' : `${count} answers need another look.`),
  secret: 'A form like this should not ask for passwords, codes or card numbers. If in doubt, decline.',
  counter: (length: number, most: number) => `${length} / ${most}`,
  overBy: (count: number) => (count === 1 ? '1 character too many' : `${count} characters too many`),
  zone: (zone: string) => `In your time zone, ${zone}.`,
  repeated: 'The clocks show this time twice that day; the earlier one is meant.',
  omitted: (labels: string) => `Not asked here: ${labels}. Your answer leaves that out.`,
  and: ', ',
  atLeast: (least: string) => `At least ${least}.`,
  atMost: (most: string) => `At most ${most}.`,
  between: (least: string, most: string) => `From ${least} to ${most}.`,
  characters: (count: number) => (count === 1 ? '1 character' : `${count} characters`),
  chooseAtLeast: (count: number) => `Choose at least ${count}.`,
  chooseAtMost: (count: number) => `Choose at most ${count}.`,
  chooseBetween: (least: number, most: number) => (least === most ? `Choose ${least}.` : `Choose ${least} to ${most}.`),
  errors: {
    required: (label) => `Enter ${label}`,
    minLength: (label, limit) => `${label} must be at least ${characters(limit)}`,
    maxLength: (label, limit) => `${label} must be at most ${characters(limit)}`,
    pattern: (label) => `${label} does not have the form that is asked for`,
    email: () => 'Enter an email address like name@example.com',
    uri: () => 'Enter a full address, like https://example.com',
    date: () => 'Enter a real date, like 2026-03-27',
    'date-time': () => 'Enter a date and time',
    'time-gap': () => 'That time is skipped when the clocks go forward',
    number: (label) => `${label} must be a number, like 12.5`,
    integer: (label) => `${label} must be a whole number`,
    unsafe: (label) => `${label} is too large to send exactly`,
    min: (label, limit) => `${label} must be ${limit} or more`,
    above: (label, limit) => `${label} must be more than ${limit}`,
    max: (label, limit) => `${label} must be ${limit} or less`,
    below: (label, limit) => `${label} must be less than ${limit}`,
    step: (label, limit) => `${label} must be a multiple of ${limit}`,
    minItems: (label, limit) => `Choose at least ${options(limit)} for ${label}`,
    maxItems: (label, limit) => `Choose no more than ${options(limit)} for ${label}`,
    option: (label) => `Choose another option for ${label}`,
    type: (label) => `${label} cannot be read`,
  } satisfies Record<FieldErrorCode, (label: string, limit: number) => string>,
  /** Of a list of options and of a whole number, which are asked for in other words. */
  chooseOption: (label: string) => `Choose an option for ${label}`,
  wholeNumber: (label: string) => `${label} must be a whole number`,
};

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

function options(count: number): string {
  return count === 1 ? '1 option' : `${count} options`;
}
