import { Client, StreamableHTTPClientTransport, type FetchLike } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { memoryStore, type DurableStore } from '../../src/server.ts';
import { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from '../../src/mcp.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';

export const address = 'http://127.0.0.1/mcp';
export const flights = [
  { id: 'FL001', price: 299 },
  { id: 'FL002', price: 349 },
];

/** An airline that counts what it did. */
export function createAirline() {
  const done: string[] = [];
  const bookFlight = createMcpTool('book_flight')
    .description('Book a flight')
    .parameters(z.object({ from: z.string(), destination: z.string() }))
    .elicits({
      pickFlight: {
        response: z.object({ flightId: z.string().regex(/^FL\d+$/, 'That is no flight.') }),
        context: z.object({ flights: z.array(z.object({ id: z.string(), price: z.number() })) }),
      },
      pickSeat: z.object({ row: z.int().min(1).max(40), seat: z.enum(['A', 'B', 'C']) }),
    })
    .execute(function* ({ destination }, ctx) {
      yield* ctx.notify('Searching', 1, 3);
      const found = yield* ctx.step('search', () => {
        done.push('search');
        return flights;
      });
      const picked = yield* ctx.elicit(
        'pickFlight',
        { message: `Which flight to ${destination}?`, flights: found },
        { check: ({ flightId }) => (found.some(({ id }) => id === flightId) ? undefined : ['It was not offered.']) },
      );
      if (picked.action !== 'accept') return `Not booked: ${picked.action}.`;
      const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
      if (seat.action !== 'accept') return `Not booked: no seat (${seat.action}).`;
      const ticket = yield* ctx.step('book', () => {
        done.push('book');
        return 'TKT-1';
      });
      return { ticket, flight: picked.content.flightId, seat: `${seat.content.row}${seat.content.seat}` };
    });
  return { bookFlight, done };
}

export const route = { from: 'NYC', destination: 'LAX' };
export const booked = { ticket: 'TKT-1', flight: 'FL002', seat: '7C' };
/** What the person answers to each question, by the name of a field. */
export const answers: Record<string, object> = { flightId: { flightId: 'FL002' }, row: { row: 7, seat: 'C' } };

export const keys = [{ kid: 'k1', secret: 'a secret of more than thirty-two bytes' }];

/** A store that several processes share, as far as they can tell. */
export function sharedStore(): DurableStore {
  return { ...memoryStore(), isVolatile: false, opening: undefined };
}

/** An endpoint for one test. */
export function endpointOf(tools: readonly AnyMcpTool[], options: Partial<McpEndpointOptions> = {}): McpEndpoint {
  const mcp = createMcpEndpoint({ name: 'airline', version: '1.0.0', tools, principal: 'anonymous', ...options });
  onTestFinished(() => mcp.close());
  return mcp;
}

export interface Asked {
  mode?: string;
  message: string;
  requestedSchema?: { properties: Record<string, unknown> } & Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

export interface ConnectOptions {
  capabilities?: object;
  /** @default the person accepts with `answers` */
  onAsked?: (asked: Asked) => object | Promise<object>;
  onSample?: (params: { messages: unknown[] }) => string;
  fetch?: FetchLike;
  /** How often the client answers in one call of 2026-07-28. @default the SDK's 10 */
  rounds?: number;
}

/** The official client, in one of the two eras. It hands every question to the test. */
export async function connect(mcp: McpEndpoint, era: 'legacy' | 'modern', options: ConnectOptions = {}) {
  const { onAsked = accept, onSample, fetch } = options;
  const capabilities = options.capabilities ?? {
    elicitation: { form: {}, url: {} },
    ...(onSample && { sampling: {} }),
  };
  const asked: Asked[] = [];
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities,
      ...(options.rounds !== undefined && { inputRequired: { maxRounds: options.rounds } }),
      ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  if ('elicitation' in capabilities) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const question = params as unknown as Asked;
      asked.push(question);
      return (await onAsked(question)) as never;
    });
  }
  if (onSample !== undefined) {
    client.setRequestHandler('sampling/createMessage', ({ params }) => ({
      role: 'assistant' as const,
      model: 'test',
      content: { type: 'text' as const, text: onSample(params as never) },
    }));
  }
  const inProcess: FetchLike = (url, init) => mcp.fetch(new Request(url, init as RequestInit));
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { fetch: fetch ?? inProcess }));
  onTestFinished(() => client.close());
  return { client, asked };
}

/** The person accepts each question. */
export function accept({ requestedSchema }: Asked): object {
  const [first = ''] = Object.keys(requestedSchema?.properties ?? {});
  return { action: 'accept', content: answers[first] ?? {} };
}

export interface RawLeg {
  name?: string;
  arguments?: object;
  inputResponses?: object;
  requestState?: string;
  meta?: object;
  capabilities?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface RawResult {
  status: number;
  error?: { code: number; message: string; data?: unknown };
  result?: {
    resultType?: string;
    inputRequests?: Record<string, { method: string; params: Asked }>;
    requestState?: string;
    content?: { text: string }[];
    structuredContent?: unknown;
    isError?: boolean;
  };
}

/** One request of 2026-07-28, as it goes over the wire. */
export async function leg(mcp: McpEndpoint, given: RawLeg = {}): Promise<RawResult> {
  const { name = 'book_flight', arguments: args = route, inputResponses, requestState, headers, signal } = given;
  const { capabilities = { elicitation: { form: {}, url: {} } }, meta } = given;
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      ...(inputResponses && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
      _meta: {
        ...meta,
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      },
    },
  };
  const request = new Request(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      ...headers,
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  const response = await mcp.fetch(request);
  const text = await response.text();
  const last = text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .at(-1);
  const found = JSON.parse(last?.slice(6) ?? (text || '{}')) as Omit<RawResult, 'status'>;
  return { status: response.status, ...found };
}

/** Answers to all questions of a leg, by their names on the wire. */
export function answering({ result }: RawResult, content?: object): Pick<RawLeg, 'inputResponses' | 'requestState'> {
  const inputResponses = Object.fromEntries(
    Object.entries(result?.inputRequests ?? {}).map(([key, { params }]) => [
      key,
      content === undefined ? accept(params) : { action: 'accept', content },
    ]),
  );
  return { inputResponses, requestState: result?.requestState ?? '' };
}
