import { formatNumber } from '../../words/formatter.ts';

/** What an `ElicitDialog` says by itself. */
export interface DialogMessages {
  /** The name of the button in the corner. */
  close: string;
  /** Asked before the question is cancelled, where nothing was entered. */
  cancelMessage: string;
  /** The button that then cancels it. */
  cancel: string;
  /** Asked before something that was entered is lost. */
  discardMessage: string;
  discard: string;
  keep: string;
  /** Which of several questions it is. */
  step: (at: number, of: number, locale: string) => string;
}

/** In English. */
export const words: DialogMessages = {
  close: 'Close',
  cancelMessage: 'Cancel this request?',
  cancel: 'Cancel request',
  discardMessage: 'Discard your answer?',
  discard: 'Discard',
  keep: 'Keep',
  step: (at, of, locale) => `${formatNumber(locale, at)} of ${formatNumber(locale, of)}`,
};
