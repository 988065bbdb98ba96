import { createServer } from 'node:http';
import { until } from 'effection';
import pg from 'pg';
import { nodeListener } from '../../src/command/node-listener.ts';
import { createChatHandler, type DurableStore } from '../../src/server.ts';
import { fileStore } from '../../src/store-file.ts';
import { postgresStore } from '../../src/store-postgres.ts';
import { redisStore, type RedisClient } from '../../src/store-redis.ts';
import { createClient } from 'redis';
import { createModel, declaration } from '../chat/harness-model.ts';

/** One server process of the chaos. It books with an airline that is a process of its own. */
const {
  CHAOS_PORT = '0',
  CHAOS_FOLDER,
  CHAOS_POSTGRES,
  CHAOS_REDIS,
  CHAOS_PREFIX = 'chaos',
  CHAOS_AIRLINE,
  CHAOS_KEYS,
} = process.env;

const tool = declaration.execute(function* ({ destination }, ctx) {
  const flights = yield* ctx.step('search', () => ['FL001', 'FL002'], { idempotent: true });
  const flight = yield* ctx.elicit('pickFlight', { message: `Which flight to ${destination}?`, flights });
  if (flight.action !== 'accept') return `Not booked to ${destination}: ${flight.action}.`;
  const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
  if (seat.action !== 'accept') return `No seat to ${destination}: ${seat.action}.`;
  const ticket = `Ticket ${destination} ${flight.content.flightId} ${seat.content.row}${seat.content.seat}`;
  function issue(key: string) {
    return until(
      fetch(`${CHAOS_AIRLINE}/${encodeURIComponent(destination)}`, {
        method: 'POST',
        headers: { key },
        body: ticket,
      }).then((response) => response.text()),
    );
  }
  if (CHAOS_KEYS !== undefined) {
    return yield* ctx.step('book', ({ idempotencyKey }) => issue(idempotencyKey), { idempotent: true });
  }
  return yield* ctx.step('book', () => issue(''));
});

const { provider } = createModel((messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return `Here you are: ${last.content}`;
  const destination = /a flight to (\S+)/.exec(last?.content ?? '')?.[1];
  if (destination === undefined) return `You said: ${last?.content}`;
  return { text: 'Let me look. ', calls: [{ name: 'book_flight', arguments: { from: 'NYC', destination } }] };
});

async function openStore(): Promise<DurableStore> {
  if (CHAOS_POSTGRES !== undefined) {
    return postgresStore(new pg.Pool({ connectionString: CHAOS_POSTGRES, max: 5 }), { prefix: CHAOS_PREFIX });
  }
  if (CHAOS_REDIS === undefined) return fileStore(CHAOS_FOLDER ?? '');
  const client = createClient({ url: CHAOS_REDIS });
  await client.connect();
  return redisStore(client as unknown as RedisClient, { prefix: CHAOS_PREFIX });
}

const chat = createChatHandler({
  provider,
  tools: [tool],
  store: await openStore(),
  limits: { leaseTime: 1500, sweepEvery: 300, parkAfter: 200, perProcess: Infinity },
  onEvent: (event) => {
    if (event.type === 'error') console.error(event.where, event.error);
  },
});
const listener = nodeListener(chat);
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing).catch(() => outgoing.destroy()));
server.listen(Number(CHAOS_PORT), '127.0.0.1', () => {
  console.log(`port ${(server.address() as { port: number }).port}`);
});
