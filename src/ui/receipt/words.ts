/** How a question ended. */
export type ReceiptOutcome = 'answered' | 'declined' | 'cancelled' | 'expired' | 'lost' | 'aborted';

/** What is said of a question that is over. */
export interface ReceiptMessages {
  /** How it ended, in a word, for who does not see the picture. */
  outcomes: Readonly<Record<ReceiptOutcome, string>>;
  /** The whole line, for who hears it: `"Answered: Flight FL001"`. */
  named: (outcome: string, title: string) => string;
  /** The title where the plugin has none of its own. */
  titles: Readonly<Record<'accept' | 'decline' | 'cancel' | 'expired' | 'lost', string>>;
  /** The same, of a page that was opened; its host stands beside it. */
  pageOpened: string;
  /** The same, of what another tab did. */
  elsewhere: Readonly<Record<'accept' | 'decline' | 'cancel', string>>;
  /** The same, of a call that was stopped: by whom, where that is known. */
  stopped: Readonly<Record<'user' | 'timeout' | 'server' | 'unknown', string>>;
}

/** In English. */
export const words: ReceiptMessages = {
  outcomes: {
    answered: 'Answered',
    declined: 'Declined',
    cancelled: 'Cancelled',
    expired: 'Expired',
    lost: 'Lost',
    aborted: 'Stopped',
  },
  named: (outcome, title) => `${outcome}: ${title}`,
  titles: {
    accept: 'Answered',
    decline: 'Declined',
    cancel: 'Cancelled',
    expired: 'Not answered in time',
    lost: 'Outcome unknown',
  },
  pageOpened: 'Page opened',
  elsewhere: {
    accept: 'Answered in another tab',
    decline: 'Declined in another tab',
    cancel: 'Cancelled in another tab',
  },
  stopped: {
    user: 'Stopped by you',
    timeout: 'Stopped: it took too long',
    server: 'Stopped by the server',
    unknown: 'Stopped',
  },
};
