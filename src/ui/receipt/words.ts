/** How a question ended, or that it was put aside and still waits. */
export type ReceiptOutcome = 'waiting' | 'answered' | 'declined' | 'cancelled' | 'expired' | 'lost' | 'aborted';

/** What is said of a question that is over. */
export interface ReceiptMessages {
  /** How it ended, in a word, for who does not see the picture. */
  outcomes: Readonly<Record<ReceiptOutcome, string>>;
  /** The whole line, for who hears it: `"Answered: Flight FL001"`. */
  named: (outcome: string, title: string) => string;
  /** How it ended, where the plugin has no words of its own. */
  titles: Readonly<Record<'accept' | 'decline' | 'cancel' | 'expired' | 'lost', string>>;
  /** Beside a question that was put aside. */
  waits: string;
  /** The button that takes it up again. */
  open: string;
  /** The title, of a page that was opened; its host stands beside it. */
  pageOpened: string;
  /** The same, of what another tab did. */
  elsewhere: Readonly<Record<'accept' | 'decline' | 'cancel', string>>;
  /** The same, of a call that was stopped: by whom, where that is known. */
  stopped: Readonly<Record<'user' | 'timeout' | 'server' | 'unknown', string>>;
}

/** In English. */
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
    accept: 'Answered',
    decline: 'Skipped',
    cancel: 'Cancelled',
    expired: 'The time to answer has passed',
    lost: 'Outcome unknown',
  },
  waits: 'Waits for your answer',
  open: 'Open',
  pageOpened: 'Page opened',
  elsewhere: {
    accept: 'Answered in another tab',
    decline: 'Skipped in another tab',
    cancel: 'Cancelled in another tab',
  },
  stopped: {
    user: 'Stopped by you',
    timeout: 'Stopped: it took too long',
    server: 'Stopped by the server',
    unknown: 'Stopped',
  },
};
