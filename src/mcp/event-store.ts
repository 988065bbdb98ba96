import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface Kept {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/** The last events of one client's session. */
export interface ClientEvents extends EventStore {
  /** This event is not forgotten. */
  has(eventId: string): boolean;
}

/**
 * Keep the last events of a client that lost its connection and resumes with `Last-Event-ID`. The oldest are forgotten.
 *
 * Leave `getStreamIdForEventId` out: with it, the SDK refuses a client whose network has changed for as long as nobody
 * notices that its old connection is dead. Without it, who resumes a stream takes it over.
 *
 * @param bytes - how much to keep. The last event is kept in any case
 */
export function createEventStore(bytes: number): ClientEvents {
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
    has: (eventId) => events.has(eventId),
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
