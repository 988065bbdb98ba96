import type { UrlRefusal, UrlWarning } from '../../protocol/inspect-url.ts';
import { answerSent, type SentMessages } from '../parts/sent-words.ts';

/** The words of `UrlConsent`. */
export interface UrlConsentMessages extends SentMessages {
  title: string;
  titleFrom: (server: string) => string;
  /** The title once the page was opened. */
  opened: string;
  /** Under it, if the page itself says when the person is done. */
  reports: string;
  refusedTitle: string;
  /** The accessible name of the address. */
  address: string;
  open: string;
  /** Follows the link's text, only for screen readers. */
  opensNew: string;
  notOpen: string;
  notOpenHelp: string;
  done: string;
  /** Warnings before the page is opened. */
  warnings: Readonly<Record<UrlWarning, string>>;
  /** The reasons that an address is refused. */
  refusals: Readonly<Record<UrlRefusal, string>>;
}

/** The English words. */
export const words: UrlConsentMessages = {
  title: 'Open a page',
  titleFrom: (server) => `${server} asks you to open a page`,
  opened: 'Continue on the page that you opened',
  reports: 'This card ends by itself when you are done there.',
  refusedTitle: 'This page cannot be opened',
  address: 'Address',
  open: 'Open page',
  opensNew: '(opens in a new tab)',
  notOpen: 'Did it not open?',
  notOpenHelp: 'Your browser may have blocked the new tab. Try again, or copy the address above and open it yourself.',
  done: "I'm done",
  ...answerSent,
  warnings: {
    'mixed-scripts': 'The name of this site mixes letters of several alphabets. It may imitate another site.',
    punycode:
      'The name of this site has letters of another alphabet, written here as xn--. It may imitate another site.',
    user: 'What stands before the @ is not the site. Only the bold part is.',
    ip: 'This site has no name, only a number.',
    loopback: 'This page is on your own device.',
    http: 'This connection is not encrypted.',
  },
  refusals: {
    invalid: 'Its address is not valid.',
    'too-long': 'Its address is too long to be shown.',
    'hidden-characters': 'Its address has characters that cannot be seen, or that browsers change.',
    scheme: 'Only web pages can be opened from here.',
    'not-encrypted': 'Its connection would not be encrypted.',
  },
};
