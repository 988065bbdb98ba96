/** What a card says of its answer on the way. */
export interface SentMessages {
  sending: string;
  failed: string;
  /** Follows the reason that the answer was not sent. */
  keptOnFailure: string;
}

/** In English. Cards whose answer is a choice have other words. */
export const answerSent: SentMessages = {
  sending: 'Sending your answer…',
  failed: 'Your answer was not sent.',
  keptOnFailure: 'Your answer is kept.',
};
