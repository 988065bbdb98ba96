import { useEffect, useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import { plainText } from '../protocol/plain-text.ts';
import { useNotes } from './useNotes.ts';
import type { Announcer } from './announcer.ts';
import { askerOf } from './asker.ts';

/**
 * Where things are said, and the saying of what no card says itself: that a question has come.
 *
 * What stands there when the page comes up is read with the page, and is no news.
 */
export function AnnouncerRegion({ client, announcer }: { client: PluginClient; announcer: Announcer }): ReactNode {
  const { attach } = announcer;
  const notes = useNotes();
  const spoken = useRef(notes);
  useEffect(() => {
    spoken.current = notes;
  }, [notes]);
  useEffect(() => {
    const open = () => client.getSnapshot().pending;
    let known = new Set(open().map(({ elicitId }) => elicitId));
    return client.subscribe(() => {
      const { items } = client.getSnapshot();
      for (const item of items) {
        if (known.has(item.elicitId) || item.status !== 'pending') continue;
        announcer.say(plainText(spoken.current.asks(askerOf(item), item.message), 300));
      }
      if (items.length !== known.size) known = new Set(items.map(({ elicitId }) => elicitId));
    });
  }, [client, announcer]);

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
