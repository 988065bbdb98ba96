import type { UrlRefusal, UrlWarning } from './inspect-url.ts';

/** Every word that a `UrlConsent` says by itself. */
export const words = {
  title: 'Open a page',
  titleFrom: (server: string) => `${server} asks you to open a page`,
  opened: 'Go on in the page that you opened',
  refusedTitle: 'This page cannot be opened',
  address: 'Address',
  open: 'Open page',
  opensNew: 'opens in a new tab',
  notOpen: 'Did it not open?',
  notOpenHelp: 'Your browser may have blocked the new tab. Try again, or copy the address above and open it yourself.',
  done: "I'm done",
  again: 'Try again',
  decline: 'Decline',
  cancel: 'Cancel',
  sending: 'Sending…',
  failed: 'Your answer was not sent.',
  warnings: {
    'mixed-scripts': 'The name of this site mixes letters of several alphabets. It may imitate another site.',
    punycode:
      'The name of this site has letters of another alphabet, written here as xn--. It may imitate another site.',
    user: 'What stands before the @ is not the site. Only the bold part is.',
    ip: 'This site has no name, only a number.',
    loopback: 'This page is on your own device.',
    http: 'This connection is not encrypted.',
  } satisfies Record<UrlWarning, string>,
  refusals: {
    invalid: 'Its address is not valid.',
    'too-long': 'Its address is too long to be shown.',
    'hidden-characters': 'Its address has characters that cannot be seen, or that browsers change.',
    scheme: 'Only web pages can be opened from here.',
    'not-encrypted': 'Its connection would not be encrypted.',
  } satisfies Record<UrlRefusal, string>,
};
