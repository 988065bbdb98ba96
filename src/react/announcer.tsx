import { useContext, useEffect, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import { plainText } from '../protocol/plain-text.ts';
import { useWords } from '../ui/language/language-context.ts';
import { words as pageWords } from '../ui/notes/page-words.ts';
import { askerOf, nameOf } from './asker.ts';
import { AskerContext, type SessionContextValue } from './session-context.ts';

export type Announcer = ReturnType<typeof createAnnouncer>;

/** Keep only the last lines; each is read once, when it is added. */
const keptLines = 3;

/** Speaks through a screen reader, politely: after what is being read. */
export function createAnnouncer(client: PluginClient) {
  let region: HTMLElement | null = null;
  const { pending, receipts } = client.getSnapshot();
  return {
    /** The questions not to announce: they were there before, or were read out. */
    known: new Set([...pending, ...receipts].map(({ elicitId }) => elicitId)),
    /** Set the live region, which must be in the page before any text enters it. */
    attach(element: HTMLElement | null): void {
      region = element;
    },
    say(text: string): void {
      if (region === null) return;
      const line = region.ownerDocument.createElement('p');
      line.textContent = text;
      region.append(line);
      while (region.children.length > keptLines) region.firstElementChild?.remove();
    },
  };
}

/**
 * The live region, which also announces each new question.
 *
 * Questions there on page load are not announced: the page is read anyway. A dialog, and an outlet that moves the
 * focus, have the question read already; announcing it would repeat it.
 */
export function AnnouncerRegion({ outlets, announcer }: SessionContextValue): ReactNode {
  const { attach, known, say } = announcer;
  const notes = useWords('notes', pageWords);
  const names = useContext(AskerContext);
  const shared = useSyncExternalStore(outlets.subscribe, outlets.getShared, nothing);
  useEffect(() => outlets.rest, [outlets]);
  useEffect(() => {
    for (const item of shared?.pending ?? []) {
      const { elicitId } = item;
      if (known.has(elicitId)) continue;
      // Don't announce a question that was put aside: its line says that it waits.
      const isNews = item.status === 'pending' && !item.aside && !item.revises;
      // If no dialog appears, announce it then.
      if (isNews && outlets.isInDialog(item)) continue;
      known.add(elicitId);
      if (isNews) say(plainText(notes.asks(nameOf(askerOf(item, names)), item.message), 300));
    }
  }, [shared, outlets, known, say, notes, names]);

  // Render nothing on a server, so that the host's markup stays unchanged.
  if (shared === undefined) return null;
  return <div ref={attach} aria-live="polite" aria-relevant="additions" data-elicit="announcer" style={unseen} />;
}

const nothing = () => undefined;

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
