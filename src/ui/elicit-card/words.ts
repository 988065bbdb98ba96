import { words as answerWords } from '../parts/answer-words.ts';

/** The words of `ElicitCard`. */
export interface CardMessages {
  noForm: string;
  sending: string;
  failed: string;
  /** The button that declines the question. */
  decline: string;
  /** In the menu: the button that cancels the question. */
  cancel: string;
  /** Under that button: its effect. */
  cancelEffect: (toolName: string) => string;
  /** The name of the button that opens that menu. `toolName` is empty if nobody knows it. */
  more: (toolName: string) => string;
  retry: string;
  /** Precedes the reason that the answer was not sent. */
  notSent: string;
  /** The button below a long question, which shows it whole, and the one that cuts it again. */
  showAll: string;
  showLess: string;
  /** The accessible name of the card. `serverName` is the host's name for a server other than its own. */
  asks: (toolName: string, serverName?: string) => string;
}

/** The English words. */
export const words: CardMessages = {
  ...answerWords,
  noForm: 'This app has no form for this question.',
  failed: 'Your answer was not sent.',
  cancel: 'Cancel this request',
  cancelEffect: (toolName) => `Tells “${toolName}” that you do not want to go on.`,
  more: (toolName) => (toolName ? `More about: ${toolName}` : 'More'),
  showAll: 'Show all',
  showLess: 'Show less',
  asks: (toolName, serverName) =>
    serverName === undefined ? `Question from ${toolName}` : `Question from ${toolName} of ${serverName}`,
};
