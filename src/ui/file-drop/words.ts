import { plural } from '../../words/format.ts';
import { formatNumber } from '../../words/formatter.ts';
import type { SentMessages } from '../parts/sent-words.ts';

/** The words of `FileDrop`. Each `size` in them is written for the locale. */
export interface FileDropMessages extends SentMessages {
  /** The title and the button if one file is wanted. */
  one: string;
  /** Both if several are. */
  many: string;
  /** Follows the button that chooses files. */
  dropHint: string;
  /** Files of pictures, as a kind. */
  pictures: string;
  upTo: (size: string) => string;
  atMost: (count: number, locale: string) => string;
  atLeast: (count: number, locale: string) => string;
  files: (count: number, locale: string) => string;
  uploading: string;
  uploaded: string;
  notUploaded: string;
  /** The name of the button that stops an upload. */
  cancelFile: (name: string) => string;
  removeFile: (name: string) => string;
  retryFile: (name: string) => string;
  tooLarge: (name: string, size: string) => string;
  wrongKind: (name: string) => string;
  /** The same file was given before. */
  known: (name: string) => string;
  chooseFirst: string;
  wait: string;
  mendFirst: string;
  commit: string;
}

/** The English words. */
export const words: FileDropMessages = {
  one: 'Choose a file',
  many: 'Choose files',
  dropHint: 'or drop or paste here',
  pictures: 'Pictures',
  upTo: (size) => `Up to ${size} each.`,
  atMost: (count, locale) => plural(locale, count, { one: 'At most # file.', other: 'At most # files.' }),
  atLeast: (count, locale) => `Choose at least ${formatNumber(locale, count)} files.`,
  files: (count, locale) => plural(locale, count, { one: '# file', other: '# files' }),
  uploading: 'Uploading…',
  uploaded: 'Uploaded',
  notUploaded: 'Not uploaded',
  cancelFile: (name) => `Stop uploading ${name}`,
  removeFile: (name) => `Remove ${name}`,
  retryFile: (name) => `Try again: ${name}`,
  tooLarge: (name, size) => `${name} is larger than ${size}.`,
  wrongKind: (name) => `${name} is of a kind that is not taken.`,
  known: (name) => `${name} is in the list already.`,
  chooseFirst: 'Choose a file first.',
  wait: 'Wait until the files are uploaded.',
  mendFirst: 'Try again, or remove what was not uploaded.',
  commit: 'Continue',
  sending: 'Sending your files…',
  failed: 'Your files were not sent.',
  keptOnFailure: 'Your files are kept.',
};
