import { useContext, useEffect, useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { plainText } from '../protocol/plain-text.ts';
import { askerOf, nameOf } from './asker.ts';
import { AskerContext, type SessionContextValue } from './session-context.ts';
import { useNotes } from './useNotes.ts';

/** Speaks through a screen reader, politely: after what is being read. */
export interface Announcer {
  readonly say: (text: string) => void;
  /** Note that focus had a question read out: announcing it would repeat it. */
  readonly leave: (elicitId: string) => void;
  readonly isLeft: (elicitId: string) => boolean;
  /** Set the live region, which must be in the page before any text enters it. */
  readonly attach: (region: HTMLElement | null) => void;
}

/** Keep only the last lines; each is read once, when it is added. */
const keptLines = 3;

export function createAnnouncer(): Announcer {
  let region: HTMLElement | null = null;
  const left = new Set<string>();
  return {
    attach(element) {
      region = element;
    },
    leave: (elicitId) => void left.add(elicitId),
    isLeft: (elicitId) => left.has(elicitId),
    say(text) {
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
export function AnnouncerRegion({ client, outlets, announcer }: SessionContextValue): ReactNode {
  const { attach } = announcer;
  const notes = useNotes();
  const names = useContext(AskerContext);
  const shared = useSyncExternalStore(outlets.subscribe, outlets.getShared, nothing);
  const known = useRef<Set<string> | undefined>(undefined);
  useEffect(
    () => () => {
      known.current = undefined;
      outlets.rest();
    },
    [client, outlets],
  );
  useEffect(() => {
    const { pending = none } = shared ?? {};
    known.current ??= new Set([...pending, ...client.getSnapshot().receipts].map(({ elicitId }) => elicitId));
    for (const item of pending) {
      const { elicitId } = item;
      if (known.current.has(elicitId)) continue;
      // Don't announce a question that was put aside: its line says that it waits.
      const isNews = item.status === 'pending' && !item.aside && !item.revises;
      // If no dialog appears, announce it then.
      if (isNews && outlets.isInDialog(item)) continue;
      known.current.add(elicitId);
      if (isNews && !announcer.isLeft(elicitId))
        announcer.say(plainText(notes.asks(nameOf(askerOf(item, names)), item.message), 300));
    }
  }, [client, shared, outlets, announcer, notes, names]);

  // Render nothing on a server, so that the host's markup stays unchanged.
  if (shared === undefined) return null;
  return <div ref={attach} aria-live="polite" aria-relevant="additions" data-elicit="announcer" style={unseen} />;
}

const nothing = () => undefined;
const none: readonly OpenItem[] = [];

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
