import { plural } from '../../words/format.ts';

/** What is said of a call of an MCP server beside the questions that it asks. */
export interface McpMessages {
  /** The line that stays of a page, once its server says that it is done with. */
  completed: string;
  /** The line that stays of a call that came to nothing: its server never had enough. */
  tooManyRounds: (server: string, rounds: number, locale: string) => string;
  /** The title of a card that offers to try again with the answers that were given. */
  again: string;
  /** Its button. */
  tryAgain: string;
  /** It asks that where the answers may not have arrived. */
  notHeard: (server: string) => string;
  /** It asks that where the page could not add something that the server requires beside the answers. */
  notAdded: (server: string) => string;
  /** The button shown once a page that a call needs is open. It sends the call to the server again. */
  goOn: (server: string) => string;
}

/** In English. */
export const words: McpMessages = {
  completed: 'Done on the page',
  tooManyRounds: (server, rounds, locale) =>
    `${server} still asked for more after ${plural(locale, rounds, { one: '# round', other: '# rounds' })}.`,
  again: 'Try again?',
  tryAgain: 'Try again',
  notHeard: (server) =>
    `${server} could not be reached, or has not answered. Your answers are kept: trying again sends them once more.`,
  notAdded: (server) =>
    `Something that ${server} needs beside your answers could not be had. Your answers are kept: nothing was sent yet.`,
  goOn: (server) => `I'm done: ask ${server} again`,
};
