import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'effection';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import type { ClientSnapshot } from '../../src/client.ts';
import { answerWith, createMcpTool, makePlugin, type AnyMcpTool, type AnyPlugin } from '../../src/plugin.ts';
import { createPluginSessionManager } from '../../src/server.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { memoryTransport } from '../../src/testing.ts';
import { createModel, declaration, isWhole } from '../chat/harness.ts';
import {
  bookingPlugin,
  choice,
  createBookingHandler,
  createTraveller,
  until,
  type BookingOptions,
  type Traveller,
} from './booking.ts';
import { createGate } from './gate.ts';
import { mortal } from './mortal-store.ts';
import { ownPrefix, storeInProcess } from '../store/postgres-in-process.ts';

const stores: [string, () => () => DurableStore][] = [
  [
    'a file',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'elicit-versions-'));
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

/** A tool that says its version with each ticket, and tells each step. */
function versionOf(version: string | undefined, onStep: (step: string) => void = () => undefined): AnyMcpTool {
  const named = version === undefined ? declaration : declaration.version(version);
  const name = version ?? 'none';
  return named.execute(function* ({ destination }, ctx) {
    // The first step is another one in each version, so that no other code can go on from the journal.
    const flights = yield* ctx.step(`search ${name}`, () => {
      onStep(`search ${name}`);
      return ['FL001', 'FL002'];
    });
    const flight = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights });
    if (flight.action !== 'accept') return 'Not booked.';
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    if (seat.action !== 'accept') return 'Not booked.';
    return yield* ctx.step('book', () => {
      onStep(`book ${name}`);
      return `Ticket ${destination} by version ${name}`;
    });
  });
}

const hotels = createMcpTool('book_hotel')
  .description('Book a hotel')
  .parameters(z.object({}))
  .elicits({ pickHotel: z.object({ hotel: z.string() }) });
const hotelTool = hotels.execute(function* (_params, ctx) {
  const picked = yield* ctx.elicit('pickHotel', { message: 'Which hotel?' });
  return picked.action === 'accept' ? `Booked ${picked.content.hotel}` : 'Not booked.';
});
const Hotels = (_props: { onRespond: (answer: { hotel: string }) => void }) => null;
const hotelPlugin = makePlugin(hotels)
  .onElicit({ pickHotel: answerWith(Hotels, () => ({})) })
  .build();
const choices: Readonly<Record<string, unknown>> = { ...choice, pickHotel: { hotel: 'Ritz' } };

/** A server that is deployed again and again over one store, and a person who uses it. */
function openService(
  openStore: () => DurableStore,
  options: BookingOptions = {},
  plugins: readonly AnyPlugin[] = [bookingPlugin],
) {
  const errors: unknown[] = [];
  let now:
    | {
        handler: ReturnType<typeof createBookingHandler>['handler'];
        store: ReturnType<typeof mortal>;
        connections: AbortController;
      }
    | undefined;
  const deployed = () => now!.handler;
  const stop = async (how: 'closes' | 'dies') => {
    const old = now;
    now = undefined;
    if (how === 'closes') await old?.handler.close();
    await old?.store.die();
    old?.connections.abort(new TypeError('connection reset'));
    // Its timers would go on. Its store never answers, so do not wait for it.
    void old?.handler.close();
  };
  const deploy = async (tools: readonly AnyMcpTool[], how: 'closes' | 'dies' = 'closes') => {
    await stop(how);
    const store = mortal(openStore());
    const { handler } = createBookingHandler({
      store,
      tools,
      limits: { leaseTime: 300, sweepEvery: 100 },
      onEvent: (event) => {
        if (event.type === 'error') errors.push(event.error);
      },
      ...options,
    });
    now = { handler, store, connections: new AbortController() };
  };
  onTestFinished(() => stop('closes'));
  /** A process that dies leaves no response open: the system resets its connections. */
  const connected = async (request: Request) => {
    const { signal } = now!.connections;
    const response = await deployed()(request);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    // Both ends are told by `readable`.
    response.body?.pipeTo(writable, { signal }).catch(() => undefined);
    return new Response(readable, response);
  };
  const traveller = createTraveller({ transport: memoryTransport(connected), plugins });
  return { ...traveller, errors, deploy, deployed };
}

const isAsked =
  (key: string) =>
  ({ status, pending }: ClientSnapshot): boolean =>
    status === 'waiting' && pending.some((item) => item.key === key && item.views.at(-1)?.active === true);
const isTold =
  (times: number) =>
  ({ status, messages }: ClientSnapshot): boolean =>
    status === 'idle' && messages.filter(({ content }) => content.startsWith('Here you are')).length === times;
const last = ({ messages }: ClientSnapshot) => messages.at(-1)?.content;

async function pick({ client }: Pick<Traveller, 'client'>, key: string): Promise<void> {
  const { pending } = await until(client, isAsked(key));
  pending
    .find((item) => item.key === key)
    ?.views.at(-1)
    ?.answer(choices[key]);
}

describe.each(stores)('with its conversations in %s, a call that version 1 of its tool began', (_, open) => {
  it('ends where only version 2 is deployed, and its answer changes nothing', async () => {
    const steps: string[] = [];
    const tell = (step: string) => steps.push(step);
    const service = openService(open());
    const { client } = service;
    await service.deploy([versionOf('1', tell)]);
    void client.send('Book a flight to LAX');
    await pick(service, 'pickFlight');
    const [item] = (await until(client, isAsked('pickSeat'))).pending;

    await service.deploy([versionOf('2', tell)]);
    await pick(service, 'pickSeat');
    const told = await until(client, isTold(1));

    expect(service.errors).toEqual([expect.objectContaining({ code: 'TOOL_CHANGED' })]);
    const says = /^Here you are: Error: .*began with book_flight version "1".* has book_flight version "2"\./;
    expect(last(told)).toMatch(says);
    expect(last(told)).toMatch('deploy book_flight version "1" too');
    expect(isWhole(told.messages)).toBe(true);
    expect(told.items.find(({ elicitId }) => elicitId === item?.elicitId)).toMatchObject({
      status: 'aborted',
      by: 'server',
    });
    expect(steps).toEqual(['search 1']);
  });

  it('keeps its journal then, from which a process with version 1 goes on', async () => {
    const steps: string[] = [];
    const tell = (step: string) => steps.push(step);
    const service = openService(open());
    const { client } = service;
    await service.deploy([versionOf('1', tell)]);
    void client.send('Book a flight to LAX');
    await pick(service, 'pickFlight');
    const [item] = (await until(client, isAsked('pickSeat'))).pending;
    const { callId = '', elicitId = '' } = item ?? {};
    await service.deploy([versionOf('2', tell)]);
    await pick(service, 'pickSeat');
    await until(client, isTold(1));

    await service.deploy([versionOf('2', tell), versionOf('1', tell)]);
    const outcome = await run(function* () {
      const session = (yield* service.deployed().sessions.get(callId))!;
      expect(session.pending()).toMatchObject([{ elicitId, key: 'pickSeat' }]);
      const answered = yield* session.respondToElicit(elicitId, { action: 'accept', content: choice['pickSeat'] });
      expect(answered).toEqual({ outcome: 'recorded' });
      const events = session.getEvents();
      for (;;) {
        const { event } = (yield* events.next()).value;
        if (event.type === 'ended') return event.outcome;
      }
    });

    expect(outcome).toEqual({ status: 'completed', content: 'Ticket LAX by version 1' });
    expect(steps).toEqual(['search 1', 'book 1']);
  });

  it('goes on with version 1 where both are deployed, and new calls begin with the first', async () => {
    const service = openService(open());
    const { client } = service;
    await service.deploy([versionOf('1')]);
    void client.send('Book a flight to LAX');
    await until(client, isAsked('pickFlight'));

    await service.deploy([versionOf('2'), versionOf('1')]);
    await pick(service, 'pickFlight');
    await pick(service, 'pickSeat');
    expect(last(await until(client, isTold(1)))).toBe('Here you are: Ticket LAX by version 1');

    void client.send('Book a flight to SFO');
    await pick(service, 'pickFlight');
    await pick(service, 'pickSeat');
    expect(last(await until(client, isTold(2)))).toBe('Here you are: Ticket SFO by version 2');
    expect(service.errors).toEqual([]);
  });

  it('is told to be over as soon as the person comes back, before an answer', async () => {
    const service = openService(open());
    const { client } = service;
    await service.deploy([versionOf('1')]);
    void client.send('Book a flight to LAX');
    await until(client, isAsked('pickFlight'));

    await service.deploy([versionOf('2')]);
    void client.attach();
    const told = await until(client, isTold(1));

    expect(last(told)).toMatch('version "1"');
    expect(told.pending).toEqual([]);
  });

  it('ends when its process died in the middle of it, and no step is done by the other version', async () => {
    const steps: string[] = [];
    const service = openService(open());
    const { client } = service;
    const dying = createGate();
    const endless = declaration.version('1').execute(function* (_params, ctx) {
      return yield* ctx.step('book', () => {
        steps.push('book 1');
        dying.open();
        return new Promise<string>(() => undefined);
      });
    });
    await service.deploy([endless]);
    void client.send('Book a flight to LAX');
    await dying.opened;

    await service.deploy([versionOf('2', (step) => steps.push(step))], 'dies');
    void client.attach();

    expect(last(await until(client, isTold(1)))).toMatch('version "1"');
    expect(steps).toEqual(['book 1']);
  });

  it('ends alone: a call of another tool beside it still waits, and its answer counts', async () => {
    const { provider } = createModel((messages) => {
      const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
      if (results.length > 0) return `Here you are: ${results.join(' And: ')}`;
      const flight = { name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } };
      return { calls: [flight, { name: 'book_hotel', arguments: {} }] };
    });
    const service = openService(open(), { provider }, [bookingPlugin, hotelPlugin]);
    const { client } = service;
    await service.deploy([versionOf('1'), hotelTool]);
    void client.send('Book');
    await until(client, ({ status, items }) => status === 'waiting' && items.length === 2);

    await service.deploy([versionOf('2'), hotelTool]);
    void client.attach();
    await until(client, ({ status, pending }) => status === 'waiting' && pending.length === 1);
    await pick(service, 'pickHotel');
    const told = await until(client, isTold(1));

    expect(last(told)).toMatch(/^Here you are: Error: .*version "1".* And: Booked Ritz$/);
    expect(Object.fromEntries(told.items.map(({ key, status }) => [key, status]))).toEqual({
      pickFlight: 'aborted',
      pickHotel: 'settled',
    });
  });

  it('had no version, and goes on only with a tool without one', async () => {
    const service = openService(open());
    const { client } = service;
    await service.deploy([versionOf(undefined)]);
    void client.send('Book a flight to LAX');
    await until(client, isAsked('pickFlight'));
    await service.deploy([versionOf('2'), versionOf(undefined)]);
    await pick(service, 'pickFlight');
    await until(client, isAsked('pickSeat'));

    await service.deploy([versionOf('2')]);
    await pick(service, 'pickSeat');

    expect(last(await until(client, isTold(1)))).toMatch('began with book_flight without a version');
  });
});

describe('the tools of a server', () => {
  const provider = createModel(() => '').provider;

  it('may be several versions of one', async () => {
    const tools = [versionOf('2'), versionOf('1'), versionOf(undefined)];
    const { provider: model, asked } = createModel(() => 'Hello.');
    const { handler } = createBookingHandler({ tools, provider: model });
    onTestFinished(() => handler.close());
    const { client } = createTraveller({ transport: memoryTransport(handler) });
    await client.send('Hello');
    // The model is offered one of them.
    expect(asked.map((request) => request.tools)).toEqual([['book_flight']]);
  });

  it.each([['2'], [undefined]])('may not be version %s of one twice', (version) => {
    const tools = [versionOf(version), versionOf('1'), versionOf(version)];
    const says = version === undefined ? 'two tools are book_flight without a version' : 'book_flight version "2"';
    expect(() => createBookingHandler({ tools })).toThrow(TypeError);
    expect(() => createBookingHandler({ tools })).toThrow(says);
    expect(() => createPluginSessionManager({ provider, tools })).toThrow(says);
  });
});

it('a call that cannot go on after a reload takes no place of its owner', () =>
  run(function* () {
    const tools = [versionOf('1')];
    const manager = createPluginSessionManager({
      provider: createModel(() => '').provider,
      tools,
      limits: { perOwner: 1 },
    });
    const params = { from: 'NYC', destination: 'LAX' };
    const begin = (callId: string) => manager.create({ tool: tools[0]!, params, callId, owner: 'ada' });
    const codeOf = function* (work: () => ReturnType<typeof manager.get>) {
      try {
        yield* work();
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const first = yield* begin('call_1');
    const events = first.getEvents();
    while ((yield* events.next()).value.event.type !== 'waiting');
    expect(yield* manager.park('call_1')).toBe(true);
    expect(yield* codeOf(() => begin('call_2'))).toBe('TOO_MANY_SESSIONS');

    tools.splice(0, 1, versionOf('2'));
    expect(yield* codeOf(() => manager.get('call_1'))).toBe('TOOL_CHANGED');
    expect((yield* begin('call_2')).id).toBe('call_2');

    yield* manager.close();
  }));
