import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface Kept {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/**
 * The last events of one client's session, for a client that lost its connection and resumes with `Last-Event-ID`. The
 * oldest are forgotten. A client that asks for what comes after a forgotten one is refused, and begins anew.
 *
 * @param bytes - how much to keep. The last event is kept in any case
 */
export function createEventStore(bytes: number): EventStore {
  const events = new Map<string, Kept>();
  let kept = 0;
  let last = 0;

  return {
    async storeEvent(streamId, message) {
      const size = JSON.stringify(message).length;
      last += 1;
      events.set(`${last}`, { streamId, message, size });
      kept += size;
      for (const [id, event] of events) {
        if (kept <= bytes || id === `${last}`) break;
        events.delete(id);
        kept -= event.size;
      }
      return `${last}`;
    },
    getStreamIdForEventId: async (eventId) => events.get(eventId)?.streamId,
    async replayEventsAfter(lastEventId, { send }) {
      const from = events.get(lastEventId);
      if (from === undefined) throw new Error('The event is not kept any more.');
      for (const [id, { streamId, message }] of events) {
        // In their order.
        if (Number(id) > Number(lastEventId) && streamId === from.streamId) await send(id, message);
      }
      return from.streamId;
    },
  };
}
