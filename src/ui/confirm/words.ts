/** Every word that a `Confirm` says by itself. */
export const words = {
  title: 'Please confirm',
  confirm: 'Confirm',
  deny: 'No',
  sending: 'Sending…',
  failed: 'Your answer was not sent.',
};
