import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createChatHandler, type ChatHandler, type ChatHandlerOptions, type ChatProvider } from '../../src/server.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { mortal } from '../faults/mortal-store.ts';
import { accept, agent, bookFlight, declaration, questionOf, read, route, the, user } from './harness.ts';
import { ownPrefix, postgresInProcess, storeInProcess } from '../store/postgres-in-process.ts';
import { eventually } from '../eventually.ts';

/** Handlers that share a database, as processes do that live for one request each. */
function openServerless(provider: ChatProvider, { store: shared, ...options }: Partial<ChatHandlerOptions> = {}) {
  const prefix = ownPrefix();
  const errors: unknown[] = [];
  const begin = () => {
    const store = mortal(shared ?? storeInProcess(prefix));
    const handler = createChatHandler({
      provider,
      tools: [bookFlight],
      store,
      onEvent: (event) => {
        if (event.type === 'error') errors.push(event.error);
      },
      ...options,
      limits: { sweepEvery: Infinity, ...options.limits },
    });
    onTestFinished(async () => {
      await store.die();
      void handler.close();
    });
    return { handler, freeze: () => store.die() };
  };
  const leases = async () =>
    (await postgresInProcess.query<{ key: string }>(`select key from ${prefix}_entries where key like '%/lease'`)).rows;
  const calls = async () =>
    (await postgresInProcess.query<{ key: string }>(`select key from ${prefix}_entries where key ~ '^call/[^/]+$'`))
      .rows;
  /** What is still due. */
  const due = async () =>
    (await postgresInProcess.query<{ key: string }>(`select key from ${prefix}_due where at < $1`, [Date.now()])).rows;
  return { begin, errors, leases, calls, due };
}

function open(handler: ChatHandler, body: object): Promise<Response> {
  return handler(
    new Request('http://chat.test/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [], conversationId: 'c', ...body }),
    }),
  );
}

const book = { messages: [{ ...user('Book'), id: 'm1' }] };
const hasty = declaration.execute(function* (_, ctx) {
  const flight = yield* ctx.elicit('pickFlight', { message: 'Which?', flights: ['FL001'] }, { timeout: 1000 });
  return `The person: ${flight.action}.`;
});

/** Long enough for all else that is under way to come first. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 100));

/** A model that takes its time. */
function slow(provider: ChatProvider): ChatProvider {
  return {
    async *stream(...asked) {
      await moment();
      return yield* provider.stream(...asked);
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

/** Let the clock go on. Timers, as those of a process that was frozen, know nothing of it. */
function skip(time: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + time });
}

describe('a sweep', () => {
  it('is over when all is told and recorded that a question’s end set going, so the process may stop then', async () => {
    const model = agent();
    const { begin, errors, leases, calls, due } = openServerless(slow(model.provider), { tools: [hasty] });
    const first = begin();
    questionOf(await read(await open(first.handler, book)));
    await first.freeze();
    skip(2000);

    const cron = begin();
    await cron.handler.sweep();
    await cron.freeze();

    expect(await leases()).toEqual([]);
    expect(await calls()).toEqual([]);
    expect(await due()).toEqual([]);
    expect(model.asked).toHaveLength(2);
    const attached = await read(await open(begin().handler, { attach: true }));
    expect(attached.state.messages.at(-1)?.content).toBe('It said: The person: cancel.');
    expect(errors).toEqual([]);
  });

  it('closes a question in the process that has it in memory, though its timers stood still', async () => {
    const model = agent();
    const { begin, errors, leases, due } = openServerless(slow(model.provider), { tools: [hasty] });
    const { handler, freeze } = begin();
    questionOf(await read(await open(handler, book)));
    skip(2000);

    await handler.sweep();
    await freeze();

    expect(await leases()).toEqual([]);
    expect(await due()).toEqual([]);
    expect(model.asked).toHaveLength(2);
    const attached = await read(await open(begin().handler, { attach: true }));
    expect(attached.state.messages.at(-1)?.content).toBe('It said: The person: cancel.');
    expect(errors).toEqual([]);
  });

  it('goes on with a turn whose process died, to its end', async () => {
    let runs = 0;
    const provider: ChatProvider = {
      async *stream() {
        runs += 1;
        if (runs === 1) await new Promise(() => undefined);
        yield { type: 'text', content: 'Hel' };
        await moment();
        return { text: 'Hello', toolCalls: [] };
      },
    };
    const { begin, errors, leases } = openServerless(provider);
    const first = begin();
    await open(first.handler, book);
    await first.freeze();
    skip(20_000);

    const cron = begin();
    await cron.handler.sweep();
    await cron.freeze();

    expect(await leases()).toEqual([]);
    const attached = await read(await open(begin().handler, { attach: true }));
    expect(attached.state.messages.at(-1)?.content).toBe('Hello');
    expect(runs).toBe(2);
    expect(errors).toEqual([]);
  });

  it('looks at everything that is due, however much it is', async () => {
    const store = { ...memoryStore(), isVolatile: false, opening: undefined };
    const { begin, errors } = openServerless(agent().provider, { tools: [hasty], store });
    const first = begin();
    const ids = Array.from({ length: 120 }, (_, nth) => `c${nth}`);
    for (const conversationId of ids) {
      await read(await open(first.handler, { ...book, conversationId }));
    }
    await first.freeze();
    skip(2000);

    expect(await store.due('chat', Date.now(), 1)).toHaveLength(1);

    await begin().handler.sweep();

    expect(await store.due('chat', Date.now(), 1)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('is over at once if the handler closes meanwhile, and begins nothing afterwards', async () => {
    let asked = 0;
    const provider: ChatProvider = {
      async *stream() {
        asked += 1;
        yield { type: 'text', content: '' };
        return await new Promise<never>(() => undefined);
      },
    };
    const { begin, leases } = openServerless(provider);
    const first = begin();
    await open(first.handler, book);
    await first.freeze();
    skip(20_000);

    const { handler } = begin();
    const swept = handler.sweep();
    await vi.waitFor(() => expect(asked).toBe(2), { timeout: 10_000 });
    await handler.close();
    await swept;
    await handler.sweep();

    expect(asked).toBe(2);
    expect(await leases()).toHaveLength(1);
  });
});

/** What several processes share, as far as they can tell. */
const shared = (): DurableStore => ({ ...memoryStore(), isVolatile: false, opening: undefined });

/** Make this many conversations whose question is over in a minute, and whose calls another version of elicitkit has written. */
async function makeUnreadable(count: number, store: DurableStore): Promise<void> {
  const patient = declaration.execute(function* (_, ctx) {
    return (yield* ctx.elicit('pickFlight', { message: 'Which?', flights: ['FL001'] }, { timeout: 60_000 })).action;
  });
  const { handler } = openServerless(agent().provider, { tools: [patient], store }).begin();
  for (let nth = 0; nth < count; nth += 1) {
    await read(await open(handler, { ...book, conversationId: `old${nth}` }));
  }
  await handler.close();
  for (const { key } of await store.due('chat', Number.MAX_SAFE_INTEGER, count)) {
    const [record] = await store.read([key]);
    const [call] = (JSON.parse(record?.value ?? '') as { calls: { id: string }[] }).calls;
    const [entry] = await store.read([`call/${call?.id}`]);
    const value = JSON.stringify({ ...(JSON.parse(entry?.value ?? '') as object), format: 1 });
    await store.commit({ put: [{ key: `call/${call?.id}`, value }] });
  }
}

const formats = (errors: readonly unknown[]) =>
  errors.filter((error) => (error as { code?: unknown }).code === 'SESSION_FORMAT').length;

describe('what cannot be gone on with', () => {
  it('keeps nothing from being looked at, and is told once', async () => {
    const store = shared();
    await makeUnreadable(120, store);
    const others = Array.from({ length: 300 }, (_, nth) => ({ key: `mcp/${nth}`, queue: 'mcp', at: nth }));
    const strangers = Array.from({ length: 300 }, (_, nth) => ({ key: `stranger/${nth}`, queue: 'chat', at: nth }));
    await store.commit({ due: [...others, ...strangers] });
    const model = agent();
    const { begin, errors } = openServerless(model.provider, { tools: [hasty], store });
    const first = begin();
    questionOf(await read(await open(first.handler, { ...book, conversationId: 'new' })));
    await first.freeze();
    skip(70_000);

    const { handler } = begin();
    await handler.sweep();

    expect(model.asked.at(-1)?.messages.at(-1)?.content).toBe('The person: cancel.');
    expect(formats(errors)).toBe(120);
    expect(errors).toHaveLength(120);

    await handler.sweep();

    expect(errors).toHaveLength(120);
    expect(await store.due('mcp', 1000, 1000)).toHaveLength(300);
  });

  it('is tried ever more seldom by a process that sweeps by itself', async () => {
    const store = shared();
    await makeUnreadable(20, store);
    let tries = 0;
    const counted: DurableStore = {
      ...store,
      read: (keys) => {
        if (keys.some((key) => /^conv\/[^/]+$/.test(key))) tries += 1;
        return store.read(keys);
      },
    };
    const { begin, errors } = openServerless(agent().provider, {
      tools: [hasty],
      store: counted,
      limits: { sweepEvery: 600_000 },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() + 70_000 });
    // With its first request, a process begins to sweep.
    await (await open(begin().handler, { attach: true, conversationId: 'none' })).body?.cancel();
    await vi.advanceTimersByTimeAsync(700_000);
    expect(errors).toHaveLength(20);

    tries = 0;
    await vi.advanceTimersByTimeAsync(10 * 3_600_000);

    // After 20 and 40 minutes, and then once an hour. Each try reads a record twice at most.
    expect(tries).toBeGreaterThan(20 * 5);
    expect(tries).toBeLessThan(20 * 2 * 13);
    expect(formats(errors)).toBe(20);
    expect(errors).toHaveLength(20);
  });

  it('goes on when it can be read again, and the store alone tells that it could not', async () => {
    const store = shared();
    let broken: Error | undefined = Object.assign(new Error('The disk is gone.'), { code: 'EIO' });
    const failing: DurableStore = {
      ...store,
      read: async (keys) => {
        if (broken !== undefined && keys.some((key) => key.startsWith('call/'))) throw broken;
        return store.read(keys);
      },
    };
    const first = openServerless(agent().provider, { tools: [hasty], store }).begin();
    questionOf(await read(await open(first.handler, book)));
    await first.freeze();
    const { begin, errors } = openServerless(agent().provider, {
      tools: [hasty],
      store: failing,
      limits: { sweepEvery: 50 },
    });
    skip(2000);
    const { handler } = begin();
    await read(await open(handler, { attach: true, conversationId: 'none' }));
    await eventually(() => expect(errors.length).toBeGreaterThan(0));
    await handler.sweep();
    await handler.sweep();
    expect(errors).toEqual(errors.map(() => broken));

    broken = undefined;
    await vi.waitFor(
      async () => {
        const attached = await read(await open(handler, { attach: true }));
        expect(attached.state.messages.at(-1)?.content).toBe('It said: The person: cancel.');
      },
      { timeout: 10_000 },
    );
  });
});

describe('a handler that does not sweep by itself', () => {
  it('leaves no timer when what it has is at rest and not in memory any more', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const { begin, errors } = openServerless(agent().provider, { tools: [hasty], store, limits: { parkAfter: 500 } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    questionOf(await read(await open(begin().handler, book)));
    expect(vi.getTimerCount()).toBeGreaterThan(0);

    await vi.advanceTimersByTimeAsync(900);
    expect(vi.getTimerCount()).toBe(0);
    expect(errors).toEqual([]);
  });
});

describe('a handler that is closed', () => {
  it('leaves no lease to wait out when its response is read', async () => {
    const { begin, leases, errors } = openServerless(agent([{ name: 'book_flight', arguments: route }]).provider);
    const first = begin();
    const asked = await read(await open(first.handler, book));
    await first.handler.close();
    expect(await leases()).toEqual([]);

    const second = begin();
    const seat = await read(
      await open(second.handler, {
        revision: asked.state.revision,
        pluginElicitResponses: [accept(questionOf(asked), { flightId: 'FL001' })],
      }),
    );
    await second.handler.close();
    expect(await leases()).toEqual([]);

    const done = await read(
      await open(begin().handler, {
        revision: seat.state.revision,
        pluginElicitResponses: [accept(questionOf(seat), { row: 1, seat: 'A' })],
      }),
    );
    expect(the(done, 'tool_result').content).toContain('"ticket":"TKT-1"');
    expect(errors).toEqual([]);
  });

  it('leaves what it is at to the next, which need not wait', async () => {
    let asked = 0;
    const provider: ChatProvider = {
      async *stream() {
        asked += 1;
        yield { type: 'text', content: 'Hello' };
        if (asked === 1) await new Promise(() => undefined);
        return { text: 'Hello', toolCalls: [] };
      },
    };
    const { begin, errors } = openServerless(provider, { limits: { leaseTime: 3_600_000 } });
    const first = begin();
    await open(first.handler, book);
    await first.handler.close();
    const attached = await read(await open(begin().handler, { attach: true }));
    expect(attached.state.messages.at(-1)?.content).toBe('Hello');
    expect(errors).toEqual([]);
  });

  it('refuses a request that it has only begun to look up, and begins nothing', async () => {
    const model = agent();
    const shared = { ...memoryStore(), isVolatile: false, opening: undefined };
    let isAsked = false;
    let reply = (): void => undefined;
    const replied = new Promise<void>((resolve) => (reply = resolve));
    const commits: unknown[] = [];
    const store: DurableStore = {
      ...shared,
      async read(keys) {
        isAsked = true;
        await replied;
        return shared.read(keys);
      },
      commit(commit) {
        commits.push(commit);
        return shared.commit(commit);
      },
    };
    const { handler } = openServerless(model.provider, { store }).begin();
    const asked = open(handler, book);
    await eventually(() => expect(isAsked).toBe(true));
    const closed = handler.close();
    reply();
    await closed;
    expect((await asked).status).toBe(503);
    expect(commits).toEqual([]);
    expect(model.asked).toEqual([]);
  });
});
