import { formatMoment, formatNumber } from '../../words/formatter.ts';
import { words as pageWords } from './page-words.ts';
import type { ProblemMessages } from './problem-text.ts';

/** The words that an outlet shows beside its questions and announces to screen readers. */
export interface NoteMessages {
  /** Announced when a question comes. */
  asks: (toolName: string, message: string) => string;
  /** Announced when it ends. `title` and `detail` are those of its receipt. */
  ended: (toolName: string, title: string, detail: string | undefined) => string;
  /** Until when a question waits. `time` is in milliseconds since the Unix epoch. */
  answerBy: (time: number, locale: string) => string;
  /** Announced when the last fifth of that time begins. */
  shortOfTime: (toolName: string, time: number, locale: string) => string;
  /** The button that asks for more time. */
  moreTime: string;
  /** The countdown in the last minute. */
  within: (seconds: number, locale: string) => string;
  /** Announced when that minute begins. */
  lastMinute: (toolName: string) => string;
  timeIsUp: string;
  /** Shown while an answer is retried. `problem` is one of `problems`. */
  again: (problem: string) => string;
  /** Beside a question from a server other than the host's own. `origin` is that server's URL origin. */
  from: (server: string, origin: string | undefined) => string;
  /** Follows `from` if the question's tool call is unknown. */
  noCall: string;
  /** Beside the receipt of a question that the server no longer knows. */
  lost: string;
  askAgain: string;
  /** The button that leaves an answer as it was, in place of Skip and Cancel. */
  keep: string;
  /** In the card of a question that is open to change its answer: what another answer does. */
  changing: string;
  /** Follows `changing` and `elsewhere`: the answered questions that would be asked again. */
  asksAgain: (questions: readonly string[]) => string;
  /** `changing`, if the answer was given elsewhere: in another tab, on another device. */
  elsewhere: string;
  /** Beside the receipt of an answer that was changed. */
  changed: string;
  /** Beside the receipt of an answer that could not be changed any more. */
  late: string;
  /** Beside the receipt of an answer that was not changed, since something could not be undone. */
  stuck: string;
  /** The message that this button sends to the model in the person's name. `what` is the question. */
  tryAgain: (what: string) => string;
  crashed: string;
  /** It crashed again. Only a reload may help: `React.lazy` never retries a failed load. */
  stillCrashed: string;
  loading: string;
  /** The texts for problems with a question. */
  problems: ProblemMessages;
}

/** The English words. */
export const words: NoteMessages = {
  ended: (toolName, title, detail) => (detail ? `${toolName}: ${title}. ${detail}` : `${toolName}: ${title}`),
  answerBy: (time, locale) => `Answer by ${formatMoment(locale, time)}`,
  shortOfTime: (toolName, time, locale) =>
    `Time is running short: answer ${toolName} by ${formatMoment(locale, time)}.`,
  moreTime: 'More time',
  within: (seconds, locale) => `Answer within ${formatNumber(locale, seconds)} s`,
  lastMinute: (toolName) => `Less than a minute is left to answer ${toolName}.`,
  // The clocks may differ, so an answer may still be in time: the question stays usable.
  timeIsUp: 'Time is up. Waiting for the server’s decision.',
  again: (problem) => `Not sent yet; trying again. ${problem}`,
  from: (server, origin) => (origin ? `Asked by ${server} (${origin}).` : `Asked by ${server}.`),
  noCall: 'It does not say which call it asks for.',
  lost: 'It may or may not have been done. Check before you ask again.',
  askAgain: 'Ask again',
  keep: 'Keep it',
  changing: 'If you change this, what came after it no longer counts.',
  asksAgain: (questions) => `Asked again: “${questions.join('”, “')}”`,
  elsewhere:
    'That answer was given elsewhere, so it is not shown here. If you change this, what came after it no longer counts.',
  changed: 'This answer was changed.',
  late: 'It can no longer be changed. Your earlier answer stands.',
  stuck: 'Something could not be undone. Your earlier answer stands.',
  tryAgain: (what) => `Please try again: ${what}`,
  ...pageWords,
  problems: {
    notShown: 'This question could not be shown.',
    notLoaded: 'A part of this page could not be loaded. If trying again does not help, reload the page.',
    noForm: 'This app has no form for this question.',
    unfit: 'The answer does not fit this question, so it was not sent.',
    offline: 'You are offline. Your answer is sent when you are back online.',
    unreachable: 'The server could not be reached.',
    cut: 'The server’s reply was cut off.',
    unconfirmed: 'The server did not say that it has the answer. Send it again.',
    unknown: 'The server no longer knows this question.',
    closed: 'This conversation was closed here. Reload the page to continue.',
    signIn: 'The server did not let you answer. You may have to sign in again.',
    tooLarge: 'The answer is too large to be sent.',
    refused: 'The server refused the answer.',
    busy: 'The server could not accept it right now.',
  },
};
