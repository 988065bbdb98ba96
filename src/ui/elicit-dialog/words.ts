import { formatNumber } from '../../words/format.ts';

/** The words of `ElicitDialog`. */
export interface DialogMessages {
  /** The accessible name of the button in the corner. */
  close: string;
  /** Asked before the question is cancelled, if the person entered nothing. */
  cancelMessage: string;
  /** The button that then cancels the question. */
  cancel: string;
  /** Asked before the person's input is lost. */
  discardMessage: string;
  discard: string;
  keep: string;
  /** The position among several questions. */
  step: (at: number, of: number, locale: string) => string;
}

/** The English words. */
export const words: DialogMessages = {
  close: 'Close',
  cancelMessage: 'Cancel this request?',
  cancel: 'Cancel request',
  discardMessage: 'Discard your answer?',
  discard: 'Discard',
  keep: 'Keep',
  step: (at, of, locale) => `${formatNumber(locale, at)} of ${formatNumber(locale, of)}`,
};
