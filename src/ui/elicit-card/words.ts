import { words as answerWords } from '../parts/answer-words.ts';

/** What an `ElicitCard` says by itself. */
export interface CardMessages {
  noForm: string;
  sending: string;
  failed: string;
  /** The button that says no to the question. */
  decline: string;
  /** In the menu: ends the question without an answer. */
  cancel: string;
  /** Under it: what follows. */
  cancelEffect: (toolName: string) => string;
  /** Names the button that opens that menu. */
  more: string;
  retry: string;
  /** Over why an answer was not sent. */
  notSent: string;
  /** Who asks; it names the card. `serverName` is the host's name for a server other than the chat's own. */
  asks: (toolName: string, serverName?: string) => string;
}

/** In English. */
export const words: CardMessages = {
  ...answerWords,
  noForm: 'This app has no form for this question.',
  failed: 'Your answer was not sent.',
  cancel: 'Cancel this request',
  cancelEffect: (toolName) => `Tells “${toolName}” that you do not want to go on.`,
  more: 'More',
  asks: (toolName, serverName) =>
    serverName === undefined ? `Question from ${toolName}` : `Question from ${toolName} of ${serverName}`,
};
