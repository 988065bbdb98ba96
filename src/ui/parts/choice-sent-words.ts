import type { SentMessages } from './sent-words.ts';

/** Of a card whose answer is a choice, in English. Not in `sent-words.ts`: a bundler that splits by file would load both. */
export const choiceSent: SentMessages = {
  sending: 'Sending your choice…',
  failed: 'Your choice was not sent.',
  keptOnFailure: 'Your choice is kept.',
};
