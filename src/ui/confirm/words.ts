/** What a `Confirm` says by itself. */
export interface ConfirmMessages {
  title: string;
  confirm: string;
  deny: string;
  sending: string;
  failed: string;
  /** Follows why it was not sent. */
  keptOnFailure: string;
}

/** In English. */
export const words: ConfirmMessages = {
  title: 'Please confirm',
  confirm: 'Confirm',
  deny: 'No',
  sending: 'Sending your answer…',
  failed: 'Your answer was not sent.',
  keptOnFailure: 'Your answer is kept.',
};
