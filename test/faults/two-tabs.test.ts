import { describe, expect, it } from 'vitest';
import type { ChatTransport, PluginClient } from '../../src/client.ts';
import { memoryStore, type DurableStore } from '../../src/server.ts';
import { memoryTransport } from '../../src/testing.ts';
import { isWhole } from '../chat/harness.ts';
import { createBookingHandler, createTraveller, until, type Traveller } from './booking.ts';
import { runs } from '../runs.ts';

// The same for everybody unless another is asked for: a change is told from a lucky draw.
const seed = Number(process.env['FAULTS_SEED'] ?? 952_077_680);

type Random = () => number;

/** Numbers from 0 to 1 that come again for the same seed. */
function createRandom(start: number): Random {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lets one thing happen at a time, in an order that the seed alone decides. */
function createInterleaver(random: Random) {
  const waiting: (() => void)[] = [];
  let stopped = false;
  const quiet = () => new Promise((resolve) => setImmediate(resolve));
  return {
    /** Wait to be chosen. */
    turn: () => (stopped ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    async run(): Promise<void> {
      while (!stopped) {
        await quiet();
        const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
        next?.();
      }
    },
    stop(): void {
      stopped = true;
      for (const next of waiting.splice(0)) next();
    },
  };
}

/** Every request waits for its turn, and so does every line of its response. */
function interleaved(transport: ChatTransport, turn: () => Promise<void>): ChatTransport {
  return async (request) => {
    await turn();
    const response = await transport(request);
    if (!response?.body) return response;
    const lines = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        async transform(line, controller) {
          await turn();
          controller.enqueue(line);
        },
      }),
    );
    return new Response(lines, { status: response.status, headers: response.headers });
  };
}

/** The tabs' channel: every message waits for its turn at every other tab. */
function createChannels(turn: () => Promise<void>) {
  type Listener = (event: { data: unknown }) => void;
  const tabs = new Set<Set<Listener>>();
  return () => {
    const listeners = new Set<Listener>();
    tabs.add(listeners);
    return {
      postMessage(message: unknown) {
        const data = structuredClone(message);
        for (const other of [...tabs].filter((tab) => tab !== listeners)) {
          void turn().then(() => {
            for (const listener of other) listener({ data });
          });
        }
      },
      addEventListener: (_: 'message', listener: Listener) => void listeners.add(listener),
      close: () => void tabs.delete(listeners),
    };
  };
}

type Choice = 'accept FL001' | 'accept FL002' | 'decline' | 'cancel';
const choices: readonly Choice[] = ['accept FL001', 'accept FL002', 'decline', 'cancel'];

/** Answer everything that is asked, in its own way. */
function answerAs({ client }: Traveller, choice: Choice): Promise<unknown> {
  return until(
    client,
    ({ status, messages }) => status === 'idle' && messages.at(-1)?.role === 'assistant',
    ({ pending }) => {
      for (const item of pending) {
        if (item.status === 'failed') throw new Error(`The answer failed: ${item.problem.code}`);
        if (item.status !== 'pending') continue;
        if (choice === 'decline') item.decline();
        else if (choice === 'cancel') item.cancel();
        else if (item.key === 'pickFlight') item.accept({ flightId: choice.slice(-5) });
        else item.accept({ row: choice === 'accept FL001' ? 1 : 2, seat: 'A' });
      }
    },
  );
}

/** A store on another machine: whatever it is asked, it answers later. */
function slowStore(): DurableStore {
  const store = memoryStore();
  async function later<T>(work: () => Promise<T>): Promise<T> {
    await new Promise((resolve) => setImmediate(resolve));
    return work();
  }
  return {
    isVolatile: false,
    read: (...given) => later(() => store.read(...given)),
    list: (...given) => later(() => store.list(...given)),
    commit: (...given) => later(() => store.commit(...given)),
    due: (...given) => later(() => store.due(...given)),
  };
}

type Server = ReturnType<typeof createBookingHandler>;

async function playOnce({ handler, booked, said, errors }: Server, run: number, random: Random): Promise<string> {
  const interleaver = createInterleaver(random);
  const direct = memoryTransport(handler);
  // Every other time the tabs have a channel besides: it must do no harm, and is not needed.
  const tabs = run % 2 === 1 && createChannels(interleaver.turn);
  const open = () =>
    createTraveller({ transport: interleaved(direct, interleaver.turn), conversationId: `tabs-${run}`, tabs });
  const [first, second] = [open(), open()];
  const running = interleaver.run();
  const first1 = choices[run % choices.length] ?? 'decline';
  const others = choices.filter((choice) => choice !== first1);
  const second1 = others[Math.floor(random() * others.length)] ?? 'cancel';
  const destination = `T${run}`;

  void first.client.send(`Book a flight to ${destination}`);
  await until(first.client, ({ pending }) => pending.length > 0);
  void second.client.attach();
  await Promise.all([answerAs(first, first1), answerAs(second, second1)]);
  interleaver.stop();
  await running;

  const about = `seed ${seed}, run ${run}: ${first1} against ${second1}`;
  // Either tab may miss a question that the other was asked, and answered, while it did not listen.
  const [ours, theirs] = [actionsOf(first.client), actionsOf(second.client)];
  const both = Object.keys(ours).filter((key) => key in theirs);
  expect(ours, `${about}`).toHaveProperty('pickFlight');
  expect(
    both.map((key) => [key, ours[key]]),
    `${about}`,
  ).toEqual(both.map((key) => [key, theirs[key]]));
  for (const key of both) expect(ownersOf(key, [first.client, second.client]), `${about}: ${key}`).toHaveLength(1);
  expect(told(first.client), `${about}`).toEqual(told(second.client));
  expect(isWhole(first.client.getSnapshot().messages), `${about}`).toBe(true);
  expect(outcomes([first, second]), `${about}`).toEqual([]);
  expect(
    [...said.values()].every((times) => times === 1),
    `${about}`,
  ).toBe(true);
  expect(booked.get(destination) ?? 1, `${about}`).toBe(1);
  expect(errors, `${about}`).toEqual([]);
  const outcome = first.client.getSnapshot().messages.find(({ role }) => role === 'tool')?.content ?? '';
  await Promise.all([first.client.close(), second.client.close()]);
  return outcome.replace(destination, '');
}

/** What came of each question, as this tab tells it. */
function actionsOf(client: PluginClient): Record<string, string> {
  const { receipts } = client.getSnapshot();
  return Object.fromEntries(
    receipts.map((item) => [item.key, item.status === 'settled' ? item.action : item.status] as const),
  );
}

/** The tabs that tell an outcome as their own answer. */
function ownersOf(key: string, clients: readonly PluginClient[]): PluginClient[] {
  return clients.filter((client) =>
    client.getSnapshot().receipts.some((item) => item.key === key && item.status === 'settled' && !item.elsewhere),
  );
}

const told = (client: PluginClient) => client.getSnapshot().messages.map(({ role, content }) => `${role}: ${content}`);

/** The questions of which the server told two outcomes. */
function outcomes(tabs: readonly Traveller[]): string[] {
  const actions = new Map<string, string>();
  return tabs
    .flatMap(({ events }) => events)
    .flatMap((event) => {
      if (event.type !== 'plugin_elicit_settled') return [];
      const known = actions.get(event.elicitId) ?? event.action;
      actions.set(event.elicitId, known);
      return known === event.action ? [] : [`${event.elicitId}: ${known}, ${event.action}`];
    });
}

describe('two tabs that answer the same questions differently', () => {
  it.each([
    [runs(2000), 'at once', memoryStore()],
    [runs(800), 'in its own time', slowStore()],
  ])(
    `are told the same, and one answer is recorded, in %d interleavings with a store that answers %s (seed ${seed})`,
    async (interleavings, _, store) => {
      const random = createRandom(seed);
      const server = createBookingHandler({ store });
      const seen = new Set<string>();
      for (let run = 0; run < interleavings; run += 1) seen.add(await playOnce(server, run, random));
      await server.handler.close();
      // Each tab must have won sometimes, or the interleavings prove nothing.
      expect([...seen].toSorted()).toEqual(
        expect.arrayContaining([
          'Not booked to : cancel.',
          'Not booked to : decline.',
          'Ticket  FL001 1A',
          'Ticket  FL002 2A',
        ]),
      );
    },
    600_000,
  );
});
