import { plural } from '../../words/format.ts';

/** The words of `ReviewText`. */
export interface ReviewTextMessages {
  title: string;
  approve: string;
  /** The button that sends the text back with a comment. */
  revise: string;
  edit: string;
  /** The button that ends editing. */
  done: string;
  /** Names the text, as it is shown and as it is edited. */
  text: string;
  /** Names the differences. */
  changes: string;
  comment: string;
  /** At an empty comment, when the person sends the text back. */
  missing: string;
  /** The person changed the text. */
  edited: string;
  /** Some of it is too long to be shown, or hidden. */
  notWhole: string;
  /** Precedes a line, for screen readers. */
  removed: string;
  added: string;
  /** The button that shows lines which both texts share. */
  unchanged: (count: number, locale: string) => string;
}

/** The English words. */
export const words: ReviewTextMessages = {
  title: 'Please review',
  approve: 'Approve',
  revise: 'Send back',
  edit: 'Edit',
  done: 'Done',
  text: 'Text',
  changes: 'Changes',
  comment: 'Comment',
  missing: 'Say what should change.',
  edited: 'Edited by you.',
  notWhole: 'Some of this is not shown: it is too long, or has hidden characters.',
  removed: 'Removed:',
  added: 'Added:',
  unchanged: (count, locale) => plural(locale, count, { one: '# unchanged line', other: '# unchanged lines' }),
};
