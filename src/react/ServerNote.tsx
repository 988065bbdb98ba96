import type { ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { plainText } from '../protocol/plain-text.ts';
import { useNotes } from './useNotes.ts';

/** Says which server asks, where the chat server does not, and that nobody knows for which call. */
export function ServerNote({ item: { server, toolName } }: { item: OpenItem }): ReactNode {
  const notes = useNotes();
  if (server === undefined) return null;
  const { name, origin } = server;
  return (
    <p data-elicit-root="" data-part="elicit-note" data-state="server" dir="auto">
      {notes.from(plainText(name, 120), origin && plainText(origin, 200))}
      {toolName === '' && ` ${notes.noCall}`}
    </p>
  );
}
