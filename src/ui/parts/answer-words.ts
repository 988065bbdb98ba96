import type { CardMessages } from '../elicit-card/words.ts';

/** What stands in place of a card's footer says. */
export type AnswerMessages = Pick<CardMessages, 'sending' | 'decline' | 'retry' | 'notSent'>;

/** In English, apart from the card's other words: a component that stands alone says none of those. */
export const words: AnswerMessages = {
  sending: 'Sending…',
  decline: 'Skip',
  retry: 'Try again',
  notSent: 'Not sent',
};
