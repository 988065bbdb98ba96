/** How a question ended, or that it was put aside and still waits for an answer. */
export type ReceiptOutcome = 'waiting' | 'answered' | 'declined' | 'cancelled' | 'expired' | 'lost' | 'aborted';

/** The words of a receipt. */
export interface ReceiptMessages {
  /** How the question ended, in a word: for screen readers, and the title if the plugin provides none. */
  outcomes: Readonly<Record<ReceiptOutcome, string>>;
  /** The accessible name of the line: `"Answered: Flight FL001"`. */
  named: (outcome: string, title: string) => string;
  /** The title of a question that nobody answered. */
  titles: Readonly<Record<'expired' | 'lost', string>>;
  /** Beside a question that was put aside and waits. */
  waits: string;
  /** Beside a question that somebody else answers. `who` names them: `"Bo or Manager"`. */
  waitsFor: (who: string) => string;
  /** Stands for somebody whose name is not known. */
  somebody: string;
  /** The button that asks nobody any more. */
  withdraw: string;
  /** The accessible name of that button. It must contain `withdraw`. */
  withdrawOf: (title: string) => string;
  /** The title if somebody else ended the question, by name. */
  others: Readonly<Record<'accept' | 'decline' | 'cancel', (name: string) => string>>;
  /** The button that opens that question again. */
  open: string;
  /** The button that opens an answered question again, to change the answer. */
  change: string;
  /** The accessible name of that button. `title` is that of the receipt. It must contain `change`. */
  changeOf: (title: string) => string;
  /** The title for a page that was opened. The page's host name is beside it. */
  pageOpened: string;
  /** The title for a page that said itself that the person is done. Its host name is beside it. */
  pageDone: string;
  /** The title if the question was ended elsewhere: in another tab, on another device. */
  elsewhere: Readonly<Record<'accept' | 'decline' | 'cancel', string>>;
  /** The title if the call was stopped, by what is known to have stopped it. */
  stopped: Readonly<Record<'user' | 'timeout' | 'server', string>>;
}

/** The English words. */
export const words: ReceiptMessages = {
  outcomes: {
    waiting: 'Waiting',
    answered: 'Answered',
    declined: 'Skipped',
    cancelled: 'Cancelled',
    expired: 'Expired',
    lost: 'Lost',
    aborted: 'Stopped',
  },
  named: (outcome, title) => `${outcome}: ${title}`,
  titles: {
    expired: 'The time to answer has passed',
    lost: 'Outcome unknown',
  },
  waits: 'Waits for your answer',
  waitsFor: (who) => `Waiting for ${who}`,
  somebody: 'somebody else',
  withdraw: 'Withdraw',
  withdrawOf: (title) => `Withdraw: ${title}`,
  others: {
    accept: (name) => `Answered by ${name}`,
    decline: (name) => `Declined by ${name}`,
    cancel: (name) => `Cancelled by ${name}`,
  },
  open: 'Open',
  change: 'Change',
  changeOf: (title) => `Change: ${title}`,
  pageOpened: 'Page opened',
  pageDone: 'Done on the page',
  elsewhere: {
    accept: 'Answered elsewhere',
    decline: 'Skipped elsewhere',
    cancel: 'Cancelled elsewhere',
  },
  stopped: {
    user: 'Stopped by you',
    timeout: 'Stopped: it took too long',
    server: 'Stopped by the server',
  },
};
