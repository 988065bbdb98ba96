import type { ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { plainText } from '../protocol/plain-text.ts';

/** Says which server asks, where the chat server does not, and that nobody knows for which call. */
export function ServerNote({ item: { server, toolName } }: { item: OpenItem }): ReactNode {
  if (server === undefined) return null;
  const { name, origin } = server;
  return (
    <p data-part="elicit-note" data-state="server" dir="auto">
      {words.from(plainText(name, 120), origin === undefined ? undefined : plainText(origin, 200))}
      {toolName === '' && ` ${words.noCall}`}
    </p>
  );
}

/** Every word that this file says by itself. */
const words = {
  from: (name: string, origin: string | undefined) =>
    origin === undefined ? `Asked by ${name}.` : `Asked by ${name} (${origin}).`,
  noCall: 'It does not say which call it asks for.',
};
