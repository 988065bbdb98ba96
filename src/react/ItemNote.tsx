import { useEffect, type ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { plainText } from '../protocol/plain-text.ts';
import type { Announcer } from './announcer.ts';
import { askerOf } from './asker.ts';
import { useTimeLeft } from './useTimeLeft.ts';

/** What is to be known of an open question beside its card: that its time runs out, or why it is not through yet. */
export function ItemNote({ item, announcer }: { item: OpenItem; announcer: Announcer }): ReactNode {
  const left = useTimeLeft(item.status === 'sending' ? undefined : item.expiresAt);
  const isRunning = left !== undefined && left > 0;
  const isUp = left === 0;
  const asker = askerOf(item);

  // The seconds are shown and not read out: once, when the minute begins, and once at its end.
  useEffect(() => {
    if (isRunning) announcer.say(words.lastMinute(asker));
  }, [announcer, isRunning, asker]);
  useEffect(() => {
    if (isUp) announcer.say(words.timeIsUp);
  }, [announcer, isUp]);

  if (item.status === 'sending') {
    if (item.elsewhere) return <Note state="elsewhere">{words.elsewhere}</Note>;
    return item.problem && <Note state="retrying">{`${words.again} ${plainText(item.problem.message, 300)}`}</Note>;
  }
  if (isUp) return <Note state="expired">{words.timeIsUp}</Note>;
  return isRunning && <Note state="deadline">{words.within(left)}</Note>;
}

function Note({ state, children }: { state: string; children: string }): ReactNode {
  return (
    <p data-part="elicit-note" data-state={state} dir="auto">
      {children}
    </p>
  );
}

/** Every word that this file says by itself. */
const words = {
  within: (seconds: number) => `Answer within ${seconds} s`,
  lastMinute: (toolName: string) => plainText(`Less than a minute is left to answer ${toolName}.`, 300),
  // The clocks may differ, so that an answer may still be in time: nothing is held still here.
  timeIsUp: 'The time to answer is up. Waiting for the server’s word.',
  again: 'Not sent yet; it is being tried again.',
  elsewhere: 'It is being answered in another tab.',
};
