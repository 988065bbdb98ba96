import { useContext, useEffect, useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { plainText } from '../protocol/plain-text.ts';
import { useNotes } from './useNotes.ts';
import type { Announcer } from './announcer.ts';
import { AskerContext, askerOf } from './asker.ts';
import type { DialogQueue } from './dialog-queue.ts';

interface AnnouncerRegionProps {
  client: PluginClient;
  announcer: Announcer;
  dialogs: DialogQueue;
}

/**
 * Where things are said, and the saying of what nothing else says: that a question has come.
 *
 * What stands there when the page comes up is read with the page, and is no news. A dialog takes the focus, which has
 * its question read out, and so may an outlet: to say it as well would be twice.
 */
export function AnnouncerRegion({ client, announcer, dialogs }: AnnouncerRegionProps): ReactNode {
  const { attach } = announcer;
  const notes = useNotes();
  const names = useContext(AskerContext);
  const items = useSyncExternalStore(client.subscribe, () => client.getSnapshot().items, nothing);
  const turn = useSyncExternalStore(dialogs.subscribe, dialogs.getSnapshot, noTurn);
  const known = useRef<Set<string> | undefined>(undefined);
  useEffect(() => () => void (known.current = undefined), [client]);
  // By now the outlets, which stand before this, have drawn the same items and put theirs in line for the dialog.
  useEffect(() => {
    known.current ??= new Set(items.map(({ elicitId }) => elicitId));
    for (const item of items) {
      const { elicitId } = item;
      if (known.current.has(elicitId)) continue;
      // One that was put aside is no news: its line says that it waits.
      const isNews = item.status === 'pending' && !item.aside;
      // Should the dialog not come to be, it is news again.
      if (isNews && dialogs.has(elicitId)) continue;
      known.current.add(elicitId);
      if (isNews && !announcer.isLeft(elicitId))
        announcer.say(plainText(notes.asks(askerOf(item, names), item.message), 300));
    }
  }, [items, turn, dialogs, announcer, notes, names]);

  // Nothing is said on a server: its page stays as the host wrote it.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  return <div ref={attach} aria-live="polite" aria-relevant="additions" data-part="announcer" style={unseen} />;
}

const never = () => () => undefined;
const nothing = () => none;
const none: readonly ElicitItem[] = [];
const noTurn = () => undefined;

/** Out of sight, and not out of hearing; no host's style sheet is needed for it. */
const unseen: CSSProperties = {
  position: 'absolute',
  inlineSize: 1,
  blockSize: 1,
  margin: -1,
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
};
