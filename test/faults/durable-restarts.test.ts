import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { memoryTransport } from '../../src/testing.ts';
import { declaration, isWhole } from '../chat/harness.ts';
import { choice, createBookingHandler, createTraveller, until } from './booking.ts';
import { createGate, type Gate } from './gate.ts';
import { mortal } from './mortal-store.ts';
import { openFaultProxy, type Fault } from './proxy.ts';
import { ownPrefix, storeInProcess } from '../store/postgres-in-process.ts';

/** When the process dies: as the nth request comes, or when so many lines of its response have arrived. */
interface Death {
  request: number;
  lines: number;
}

const deaths: Death[] = [
  [1, [0, 1, 4, 8, 9]],
  [2, [0, 1, 2, 3]],
  [3, [0, 1, 2, 3, 6, 11]],
].flatMap(([request, lines]) => (lines as number[]).map((at) => ({ request: request as number, lines: at })));

const stores: [string, () => () => DurableStore][] = [
  [
    'a file',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'elicit-restarts-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return () => fileStore(folder);
    },
  ],
  [
    'Postgres',
    () => {
      const prefix = ownPrefix();
      return () => storeInProcess(prefix);
    },
  ],
];

describe.each(stores)('a server with its conversations in %s, whose process dies and comes back', (_, open) => {
  it.each(deaths)('books once, and loses nothing: request $request, line $lines', async (death) => {
    const openStore = open();
    const lives: { handler: ReturnType<typeof createBookingHandler>; kill(): Promise<void> }[] = [];
    const booked = { count: 0 };
    const begin = () => {
      const store = mortal(openStore());
      const handler = createBookingHandler({
        store,
        limits: { leaseTime: 300, sweepEvery: 100 },
        onBooked: () => (booked.count += 1),
      });
      lives.push({ handler, kill: store.die });
    };
    begin();
    const now = () => lives.at(-1)!;
    let restarting: Promise<void> | undefined;
    const restart = async () => {
      const dead = now();
      proxy.breakAll();
      await dead.kill();
      begin();
      // Its timers would go on. Its store never answers, so do not wait for it.
      void dead.handler.handler.close();
    };
    let lines = -1;
    const proxy = await openFaultProxy(
      async (request) => {
        await restarting;
        return now().handler.handler(request);
      },
      ({ number }): Fault | undefined => {
        if (number !== death.request) return undefined;
        return {
          type: 'slow',
          async turn() {
            lines += 1;
            if (lines === death.lines) await (restarting = restart());
          },
        };
      },
    );
    onTestFinished(async () => {
      await now().handler.handler.close();
      await now().kill();
      await proxy.close();
    });
    const traveller = createTraveller({ endpoint: proxy.url });
    const { client } = traveller;
    const seen = new Set<string>();
    void client.send('Book a flight to LAX');
    const act = ({ pending, items, status, problem }: ClientSnapshot) => {
      for (const item of pending) {
        if (item.status === 'pending') item.views.at(-1)?.answer(choice[item.key]);
        if (item.status === 'failed') item.retry();
      }
      if (items.some((item) => item.status === 'lost')) seen.add('lost');
      if (status === 'failed') {
        seen.add(`failed: ${problem?.code}`);
        void client.retry();
      }
    };
    const { messages } = await until(
      client,
      ({ status, pending, messages }) =>
        status === 'idle' && pending.length === 0 && messages.at(-1)?.content.startsWith('Here you are') === true,
      act,
    );

    expect(lives).toHaveLength(2);
    const isTold = messages.at(-1)?.content.includes('Ticket') === true;
    expect([isTold ? 1 : 0, 1]).toContain(booked.count);
    expect(isWhole(messages)).toBe(true);
    // A step that its process began and did not record may have been done: that is said, and it is not done again.
    expect(messages.at(-1)?.content).toMatch(/^Here you are: (Ticket LAX FL002 12A|Error: Step "book" began)/);
    expect([...seen]).toEqual([]);
  });
});

describe('a server that stands still for longer than its lease', () => {
  it('goes on with the calls of a conversation that it was opening', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const records = memoryStore();
    const began: Gate[] = [];
    const tool = declaration.execute(function* (_params, ctx) {
      const work = () => {
        const gate = began.at(-1);
        gate?.open();
        return gate === undefined ? 'Ticket' : new Promise<string>(() => undefined);
      };
      return yield* ctx.step('book', work, { idempotent: true });
    });
    const begin = (change: Partial<DurableStore> = {}) => {
      const store = mortal({ ...records, isVolatile: false, opening: crypto.randomUUID(), ...change });
      const { handler } = createBookingHandler({ store, tools: [tool], limits: { leaseTime: 1000 } });
      const dead = createGate();
      const broken = dead.opened.then((): never => {
        throw new TypeError('The connection broke.');
      });
      broken.catch(() => undefined);
      const die = async () => {
        await store.die();
        void handler.close();
        dead.open();
      };
      onTestFinished(die);
      const transport = memoryTransport(handler);
      return { die, take: (...given: Parameters<typeof transport>) => Promise.race([transport(...given), broken]) };
    };
    let server = begin();
    const { client } = createTraveller({ transport: (request) => server.take(request) });
    began.push(createGate());
    void client.send('Book a flight to LAX');
    await began[0]?.opened;
    await server.die();

    const read: string[] = [];
    began.push(createGate());
    server = begin({
      async list(key, from) {
        // It has taken the lease, and reads the conversation's messages.
        if (read.push(key) === 1) vi.setSystemTime(Date.now() + 2000);
        return records.list(key, from);
      },
    });
    void client.attach();
    await began[1]?.opened;
    expect(read[0]).toContain('messages');
    await server.die();

    began.length = 0;
    server = begin();
    void client.attach();
    const { messages } = await until(client, ({ status, messages: told }) => status === 'idle' && told.length > 2);

    expect(messages.at(-1)?.content).toBe('Here you are: Ticket');
  });
});
