/** The words of `Confirm`. */
export interface ConfirmMessages {
  title: string;
  confirm: string;
  deny: string;
  sending: string;
  failed: string;
  /** Follows the reason that the answer was not sent. */
  keptOnFailure: string;
}

/** The English words. */
export const words: ConfirmMessages = {
  title: 'Please confirm',
  confirm: 'Confirm',
  deny: 'No',
  sending: 'Sending your answer…',
  failed: 'Your answer was not sent.',
  keptOnFailure: 'Your answer is kept.',
};
