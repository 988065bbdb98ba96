import { plural } from '../../words/format.ts';

/** The words about a call on an MCP server, besides those of its questions. */
export interface McpMessages {
  /** The receipt of a page, once its server says that it is completed. */
  completed: string;
  /** The receipt of a call that was given up because its server asked in too many rounds. */
  tooManyRounds: (server: string, rounds: number, locale: string) => string;
  /** The button shown once a page that the call needs was opened. It sends the call to the server again. */
  goOn: (server: string) => string;
  /** The name of the frame that shows a server's own page. */
  appOf: (server: string) => string;
  /** The button that shows the form in place of that page. */
  useForm: string;
  /** Shown where that page did not work. */
  appFailed: (server: string) => string;
  /** Said after it, above the form. */
  formInstead: string;
}

/** The English words. */
export const words: McpMessages = {
  completed: 'Done on the page',
  tooManyRounds: (server, rounds, locale) =>
    `${server} still asked for more after ${plural(locale, rounds, { one: '# round', other: '# rounds' })}.`,
  goOn: (server) => `I'm done: ask ${server} again`,
  appOf: (server) => `Page of ${server}`,
  useForm: 'Use a form instead',
  appFailed: (server) => `The page of ${server} did not work.`,
  formInstead: 'This form asks the same.',
};
