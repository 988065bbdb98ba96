/** Every word that an `ElicitCard` says by itself. */
export const words = {
  noForm: 'This app has no form for this question.',
  sending: 'Sending…',
  failed: 'Your answer was not sent.',
  decline: 'Decline',
  cancel: 'Cancel',
  retry: 'Retry',
  asks: (toolName: string, serverName?: string) =>
    serverName === undefined ? `Question from ${toolName}` : `Question from ${toolName} of ${serverName}`,
  from: (serverName: string) => `from ${serverName}`,
};
