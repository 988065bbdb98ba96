import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  type InputRequiredResult,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { pickFlightSchema, pickSeatSchema } from 'elicitkit/travel';
import * as z from 'zod';
import { dayAfter } from '../airline/days.ts';
import { findSeat } from '../airline/find-seat.ts';
import { searchFlights } from '../book-flight/search.ts';
import { seatMapOf } from '../book-flight/seats.ts';
import { createEverythingMcp } from './mcp-everything.ts';
import { createMcpSessions, type McpSessions } from './mcp-sessions.ts';

/** The demo's MCP servers: its own, and the reference server under `/everything`. */
export function createDemoMcp(): McpSessions {
  const airline = createAirlineMcp();
  const everything = createEverythingMcp();
  const serverFor = (request: Request) =>
    new URL(request.url).pathname.endsWith('/everything') ? everything : airline;
  return {
    handle: (request) => serverFor(request).handle(request),
    async close() {
      await Promise.all([airline.close(), everything.close()]);
    },
  };
}

/**
 * The demo's own MCP server, on the official SDK. `book_flight` asks for a flight and a seat. A client of 2026-07-28
 * gets each question as a round; the SDK pushes it to an older client.
 */
function createAirlineMcp(): McpSessions {
  const modern = createMcpHandler(() => createServer(), { legacy: 'reject' });
  const sessions = createMcpSessions((transport) => createServer().connect(transport));
  return {
    handle: async (request) =>
      (await isLegacyRequest(request.clone())) ? sessions.handle(request) : modern.fetch(request),
    async close() {
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

const route = z.object({ from: z.string(), destination: z.string() });
const stateSchema = z.object({ flightId: z.string() });

function createServer(): McpServer {
  const server = new McpServer({ name: 'elicitkit-demo', version: '0.1.0' });
  const config = { description: 'Book a flight', inputSchema: route };
  server.registerTool('book_flight', config, async ({ from, destination }, { mcpReq }) => {
    const flights = searchFlights(from, destination, dayAfter(Date.now(), 14));
    const answers = z.record(z.string(), answerSchema).safeParse(mcpReq.inputResponses ?? {}).data ?? {};
    const refused = Object.values(answers).find(({ action }) => action !== 'accept');
    if (refused !== undefined) return say(`Nothing was booked: ${refused.action}.`);

    const state = readState(mcpReq.requestState<string>());
    const flightId = state?.flightId ?? pickFlightSchema.safeParse(answers['pickFlight']?.content).data?.flightId;
    const flight = flights.find(({ id }) => id === flightId);
    if (flight === undefined) return require('pickFlight', 'Which flight would you like?', { flights }, flightFields);

    const seatMap = seatMapOf(flight);
    const picked = pickSeatSchema.safeParse(answers['pickSeat']?.content).data;
    const seat = picked && findSeat(seatMap, picked);
    if (seat?.state !== 'available') {
      const asked = require('pickSeat', `Where on ${flight.flightNumber}?`, { seatMap, flight }, seatFields);
      return { ...asked, requestState: JSON.stringify({ flightId: flight.id }) };
    }
    return say(`Booked ${flight.flightNumber}, seat ${seat.designator}.`);
  });
  return server;
}

const answerSchema = z.object({ action: z.string(), content: z.unknown().optional() });
const flightFields = { flightId: { type: 'string' } };
const seatFields = { row: { type: 'integer' }, seat: { type: 'string' } };

/** One question, with its data in the place where both versions of the SDK keep it. */
function require(key: string, message: string, context: object, properties: object): InputRequiredResult {
  const requestedSchema = { type: 'object', properties, required: Object.keys(properties) };
  const _meta = { 'elicitkit/key': key, 'elicitkit/context': context };
  const params = { mode: 'form', message, requestedSchema, _meta };
  return {
    resultType: 'input_required',
    inputRequests: { [key]: { method: 'elicitation/create', params } },
  } as unknown as InputRequiredResult;
}

function readState(state: string | undefined): z.output<typeof stateSchema> | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(state ?? '')).data;
  } catch {
    return undefined;
  }
}

function say(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
