// A program that tests start: an airline on standard input and output, or over HTTP if it is told so.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensure, suspend } from 'effection';
import * as z from 'zod';
import { nodeListener } from '../../demo/server/node-listener.ts';
import { createMcpEndpoint } from '../../src/mcp.ts';
import { serveStdio } from '../../src/mcp-stdio.ts';
import { createMcpTool } from '../../src/plugin.ts';

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ destination: z.string() }))
  .elicits({
    pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(z.string()) }) },
    pickSeat: z.object({ row: z.int().min(1).max(40), seat: z.enum(['A', 'B', 'C']) }),
  })
  .execute(function* ({ destination }, ctx) {
    yield* ctx.log('info', 'It begins.');
    yield* ctx.notify('Searching', 1, 3);
    const flights = yield* ctx.step('search', () => ['FL001', 'FL002']);
    const picked = yield* ctx.elicit(
      'pickFlight',
      { message: `Which flight to ${destination}?`, flights },
      { check: ({ flightId }) => (flights.includes(flightId) ? undefined : ['It was not offered.']) },
    );
    if (picked.action !== 'accept') return `Not booked: ${picked.action}.`;
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    if (seat.action !== 'accept') return `Not booked: no seat (${seat.action}).`;
    const tip = yield* ctx.sample({ prompt: `A tip for ${destination}, please.` });
    return { flight: picked.content.flightId, seat: `${seat.content.row}${seat.content.seat}`, tip: tip.text };
  });

const hold = createMcpTool('hold')
  .description('Ask, and tell of the clean-up')
  .parameters(z.object({}))
  .elicits({ sure: z.object({ ok: z.boolean() }) })
  .execute(function* (_, ctx) {
    yield* ensure(() => console.error('Cleaned up.'));
    yield* ctx.elicit('sure', { message: 'Are you sure?' });
    return 'Sure.';
  });

const work = createMcpTool('work')
  .description('Work without an end, and tell of the clean-up')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* (_, ctx) {
    return yield* ctx.step('work', function* () {
      yield* ensure(() => console.error('Cleaned up.'));
      console.error('At work.');
      yield* suspend();
      return 'Never.';
    });
  });

const fail = createMcpTool('fail')
  .description('Fail')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* () {
    throw new Error('The airline is closed.');
  });

const options = { name: 'airline', version: '1.0.0', tools: [bookFlight, hold, work, fail] };
if (process.argv[2] === 'http') {
  const mcp = createMcpEndpoint({ ...options, principal: 'anonymous' });
  const server = createServer(nodeListener((request) => mcp.fetch(request)));
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  });
} else {
  await serveStdio(options).closed;
  console.error('Closed.');
}
