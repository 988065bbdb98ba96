import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { PostBody } from './host-input.ts';
import type { HostReply } from './turn-command.ts';

// Somebody else's page, a webhook or a payment provider may have a call's id, so that id opens no conversation of nobody.
// A page that names no conversation names it all the same: its id is the end of each session's id that the page is told.

const name = /@[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of a conversation that its client does not name. */
export const newName = (): string => `@${crypto.randomUUID()}`;

/** An event as a conversation tells it. */
export function named<Event extends ChatStreamEvent | HostReply>(event: Event, conversationId: string): Event {
  if (!('sessionId' in event) || conversationId.search(name) !== 0) return event;
  return { ...event, sessionId: `${event.sessionId}${conversationId}` };
}

/** A request that names its conversation, if one of its sessions' ids does. */
export function withName(body: PostBody): PostBody {
  const { pluginAbort, pluginElicitResponses } = body;
  const sessions = [...(pluginElicitResponses ?? []), ...(pluginAbort ? [pluginAbort] : [])];
  const found = sessions.flatMap(({ sessionId }) => name.exec(sessionId) ?? [])[0];
  if (found === undefined) return body;
  const bare = <Named extends { sessionId: string }>(about: Named): Named => ({
    ...about,
    sessionId: about.sessionId.replace(name, ''),
  });
  return {
    ...body,
    conversationId: body.conversationId ?? found,
    ...(pluginElicitResponses && { pluginElicitResponses: pluginElicitResponses.map(bare) }),
    ...(pluginAbort && { pluginAbort: bare(pluginAbort) }),
  };
}
