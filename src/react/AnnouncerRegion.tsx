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
 * The live region, which also announces each new question.
 *
 * Questions there on page load are not announced: the page is read anyway. A dialog, and an outlet that moves the
 * focus, have the question read already; announcing it would repeat it.
 */
export function AnnouncerRegion({ client, announcer, dialogs }: AnnouncerRegionProps): ReactNode {
  const { attach } = announcer;
  const notes = useNotes();
  const names = useContext(AskerContext);
  const items = useSyncExternalStore(client.subscribe, () => client.getSnapshot().items, nothing);
  const turn = useSyncExternalStore(dialogs.subscribe, dialogs.getSnapshot, noTurn);
  const known = useRef<Set<string> | undefined>(undefined);
  useEffect(() => () => void (known.current = undefined), [client]);
  // By now the outlets, which come before this, have rendered the same items and queued theirs for the dialog.
  useEffect(() => {
    known.current ??= new Set(items.map(({ elicitId }) => elicitId));
    for (const item of items) {
      const { elicitId } = item;
      if (known.current.has(elicitId)) continue;
      // Don't announce a question that was put aside: its line says that it waits.
      const isNews = item.status === 'pending' && !item.aside;
      // If no dialog appears, announce it then.
      if (isNews && dialogs.has(elicitId)) continue;
      known.current.add(elicitId);
      if (isNews && !announcer.isLeft(elicitId))
        announcer.say(plainText(notes.asks(askerOf(item, names), item.message), 300));
    }
  }, [items, turn, dialogs, announcer, notes, names]);

  // Render nothing on a server, so that the host's markup stays unchanged.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  return <div ref={attach} aria-live="polite" aria-relevant="additions" data-elicit="announcer" style={unseen} />;
}

const never = () => () => undefined;
const nothing = () => none;
const none: readonly ElicitItem[] = [];
const noTurn = () => undefined;

/** Visually hidden but readable, without a style sheet. */
const unseen: CSSProperties = {
  position: 'absolute',
  inlineSize: 1,
  blockSize: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};
