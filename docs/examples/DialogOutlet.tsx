import { ElicitOutlet } from 'elicitkit';

const headings: Readonly<Record<string, string>> = { book_flight: 'Your flight' };

export const DialogOutlet = ({ nonce }: { nonce?: string }) => (
  <ElicitOutlet
    presentation="dialog"
    dialog={{ nonce, title: ({ toolName }) => headings[toolName] ?? 'A question', closeLabel: 'Not now' }}
  />
);
