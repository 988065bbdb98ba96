import { useEffect, useRef, useState, type ReactNode } from 'react';
import { longestTimer } from '../base/timers.ts';
import type { OpenItem } from '../client/elicit-item.ts';
import { plainText } from '../protocol/plain-text.ts';
import { problemText } from '../ui/notes/problem-text.ts';
import { nameOf, type Asker } from './asker.ts';
import { Note, type Notes } from './Note.tsx';
import { useSessionContext } from './session-context.ts';

/** A note over an open question's card: until when it waits, or why its answer has not arrived yet. */
export function ItemNote({ item, asker, notes }: { item: OpenItem; asker: Asker; notes: Notes }): ReactNode {
  const { announcer } = useSessionContext('<ElicitOutlet>');
  const { request, status } = item;
  const expiresAt = status === 'sending' ? undefined : item.expiresAt;
  const moreTime = status === 'pending' ? item.moreTime : undefined;
  const [measured, setLeft] = useState<TimeLeft>();
  const left = expiresAt === undefined ? undefined : measured;
  const note = useRef<HTMLParagraphElement>(null);
  // What was announced of which deadline, and whether the person asked for a later one.
  const said = useRef<{ of?: number | undefined; phase?: string; isAsked?: boolean }>({});
  const name = nameOf(asker);

  useEffect(() => {
    const { of, isAsked } = said.current;
    if (of !== expiresAt) said.current = { of: expiresAt };
    if (expiresAt === undefined) return undefined;
    if (isAsked && of !== expiresAt) {
      announcer.say(notes.answerBy(expiresAt, notes.locale));
      // The button is gone, and the focus with it.
      note.current?.focus();
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const [now, ms] = timeLeft(expiresAt, request.timeout);
      setLeft(now);
      // Announce what changes, not every second.
      const phase = typeof now !== 'number' ? now : now > 0 ? 'last' : 'up';
      if (phase !== said.current.phase && phase !== 'enough') {
        const short = () => notes.shortOfTime(name, expiresAt, notes.locale);
        const line = phase === 'short' ? short() : phase === 'last' ? notes.lastMinute(name) : notes.timeIsUp;
        announcer.say(plainText(line, 300));
      }
      said.current.phase = phase;
      if (ms !== undefined) timer = setTimeout(look, Math.min(ms, longestTimer));
    };
    look();
    return () => clearTimeout(timer);
  }, [announcer, notes, name, expiresAt, request.timeout]);

  if (item.status === 'sending') {
    if (!item.problem) return null;
    return <Note state="retrying" text={notes.again(problemText(notes.problems, item.problem))} />;
  }
  if (left === undefined || expiresAt === undefined) return null;
  if (left === 0) return <Note state="expired" text={notes.timeIsUp} />;
  function ask(): void {
    said.current.isAsked = true;
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

/** The last minute of a deadline is counted down. In milliseconds. */
const minute = 60_000;

/** `short` from a question's last fifth on; then the whole seconds of the last minute, 0 when it is up. */
type TimeLeft = number | 'enough' | 'short';

/** What is left of a question's time, and in how many milliseconds that changes. */
function timeLeft(expiresAt: number, timeout = 0): readonly [TimeLeft, number | undefined] {
  const ms = Math.max(0, expiresAt - Date.now());
  const shortBelow = Math.max(timeout / 5, minute);
  if (ms > shortBelow) return ['enough', ms - shortBelow];
  if (ms > minute) return ['short', ms - minute];
  const seconds = Math.ceil(ms / 1000);
  return [seconds, ms === 0 ? undefined : ms - (seconds - 1) * 1000];
}
