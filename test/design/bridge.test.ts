// The code samples of the designs of the plugin bridge, with our names.
import { ensure, run } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { FlightList, SeatPicker } from '../../src/index.ts';
import {
  createMcpTool,
  createPluginRegistry,
  makePlugin,
  type ElicitResult,
  type SamplingParts,
} from '../../src/plugin.ts';
import { createPluginClient, type ElicitRequest } from '../../src/client.ts';
import { createChatHandler, createPluginSessionManager, type ChatStreamLine } from '../../src/server.ts';
import { createMockClient, createScriptedProvider, memoryTransport, runTool } from '../../src/testing.ts';
import { flightSchema, seatMapSchema, type FlightInput, type SeatMapInput } from '../../src/travel.ts';
import { nextEvent } from '../session/next-event.ts';

const flights: FlightInput[] = [
  {
    id: 'SH142',
    airline: 'SkyHigh Airways',
    flightNumber: 'SH 142',
    from: 'NYC',
    to: 'LAX',
    departure: '08:00',
    arrival: '11:30',
    price: 299,
  },
];
const seatMap: SeatMapInput = { rows: 14, seatsPerRow: ['A', '', 'B'], taken: ['12B'] };

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight for the user')
  .parameters(z.object({ from: z.string(), destination: z.string() }))
  .elicits({
    pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(flightSchema) }) },
    pickSeat: {
      response: z.object({ row: z.number(), seat: z.string() }),
      context: z.object({ seatMap: seatMapSchema }),
    },
  });
const bookFlightTool = bookFlight.execute(function* (params, ctx) {
  const flightResult = yield* ctx.elicit('pickFlight', { message: 'Select your flight', flights });
  if (flightResult.action !== 'accept') return 'Not booked.';
  const seatResult = yield* ctx.elicit('pickSeat', { message: 'Select your seat', seatMap });
  if (seatResult.action !== 'accept') return 'Not booked.';
  const tip = yield* ctx.sample({ prompt: `Travel tip for ${params.destination} airport...` });
  return {
    ticketNumber: 'T-1',
    flight: flightResult.content.flightId,
    seat: `${seatResult.content.row}${seatResult.content.seat}`,
    tip: tip.text,
  };
});
const bookFlightPlugin = makePlugin(bookFlightTool)
  .onElicit({
    pickFlight: function* (req, ctx) {
      const result = yield* ctx.render(FlightList, { flights: req.flights, message: req.message });
      return { action: 'accept', content: result };
    },
    pickSeat: function* (req, ctx) {
      const result = yield* ctx.render(SeatPicker, { seatMap: req.seatMap, message: req.message });
      return { action: 'accept', content: result };
    },
  })
  .build();

const route = { from: 'NYC', destination: 'LAX' };
const picked: ElicitResult<unknown> = { action: 'accept', content: { flightId: 'SH142' } };
const seated: ElicitResult<unknown> = { action: 'accept', content: { row: 12, seat: 'A' } };

function serve() {
  const provider = createScriptedProvider((messages) => {
    const last = messages.at(-1);
    if (last?.content.startsWith('Travel tip')) return { text: 'Walk.' };
    if (last?.role === 'tool') return { text: `It said: ${last.content}` };
    return { toolCalls: [{ name: 'book_flight', arguments: route }] };
  });
  return createChatHandler({ provider, tools: [bookFlightTool], onEvent: () => undefined });
}

async function post(handler: ReturnType<typeof serve>, body: object) {
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://chat.test/', { method: 'POST', headers, body: JSON.stringify(body) });
  const lines = (await (await handler(request)).text()).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as ChatStreamLine).event);
}

const question = (events: Awaited<ReturnType<typeof post>>) => {
  const asked = events.find(({ type }) => type === 'plugin_elicit_request');
  if (asked?.type !== 'plugin_elicit_request') throw new Error('Nothing was asked.');
  return asked;
};
const answerTo = ({ sessionId, callId, elicitId }: ElicitRequest, result: ElicitResult<unknown>) => ({
  sessionId,
  callId,
  elicitId,
  result,
});
const hello = [{ role: 'user', content: 'Book me a flight' }];

describe('the tool', () => {
  it('asks for a flight and a seat, and the model for a tip', async () => {
    const client = createMockClient({ elicitResponses: [picked, seated] as never, sampleResponses: ['Walk.'] });
    const ticket = await run(() => runTool(bookFlightTool, route, client));
    expect(ticket).toEqual({ ticketNumber: 'T-1', flight: 'SH142', seat: '12A', tip: 'Walk.' });
  });
});

describe('the plugin', () => {
  it('is found by its tool’s name, and brings the tool along', () => {
    const registry = createPluginRegistry();
    registry.register(bookFlightPlugin.client);
    expect(registry.has('book_flight')).toBe(true);
    expect(registry.get('book_flight')).toBe(bookFlightPlugin.client);
    expect(bookFlightPlugin.server.tools).toEqual([bookFlightTool]);
  });

  it('accepts or declines by one expression', async () => {
    const confirming = createMcpTool('confirm')
      .description('Confirm')
      .parameters(z.object({}))
      .elicits({ confirm: z.object({ ok: z.boolean() }) });
    const Confirm = (_props: { message: string; onRespond: (ok: boolean) => void }) => null;
    const plugin = makePlugin(confirming)
      .onElicit({
        confirm: function* (req, ctx) {
          const ok = yield* ctx.render(Confirm, { message: req.message });
          return { action: ok ? 'accept' : 'decline', content: { ok } };
        },
      })
      .build();
    expect(Object.keys(plugin.client.handlers)).toEqual(['confirm']);
  });

  it('books over the wire, its handler’s component answered by the person', async () => {
    const handler = serve();
    const client = createPluginClient({
      transport: memoryTransport(handler),
      plugins: [bookFlightPlugin.client],
      storage: false,
      tabs: false,
    });
    const answers: Record<string, unknown> = { pickFlight: { flightId: 'SH142' }, pickSeat: { row: 12, seat: 'A' } };
    client.subscribe(() => {
      for (const item of client.getSnapshot().pending) {
        if (item.status === 'pending') item.views.at(-1)?.answer(answers[item.key]);
      }
    });
    await client.send('Book me a flight');
    await expect.poll(() => client.getSnapshot().messages.at(-1)?.content).toContain('"seat":"12A"');
    await client.close();
    await handler.close();
  });
});

describe('a handler', () => {
  it('gets the question with its ids, its schemas, the tool’s arguments and its handoff', async () => {
    const declared = createMcpTool('book')
      .description('Book')
      .parameters(z.object({ from: z.string(), to: z.string() }))
      .elicits({ pickFlight: z.object({ flightId: z.string() }), confirm: z.object({ ok: z.boolean() }) });
    const tool = declared.handoff({
      *before({ from }) {
        return { from, secret: 7 };
      },
      *client(_, ctx) {
        const flight = yield* ctx.elicit('pickFlight', { message: 'Which one?', flights: ['FL1'] });
        const sure = yield* ctx.elicit('confirm', { message: 'Sure?' });
        return { flight: flight.action, sure: sure.action };
      },
      *after(_, result) {
        return result;
      },
      visible: ({ from }) => ({ from }),
    });
    const requests: unknown[] = [];
    const plugin = makePlugin(declared)
      .onElicit({
        *pickFlight(req) {
          requests.push(req);
          return { action: 'accept', content: { flightId: 'FL1' } };
        },
        *confirm(req) {
          requests.push(req);
          return { action: 'decline' };
        },
      })
      .build();
    const params = { from: 'A', to: 'B' };
    const provider = createScriptedProvider((messages) =>
      messages.at(-1)?.role === 'tool' ? { text: 'Done.' } : { toolCalls: [{ name: 'book', arguments: params }] },
    );
    const handler = createChatHandler({ provider, tools: [tool] });
    const transport = memoryTransport(handler);
    const client = createPluginClient({ transport, plugins: [plugin], storage: false, tabs: false });
    await client.send('Book');
    await expect.poll(() => client.getSnapshot().messages.at(-1)?.content).toBe('Done.');
    const own = { toolName: 'book', params, handoff: { from: 'A' }, attempt: 1 };
    expect(requests).toMatchObject([
      { ...own, key: 'pickFlight', seq: 0, message: 'Which one?', id: { key: 'pickFlight', seq: 0, toolName: 'book' } },
      { ...own, key: 'confirm', seq: 1, message: 'Sure?', schema: { zod: declared.elicits.confirm, json: {} } },
    ]);
    expect(JSON.stringify(requests)).not.toContain('secret');
    await client.close();
    await handler.close();
  });
});

describe('a session', () => {
  it('is created, looked at, answered and stopped by its call’s id', () =>
    run(function* () {
      const provider = createScriptedProvider([{ text: 'Walk.' }]);
      const manager = createPluginSessionManager({ provider, tools: [bookFlightTool] });
      yield* ensure(() => manager.close());
      const session = yield* manager.create({ tool: bookFlightTool, params: route, callId: 'call_1' });
      expect([session.id, session.callId, session.toolName]).toEqual(['call_1', 'call_1', 'book_flight']);
      expect((yield* nextEvent(session)).type).toBe('elicit_request');
      expect(yield* session.status()).toBe('awaiting_elicit');
      expect(yield* manager.listActive()).toMatchObject([{ id: 'call_1', pending: [{ key: 'pickFlight' }] }]);
      expect(yield* session.respondToElicit('call_1:elicit:0', picked)).toEqual({ outcome: 'recorded' });
      yield* manager.abort('call_1', 'Enough.');
      expect(yield* session.status()).toBe('aborted');
      expect((yield* manager.get('call_1'))?.pending()).toEqual([]);
    }));
});

describe('a booking over several requests', () => {
  it('suspends in the first, goes on in the second, and ends in the third', async () => {
    const handler = serve();
    const conversationId = 'c1';
    const first = await post(handler, { conversationId, messages: hello });
    const flight = question(first);
    expect(flight).toMatchObject({ toolName: 'book_flight', key: 'pickFlight', message: 'Select your flight', seq: 0 });
    expect(flight.sessionId).toBe(flight.callId);
    expect(flight.schema).toMatchObject({ properties: { flightId: {} }, 'x-model-context': { flights } });
    const second = await post(handler, {
      conversationId,
      messages: [],
      pluginElicitResponses: [answerTo(flight, picked)],
    });
    const seat = question(second);
    expect(seat).toMatchObject({ key: 'pickSeat', seq: 1 });
    const third = await post(handler, {
      conversationId,
      messages: [],
      pluginElicitResponses: [answerTo(seat, seated)],
    });
    expect(third.map(({ type }) => type)).toContain('tool_result');
    await handler.close();
  });

  it('is stopped by a request', async () => {
    const handler = serve();
    const flight = question(await post(handler, { conversationId: 'c1', messages: hello }));
    const pluginAbort = { sessionId: flight.sessionId, reason: 'I changed my mind.' };
    const told = await post(handler, { conversationId: 'c1', messages: [], pluginAbort });
    expect(JSON.stringify(told)).toContain('"by":"user"');
    expect(JSON.stringify(told)).toContain('Stopped by the person. I changed my mind.');
    await handler.close();
  });

  it('that is lost is told to the page and to the model', async () => {
    const flight = question(await post(serve(), { conversationId: 'c1', messages: hello }));
    const call = { id: flight.callId, type: 'function', function: { name: 'book_flight', arguments: '{}' } };
    const messages = [...hello, { role: 'assistant', content: '', tool_calls: [call] }];
    const restarted = serve();
    const body = { conversationId: 'c1', messages, pluginElicitResponses: [answerTo(flight, picked)] };
    const told = await post(restarted, body);
    expect(told).toContainEqual(expect.objectContaining({ type: 'plugin_session_error', error: 'SESSION_NOT_FOUND' }));
    expect(JSON.stringify(told)).toContain('Outcome unknown');
    await restarted.close();
  });
});

describe('the sampling configuration', () => {
  it('prepares a request, makes it, and checks the result', async () => {
    const parts: SamplingParts = {
      *before(request) {
        return { ...request, messages: request.messages.slice(-1) };
      },
      *act(prepared, ask) {
        return yield* ask(prepared);
      },
      *after(result) {
        return { ...result, text: result.text.trim() };
      },
    };
    const tool = createMcpTool('tip')
      .description('A tip')
      .parameters(z.object({}))
      .elicits({})
      .sampling(parts)
      .execute(function* (_, ctx) {
        yield* ctx.sample({ prompt: 'One' });
        return (yield* ctx.sample({ prompt: 'Two' })).text;
      });
    const client = createMockClient({ sampleResponses: ['First.', ' Second. '] });
    expect(await run(() => runTool(tool, {}, client))).toBe('Second.');
    expect(client.sampleCalls.map(({ messages }) => messages.length)).toEqual([1, 1]);
  });
});
