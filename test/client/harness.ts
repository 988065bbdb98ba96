import * as z from 'zod';
import { generators } from '../../src/client/handler/load-generators.ts';
import { pageParts } from '../../src/client/plugin-client.ts';
import { seqOf } from '../../src/protocol/question-keys.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import {
  createPluginClient,
  type ChatStreamEvent,
  type ChatTransport,
  type ChatTransportRequest,
  type ClientError,
  type ClientSnapshot,
  type ElicitItem,
  type ElicitRequest,
  type PluginClient,
  type PluginClientSettings,
} from '../../src/client.ts';

// As on a page that has been open for a moment: the parts that it loads are there.
await Promise.all([generators.load(), pageParts.load()]);

/** A tool with two questions, one of them with context. */
export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string(), destination: z.string() }))
  .elicits({
    pickFlight: {
      response: z.object({ flightId: z.string().min(1) }),
      context: z.object({ flights: z.array(z.object({ id: z.string() })) }),
    },
    pickSeat: z.object({ row: z.coerce.number(), seat: z.string() }),
  });

export interface FlightsProps {
  flights: readonly { id: string }[];
  message: string;
  onRespond: (answer: { flightId: string }) => void;
}
export interface SeatsProps {
  onRespond: (answer: { row: number; seat: string }) => void;
}
// Nothing renders in Node: the client only passes these on.
export const Flights = (_props: FlightsProps) => null;
export const Seats = (_props: SeatsProps) => null;

export const bookFlightPlugin = makePlugin(bookFlight)
  .onElicit({ pickFlight: answerWith(Flights), pickSeat: answerWith(Seats, () => ({})) })
  .receipts({ pickFlight: ({ flightId }) => ({ title: `Flight ${flightId}` }) })
  .build();

/** A stream that a test writes to. */
export interface FedStream {
  readonly request: ChatTransportRequest;
  readonly send: (...events: readonly unknown[]) => void;
  readonly write: (bytes: Uint8Array | string) => void;
  readonly end: (...events: readonly unknown[]) => void;
  readonly break: () => void;
}

/** A server played by the test: it receives each POST and writes its stream. */
export interface PlayedServer {
  readonly transport: (request: ChatTransportRequest) => Promise<Response>;
  readonly requests: ChatTransportRequest[];
  /** Takes the next POST and answers it with 200. */
  readonly accept: () => Promise<FedStream>;
  /** Takes the next POST and answers it with this response, or fails it with this error. */
  readonly refuse: (answer: Response | Error) => Promise<ChatTransportRequest>;
}

interface Waiting {
  request: ChatTransportRequest;
  answer: (response: Response | Error) => void;
}

export function playServer(): PlayedServer {
  const requests: ChatTransportRequest[] = [];
  const posts: Waiting[] = [];
  const takers: ((post: Waiting) => void)[] = [];
  const next = () =>
    new Promise<Waiting>((resolve) => {
      const post = posts.shift();
      if (post === undefined) takers.push(resolve);
      else resolve(post);
    });
  return {
    requests,
    transport: (request) =>
      new Promise((resolve, reject) => {
        requests.push(request);
        const answer = (given: Response | Error) => (given instanceof Error ? reject(given) : resolve(given));
        request.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        const taker = takers.shift();
        if (taker === undefined) posts.push({ request, answer });
        else taker({ request, answer });
      }),
    async accept() {
      const post = await next();
      const { stream, response } = feed(post.request);
      post.answer(response);
      return stream;
    },
    async refuse(answer) {
      const post = await next();
      post.answer(answer);
      return post.request;
    },
  };
}

/** Shared by all played servers, so that it never repeats. */
let revision = 0;

/** An event as a server with revisions writes it: each conversation event gets the next revision. */
export function lineOf(event: unknown): { revision?: number; event: unknown } {
  const { type = '' } = (event ?? {}) as { type?: string };
  if (type === 'session_info' || type === 'end') return { event };
  return { revision: ++revision, event };
}

export function feed(request: ChatTransportRequest): { stream: FedStream; response: Response } {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let unnamed = request.body.messages.filter(({ id }) => id !== undefined);
  let last = '';
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      request.signal.addEventListener('abort', () => {
        try {
          given.error(new DOMException('aborted', 'AbortError'));
        } catch {
          // The stream had already ended.
        }
      });
    },
  });
  const write = (bytes: Uint8Array | string) =>
    controller.enqueue(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
  const linesOf = (event: unknown): unknown[] => {
    const { type = '' } = (event ?? {}) as { type?: string };
    last = type;
    // The server takes the request's messages first, and confirms them.
    const named = unnamed.length === 0 ? [] : [lineOf({ type: 'messages', messages: unnamed })];
    unnamed = [];
    return type === 'session_info' ? [lineOf(event), ...named] : [...named, lineOf(event)];
  };
  const send = (...events: readonly unknown[]) => {
    const lines = events.flatMap(linesOf);
    if (lines.length > 0) write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
  return {
    response: new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }),
    stream: {
      request,
      send,
      write,
      end(...events) {
        send(...events);
        if (last === 'complete' || last === 'error') send({ type: 'end' });
        controller.close();
      },
      break: () => controller.error(new TypeError('network error')),
    },
  };
}

/** Pushes events of a server with revisions. */
export function push(client: PluginClient, ...events: readonly unknown[]): void {
  for (const event of events) client.push(lineOf(event));
}

/** A reply of the model. */
export const said = (content: string) => ({ type: 'messages', messages: [{ role: 'assistant', content }] }) as const;
export const info = { type: 'session_info', capabilities: {} } as const;
/** The turn rests, on a question perhaps. */
export const state = () => ({ type: 'end' }) as const;
export const complete = { type: 'complete' } as const;

export function ask(over: Partial<ElicitRequest> = {}): ElicitRequest & { type: 'plugin_elicit_request' } {
  const callId = over.callId ?? 'call_1';
  const { elicitId = `${callId}:0` } = over;
  return {
    type: 'plugin_elicit_request',
    sessionId: callId,
    callId,
    toolName: 'book_flight',
    elicitId,
    key: 'pickFlight',
    message: 'Which flight?',
    schema: { type: 'object', 'x-model-context': { flights: [{ id: 'FL1' }, { id: 'FL2' }] } },
    seq: seqOf(elicitId) || 0,
    attempt: 1,
    params: { from: 'NYC', destination: 'LAX' },
    ...over,
  };
}

export const settled = (action: string, over: Partial<ElicitRequest> = {}, answerId?: string) => {
  const { sessionId, callId, elicitId } = ask(over);
  return { type: 'plugin_elicit_settled', sessionId, callId, elicitId, action, ...(answerId && { answerId }) };
};

/** The id of the answer that a POST carried. */
export function answerIdOf({ body }: ChatTransportRequest): string | undefined {
  return body.pluginElicitResponses?.[0]?.answerId;
}

export interface Harness {
  client: PluginClient;
  /** The page no longer shows it. */
  leave: () => void;
  server: PlayedServer;
  errors: ClientError[];
  events: ChatStreamEvent[];
  readonly snapshot: () => ClientSnapshot;
  /** The first item, or the one with this id. */
  readonly item: (elicitId?: string) => ElicitItem;
  readonly when: (what: (snapshot: ClientSnapshot) => boolean) => Promise<ClientSnapshot>;
}

const open: PluginClient[] = [];

export function createHarness(settings: Partial<PluginClientSettings> & { transport?: ChatTransport } = {}): Harness {
  const server = playServer();
  const errors: ClientError[] = [];
  const events: ChatStreamEvent[] = [];
  const client = createPluginClient({
    plugins: [bookFlightPlugin],
    transport: server.transport,
    retry: false,
    storage: false,
    onError: (error) => errors.push(error),
    onEvent: (event) => events.push(event),
    ...settings,
  });
  open.push(client);
  const leave = client.subscribe(() => undefined);
  return {
    client,
    leave,
    server,
    errors,
    events,
    snapshot: client.getSnapshot,
    item: (elicitId) => {
      const { items } = client.getSnapshot();
      const item = elicitId === undefined ? items[0] : items.find((candidate) => candidate.elicitId === elicitId);
      if (item === undefined) throw new Error(`No item ${elicitId ?? ''} among ${items.length}`);
      return item;
    },
    when: (what) => when(client, what),
  };
}

export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.close()));
}

/** Resolves with the first snapshot for which the condition holds, which may be the current one. */
export function when(client: PluginClient, what: (snapshot: ClientSnapshot) => boolean): Promise<ClientSnapshot> {
  return new Promise((resolve) => {
    if (what(client.getSnapshot())) return resolve(client.getSnapshot());
    const stop = client.subscribe(() => {
      if (!what(client.getSnapshot())) return;
      stop();
      resolve(client.getSnapshot());
    });
  });
}

/** Sends the first message and has the server ask these questions. */
export async function askFirst(harness: Harness, ...questions: readonly ElicitRequest[]): Promise<void> {
  const sent = harness.client.send('Book a flight');
  const stream = await harness.server.accept();
  stream.end(info, ...(questions.length > 0 ? questions : [ask()]), state());
  await sent;
}

export const isStatus =
  (status: ElicitItem['status'], elicitId = 'call_1:0') =>
  ({ items }: ClientSnapshot) =>
    items.some((item) => item.elicitId === elicitId && item.status === status);
