/** Every word that an `ElicitDialog` says by itself. */
export const words = {
  close: 'Close',
  discardMessage: 'Discard your answer?',
  discard: 'Discard',
  keep: 'Keep',
};
