import { ElicitOutlet } from 'elicitkit';

export const DialogOutlet = ({ nonce }: { nonce?: string }) => (
  <ElicitOutlet
    presentation="dialog"
    dialog={{ nonce }}
    messages={{ dialog: { close: 'Not now', step: (at, of) => `${at} / ${of}` } }}
  />
);
