import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type Transport,
} from '@modelcontextprotocol/server';
import { createAdmission } from '../base/admission.ts';
import { createDeadline, type Deadline } from '../base/timers.ts';
import { createEventStore, type ClientEvents } from './event-store.ts';
import type { McpBounds } from './mcp-limits.ts';
import { McpRequestError } from './rpc-error.ts';
import { watchResponse } from './watch-response.ts';

export interface AboutRequest {
  /** Undefined for anonymous. */
  readonly owner: string | undefined;
  /** Undefined for a request without one. */
  readonly body: unknown;
  readonly authInfo: AuthInfo | undefined;
}

export interface ClientSessionsOptions {
  readonly limits: McpBounds;
  /** Once it aborts, no session begins or goes on. */
  readonly closing: AbortSignal;
  /** Connect a new server to the transport. */
  open(transport: Transport): Promise<void>;
}

interface ClientSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly owner: string | undefined;
  readonly events: ClientEvents;
  readonly unused: Deadline;
  /** The client's requests that have no answer yet, such as calls that wait for a person. */
  readonly atWork: Set<string | number>;
  hasBegun: boolean;
  /** Responses that are still open. */
  responses: number;
  /** In milliseconds since the Unix epoch. */
  usedAt: number;
}

/** How long a session may be unused before it ends, in milliseconds. */
const longestUnused = 1_800_000;
/** How soon a client that lost a stream comes back to resume it, in milliseconds. It is told so. */
const retryTime = 1000;
/** How soon a client that is there opens a stream, in milliseconds. */
const listenTime = 10_000;

/**
 * What clients keep open: the sessions of those before 2026-07-28, which live in this process, and the streams of
 * notifications of those since. Each takes one of its owner's places.
 */
export function createClientSessions({ limits, closing, open }: ClientSessionsOptions) {
  /** Those that were used longest ago come first. */
  const sessions = new Map<string, ClientSession>();
  // A stream of notifications never makes room for another.
  const places = createAdmission(limits, (_, owner) => endIdle(sessions.values(), owner));

  /** Open something in one of the owner's places, which it gives up at its end. What fails gives it up at once. */
  async function inPlace(owner: string | undefined, work: (leave: () => void) => Promise<Response>): Promise<Response> {
    const leave = places.take(owner, {});
    if (leave === undefined) {
      const message = 'Too many sessions are open. End one, or come again in a moment.';
      throw new McpRequestError(429, -32_000, 'TOO_MANY_CLIENT_SESSIONS', message);
    }
    try {
      return await work(leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async function begin(request: Request, about: AboutRequest): Promise<Response> {
    const { owner, body } = about;
    if (!isInitializeRequest(body)) {
      throw new McpRequestError(400, -32_000, 'INVALID_REQUEST', 'Send initialize first, without a session id.');
    }
    const events = createEventStore(limits.bytes);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      eventStore: events,
      retryInterval: retryTime,
      onsessioninitialized: (id) => void sessions.set(id, session),
    });
    const [unused, atWork] = [createDeadline(), new Set<string | number>()];
    const begun = { hasBegun: false, responses: 0, usedAt: Date.now() };
    const session: ClientSession = { transport, owner, events, unused, atWork, ...begun };
    return inPlace(owner, async (leave) => {
      await open(transport);
      watchRequests(session);
      const { onclose } = transport;
      transport.onclose = () => {
        session.unused.clear();
        sessions.delete(transport.sessionId ?? '');
        leave();
        onclose?.();
      };
      const response = await transport.handleRequest(request, handed(about));
      // A refused handshake starts no session.
      session.hasBegun = sessions.has(transport.sessionId ?? '');
      if (!session.hasBegun || closing.aborted) await transport.close();
      return session.hasBegun ? counted(session, response) : response;
    });
  }

  /** Count a response as open until it ends, and end the session when it was unused for long. */
  function counted(session: ClientSession, response: Response): Response {
    session.unused.clear();
    session.responses += 1;
    return watchResponse(response, limits.bytes, () => {
      session.responses -= 1;
      if (session.responses > 0 || !sessions.has(session.transport.sessionId ?? '')) return;
      session.unused.set(Date.now() + longestUnused, () => void session.transport.close());
    });
  }

  return {
    /**
     * Answer a request of a client before 2026-07-28.
     *
     * @throws {McpRequestError} 429 if every place is taken, 404 for a session that is not there, 400 for an event that is
     *   not kept
     */
    async handle(request: Request, about: AboutRequest): Promise<Response> {
      closing.throwIfAborted();
      const id = request.headers.get('mcp-session-id');
      if (id === null) return begin(request, about);
      const session = sessions.get(id);
      // Somebody else's session does not exist either. The 404 tells the client to initialize again.
      if (session === undefined || session.owner !== about.owner) {
        throw new McpRequestError(404, -32_001, 'UNKNOWN_SESSION', 'There is no such session.');
      }
      refuseForgotten(request, session.events);
      session.usedAt = Date.now();
      sessions.delete(id);
      sessions.set(id, session);
      return counted(session, await session.transport.handleRequest(request, handed(about)));
    },
    /** Open a stream of notifications. @throws {McpRequestError} 429 if every place is taken */
    stream: (owner: string | undefined, openStream: () => Promise<Response>): Promise<Response> =>
      inPlace(owner, async (leave) => watchResponse(await openStream(), limits.bytes, leave)),
    async close(): Promise<void> {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

/** End the owner's session that is missed least. One that is at work is never ended for another. */
function endIdle(sessions: Iterable<ClientSession>, owner: string | undefined): boolean {
  const idle = [...sessions].filter((session) => session.owner === owner && isIdle(session));
  const found = idle.find(hasLeft) ?? idle[0];
  void found?.transport.close();
  return found !== undefined;
}

function isIdle({ hasBegun, atWork }: ClientSession): boolean {
  return hasBegun && atWork.size === 0;
}

/** Its client seems to be gone: it reads nothing, though it had time to. */
function hasLeft({ responses, usedAt }: ClientSession): boolean {
  return responses === 0 && Date.now() - usedAt > listenTime;
}

function refuseForgotten({ method, headers }: Request, events: ClientEvents): void {
  const last = method === 'GET' ? headers.get('last-event-id') : null;
  if (last === null || events.has(last)) return;
  const message = 'What came after this event is not kept any more. Call the tool again.';
  throw new McpRequestError(400, -32_000, 'UNKNOWN_EVENT', message);
}

/** Note which of the client's requests have no answer yet. */
function watchRequests({ transport, atWork }: ClientSession): void {
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  transport.onmessage = (message, extra) => {
    if ('method' in message && 'id' in message) atWork.add(message.id);
    // A cancelled request gets no answer.
    if ('method' in message && message.method === 'notifications/cancelled') {
      atWork.delete((message.params as { requestId?: string | number } | undefined)?.requestId ?? '');
    }
    onmessage?.(message, extra);
  };
  transport.send = async (message, options) => {
    try {
      await send(message, options);
    } finally {
      if (!('method' in message) && message.id !== undefined) atWork.delete(message.id);
    }
  };
}

/** What the SDK gets beside a request, whose body has been read. */
export function handed({ body, authInfo }: AboutRequest) {
  return { ...(body !== undefined && { parsedBody: body }), ...(authInfo && { authInfo }) };
}
