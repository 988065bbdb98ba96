import { askHere } from '../../src/client/ask-here.ts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectMcpElicitation, elicitationCapabilities, type McpElicitationConnection } from '../../src/mcp-client.ts';
import { Client } from '@modelcontextprotocol/client';
import { closeAll, createHarness, type Harness } from '../client/harness.ts';
import { accept, connectFirst, connectSecond, stopAll, valueOf, type Pushing } from './harness.ts';

const colour = {
  message: 'Which colour?',
  requestedSchema: {
    type: 'object',
    properties: { colour: { type: 'string', enum: ['red', 'blue'] } },
    required: ['colour'],
  },
};
const flights = { flights: [{ id: 'FL1' }] };
const flightSchema = { type: 'object', properties: { flightId: { type: 'string' } } };
const asking =
  (params: Record<string, unknown>): Pushing =>
  (elicit) =>
    elicit(params).catch((error: unknown) => ({ code: (error as { code: number }).code }));

afterEach(async () => {
  await stopAll();
  await closeAll();
});

describe.each([
  ['2.x', connectSecond],
  ['1.x', connectFirst],
])('a pushed question, on the SDK %s,', (_line, connect) => {
  it('is an item that carries the name the host gave the server, and not its own', async () => {
    const connected = await connect(
      { ask: asking(colour) },
      { server: { name: 'Acme', origin: 'https://acme.example' } },
    );
    const result = connected.call('ask');
    const item = await connected.asked('Which colour?');
    expect(item).toMatchObject({ server: { name: 'Acme', origin: 'https://acme.example' }, toolName: 'ask' });
    expect(JSON.stringify(item)).not.toContain('liar');
    await accept(connected, 'Which colour?', { colour: 'red' });
    expect(valueOf(await result)).toEqual({ action: 'accept', content: { colour: 'red' } });
  });

  it.each(['decline', 'cancel'] as const)('goes back as %s, with no content', async (action) => {
    const connected = await connect({ ask: asking(colour) });
    const result = connected.call('ask');
    const item = await connected.asked('Which colour?');
    if (item.status === 'pending') item[action]();
    expect(valueOf(await result)).toEqual({ action });
  });

  it('is asked again where the answer does not fit the schema that the server sent', async () => {
    const connected = await connect({ ask: asking(colour) });
    const result = connected.call('ask');
    await accept(connected, 'Which colour?', { colour: 'green' });
    await connected.when(({ items }) => items[0]?.issues?.[0]?.path[0] === 'colour');
    await accept(connected, 'Which colour?', { colour: 'blue' });
    expect(valueOf(await result)).toMatchObject({ content: { colour: 'blue' } });
  });

  it.each([
    ['_meta', { message: 'Which?', requestedSchema: flightSchema, _meta: { 'elicitkit/context': flights } }],
    ['the schema', { message: 'Which?', requestedSchema: { ...flightSchema, 'x-model-context': flights } }],
    [
      'the message',
      {
        message: `Which?\n\n--x-model-context: application/json\n${JSON.stringify(flights)}`,
        requestedSchema: flightSchema,
      },
    ],
  ])('finds its plugin by its key, and its context in %s', async (_where, params) => {
    const meta = { 'elicitkit/key': 'pickFlight', ...('_meta' in params && params._meta) };
    const connected = await connect({ ask: asking({ ...params, _meta: meta }) });
    const result = connected.call('ask');
    const item = await connected.asked('Which?');
    const [view] = item.views;
    expect(view?.props).toMatchObject(flights);
    view?.answer({ flightId: 'FL1' });
    expect(valueOf(await result)).toEqual({ action: 'accept', content: { flightId: 'FL1' } });
  });

  it('finds its plugin by the tool that it names, where nobody knows its call', async () => {
    const params = { message: 'Which?', requestedSchema: { ...flightSchema, 'x-model-context': flights } };
    const _meta = { 'elicitkit/key': 'pickFlight', 'elicitkit/tool': 'book_flight' };
    const connected = await connect({ ask: asking({ ...params, _meta }), idle: (elicit) => elicit(colour) });
    const idle = connected.call('idle');
    await connected.asked('Which colour?');
    const result = connected.call('ask');
    const item = await connected.asked('Which?');
    expect(item).toMatchObject({ toolName: 'book_flight', key: 'pickFlight' });
    item.views[0]?.answer({ flightId: 'FL1' });
    expect(valueOf(await result)).toEqual({ action: 'accept', content: { flightId: 'FL1' } });
    await accept(connected, 'Which colour?', { colour: 'red' });
    await idle;
  });

  it('takes the context of _meta before that of the schema', async () => {
    const requestedSchema = { ...flightSchema, 'x-model-context': { flights: [{ id: 'other' }] } };
    const _meta = { 'elicitkit/key': 'pickFlight', 'elicitkit/context': flights };
    const connected = await connect({ ask: asking({ message: 'Which?', requestedSchema, _meta }) });
    void connected.call('ask').catch(() => undefined);
    expect((await connected.asked('Which?')).views[0]?.props).toMatchObject(flights);
  });

  it('is claimed as the host says', async () => {
    const params = { message: 'Which?', requestedSchema: { ...flightSchema, 'x-model-context': flights } };
    const connected = await connect(
      { ask: asking(params) },
      {
        claim: (_question, { toolName }) =>
          toolName === 'ask' ? { toolName: 'book_flight', key: 'pickFlight' } : undefined,
      },
    );
    void connected.call('ask').catch(() => undefined);
    expect((await connected.asked('Which?')).views).toHaveLength(1);
  });

  it('ends as a cancel, and never as a decline, when its deadline has passed', async () => {
    const connected = await connect({ ask: asking(colour) }, { deadline: 20 });
    expect(valueOf(await connected.call('ask'))).toEqual({ action: 'cancel' });
    expect(connected.item().status).toBe('expired');
  });

  it('ends when the server wants no answer any more', async () => {
    const connected = await connect({ ask: (elicit) => elicit(colour, { timeout: 30 }).catch(() => 'gave up') });
    expect(valueOf(await connected.call('ask'))).toBe('gave up');
    await connected.when(({ items }) => items[0]?.status === 'aborted');
    expect(connected.item()).toMatchObject({ by: 'server' });
  });

  it('that the server gave up and asks again holds what was typed, and no other question does', async () => {
    const plan = { message: 'Plan?', requestedSchema: { type: 'object', properties: { plan: { type: 'string' } } } };
    const other = {
      ...plan,
      requestedSchema: { type: 'object', properties: { plan: { type: 'string', title: 'P' } } },
    };
    let giveUp = () => undefined as void;
    let goOn = () => undefined as void;
    const ended = new Promise<void>((resolve) => (goOn = resolve));
    const connected = await connect({
      async ask(elicit) {
        const stop = new AbortController();
        giveUp = () => stop.abort();
        // SDK 1.x cannot cancel its first request, whose id is 0.
        await elicit(colour);
        await elicit(plan, { signal: stop.signal }).catch(() => undefined);
        await ended;
        return [await elicit(plan), await elicit(other), await elicit(plan)];
      },
    });
    const result = connected.call('ask');
    await accept(connected, colour.message, { colour: 'red' });
    const draft = [['f0', 'plan', 'A long, careful answer']];
    (await connected.asked('Plan?')).setDraft(draft);
    giveUp();
    await connected.when(({ items }) => items[1]?.status === 'aborted');
    goOn();
    const drafts: unknown[] = [];
    for (const at of [2, 3, 4]) {
      const { items } = await connected.when((now) => now.items[at]?.status === 'pending');
      const item = items[at];
      if (item?.status !== 'pending') throw new Error('It is open.');
      drafts.push(item.draft);
      item.accept({ plan: 'x' });
    }
    // An answered one starts anew.
    expect(drafts).toEqual([draft, undefined, undefined]);
    await result;
  });

  it('waits as long as the person takes where the server resets its time by progress', async () => {
    let beats = 0;
    let isAlive: () => void;
    const alive = new Promise<void>((resolve) => (isAlive = resolve));
    const onprogress = () => {
      beats += 1;
      if (beats === 12) isAlive();
    };
    const connected = await connect(
      { ask: (elicit) => elicit(colour, { timeout: 200, resetTimeoutOnProgress: true, onprogress }) },
      { keepAlive: 25 },
    );
    const result = connected.call('ask');
    // Twelve notices take longer than the server's time.
    await alive;
    await accept(connected, 'Which colour?', { colour: 'red' });
    expect(valueOf(await result)).toMatchObject({ action: 'accept' });
  });

  it('does not count against the time of its call', async () => {
    const connected = await connect({ ask: asking(colour) });
    const result = connected.call('ask', { timeout: 50 });
    await connected.asked('Which colour?');
    // Longer than the call may take: the deadline of another question, seen to pass.
    const clock = askHere(connected.client, { server: { name: 'clock' }, message: '', expiresAt: Date.now() + 150 });
    await clock.answer;
    await accept(connected, 'Which colour?', { colour: 'red' });
    expect(valueOf(await result)).toMatchObject({ action: 'accept' });
  });

  it('leaves the time of its call to the server alone', async () => {
    const connected = await connect({
      idle: (_elicit, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(0))),
    });
    await expect(connected.call('idle', { timeout: 20 })).rejects.toMatchObject({ code: 'MCP_TIMEOUT' });
  });

  it('ends with its call', async () => {
    const connected = await connect({ ask: asking(colour) });
    const stop = new AbortController();
    const result = connected.call('ask', { signal: stop.signal });
    await connected.asked('Which colour?');
    stop.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    expect(connected.item().status).toBe('aborted');
  });

  it('ends when the connection does', async () => {
    const connected = await connect({ ask: asking(colour) });
    const result = connected.call('ask').catch(() => 'closed');
    await connected.asked('Which colour?');
    await (connected.mcp as unknown as { close(): Promise<void> }).close();
    expect(await result).toBe('closed');
    expect(connected.item().status).toBe('aborted');
  });

  it('ends as a cancel when the plugin client closes', async () => {
    const connected = await connect({ ask: asking(colour) });
    const result = connected.call('ask');
    await connected.asked('Which colour?');
    await connected.client.close();
    expect(valueOf(await result)).toEqual({ action: 'cancel' });
  });

  it('ends as a cancel when the host closes the connection, which then handles none', async () => {
    const connected = await connect({ ask: asking(colour) });
    const direct = (connected.mcp as unknown as { callTool(params: object): Promise<unknown> }).callTool;
    const call = () => direct.call(connected.mcp, { name: 'ask', arguments: {} });
    const result = call();
    await connected.asked('Which colour?');
    connected.connection.close();
    expect(valueOf(await result)).toEqual({ action: 'cancel' });
    expect(valueOf(await call())).toEqual({ code: -32601 });
    await expect(connected.call('ask')).rejects.toMatchObject({ code: 'MCP_CLOSED' });
  });

  it('says that nobody knows its call where the host called the tool by itself', async () => {
    const connected = await connect({ ask: asking(colour) });
    const { mcp } = connected;
    const result = (mcp as unknown as { callTool(params: object): Promise<unknown> }).callTool({
      name: 'ask',
      arguments: {},
    });
    expect(await connected.asked('Which colour?')).toMatchObject({ toolName: '' });
    await accept(connected, 'Which colour?', { colour: 'red' });
    await result;
  });

  it('says that nobody knows its call where several run', async () => {
    const connected = await connect({ ask: asking(colour), other: asking({ ...colour, message: 'And then?' }) });
    const results = [connected.call('ask'), connected.call('other')];
    expect(await connected.asked('Which colour?')).toMatchObject({ toolName: '' });
    await accept(connected, 'And then?', { colour: 'blue' });
    await accept(connected, 'Which colour?', { colour: 'red' });
    expect((await Promise.all(results)).map(valueOf)).toMatchObject([
      { content: { colour: 'red' } },
      { content: { colour: 'blue' } },
    ]);
  });

  it.each([
    [
      'a mode the client did not declare',
      { mode: 'url', message: 'Go', url: 'https://a.example/', elicitationId: 'e1' },
    ],
    ['a mode nobody knows', { mode: 'voice', message: 'Say it' }],
  ])('gets -32602 for %s', async (_what, params) => {
    const connected = await connect({ ask: asking(params) }, { capabilities: elicitationCapabilities(['form']) });
    expect(valueOf(await connected.call('ask'))).toMatchObject({ code: -32602 });
    expect(connected.snapshot().items).toEqual([]);
  });

  it.each([
    ['none by name', { elicitation: {} }],
    ['forms alone', elicitationCapabilities(['form'])],
  ])('is asked in a form where the client declares %s', async (_what, capabilities) => {
    const page = { mode: 'url', message: 'Go', url: 'https://a.example/', elicitationId: 'e1' };
    const connected = await connect({ ask: asking(colour), open: asking(page) }, { capabilities });
    expect(valueOf(await connected.call('open'))).toMatchObject({ code: -32602 });
    const result = connected.call('ask');
    await accept(connected, 'Which colour?', { colour: 'red' });
    expect(valueOf(await result)).toMatchObject({ action: 'accept' });
  });

  it('is cancelled where the host fails as it claims it', async () => {
    const claim = () => {
      throw new Error('broken');
    };
    const connected = await connect({ ask: asking(colour) }, { claim });
    expect(valueOf(await connected.call('ask'))).toEqual({ action: 'cancel' });
    expect(connected.errors).toMatchObject([{ code: 'MCP_BAD_REQUEST', cause: { message: 'broken' } }]);
  });

  it('gets -32602 for a mode that is declared and cannot be shown', async () => {
    const params = { mode: 'url', message: 'Go', url: 'https://a.example/', elicitationId: 'e1' };
    const connected = await connect({ ask: asking(params) }, { modes: ['form'] });
    expect(valueOf(await connected.call('ask'))).toMatchObject({ code: -32602 });
  });

  it('is cancelled, unseen, where its server asks too much', async () => {
    const connected = await connect(
      { ask: (elicit) => Promise.all([elicit(colour), elicit({ ...colour, message: 'More?' })]) },
      { limits: { open: 1 } },
    );
    const result = connected.call('ask');
    await accept(connected, 'Which colour?', { colour: 'red' });
    expect(valueOf(await result)).toMatchObject([{ action: 'accept' }, { action: 'cancel' }]);
    expect(connected.errors.map(({ code }) => code)).toContain('MCP_RATE_LIMITED');
    expect(connected.snapshot().items).toHaveLength(1);
  });

  it('is cancelled, unseen, where its server asks too often in a minute, while other servers ask on', async () => {
    const page = createHarness();
    const acme = await connect({ ask: asking(colour) }, { page, server: { name: 'Acme' }, limits: { perMinute: 2 } });
    const beta = await connect({ ask: asking(colour) }, { page, server: { name: 'Beta' } });
    for (let count = 0; count < 2; count += 1) {
      const result = acme.call('ask');
      await accept(acme, 'Which colour?', { colour: 'red' });
      expect(valueOf(await result)).toMatchObject({ action: 'accept' });
    }
    expect(valueOf(await acme.call('ask'))).toEqual({ action: 'cancel' });
    const result = beta.call('ask');
    await accept(beta, 'Which colour?', { colour: 'blue' });
    expect(valueOf(await result)).toMatchObject({ action: 'accept' });
    expect(page.errors.map(({ code }) => code)).toEqual(['MCP_RATE_LIMITED']);
    expect(page.snapshot().items).toHaveLength(3);
  });

  it('is asked again a minute later, though the clock was set back meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const acme = await connect({ ask: asking(colour) }, { limits: { perMinute: 1 } });
    for (const later of [0, 61_000 - 86_400_000]) {
      vi.setSystemTime(Date.now() + later);
      const result = acme.call('ask');
      void accept(acme, 'Which colour?', { colour: 'red' });
      expect(valueOf(await result)).toMatchObject({ action: 'accept' });
    }
  });

  it('is asked again where the answer holds what MCP cannot carry', async () => {
    const connected = await connect({
      ask: asking({ message: 'Any?', requestedSchema: { type: 'object', properties: {} } }),
    });
    const result = connected.call('ask');
    const item = await connected.asked('Any?');
    if (item.status === 'pending') item.accept({ deep: { er: 1 } });
    await connected.when(({ items }) => items[0]?.issues !== undefined);
    const again = connected.item();
    if (again.status === 'pending') again.cancel();
    expect(valueOf(await result)).toEqual({ action: 'cancel' });
  });

  it('waits for an answer of its own server, whatever others are asked', async () => {
    const page = createHarness();
    const [acme, beta] = await Promise.all([
      connect({ ask: asking(colour) }, { page, server: { name: 'Acme' } }),
      connect({ ask: asking(colour) }, { page, server: { name: 'Beta' } }),
    ]);
    const results = [acme.call('ask'), beta.call('ask')];
    const { items } = await page.when(({ pending }) => pending.length === 2);
    for (const item of items) {
      if (item.status === 'pending') item.accept({ colour: item.server?.name === 'Acme' ? 'red' : 'blue' });
    }
    expect((await Promise.all(results)).map(valueOf)).toMatchObject([
      { content: { colour: 'red' } },
      { content: { colour: 'blue' } },
    ]);
    expect(new Set(items.map(({ elicitId }) => elicitId)).size).toBe(2);
  });
});

describe('a page to open', () => {
  const page = { mode: 'url', message: 'Sign in', url: 'https://pay.example/x', elicitationId: 'e1' };

  it.each([
    ['2.x', connectSecond],
    ['1.x', connectFirst],
  ])('is accepted without content, and noted as done when the server says so (%s)', async (_line, connect) => {
    const connected = await connect({
      ask: async (elicit, { notify }) => {
        const result = await elicit(page);
        await notify('notifications/elicitation/complete', { elicitationId: 'unknown' });
        await notify('notifications/elicitation/complete', { elicitationId: 'e1' });
        await notify('notifications/elicitation/complete', { elicitationId: 'e1' });
        return result;
      },
    });
    const result = connected.call('ask');
    expect(await connected.asked('Sign in')).toMatchObject({ request: { mode: 'url', url: page.url } });
    await accept(connected, 'Sign in', {});
    expect(valueOf(await result)).toEqual({ action: 'accept' });
    await connected.when(
      ({ items }) =>
        items.length === 1 && items[0]?.status === 'settled' && items[0].receipt?.title === 'Done on the page',
    );
  });
});

describe.each([
  ['2.x', connectSecond],
  ['1.x', connectFirst],
])('an MCP client of the SDK %s that is connected twice', (_line, connect) => {
  const connectTwice = async (tool: Pushing) => {
    const first = await connect({ ask: tool });
    const page = createHarness();
    const connection = connectMcpElicitation(page.client, first.mcp, { server: { name: 'Acme' } });
    const ask = (by: McpElicitationConnection) => by.callTool({ name: 'ask', arguments: {} } as never).then(valueOf);
    const answer = async ({ when }: Pick<Harness, 'when'>) => {
      const { pending } = await when((snapshot) => snapshot.pending.length === 1);
      const [item] = pending;
      if (item?.status === 'pending') item.accept({ colour: 'red' });
      return item;
    };
    return { first, second: { ...page, connection }, ask, answer };
  };

  it('is asked where the call was made, whichever connection is the newer', async () => {
    const { first, second, ask, answer } = await connectTwice(asking(colour));
    const isAskedThere = async (one: typeof first | typeof second) => {
      const result = ask(one.connection);
      expect(await answer(one)).toMatchObject({ toolName: 'ask' });
      expect(await result).toMatchObject({ action: 'accept' });
    };
    await isAskedThere(first);
    await isAskedThere(second);
    await isAskedThere(first);
    expect([first.snapshot().items.length, second.snapshot().items.length]).toEqual([2, 1]);
  });

  it('is asked by the newer where both call, with nobody knowing whose question it is', async () => {
    const { first, second, ask } = await connectTwice(asking(colour));
    const results = [ask(first.connection), ask(second.connection)];
    const { pending } = await second.when((snapshot) => snapshot.pending.length === 2);
    expect(pending).toMatchObject([{ toolName: '' }, { toolName: '' }]);
    for (const item of pending) if (item.status === 'pending') item.accept({ colour: 'red' });
    expect(await Promise.all(results)).toMatchObject([{ action: 'accept' }, { action: 'accept' }]);
    expect(first.snapshot().items).toEqual([]);
  });

  it.each(['first', 'second'] as const)('is asked by the other when the %s connection is closed', async (which) => {
    const { first, second, ask, answer } = await connectTwice(asking(colour));
    const [closed, other] = which === 'first' ? [first, second] : [second, first];
    closed.connection.close();
    const result = ask(other.connection);
    await answer(other);
    expect(await result).toMatchObject({ action: 'accept' });
    const direct = (first.mcp as unknown as { callTool(params: object): Promise<unknown> }).callTool({
      name: 'ask',
      arguments: {},
    });
    expect(await answer(other)).toMatchObject({ toolName: '' });
    expect(valueOf(await direct)).toMatchObject({ action: 'accept' });
    expect(closed.snapshot().items).toEqual([]);

    other.connection.close();
    const unheard = (first.mcp as unknown as { callTool(params: object): Promise<unknown> }).callTool({
      name: 'ask',
      arguments: {},
    });
    expect(valueOf(await unheard)).toEqual({ code: -32601 });
  });

  it('is not asked by a connection that was closed before the client was', async () => {
    const { first, ask } = await connectTwice(asking(colour));
    first.connection.close();
    await (first.mcp as unknown as { close(): Promise<void> }).close();
    await expect(ask(first.connection)).rejects.toMatchObject({ code: 'MCP_CLOSED' });
  });

  it('is told in both when a page is done', async () => {
    const url = 'https://pay.example/';
    const { first, second, ask, answer } = await connectTwice(async (elicit, { notify }) => {
      const result = await elicit({ mode: 'url', message: 'Pay', url, elicitationId: 'e1' });
      await notify('notifications/elicitation/complete', { elicitationId: 'e1' });
      return result;
    });
    const isToldThere = async (one: typeof first | typeof second) => {
      const result = ask(one.connection);
      await answer(one);
      expect(await result).toEqual({ action: 'accept' });
      await one.when(({ receipts }) => receipts[0]?.receipt?.title === 'Done on the page');
    };
    await isToldThere(first);
    await isToldThere(second);
  });

  it('ends the questions of both when it is closed', async () => {
    const { first, second, ask } = await connectTwice(asking(colour));
    const results = [ask(first.connection).catch(() => 'closed')];
    await first.when((snapshot) => snapshot.pending.length === 1);
    results.push(ask(second.connection).catch(() => 'closed'));
    await second.when((snapshot) => snapshot.pending.length === 1);
    await (first.mcp as unknown as { close(): Promise<void> }).close();
    expect(await Promise.all(results)).toEqual(['closed', 'closed']);
    expect([first, second].map(({ item }) => item().status)).toEqual(['aborted', 'aborted']);
  });
});

describe('a client that declares no elicitation', () => {
  it('cannot be connected', () => {
    const { client } = createHarness();
    const mcp = new Client({ name: 'test', version: '1.0.0' });
    const connect = () => connectMcpElicitation(client, mcp, { server: { name: 'Acme' } });
    expect(connect).toThrow(expect.objectContaining({ code: 'MCP_NO_CAPABILITY' }));
  });
});

describe('what is declared', () => {
  it('names the modes, one at least, and leaves defaults to the form', () => {
    const experimental = { 'elicitkit/change': {} };
    expect(elicitationCapabilities()).toEqual({ elicitation: { form: {}, url: {} }, experimental });
    expect(elicitationCapabilities(['form'])).toEqual({ elicitation: { form: {} }, experimental });
    expect(elicitationCapabilities(['url'])).toEqual({ elicitation: { url: {} } });
    expect(elicitationCapabilities([])).toEqual(elicitationCapabilities());
  });
});
