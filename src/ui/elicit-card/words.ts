/** What an `ElicitCard` says by itself. */
export interface CardMessages {
  noForm: string;
  sending: string;
  failed: string;
  decline: string;
  cancel: string;
  retry: string;
  /** Who asks; it names the card. */
  asks: (toolName: string) => string;
}

/** In English. */
export const words: CardMessages = {
  noForm: 'This app has no form for this question.',
  sending: 'Sending…',
  failed: 'Your answer was not sent.',
  decline: 'Decline',
  cancel: 'Cancel',
  retry: 'Retry',
  asks: (toolName) => `Question from ${toolName}`,
};
