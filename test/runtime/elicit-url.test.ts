import { all, run, spawn, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type ElicitDefinitions, type McpToolContext } from '../../src/plugin.ts';
import type { BridgeElicit } from '../../src/runtime/bridge-event.ts';
import { createQueuedHost } from '../queued-host.ts';
import type { ElicitResult } from '../../src/protocol/elicit-result.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import { elicitRequestOf } from '../../src/session/asked-request.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const declare = (options?: { url?: boolean }) =>
  createMcpTool('pay')
    .description('Pay')
    .parameters(z.object({}))
    .elicits({ name: z.object({ name: z.string() }) }, options);

type Ctx = McpToolContext<ReturnType<typeof declare>['elicits'], { url: true }>;

const toolOf = (body: (ctx: Ctx) => Operation<unknown>, options: { url?: boolean } = { url: true }) =>
  declare(options).execute((_params, ctx) => body(ctx as Ctx));

const page = { message: 'Pay the deposit.', url: 'https://pay.example.com/7' };

/** Run with a journal, answering what is still asked. */
function* play(
  body: (ctx: Ctx) => Operation<unknown>,
  journal: JournalEntry[],
  asked: BridgeElicit[] = [],
  result: object = { action: 'accept', content: {} },
): Operation<unknown> {
  const host = createQueuedHost({
    tool: toolOf(body),
    params: {},
    callId: 'call_1',
    journal: [...journal],
    *append(entry) {
      journal.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
      return entry;
    },
  });
  yield* spawn(function* () {
    for (;;) {
      const { value: event } = yield* host.events.next();
      if (event.type !== 'elicit') continue;
      asked.push(event);
      const checked = yield* event.check(result as ElicitResult<unknown>, { via: 'server' });
      if (checked.ok) yield* spawn(() => event.settle(checked.settlement));
    }
  });
  return yield* host.run();
}

describe('ctx.elicit.url', () => {
  it('asks once, and gives what the person did and no more', async () => {
    const journal: JournalEntry[] = [];
    const asked: BridgeElicit[] = [];
    const body = (ctx: Ctx) => ctx.elicit.url(page, { timeout: 5 });
    const given = { action: 'accept', content: { forged: true } };
    expect(await run(() => play(body, journal, asked, given))).toEqual({ action: 'accept' });
    expect(await run(() => play(body, journal, asked))).toEqual({ action: 'accept' });

    expect(asked).toMatchObject([{ ...page, timeout: 5, question: { key: '~url' }, elicitId: 'call_1:elicit:0' }]);
    expect(journal).toMatchObject([{ kind: 'elicit', name: '~url' }]);
  });

  it.each([
    { action: 'decline', reason: 'No money.' },
    { action: 'cancel', reason: 'expired' },
  ])('gives %j as it is', async (result) => {
    const body = (ctx: Ctx) => ctx.elicit.url(page);
    expect(await run(() => play(body, [], [], result))).toEqual(result);
  });

  it('is not what the journal holds when the address has changed', async () => {
    const journal: JournalEntry[] = [];
    await run(() => play((ctx) => ctx.elicit.url(page), journal));
    const changed = run(() => play((ctx) => ctx.elicit.url({ ...page, url: 'https://evil.example/' }), journal));
    await expect(changed).rejects.toMatchObject({ code: 'TOOL_CHANGED' });
  });

  it.each(['http://localhost:3000/pay', 'http://127.0.0.1/', 'http://[::1]:8080/'])('opens %s', async (url) => {
    const client = createMockClient({ elicitResponses: [{ url: 'accept' }] });
    const tool = toolOf((ctx) => ctx.elicit.url({ ...page, url }));
    expect(await run(() => runTool(tool, {}, client))).toEqual({ action: 'accept' });
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    '/pay',
    'pay.example.com',
    'http://pay.example.com',
    'http://127.0.0.1.example.com',
    '',
    7,
    undefined,
  ])('refuses %j at the call', async (url) => {
    const asked: BridgeElicit[] = [];
    const result = run(() => play((ctx) => ctx.elicit.url({ ...page, url: url as string }), [], asked));
    await expect(result).rejects.toMatchObject({ code: 'ELICIT_URL_INVALID' });
    expect(asked).toEqual([]);
  });

  it('wants a message', async () => {
    const result = run(() => play((ctx) => ctx.elicit.url({ url: page.url } as never), []));
    await expect(result).rejects.toMatchObject({ code: 'ELICIT_CONTEXT_INVALID' });
  });

  it('is for tools that are declared so', async () => {
    const tool = toolOf((ctx) => ctx.elicit.url(page), {});
    const result = run(() => runTool(tool, {}, createMockClient()));
    await expect(result).rejects.toMatchObject({ code: 'URL_NOT_DECLARED' });
  });

  it('is one question of the call like any other', async () => {
    const body = (ctx: Ctx) => all([ctx.elicit('name', { message: 'Who pays?' }), ctx.elicit.url(page)]);
    await expect(run(() => play(body, []))).rejects.toMatchObject({ code: 'ELICIT_PENDING' });
  });

  it('travels with its mode and its address', async () => {
    const asked: BridgeElicit[] = [];
    await run(() => play((ctx) => ctx.elicit.url(page), [], asked));
    const entry = { id: 'call_1', callId: 'call_1', toolName: 'pay', params: {} };
    const call = { record: { entry }, host: {}, limits: { sessionTtl: Infinity } } as never;
    expect(elicitRequestOf(asked[0] as BridgeElicit, call)).toMatchObject({
      key: '~url',
      mode: 'url',
      url: page.url,
      message: page.message,
      schema: { type: 'object', properties: {} },
    });
  });
});

it('has a key that no tool can declare', () => {
  const elicits: ElicitDefinitions = { '~url': z.object({}) };
  expect(() => createMcpTool('pay').description('Pay').parameters(z.object({})).elicits(elicits)).toThrow(
    expect.objectContaining({ code: 'INVALID_DECLARATION' }),
  );
});

describe('a mock client', () => {
  const tool = toolOf(function* (ctx) {
    const who = yield* ctx.elicit('name', { message: 'Who pays?' });
    const opened = yield* ctx.elicit.url(page);
    return [who.action, opened];
  });
  const who = { action: 'accept', content: { name: 'Ann' } } as const;

  it.each(['accept', 'decline', 'cancel'] as const)('can %s a page to open', async (url) => {
    const client = createMockClient({ elicitResponses: [who, { url }] });
    expect(await run(() => runTool(tool, {}, client))).toEqual(['accept', { action: url }]);
    expect(client.elicitCalls[1]).toMatchObject({ key: '~url', url: page.url, message: page.message });
    expect(client.elicitCalls[0]).not.toHaveProperty('url');
  });

  it('answers no other question so', async () => {
    const client = createMockClient({ elicitResponses: [{ url: 'accept' }] });
    await expect(run(() => runTool(tool, {}, client))).rejects.toMatchObject({ code: 'UNEXPECTED_ELICIT' });
  });
});
