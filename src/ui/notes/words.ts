import { formatNumber } from '../../words/formatter.ts';
import type { ProblemMessages } from './problem-text.ts';

/** What an outlet says beside its questions, and aloud to who does not see them. */
export interface NoteMessages {
  /** Said when a question comes. */
  asks: (toolName: string, message: string) => string;
  /** Said when it is over; `title` and `detail` are those of its receipt. */
  ended: (toolName: string, title: string, detail: string | undefined) => string;
  /** The last minute, counted down. */
  within: (seconds: number, locale: string) => string;
  /** Said when that minute begins. */
  lastMinute: (toolName: string) => string;
  timeIsUp: string;
  /** Why an answer is not through yet; `problem` is one of `problems`. */
  again: (problem: string) => string;
  /** Beside a question that another server than the chat's asks; `origin` is where that one is. */
  from: (server: string, origin: string | undefined) => string;
  /** After that, where nobody knows for which tool call it asks. */
  noCall: string;
  /** Beside the receipt of a question of which the server no longer knows. */
  lost: string;
  askAgain: string;
  /** What that button says to the model in the person's name; `what` is the question. */
  tryAgain: (what: string) => string;
  crashed: string;
  /** It crashed again: what `React.lazy` could not load stays so for as long as the page lives. */
  stillCrashed: string;
  loading: string;
  /** What went wrong with a question. */
  problems: ProblemMessages;
}

/** In English. */
export const words: NoteMessages = {
  asks: (toolName, message) => `${toolName} asks: ${message}`,
  ended: (toolName, title, detail) => (detail ? `${toolName}: ${title}. ${detail}` : `${toolName}: ${title}`),
  within: (seconds, locale) => `Answer within ${formatNumber(locale, seconds)} s`,
  lastMinute: (toolName) => `Less than a minute is left to answer ${toolName}.`,
  // The clocks may differ, so that an answer may still be in time: nothing is held still here.
  timeIsUp: 'The time to answer is up. Waiting for the server’s word.',
  again: (problem) => `Not sent yet; it is being tried again. ${problem}`,
  from: (server, origin) => (origin ? `Asked by ${server} (${origin}).` : `Asked by ${server}.`),
  noCall: 'It does not say which call it asks for.',
  lost: 'Whether it was done is not known. Look before you ask again.',
  askAgain: 'Ask again',
  tryAgain: (what) => `Please try again: ${what}`,
  crashed: 'This question could not be shown.',
  stillCrashed: 'This question could still not be shown. Reload the page to be asked again.',
  loading: 'Loading…',
  problems: {
    notShown: 'This question could not be shown.',
    noForm: 'This app has no form for this question.',
    unfit: 'The answer does not fit this question, so it was not sent.',
    offline: 'There is no network. It is sent as soon as there is one.',
    unreachable: 'The server could not be reached.',
    cut: 'The server’s answer broke off before its end.',
    unconfirmed: 'The server did not say that it has the answer. Send it again.',
    unknown: 'The server no longer knows this question.',
    closed: 'This conversation was closed here. Reload the page to go on.',
    signIn: 'The server did not let you answer. You may have to sign in again.',
    tooLarge: 'The answer is too large to be sent.',
    refused: 'The server refused the answer.',
    busy: 'The server could not take it just now.',
  },
};
