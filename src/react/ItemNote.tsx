import { useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { plainText } from '../protocol/plain-text.ts';
import { problemText } from '../ui/notes/problem-text.ts';
import type { Announcer } from './announcer.ts';
import { AskerContext, askerOf } from './asker.ts';
import { useNotes } from './useNotes.ts';
import { useTimeLeft } from './useTimeLeft.ts';

/** A note over an open question's card: until when it waits, or why its answer has not arrived yet. */
export function ItemNote({ item, announcer }: { item: OpenItem; announcer: Announcer }): ReactNode {
  const notes = useNotes();
  const { expiresAt = 0, request, status } = item;
  const moreTime = item.status === 'pending' ? item.moreTime : undefined;
  const left = useTimeLeft(status === 'sending' ? undefined : item.expiresAt, request.timeout);
  const phase = typeof left !== 'number' ? left : left > 0 ? 'last' : 'up';
  const asker = askerOf(item, useContext(AskerContext));
  const note = useRef<HTMLParagraphElement>(null);

  // Use a ref: a change of language must not announce it again.
  const spoken = useRef({ notes, isAsked: false });
  useEffect(() => {
    spoken.current.notes = notes;
  }, [notes]);
  // Announce what changes, not every second, and not what stands there from the start.
  useEffect(() => {
    const { notes: words } = spoken.current;
    if (phase === 'short') announcer.say(plainText(words.shortOfTime(asker, expiresAt, words.locale), 300));
    else if (phase === 'last') announcer.say(plainText(words.lastMinute(asker), 300));
    else if (phase === 'up') announcer.say(words.timeIsUp);
  }, [announcer, phase, asker, expiresAt]);
  useEffect(() => {
    const { notes: words, isAsked } = spoken.current;
    if (!isAsked) return;
    spoken.current.isAsked = false;
    announcer.say(words.answerBy(expiresAt, words.locale));
    // The button is gone, and the focus with it.
    note.current?.focus();
  }, [announcer, expiresAt]);

  if (item.status === 'sending') {
    if (!item.problem) return null;
    return <Note state="retrying" text={notes.again(problemText(notes.problems, item.problem))} />;
  }
  if (left === undefined) return null;
  if (left === 0) return <Note state="expired" text={notes.timeIsUp} />;
  function ask(): void {
    spoken.current.isAsked = true;
    moreTime?.();
  }
  const text = typeof left === 'number' ? notes.within(left, notes.locale) : notes.answerBy(expiresAt, notes.locale);
  return (
    <Note at={note} state={left === 'enough' ? 'waiting' : 'deadline'} text={text}>
      {moreTime !== undefined && left !== 'enough' && (
        <button type="button" data-elicit="more-time" onClick={ask}>
          {notes.moreTime}
        </button>
      )}
    </Note>
  );
}

interface NoteProps {
  readonly state: string;
  /** Where the focus may go. */
  readonly at?: RefObject<HTMLParagraphElement | null> | undefined;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A line beside a question, at the edge of the page's direction. `state` says what it is about. */
export function Note({ state, at, text, children }: NoteProps): ReactNode {
  return (
    <p ref={at} tabIndex={at && -1} data-elicit-root="" data-elicit="elicit-note" data-state={state}>
      <span data-elicit="" dir="auto">
        {text}
      </span>
      {children}
    </p>
  );
}
