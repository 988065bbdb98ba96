import type { ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { plainText } from '../protocol/plain-text.ts';
import { Note } from './ItemNote.tsx';
import { useNotes } from './useNotes.ts';

/** Names the asking server if it is not the chat server, and says if the call is unknown. */
export function ServerNote({ item: { server, toolName } }: { item: OpenItem }): ReactNode {
  const notes = useNotes();
  if (server === undefined) return null;
  const { name, origin } = server;
  const from = notes.from(plainText(name, 120), origin && plainText(origin, 200));
  return <Note state="server" text={toolName === '' ? `${from} ${notes.noCall}` : from} />;
}
