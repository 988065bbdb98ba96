import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { memoryStore } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing/scripted-provider.ts';
import { answering, connect, createAirline, endpointOf, leg } from './harness.ts';
import { initialize, watched } from './raw.ts';

const none = { capabilities: {} };

function createTools() {
  const done: string[] = [];
  const needs = createMcpTool('needs')
    .description('Cannot do without asking')
    .parameters(z.object({}))
    .elicits({ go: z.object({ ok: z.boolean() }) })
    .requires({ elicitation: true })
    .execute(function* (_params, ctx) {
      yield* ctx.step('first', () => void done.push('first'));
      yield* ctx.elicit('go', { message: 'Go?' });
      return 'went';
    });
  const pay = createMcpTool('pay')
    .description('Pay on a page')
    .parameters(z.object({}))
    .elicits({}, { url: true })
    .execute(function* (_params, ctx) {
      try {
        const opened = yield* ctx.elicit.url({ message: 'Pay at our bank.', url: 'https://pay.example.com/1' });
        return opened.action;
      } finally {
        done.push('cleaned up');
      }
    });
  const think = createMcpTool('think')
    .description('Ask the model')
    .parameters(z.object({}))
    .elicits({})
    .execute(function* (_params, ctx) {
      return (yield* ctx.sample({ prompt: 'Hello?' })).text;
    });
  return { needs, pay, think, done };
}

describe('from 2026-07-28, a client without forms', () => {
  it('is refused at the question with the capability that it lacks, by HTTP 400, and nothing is left waiting', async () => {
    const { bookFlight, done } = createAirline();
    const { store, kept } = watched(memoryStore());
    const ended: unknown[] = [];
    const mcp = endpointOf([bookFlight], {
      store,
      onEvent: (event) => void (event.type === 'session_ended' && ended.push(event.status)),
    });

    expect(await leg(mcp, none)).toMatchObject({
      status: 400,
      error: { code: -32_021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
    });
    expect(done).toEqual(['search']);
    expect(ended).toEqual(['aborted']);
    // What is kept is the result, for a leg that comes again.
    expect(kept().filter((key) => !/\/result$| due$/.test(key))).toEqual([]);
  });

  it('that loses the capability in a later leg is refused too', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);

    expect(await leg(mcp, { ...answering(first), ...none })).toMatchObject({ status: 400, error: { code: -32_021 } });
  });

  it('sees every tool, and a tool that cannot do without asking does not begin', async () => {
    const { needs, done } = createTools();
    const mcp = endpointOf([needs]);
    const { client } = await connect(mcp, 'modern', none);

    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['needs']);
    expect(await leg(mcp, { name: 'needs', arguments: {}, ...none })).toMatchObject({
      status: 400,
      error: { code: -32_021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
    });
    expect(done).toEqual([]);
  });

  it.each([{}, { elicitation: {} }, { elicitation: { form: {} } }])(
    'or with capabilities %j gets a page only as an error, and never −32042',
    async (capabilities) => {
      const { pay, done } = createTools();

      expect(await leg(endpointOf([pay]), { name: 'pay', arguments: {}, capabilities })).toMatchObject({
        status: 400,
        error: { code: -32_021, data: { requiredCapabilities: { elicitation: { url: {} } } } },
      });
      expect(done).toEqual(['cleaned up']);
    },
  );

  it('but with pages gets pages, without an id, and no forms', async () => {
    const { pay } = createTools();
    const { bookFlight } = createAirline();
    const mcp = endpointOf([pay, bookFlight]);
    const capabilities = { elicitation: { url: {} } };
    const first = await leg(mcp, { name: 'pay', arguments: {}, capabilities });

    expect(first.result?.inputRequests?.['url']?.params).toEqual({
      mode: 'url',
      message: 'Pay at our bank.',
      url: 'https://pay.example.com/1',
      _meta: { 'elicitkit/key': '~url', 'elicitkit/tool': 'pay' },
    });
    expect(await leg(mcp, { capabilities })).toMatchObject({ status: 400, error: { code: -32_021 } });
  });
});

describe('before 2026-07-28, a client without forms', () => {
  it('gets a result that its model can read, and nothing is left waiting', async () => {
    const { bookFlight, done } = createAirline();
    const ended: unknown[] = [];
    const mcp = endpointOf([bookFlight], {
      onEvent: (event) => void (event.type === 'session_ended' && ended.push(event.status)),
    });
    const { client } = await connect(mcp, 'legacy', none);
    const result = await client.callTool({ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } });

    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'This tool needs elicitation.form, and the client does not offer it.' }],
    });
    expect(ended).toEqual(['aborted']);
    expect(done).toEqual(['search']);
  });

  it('does not begin a tool that cannot do without asking', async () => {
    const { needs, done } = createTools();
    const { client } = await connect(endpointOf([needs]), 'legacy', none);

    expect(await client.callTool({ name: 'needs', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'This tool needs elicitation.form, and the client does not offer it.' }],
    });
    expect(done).toEqual([]);
  });

  it('gets no page if it did not declare pages', async () => {
    const { pay, done } = createTools();
    const { client, asked } = await connect(endpointOf([pay]), 'legacy', { capabilities: { elicitation: {} } });

    expect(await client.callTool({ name: 'pay', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'This tool needs elicitation.url, and the client does not offer it.' }],
    });
    expect(asked).toEqual([]);
    expect(done).toEqual(['cleaned up']);
  });

  it('but with pages is told when the page is done with', async () => {
    const { pay } = createTools();
    const session = await initialize(endpointOf([pay]), { capabilities: { elicitation: { url: {} } } });
    const stream = await session.call('pay', {});
    const asked = await stream.next();
    expect(asked?.params).toMatchObject({ mode: 'url', url: 'https://pay.example.com/1' });
    await session.send({ id: asked?.id, result: { action: 'accept' } });

    expect(await stream.next()).toMatchObject({
      method: 'notifications/elicitation/complete',
      params: { elicitationId: asked?.params?.['elicitationId'] },
    });
    expect((await stream.next())?.result?.content).toEqual([{ type: 'text', text: 'accept' }]);
  });
});

describe('a client without a model', () => {
  it('is refused from 2026-07-28', async () => {
    const { think } = createTools();

    expect(await leg(endpointOf([think]), { name: 'think', arguments: {} })).toMatchObject({
      status: 400,
      error: { code: -32_021, data: { requiredCapabilities: { sampling: {} } } },
    });
  });

  it('gets a result that says so before', async () => {
    const { think } = createTools();
    const { client } = await connect(endpointOf([think]), 'legacy');

    expect(await client.callTool({ name: 'think', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('This tool needs sampling') as string }],
    });
  });

  it.each(['modern', 'legacy'] as const)('is not asked if the server has one: %s', async (era) => {
    const { think } = createTools();
    const mcp = endpointOf([think], { provider: createScriptedProvider([{ text: 'Hello.' }]) });
    const { client } = await connect(mcp, era);

    expect((await client.callTool({ name: 'think', arguments: {} })).content).toEqual([
      { type: 'text', text: 'Hello.' },
    ]);
  });
});

describe('a form for a secret', () => {
  const asking = (fields: z.ZodType) =>
    createMcpTool('login')
      .description('Log in')
      .parameters(z.object({}))
      .elicits({ login: fields })
      .execute(function* (_params, ctx) {
        yield* ctx.elicit('login', { message: 'Log in' });
        return 'in';
      });

  it.each([
    ['a password', z.object({ password: z.string() })],
    ['an API key', z.object({ apiKey: z.string() })],
    ['what is shown as dots', z.object({ word: z.string().meta({ format: 'password' }) })],
  ])('is refused at the start: %s', (_what, fields) => {
    expect(() => endpointOf([asking(fields)])).toThrow(expect.objectContaining({ code: 'MCP_SECRET_FIELD' }) as Error);
  });

  it('that a tool makes while it runs is refused before the client sees it, and the model reads why', async () => {
    const open = createMcpTool('login')
      .description('Log in')
      .parameters(z.object({}))
      .elicits({}, { open: true })
      .execute(function* (_params, ctx) {
        yield* ctx.elicit({ message: 'Log in', schema: z.object({ password: z.string() }) });
        return 'in';
      });
    const { client, asked } = await connect(endpointOf([open]), 'legacy');
    const modern = await leg(endpointOf([open]), { name: 'login', arguments: {} });
    const legacy = await client.callTool({ name: 'login', arguments: {} });

    for (const result of [modern.result, legacy]) {
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('looks like a field for a secret') as string }],
      });
    }
    expect(asked).toEqual([]);
  });
});
