import { ElicitOutlet } from 'elicitkit';

export const DialogOutlet = ({ nonce }: { nonce?: string }) => (
  <ElicitOutlet presentation="dialog" dialog={{ nonce, step: (at, of) => `${at} / ${of}`, closeLabel: 'Not now' }} />
);
