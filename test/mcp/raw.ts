import { expect, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { McpEndpoint } from '../../src/mcp.ts';
import type { DurableStore } from '../../src/server.ts';
import { eventually } from '../eventually.ts';
import { address, type Asked } from './harness.ts';

/** Says who a request acts for by its `x-user`. Without it, nobody is signed in. */
export const byHeader = (request: Request): string | Response =>
  request.headers.get('x-user') ?? new Response('Sign in.', { status: 401 });

export const as = (user: string) => ({ 'x-user': user });

const modernHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'book_flight',
};

/** A body as it is, as a request of 2026-07-28. */
export function post(mcp: McpEndpoint, body: BodyInit, headers: Record<string, string> = {}, url = address) {
  return mcp.fetch(new Request(url, { method: 'POST', headers: { ...modernHeaders, ...headers }, body }));
}

/** A client of 2025-11-25, as it goes over the wire. */
export interface RawSession {
  readonly id: string;
  /** Post a message. @returns the response, whose stream is open */
  send(message: object, headers?: Record<string, string>): Promise<Response>;
  /** Call a tool. */
  call(name: string, args: object, id?: number): Promise<Stream>;
  /** Open a stream of events again. */
  resume(lastEventId: string): Promise<Stream>;
  end(): Promise<Response>;
}

export async function initialize(
  mcp: McpEndpoint,
  { user, capabilities = { elicitation: {} } }: { user?: string; capabilities?: object } = {},
): Promise<RawSession> {
  const base = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(user && as(user)),
  };
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const opening = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
  const response = await mcp.fetch(
    new Request(address, { method: 'POST', headers: base, body: JSON.stringify(opening) }),
  );
  const id = response.headers.get('mcp-session-id') ?? '';
  await response.text();
  const about = { ...base, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  const session: RawSession = {
    id,
    send: (message, headers) =>
      mcp.fetch(
        new Request(address, {
          method: 'POST',
          headers: { ...about, ...headers },
          body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        }),
      ),
    call: async (name, args, callId = 1) =>
      streamOf(await session.send({ id: callId, method: 'tools/call', params: { name, arguments: args } })),
    resume: async (lastEventId) =>
      streamOf(await mcp.fetch(new Request(address, { headers: { ...about, 'last-event-id': lastEventId } }))),
    end: () => mcp.fetch(new Request(address, { method: 'DELETE', headers: about })),
  };
  await session.send({ method: 'notifications/initialized' });
  return session;
}

export interface Message {
  id?: number;
  method?: string;
  params?: Asked & Record<string, unknown>;
  result?: { isError?: boolean; content: { text: string }[]; structuredContent?: unknown };
  error?: { code: number; message: string; data?: unknown };
}

/** What a response streams. */
export interface Stream {
  readonly status: number;
  /** The id of the last event. */
  readonly lastId: string;
  /** The next message. Undefined when the stream has ended. */
  next(): Promise<Message | undefined>;
  leave(): Promise<void>;
}

export function streamOf(response: Response): Stream {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader?.cancel().catch(() => undefined));
  let text = '';
  let lastId = '';
  return {
    status: response.status,
    get lastId() {
      return lastId;
    },
    async next() {
      for (;;) {
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const event = text.slice(0, end);
          text = text.slice(end + 2);
          lastId = /^id: (.+)$/m.exec(event)?.[1] ?? lastId;
          const data = /^data: (.+)$/m.exec(event)?.[1];
          if (data !== undefined) return JSON.parse(data) as Message;
        }
        const read = await reader?.read();
        if (read === undefined || read.done) return undefined;
        text += read.value;
      }
    },
    leave: async () => reader?.cancel(),
  };
}

/** Something that waits until it is let through. */
export function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let reached = 0;
  return {
    open: () => open(),
    pass: () => {
      reached += 1;
      return opened;
    },
    /** Resolves when this many have come. */
    reached: (count = 1) => eventually(() => expect(reached).toBeGreaterThanOrEqual(count)),
  };
}

/** A tool that asks, works until the gate opens, and ends. It notes what happens. */
export function createWorker({ asksFirst = true, isIdempotent = false } = {}) {
  const gate = createGate();
  const done: string[] = [];
  const worker = createMcpTool('work')
    .description('Work')
    .parameters(z.object({}))
    .elicits({ go: z.object({ ok: z.boolean() }) })
    .execute(function* (_params, ctx) {
      try {
        if (asksFirst) yield* ctx.elicit('go', { message: 'Go?' });
        yield* ctx.step(
          'work',
          async () => {
            done.push('began');
            await gate.pass();
            done.push('worked');
          },
          { idempotent: isIdempotent },
        );
        if (!asksFirst) yield* ctx.elicit('go', { message: 'Go?' });
        return { done: true };
      } finally {
        done.push('cleaned up');
      }
    });
  return { worker, gate, done };
}

/** A store that can be looked into, and that fails on demand. */
export function watched(store: DurableStore) {
  const entries = new Map<string, number>();
  let failing: ((keys: readonly string[]) => boolean) | undefined;
  const lists = new Map<string, number>();
  const dues = new Set<string>();
  const refuse = (keys: readonly string[]) => {
    if (failing?.(keys) === true) throw new Error('The store is away.');
  };
  const wrapped: DurableStore = {
    ...store,
    read: async (keys) => {
      refuse(keys);
      return store.read(keys);
    },
    list: async (key, from) => {
      refuse([key]);
      return store.list(key, from);
    },
    async commit(commit) {
      const { put = [], append = [], remove = [], due = [] } = commit;
      refuse([...put.map(({ key }) => key), ...append.map(({ key }) => key), ...remove]);
      const version = await store.commit(commit);
      if (version === null) return null;
      for (const { key, expiresAt = Infinity } of put) entries.set(key, expiresAt);
      for (const { key, expiresAt = Infinity } of append) lists.set(key, expiresAt);
      for (const key of remove) {
        entries.delete(key);
        lists.delete(key);
        dues.delete(key);
      }
      for (const { key, at } of due) {
        if (at === null) dues.delete(key);
        else dues.add(key);
      }
      return version;
    },
  };
  return {
    store: wrapped,
    /** What has not expired. */
    kept: () => [
      ...[...entries, ...lists].flatMap(([key, expiresAt]) => (expiresAt > Date.now() ? [key] : [])),
      ...[...dues].map((key) => `${key} due`),
    ],
    fail(when: ((keys: readonly string[]) => boolean) | undefined) {
      failing = when;
    },
  };
}
