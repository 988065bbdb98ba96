// The bytes of each turn of a long conversation: all request bodies up, all streams down.
import * as z from 'zod';
import { createPluginClient } from '../../dist/client.js';
import { createMcpTool, makePlugin } from '../../dist/plugin.js';
import { createChatHandler } from '../../dist/server.js';
import { flightSchema } from '../../dist/travel.js';
import { flightsFromDuffelOffers } from '../../dist/travel-duffel.js';
import { offers } from '../components/data.mjs';

const flights = flightsFromDuffelOffers(offers(120)).slice(0, 20);
if (flights.length !== 20) throw new Error(`There are ${flights.length} flights and not 20.`);

const declaration = createMcpTool('book_flight')
  .description('Book a flight, with the person')
  .parameters(z.object({ from: z.string(), destination: z.string() }))
  .elicits({
    pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(flightSchema) }) },
  });
const tool = declaration.execute(function* (_, ctx) {
  const picked = yield* ctx.elicit('pickFlight', { message: '20 flights fit. Which one would you like?', flights });
  return picked.action === 'accept' ? `Booked ${picked.content.flightId}.` : 'Not booked.';
});
const plugin = makePlugin(declaration)
  .onElicit({
    *pickFlight() {
      return { action: 'accept', content: { flightId: flights[3].id } };
    },
  })
  .build();
const provider = {
  async *stream(messages) {
    if (messages.at(-1).role === 'user') {
      const route = { from: 'ATL', destination: 'JFK' };
      return { text: '', toolCalls: [{ name: 'book_flight', arguments: route }] };
    }
    const words =
      'Your flight is booked and the ticket is on its way to you. Would you like a hotel for the night too?';
    for (const word of words.split(/(?<= )/)) yield { type: 'text', content: word };
    return { text: words, toolCalls: [] };
  },
};

/**
 * Runs the turns. Each has a question with 20 flights, its answer, and two sentences of the model.
 *
 * @param {number} count
 * @param {string} [before] - the person says this in the first turn, in as many messages as it needs
 * @returns {Promise<{ up: number, down: number, answer: number }[]>} bytes of each turn, and of its answer's request
 */
export async function measureBytes(count, before = '') {
  const chat = createChatHandler({ provider, tools: [tool] });
  const found = [];
  let turn;
  const client = createPluginClient({
    plugins: [plugin],
    storage: false,
    tabs: false,
    retry: false,
    onError(error) {
      throw error;
    },
    async transport({ body, headers, signal }) {
      const text = JSON.stringify(body);
      turn.up += bytesOf(text);
      if (body.pluginElicitResponses !== undefined) turn.answer = bytesOf(text);
      const response = await chat(new Request('http://bench.test/', { method: 'POST', headers, body: text, signal }));
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      const counted = new TransformStream({
        transform(chunk, controller) {
          turn.down += chunk.length;
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body.pipeThrough(counted), { headers: response.headers });
    },
  });
  const say = async (words) => {
    turn = { up: 0, down: 0, answer: 0 };
    await client.send(words);
    await atRest(client);
    found.push(turn);
  };
  const part = 256 * 1024;
  for (let at = 0; at < before.length; at += part) await say(before.slice(at, at + part));
  found.length = 0;
  for (let nth = 0; nth < count; nth += 1) await say('Please book me a flight from Atlanta to New York.');
  const { problem } = client.getSnapshot();
  if (problem !== undefined) throw new Error(problem.message);
  await client.close();
  await chat.close();
  return found;
}

/** Waits until every message, answer and result has arrived. */
function atRest(client) {
  const isOver = () => client.getSnapshot().status === 'idle' && client.getSnapshot().messages.at(-1)?.role !== 'user';
  return new Promise((resolve) => {
    const look = () => {
      if (!isOver()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = client.subscribe(look);
    look();
  });
}

const bytesOf = (text) => Buffer.byteLength(text);
