import { useContext, useEffect, useRef, type ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { plainText } from '../protocol/plain-text.ts';
import { problemText } from '../ui/notes/problem-text.ts';
import type { Announcer } from './announcer.ts';
import { AskerContext, askerOf } from './asker.ts';
import { useNotes } from './useNotes.ts';
import { useTimeLeft } from './useTimeLeft.ts';

/** A note below an open question's card: its time is running out, or why its answer has not arrived yet. */
export function ItemNote({ item, announcer }: { item: OpenItem; announcer: Announcer }): ReactNode {
  const notes = useNotes();
  const left = useTimeLeft(item.status === 'sending' ? undefined : item.expiresAt);
  const isRunning = left !== undefined && left > 0;
  const isUp = left === 0;
  const asker = askerOf(item, useContext(AskerContext));

  // Use a ref: a change of language must not announce it again.
  const spoken = useRef(notes);
  useEffect(() => {
    spoken.current = notes;
  }, [notes]);
  // Announce only the start and the end of the last minute, not every second.
  useEffect(() => {
    if (isRunning) announcer.say(plainText(spoken.current.lastMinute(asker), 300));
    else if (isUp) announcer.say(spoken.current.timeIsUp);
  }, [announcer, isRunning, isUp, asker]);

  if (item.status === 'sending') {
    if (!item.problem) return null;
    return <Note state="retrying">{notes.again(problemText(notes.problems, item.problem))}</Note>;
  }
  if (isUp) return <Note state="expired">{notes.timeIsUp}</Note>;
  return isRunning && <Note state="deadline">{notes.within(left, notes.locale)}</Note>;
}

/** A line beside a question. `state` says what it is about. */
export function Note({ state, children }: { state: string; children: ReactNode }): ReactNode {
  return (
    <p data-elicit-root="" data-elicit="elicit-note" data-state={state} dir="auto">
      {children}
    </p>
  );
}
