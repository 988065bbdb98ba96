/** What a card says of its answer on the way. */
export interface SentMessages {
  sending: string;
  failed: string;
  /** Follows the reason that the answer was not sent. */
  keptOnFailure: string;
}

/** In English, of a card whose answer is a choice. */
export const choiceSent: SentMessages = {
  sending: 'Sending your choice…',
  failed: 'Your choice was not sent.',
  keptOnFailure: 'Your choice is kept.',
};

/** In English, of any other. */
export const answerSent: SentMessages = {
  sending: 'Sending your answer…',
  failed: 'Your answer was not sent.',
  keptOnFailure: 'Your answer is kept.',
};
