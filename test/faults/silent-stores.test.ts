import { run } from 'effection';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createMcpEndpoint } from '../../src/mcp.ts';
import { createMcpTool } from '../../src/plugin.ts';
import {
  createCallHandler,
  createChatHandler,
  createPluginSessionManager,
  type PluginElicitResponse,
} from '../../src/server.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { accept, agent, questionOf, read, user, type Answered } from '../chat/harness.ts';
import { eventually } from '../eventually.ts';
import { answering, keys, leg, type RawResult } from '../mcp/harness.ts';

/** A store that several processes share, and that stops to answer. */
function createSilent() {
  const { watch: _watch, ...store } = memoryStore();
  let answersReads = true;
  let commitsLeft = Infinity;
  let isMade = false;
  const never = <T>() => new Promise<T>(() => undefined);
  const silent: DurableStore = {
    isVolatile: false,
    opening: undefined,
    read: (read) => (answersReads ? store.read(read) : never()),
    list: (key, from) => (answersReads ? store.list(key, from) : never()),
    due: (...asked) => (answersReads ? store.due(...asked) : never()),
    async commit(commit) {
      commitsLeft -= 1;
      if (commitsLeft >= 0) return store.commit(commit);
      if (isMade) await store.commit(commit);
      return never();
    },
  };
  return {
    silent,
    /** Answer nothing any more. */
    fallSilent() {
      answersReads = false;
      commitsLeft = 0;
    },
    /** Answer only so many commits more. @param made - what is not answered is done all the same */
    answerCommits(count: number, made: boolean) {
      commitsLeft = count;
      isMade = made;
    },
    speak() {
      answersReads = true;
      commitsLeft = Infinity;
    },
  };
}

/** A tool that asks and then buys, and how often it has bought. */
function createShop() {
  let bought = 0;
  const buy = createMcpTool('buy')
    .description('Buy')
    .parameters(z.object({}))
    .elicits({ seat: z.object({ seat: z.string() }) })
    .execute(function* (_params, ctx) {
      const paid = yield* ctx.elicit('seat', { message: 'Which seat?' });
      if (paid.action !== 'accept') return paid.action;
      yield* ctx.step('buy', () => void (bought += 1));
      return `bought ${paid.content.seat}`;
    });
  return { buy, bought: () => bought };
}

const limits = { patience: 100, leaseTime: 500, sweepEvery: Infinity };

/** A conversation with a handler that speaks the chat's wire. */
function openPage(handler: (request: Request) => Promise<Response>) {
  return async (body: object): Promise<Answered> =>
    read(
      await handler(
        new Request('http://chat.test/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ messages: [], conversationId: 'c', ...body }),
        }),
      ),
    );
}

/** A way to serve a tool: begin a call, answer what it asks, and say how the answer was refused or what came of it. */
interface Door {
  begin(): Promise<unknown>;
  answer(): Promise<{ refused?: unknown; result?: string | undefined }>;
  sweep(): Promise<void>;
  errors: [where: string, code: unknown][];
}

type Open = (tool: ReturnType<typeof createShop>['buy'], store: DurableStore) => Door;

function pageDoor(
  errors: Door['errors'],
  handler: { sweep(): Promise<void>; close(): Promise<void> } & ((request: Request) => Promise<Response>),
  begin: () => Promise<unknown>,
): Door {
  onTestFinished(() => void handler.close());
  const post = openPage(handler);
  let response: PluginElicitResponse;
  return {
    errors,
    sweep: () => handler.sweep(),
    async begin() {
      await begin();
      const asked = await post({ attach: true });
      response = accept(questionOf(asked), { seat: '1A' });
    },
    async answer() {
      const answered = await post({ pluginElicitResponses: [response], attach: true });
      if (answered.status !== 200) return { refused: [answered.status, JSON.parse(answered.raw).error.code] };
      const result = answered.state.messages.findLast(({ role }) => role === 'tool')?.content;
      return { result };
    },
  };
}

const doors: [string, Open][] = [
  [
    'a chat handler',
    (tool, store) => {
      const errors: Door['errors'] = [];
      const { provider } = agent([{ name: 'buy', arguments: {} }]);
      const handler = createChatHandler({
        provider,
        tools: [tool],
        store,
        limits,
        onEvent: (event) => void (event.type === 'error' && errors.push([event.where, codeOf(event.error)])),
      });
      return pageDoor(errors, handler, () => openPage(handler)({ messages: [{ ...user('Buy'), id: 'm1' }] }));
    },
  ],
  [
    'a call handler',
    (tool, store) => {
      const errors: Door['errors'] = [];
      const handler = createCallHandler({
        provider: agent().provider,
        tools: [tool],
        identify: () => undefined,
        store,
        limits,
        onEvent: (event) => void (event.type === 'error' && errors.push([event.where, codeOf(event.error)])),
      });
      const call = { conversationId: 'c', owner: undefined, toolCallId: 'one', toolName: 'buy', input: {} };
      return pageDoor(errors, handler, () => handler.begin(call));
    },
  ],
  [
    'an MCP server',
    (tool, store) => {
      const errors: Door['errors'] = [];
      const mcp = createMcpEndpoint({
        name: 'shop',
        version: '1.0.0',
        tools: [tool],
        principal: 'anonymous',
        store,
        keys,
        limits,
        onEvent: (event) => void (event.type === 'error' && errors.push([event.where, codeOf(event.error)])),
      });
      onTestFinished(() => void mcp.close());
      let asked: RawResult;
      return {
        errors,
        sweep: () => mcp.sweep(),
        async begin() {
          asked = await leg(mcp, { name: 'buy', arguments: {} });
        },
        async answer() {
          const { error, result } = await leg(mcp, {
            name: 'buy',
            arguments: {},
            ...answering(asked, { seat: '1A' }),
          });
          return error === undefined ? { result: result?.content?.[0]?.text } : { refused: error.message };
        },
      };
    },
  ],
];

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

describe.each(doors)('%s, when its store does not answer', (_, open) => {
  it('refuses an answer in time, and takes it once when it comes again', async () => {
    const { silent, fallSilent, speak } = createSilent();
    const { buy, bought } = createShop();
    const door = open(buy, silent);
    await door.begin();
    fallSilent();
    const { refused } = await door.answer();

    expect(refused).toBeDefined();
    expect(door.errors).toContainEqual(['store', 'STORE_TIMEOUT']);
    expect(door.errors.filter(([where]) => where !== 'store')).toEqual([]);
    expect(bought()).toBe(0);

    speak();
    expect(await answered(door)).toBe('bought 1A');
    expect(bought()).toBe(1);
  });

  it.each(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((count) => [
      [count, 'are not made', false] as const,
      [count, 'are made', true] as const,
    ]),
  )(
    'after %i commits, takes an answer once, and buys at most once, if the next ones %s',
    async (count, _fate, made) => {
      const { silent, answerCommits, speak } = createSilent();
      const { buy, bought } = createShop();
      const door = open(buy, silent);
      await door.begin();
      answerCommits(count, made);
      await door.answer();
      speak();

      expect(await answered(door)).toMatch(/^bought 1A$|Step "buy" began/);
      expect(bought()).toBeLessThanOrEqual(1);
      expect(door.errors.filter(([, code]) => code !== 'STORE_TIMEOUT' && code !== 'STEP_OUTCOME_UNKNOWN')).toEqual([]);
    },
  );

  it('ends a sweep in time', async () => {
    const { silent, fallSilent } = createSilent();
    const { buy } = createShop();
    const door = open(buy, silent);
    await door.begin();
    fallSilent();

    await expect(door.sweep()).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
  });
});

/** Send the answer until something comes of it. */
function answered(door: Door): Promise<string | undefined> {
  return eventually(async () => {
    const { result } = await door.answer();
    expect(result).toBeDefined();
    return result;
  });
}

it('a request whose store does not answer gets 503 and a code, as one whose store fails', async () => {
  const { silent, fallSilent } = createSilent();
  const { buy } = createShop();
  const handler = createChatHandler({
    provider: agent().provider,
    tools: [buy],
    store: silent,
    limits,
    onEvent: () => undefined,
  });
  onTestFinished(() => void handler.close());
  fallSilent();
  const response = await handler(
    new Request('http://chat.test/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ ...user('Buy'), id: 'm1' }], conversationId: 'c' }),
    }),
  );

  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    error: { code: 'STORE_TIMEOUT', message: 'The server cannot reach its records. Try again in a moment.' },
  });
});

it('a host that begins a call over a store that does not answer gets a coded error', async () => {
  const { silent, fallSilent } = createSilent();
  const { buy } = createShop();
  const handler = createCallHandler({
    provider: agent().provider,
    tools: [buy],
    identify: () => undefined,
    store: silent,
    limits,
    onEvent: () => undefined,
  });
  onTestFinished(() => void handler.close());
  fallSilent();
  const begun = handler.begin({
    conversationId: 'c',
    owner: undefined,
    toolCallId: 'one',
    toolName: 'buy',
    input: {},
  });

  await expect(begun).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
});

it('calls of a host’s own manager get the error of a store that does not answer', async () => {
  const { silent, fallSilent } = createSilent();
  const { buy } = createShop();
  const { provider } = agent();
  const manager = createPluginSessionManager({ provider, tools: [buy], store: silent, limits: { patience: 100 } });
  onTestFinished(() => run(() => manager.close()));
  fallSilent();
  const created = run(() => manager.create({ tool: buy, params: {}, callId: 'one' }));

  await expect(created).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
});
