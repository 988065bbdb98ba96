/** What an `ElicitCard` says by itself. */
export interface CardMessages {
  noForm: string;
  sending: string;
  failed: string;
  decline: string;
  cancel: string;
  /** Names the button that shows Cancel when the component has its own "no" button. */
  more: string;
  retry: string;
  /** Who asks; it names the card. `serverName` is the host's name for a server other than the chat's own. */
  asks: (toolName: string, serverName?: string) => string;
  /** Beside the tool's name: the server whose tool it is. */
  from: (serverName: string) => string;
}

/** In English. */
export const words: CardMessages = {
  noForm: 'This app has no form for this question.',
  sending: 'Sending…',
  failed: 'Your answer was not sent.',
  decline: 'Decline',
  cancel: 'Cancel',
  more: 'More',
  retry: 'Retry',
  asks: (toolName, serverName) =>
    serverName === undefined ? `Question from ${toolName}` : `Question from ${toolName} of ${serverName}`,
  from: (serverName) => `from ${serverName}`,
};
