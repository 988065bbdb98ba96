// The same tool three times: ours, one that pushes its question with the SDK's elicitInput, and one that returns it as a
// result that requires input.
import {
  acceptedContent,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  isInitializeRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { createMcpEndpoint } from '../../dist/mcp.js';
import { createMcpTool } from '../../dist/plugin.js';

const about = { name: 'bench', version: '1.0.0' };
const parameters = z.object({ flight: z.string() });
const answer = z.object({ seat: z.string() });
const requestedSchema = { type: 'object', properties: { seat: { type: 'string' } }, required: ['seat'] };
const say = (text) => ({ content: [{ type: 'text', text }] });
const secret = 'a secret of more than thirty-two bytes';

const ask = createMcpTool('ask')
  .description('Ask for a seat')
  .parameters(parameters)
  .elicits({ seat: answer })
  .execute(function* (_params, ctx) {
    const seat = yield* ctx.elicit('seat', { message: 'Which seat?' });
    return `Seat ${seat.content?.seat}.`;
  });

/** Books a flight with two questions, one of them with the flights to choose from. */
export const bookFlights = createMcpTool('book')
  .description('Book a flight')
  .parameters(parameters)
  .elicits({
    flight: { response: z.object({ id: z.string() }), context: z.object({ flights: z.array(z.json()) }) },
    seat: answer,
  })
  .repeatable()
  .execute(function* (_params, ctx) {
    const flights = yield* ctx.step('search', () => Array.from({ length: 20 }, (_, at) => flightOf(at)), {
      idempotent: true,
    });
    yield* ctx.elicit('flight', { message: 'Which flight?', flights });
    yield* ctx.elicit('seat', { message: 'Which seat?' });
    return 'Booked.';
  });

function flightOf(at) {
  const from = { code: 'NYC', city: 'New York', at: '2026-12-08T08:05:00-05:00' };
  const to = { code: 'LAX', city: 'Los Angeles', at: '2026-12-08T11:30:00-08:00' };
  return {
    id: `FL${at}`,
    airline: 'SkyHigh',
    number: `SH ${200 + at}`,
    from,
    to,
    price: { amount: 27_289 + at, currency: 'USD' },
  };
}

export function ours() {
  const mcp = createMcpEndpoint({ ...about, tools: [ask], principal: 'anonymous' });
  return { fetch: (request) => mcp.fetch(request), close: () => mcp.close() };
}

/** A server of 2025-11-25 with sessions, which pushes its question. */
export function pushing() {
  const sessions = new Map();
  return {
    async fetch(request) {
      const known = sessions.get(request.headers.get('mcp-session-id'));
      if (known !== undefined) return known.handleRequest(request);
      const parsedBody = await request.json();
      if (!isInitializeRequest(parsedBody)) return new Response(null, { status: 404 });
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      const server = new McpServer(about);
      server.registerTool('ask', { inputSchema: parameters }, async (_args, { mcpReq }) => {
        const { content } = await mcpReq.elicitInput({ mode: 'form', message: 'Which seat?', requestedSchema });
        return say(`Seat ${String(content?.seat)}.`);
      });
      await server.connect(transport);
      return transport.handleRequest(request, { parsedBody });
    },
    close: () => Promise.all([...sessions.values()].map((transport) => transport.close())),
  };
}

/** A server of 2026-07-28 that asks in a round, with a signed state that names the call. */
export function rounds() {
  const codec = createRequestStateCodec({ key: secret });
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(about, { requestState: { verify: codec.verify } });
      server.registerTool('ask', { inputSchema: parameters }, async (_args, { mcpReq }) => {
        const given = acceptedContent(mcpReq.inputResponses, 'seat', answer);
        if (given !== undefined) return say(`Seat ${given.seat}.`);
        return inputRequired({
          inputRequests: { seat: inputRequired.elicit({ message: 'Which seat?', requestedSchema }) },
          requestState: await codec.mint({ call: crypto.randomUUID() }),
        });
      });
      return server;
    },
    { legacy: 'reject' },
  );
  return { fetch: (request) => handler.fetch(request), close: () => handler.close() };
}

/** How long `requestState` is after each question: with a store, and where the journal travels. */
export async function sizes(tool) {
  const keys = [{ kid: 'k1', secret }];
  const found = {};
  for (const [name, options] of [
    ['with a store', { keys }],
    ['`sealed: true`', { keys, sealed: true }],
  ]) {
    const mcp = createMcpEndpoint({ ...about, tools: [tool], principal: 'anonymous', ...options });
    const lengths = [];
    let state;
    for (const content of [undefined, { id: 'FL3' }]) {
      const { result } = await legOf(mcp, tool.name, state, content);
      lengths.push(result.requestState.length);
      state = result;
    }
    found[name] = lengths;
    await mcp.close();
  }
  return found;
}

async function legOf(mcp, name, before, content) {
  const inputResponses = Object.fromEntries(
    Object.keys(before?.inputRequests ?? {}).map((key) => [key, { action: 'accept', content }]),
  );
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': about,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const given = before === undefined ? {} : { inputResponses, requestState: before.requestState };
  const params = { name, arguments: { flight: 'any' }, ...given, _meta };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const response = await mcp.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }));
  return await response.json();
}
