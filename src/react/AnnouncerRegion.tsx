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
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  useEffect(() => () => void (known.current = undefined), [client]);
  // By now the outlets, which come before this, have rendered the same items and queued theirs for the dialog.
  useEffect(() => {
    const before = known.current ?? new Set(items.map(({ elicitId }) => elicitId));
    // Don't announce a question that was put aside: its line says that it waits.
    const news = items.filter((item) => !before.has(item.elicitId) && item.status === 'pending' && !item.aside);
    // If no dialog appears, announce them then.
    const leftOut = new Set(news.filter(({ elicitId }) => dialogs.has(elicitId)));
    known.current = new Set(items.filter((item) => !leftOut.has(item)).map(({ elicitId }) => elicitId));
    for (const item of news) {
      if (!leftOut.has(item) && !announcer.isLeft(item.elicitId))
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
  return <div ref={attach} aria-live="polite" aria-relevant="additions" data-part="announcer" style={unseen} />;
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
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
};
