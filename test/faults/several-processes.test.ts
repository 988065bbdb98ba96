import { run } from 'effection';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import type { AnyMcpTool } from '../../src/plugin.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { eventually } from '../eventually.ts';
import {
  accept,
  agent,
  bookFlight,
  createModel,
  declaration,
  isWhole,
  lastWords,
  messagesOf,
  questionOf,
  read,
  route,
  the,
  user,
} from '../chat/harness.ts';
import { createChatHandler, type ChatProvider, type ChatRequestBody } from '../../src/server.ts';
import { choice, createBookingHandler, createTraveller, until } from './booking.ts';
import { createGate } from './gate.ts';
import { mortal } from './mortal-store.ts';
import { openFaultProxy } from './proxy.ts';
import { ownPrefix, storeInProcess } from '../store/postgres-in-process.ts';

/** A database of its own, which any number of processes may share. */
function openDatabase() {
  const prefix = ownPrefix();
  return () => mortal(storeInProcess(prefix));
}

/** Some processes with one model and one store. */
function openProcesses(count: number, provider: ChatProvider, open = openDatabase(), tool: AnyMcpTool = bookFlight) {
  const errors: unknown[] = [];
  const processes = Array.from({ length: count }, () => {
    const store = open();
    const handler = createChatHandler({
      provider,
      tools: [tool],
      store,
      limits: { leaseTime: 1000, sweepEvery: 200 },
      onEvent: (event) => {
        if (event.type === 'error') errors.push(event.error);
      },
    });
    return { handler, store };
  });
  const dead = new Set<number>();
  onTestFinished(async () => {
    await Promise.all(processes.filter((_, nth) => !dead.has(nth)).map(({ handler }) => handler.close()));
  });
  const open_ = (nth: number, body: Partial<ChatRequestBody>) =>
    processes[nth]!.handler(
      new Request('http://chat.test/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [], conversationId: 'c', ...body }),
      }),
    );
  return {
    errors,
    handlers: processes.map(({ handler }) => handler),
    open: open_,
    post: async (nth: number, body: Partial<ChatRequestBody>) => read(await open_(nth, body)),
    kill: async (nth: number) => {
      dead.add(nth);
      await processes[nth]!.store.die();
      // Its timers would go on. Its store never answers, so do not wait for it.
      void processes[nth]!.handler.close();
    },
  };
}

const book = { messages: [{ ...user('Book'), id: 'm1' }] };

describe('two handlers of one process that has its store to itself', () => {
  it('hand a request to the one that is at work, which answers it before it rests', async () => {
    let speak = (): void => undefined;
    const model = createModel(async (messages) => {
      if (messages.length === 1) await new Promise<void>((resolve) => (speak = resolve));
      return `${messages.filter(({ role }) => role === 'user').length} heard`;
    });
    const store = memoryStore();
    let isForwarded = false;
    const commit: DurableStore['commit'] = (change) => {
      isForwarded ||= change.append?.some(({ key }) => key.endsWith('/mailbox')) === true;
      return store.commit(change);
    };
    const { open, errors } = openProcesses(2, model.provider, () => mortal({ ...store, isVolatile: false, commit }));
    const first = await open(0, book);
    await eventually(() => expect(model.asked).toHaveLength(1));
    const second = open(1, { messages: [...book.messages, { ...user('two'), id: 'm2' }] });
    await eventually(() => expect(isForwarded).toBe(true));
    speak();
    const [told, answered] = await Promise.all([read(first), second.then(read)]);
    expect(lastWords(told)).toContain('heard');
    expect(lastWords(answered)).toBe('2 heard');
    expect(errors).toEqual([]);
  });
});

describe('processes that share a database', () => {
  it('ask in one, take the answer in another, and go on in a third', async () => {
    const model = agent([{ name: 'book_flight', arguments: route }]);
    const { post, errors } = openProcesses(3, model.provider);
    const asked = await post(0, book);
    const flight = await post(1, {
      revision: asked.state.revision,
      pluginElicitResponses: [accept(questionOf(asked), { flightId: 'FL001' })],
    });
    expect(the(flight, 'plugin_elicit_settled')).toMatchObject({ action: 'accept' });
    const done = await post(2, {
      revision: flight.state.revision,
      pluginElicitResponses: [accept(questionOf(flight), { row: 1, seat: 'A' })],
    });
    expect(the(done, 'tool_result').content).toContain('"ticket":"TKT-1"');
    const whole = await post(0, { attach: true });
    expect(isWhole(messagesOf(whole))).toBe(true);
    expect(lastWords(whole)).toContain('It said: ');
    expect(errors).toEqual([]);
  });

  it('tell who comes to one of them what another one says, and end both', async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const provider: ChatProvider = {
      async *stream() {
        yield { type: 'text', content: 'first ' };
        await gate;
        yield { type: 'text', content: 'second' };
        return { text: 'first second', toolCalls: [] };
      },
    };
    const { open, errors } = openProcesses(2, provider);
    const first = await open(0, book);
    const second = await open(1, { attach: true });
    go();
    const [told, attached] = await Promise.all([read(first), read(second)]);
    expect(lastWords(told)).toBe('first second');
    expect(lastWords(attached)).toBe('first second');
    expect(errors).toEqual([]);
  });

  it('answer a message in the process that is at work, after what it is at', async () => {
    let speak = (): void => undefined;
    const model = createModel(async (messages) => {
      if (messages.length === 1) await new Promise<void>((resolve) => (speak = resolve));
      return `${messages.filter(({ role }) => role === 'user').length} heard`;
    });
    const { open, errors } = openProcesses(2, model.provider);
    const first = await open(0, book);
    await eventually(() => expect(model.asked).toHaveLength(1));
    const second = await open(1, { messages: [...book.messages, { ...user('two'), id: 'm2' }] });
    speak();
    const [, answered] = await Promise.all([read(first), read(second)]);
    expect(messagesOf(answered).map(({ content }) => content)).toEqual(['Book', '1 heard', 'two', '2 heard']);
    expect(errors).toEqual([]);
  });

  it('count one answer, where two give different ones at once', async () => {
    const { post, errors } = openProcesses(2, agent([{ name: 'book_flight', arguments: route }]).provider);
    const asked = await post(0, book);
    const question = questionOf(asked);
    const { revision } = asked.state;
    const both = await Promise.all(
      ['FL001', 'FL002'].map((flightId, nth) =>
        post(nth, { revision, pluginElicitResponses: [accept(question, { flightId })] }),
      ),
    );
    const seats = both.map((each) => questionOf(each));
    expect(seats[0]?.elicitId).toBe(seats[1]?.elicitId);
    const { events } = await post(0, { attach: true });
    expect(events.filter(({ type }) => type === 'plugin_elicit_settled')).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('count the first answer, where another one is still being checked in another process', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const taking = createGate();
    const answered = createGate();
    const late: DurableStore['commit'] = async (change) => {
      taking.open();
      await answered.opened;
      return store.commit(change);
    };
    const stores = [store, { ...store, commit: late }].map(mortal);
    const waits = [answered.opened];
    const check = () => waits.shift()?.then(() => undefined);
    const tool = declaration.execute(function* (_, ctx) {
      yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights: [] }, { check });
      yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
      return 'Booked.';
    });
    const { post, errors } = openProcesses(2, agent().provider, () => stores.shift()!, tool);
    const asked = await post(0, book);
    const { revision } = asked.state;
    const answer = (nth: number, flightId: string) =>
      post(nth, { revision, pluginElicitResponses: [accept(questionOf(asked), { flightId })] });
    const second = answer(1, 'FL002');
    await taking.opened;
    const seat = questionOf(await answer(0, 'FL001'));
    answered.open();
    expect(questionOf(await second).elicitId).toBe(seat.elicitId);
    expect(errors).toEqual([]);
  });

  it('take over a model that was at work in a process that died, and say its words once', async () => {
    let asked = 0;
    const provider: ChatProvider = {
      async *stream() {
        asked += 1;
        yield { type: 'text', content: 'Hello ' };
        if (asked === 1) await new Promise(() => undefined);
        return { text: 'Hello world', toolCalls: [] };
      },
    };
    const { open, kill, handlers } = openProcesses(2, provider);
    const first = await open(0, book);
    const second = await open(1, { attach: true });
    await kill(0);
    void handlers[1]!.sweep();
    expect(lastWords(await read(second))).toBe('Hello world');
    expect(asked).toBe(2);
    await first.body?.cancel();
  });

  it('stop what waits in none of them when one closes: another goes on', async () => {
    const { post, handlers, errors } = openProcesses(2, agent([{ name: 'book_flight', arguments: route }]).provider);
    const asked = await post(0, book);
    await handlers[0]!.close();
    expect(await run(() => handlers[1]!.sessions.listActive())).toEqual([]);
    const flight = await post(1, {
      revision: asked.state.revision,
      pluginElicitResponses: [accept(questionOf(asked), { flightId: 'FL001' })],
    });
    expect(questionOf(flight).key).toBe('pickSeat');
    expect(errors).toEqual([]);
  });
});

describe('bookings behind a proxy that sends each request to the next of three processes', () => {
  it.each([1, 2, 3, 4])('book once (%i)', async () => {
    const open = openDatabase();
    const booked = { count: 0 };
    const servers = [0, 1, 2].map(() =>
      createBookingHandler({
        store: open(),
        limits: { leaseTime: 1000, sweepEvery: 200 },
        onBooked: () => (booked.count += 1),
      }),
    );
    let turn = 0;
    const proxy = await openFaultProxy((request) => servers[(turn += 1) % servers.length]!.handler(request));
    onTestFinished(async () => {
      await Promise.all(servers.map(({ handler }) => handler.close()));
      await proxy.close();
    });
    const { client } = createTraveller({ endpoint: proxy.url });
    void client.send('Book a flight to LAX');
    const act = ({ pending }: ClientSnapshot) => {
      for (const item of pending) if (item.status === 'pending') item.views.at(-1)?.answer(choice[item.key]);
    };
    const { messages } = await until(
      client,
      ({ status, pending, messages: said }) =>
        status === 'idle' && pending.length === 0 && said.at(-1)?.content.startsWith('Here you are') === true,
      act,
    );
    expect(booked.count).toBe(1);
    expect(isWhole(messages)).toBe(true);
    expect(servers.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
