import type { Operation, Subscription } from 'effection';
import type { NumberedEvent, PluginSession, PluginSessionEvent } from '../../src/session/plugin-session.ts';

const readers = new WeakMap<PluginSession, Subscription<NumberedEvent, never>>();

/** The next unread event of a session. */
export function* nextEvent(session: PluginSession): Operation<PluginSessionEvent> {
  const reader = readers.get(session) ?? session.getEvents();
  readers.set(session, reader);
  return (yield* reader.next()).value.event;
}
