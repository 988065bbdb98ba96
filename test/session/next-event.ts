import type { Operation, Subscription } from 'effection';
import type { NumberedEvent, Call, PluginSessionEvent } from '../../src/session/plugin-session.ts';

const readers = new WeakMap<Call, Subscription<NumberedEvent, never>>();

/** The next unread event of a session, besides `waiting`. */
export function* nextEvent(session: Call): Operation<PluginSessionEvent> {
  const reader = readers.get(session) ?? session.getEvents();
  readers.set(session, reader);
  for (;;) {
    const { event } = (yield* reader.next()).value;
    if (event.type !== 'waiting') return event;
  }
}
