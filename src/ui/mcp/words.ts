import { plural } from '../../words/format.ts';

/** The words about a call on an MCP server, besides those of its questions. */
export interface McpMessages {
  /** The receipt of a page, once its server says that it is completed. */
  completed: string;
  /** The receipt of a call that was given up because its server asked in too many rounds. */
  tooManyRounds: (server: string, rounds: number, locale: string) => string;
  /** The title of a card that offers to retry the call with the answers given. */
  again: string;
  /** Its button. */
  tryAgain: string;
  /** That card's text if the answers may not have arrived. */
  notHeard: (server: string) => string;
  /** That card's text if the host could not add something that the server requires besides the answers. */
  notAdded: (server: string) => string;
  /** The button shown once a page that the call needs was opened. It sends the call to the server again. */
  goOn: (server: string) => string;
}

/** The English words. */
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
