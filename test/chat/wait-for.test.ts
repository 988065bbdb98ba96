import { race } from 'effection';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type WaitToken } from '../../src/plugin.ts';
import { createCallHandler, memoryStore, type DurableStore } from '../../src/server.ts';
import { eventually } from '../eventually.ts';
import { mortal } from '../faults/mortal-store.ts';
import { accept, agent, createChat, declaration, lastWords, only, questionOf, route, user } from './harness.ts';

const conversationId = 'c';
const ask = { conversationId, messages: [user('Book')] };
const schema = z.object({ by: z.string() });

/** A conversation leaves memory as soon as it waits, and the sweeper looks often. */
const limits = { parkAfter: 0, sweepEvery: 20, leaseTime: 300 };

const durable = (): DurableStore => ({ ...memoryStore(), isVolatile: false, opening: undefined });

/** Waits for a signature. */
function signing(tokens: WaitToken[], timeout = 60_000) {
  return declaration.execute(function* (_, ctx) {
    tokens.push(yield* ctx.waitFor.token('signed'));
    const signed = yield* ctx.waitFor('signed', { schema, timeout, message: 'Waiting for DocuSign' });
    return signed.action === 'accept' ? `signed by ${signed.content.by}` : `${signed.action}: ${signed.reason}`;
  });
}

const messagesOfProgress = (told: Parameters<typeof only>[0]) =>
  only(told, 'plugin_progress').map(({ message }) => message);

describe.each([
  ['in memory', () => undefined],
  ['in a store', durable],
])('a tool that waits for a value, %s,', (_, makeStore) => {
  const open = (tokens: WaitToken[], timeout?: number) =>
    createChat(agent(), { tools: [signing(tokens, timeout)], store: makeStore(), limits });

  it('lets the turn rest, says what for, also to a page that comes later, and goes on with the value', async () => {
    const tokens: WaitToken[] = [];
    const chat = open(tokens);
    const first = await chat.post(ask);
    expect(messagesOfProgress(first)).toEqual(['Waiting for DocuSign']);
    expect(only(first, 'plugin_elicit_request')).toEqual([]);
    expect(JSON.stringify(first.events)).not.toContain(tokens[0]);
    expect(first.types.at(-1)).toBe('end');
    const reloaded = await chat.post({ conversationId, attach: true, revision: 0 });
    expect(messagesOfProgress(reloaded)).toEqual(['Waiting for DocuSign']);
    expect(reloaded.state.calls).toMatchObject([{ status: 'running', progress: { message: 'Waiting for DocuSign' } }]);

    expect(await chat.handler.resolve(tokens[0]!, { by: 7 })).toMatchObject({ outcome: 'invalid' });
    expect(await chat.handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
    await eventually(async () => {
      const last = await chat.post({ conversationId, attach: true });
      expect(lastWords(last)).toBe('It said: signed by Ada');
    });
    const again = await chat.handler.resolve(tokens[0]!, { by: 'Eve' });
    expect(again).toEqual({ outcome: 'repeated' });
    expect(chat.errors).toEqual([]);
  });

  it('is stopped by nobody but who may stop it, and a value comes to an ended call then', async () => {
    const tokens: WaitToken[] = [];
    const chat = open(tokens);
    const first = await chat.post(ask);
    const { sessionId } = only(first, 'plugin_progress')[0]!;
    await chat.post({ conversationId, pluginAbort: { sessionId } });
    expect(await chat.handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'ended', status: 'aborted' });
    expect(chat.errors).toEqual([]);
  });

  it('gets a cancel when the person says something else', async () => {
    const tokens: WaitToken[] = [];
    const chat = open(tokens);
    await chat.post(ask);
    const said = await chat.post({ conversationId, messages: [{ ...user('Never mind'), id: 'second' }] });
    expect(JSON.stringify(said.state.messages)).toContain('cancel: interrupted');
    expect(await chat.handler.resolve(tokens[0]!, { by: 'Ada' })).toMatchObject({ outcome: 'late' });
    expect(chat.errors).toEqual([]);
  });

  it('is woken by its timeout, though nobody comes', async () => {
    const tokens: WaitToken[] = [];
    const chat = open(tokens, 200);
    const first = await chat.post(ask);
    expect(only(first, 'end')).toMatchObject([{ lookAfter: expect.any(Number) }]);
    await eventually(async () => {
      const last = await chat.post({ conversationId, attach: true });
      expect(lastWords(last)).toBe('It said: cancel: expired');
    });
    expect(chat.errors).toEqual([]);
  });

  it('cannot be answered by a page', async () => {
    const tokens: WaitToken[] = [];
    const chat = open(tokens);
    const first = await chat.post(ask);
    const { sessionId, callId } = only(first, 'plugin_progress')[0]!;
    for (const elicitId of [`${callId}:wait:0`, `${callId}:wait:1`, '']) {
      const forged = { sessionId, callId, elicitId, attempt: 1 };
      await chat.post({ conversationId, pluginElicitResponses: [accept(forged, { by: 'Eve' })] });
    }
    expect(await chat.handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
    await eventually(async () => {
      expect(lastWords(await chat.post({ conversationId, attach: true }))).toBe('It said: signed by Ada');
    });
  });
});

describe('chat.resolve', () => {
  it('knows no other tokens, and takes no hold of the store for them', async () => {
    const store = durable();
    const chat = createChat(agent(), { tools: [signing([])], store, limits });
    const call = `call_${'0'.repeat(32)}`;
    for (const token of ['', 'x', `${call}~${'0'.repeat(32)}`, `${call}/remains~${'0'.repeat(32)}`]) {
      // One after the other, so that a failure names its token.
      expect(await chat.handler.resolve(token, { by: 'Eve' }), token).toEqual({ outcome: 'unknown' });
    }
    expect(chat.errors).toEqual([]);
  });

  it('takes the value to the process that has the conversation', async () => {
    const store = durable();
    const tokens: WaitToken[] = [];
    const tools = [signing(tokens)];
    const stays = { ...limits, parkAfter: Infinity, leaseTime: 15_000 };
    const [one, two] = [0, 1].map(() => createChat(agent(), { tools, store, limits: stays }));
    const asked = new Promise((resolve) => setTimeout(resolve, 0));
    await Promise.all([one!.post(ask), asked]);
    expect(await two!.handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
    await eventually(async () => {
      expect(lastWords(await one!.post({ conversationId, attach: true }))).toBe('It said: signed by Ada');
    });
    expect([...one!.errors, ...two!.errors]).toEqual([]);
  });

  it('counts a value once that several processes get at once', async () => {
    const store = durable();
    const tokens: WaitToken[] = [];
    const tools = [signing(tokens)];
    const chats = [0, 1, 2].map(() => createChat(agent(), { tools, store, limits }));
    await chats[0]!.post(ask);
    const brought = chats.map(({ handler }, nth) => handler.resolve(tokens[0]!, { by: `${nth}` }));
    const outcomes = (await Promise.all(brought)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['recorded', 'repeated', 'repeated']);
    expect(chats.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('takes the value of a call whose process died', async () => {
    const store = durable();
    const tokens: WaitToken[] = [];
    const process = mortal(store);
    const one = createChat(agent(), { tools: [signing(tokens)], store: process, limits: { cleanupTime: 1 } });
    await one.post(ask);
    await process.die();
    const two = createChat(agent(), { tools: [signing(tokens)], store, limits });
    expect(await two.handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
    await eventually(async () => {
      const last = await two.post({ conversationId, attach: true, revision: 0 });
      expect(lastWords(last)).toBe('It said: signed by Ada');
    });
    expect(two.errors).toEqual([]);
  });

  it('keeps a value that comes while the model calls a tool that asks first', async () => {
    const tokens: WaitToken[] = [];
    const tool = declaration.execute(function* (_, ctx) {
      tokens.push(yield* ctx.waitFor.token('signed'));
      const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
      const signed = yield* ctx.waitFor('signed', { schema, timeout: 60_000 });
      return `${seat.action} ${signed.action === 'accept' && signed.content.by}`;
    });
    const chat = createChat(agent(), { tools: [tool], store: durable(), limits });
    const seat = questionOf(await chat.post(ask));
    expect(await chat.handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'early' });
    const last = await chat.post({ conversationId, pluginElicitResponses: [accept(seat, { row: 1, seat: 'A' })] });
    expect(lastWords(last)).toBe('It said: accept Ada');
    expect(chat.errors).toEqual([]);
  });

  it('tells that a value is late whose wait has lost its race', async () => {
    const tokens: WaitToken[] = [];
    const tool = declaration.execute(function* (_, ctx) {
      tokens.push(yield* ctx.waitFor.token('signed'));
      yield* race([
        ctx.elicit('pickSeat', { message: 'Which seat?' }),
        ctx.waitFor('signed', { schema, timeout: 60_000 }),
      ]);
      return (yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights: [] })).action;
    });
    const chat = createChat(agent(), { tools: [tool], store: durable(), limits });
    const seat = questionOf(await chat.post(ask));
    await chat.post({ conversationId, pluginElicitResponses: [accept(seat, { row: 1, seat: 'A' })] });
    expect(await chat.handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'late' });
  });
});

it('a host that runs its own model begins such a call, brings the value, and gets the outcome', async () => {
  const tokens: WaitToken[] = [];
  const errors: unknown[] = [];
  const handler = createCallHandler({
    tools: [signing(tokens)],
    onEvent: (event) => event.type === 'error' && errors.push(event.error),
  });
  onTestFinished(() => handler.close());
  const named = { conversationId, owner: 'ada', toolCallId: 'theirs' };
  const begun = await handler.begin({ ...named, toolName: 'book_flight', input: route });
  expect(begun.status).toBe('asks');
  const outcome = handler.outcome(named);
  expect(await handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
  expect(await outcome).toEqual({ status: 'ended', content: 'signed by Ada', isError: false });
  expect(errors).toEqual([]);
});

it('a page settles its card when the page reports', async () => {
  const tokens: WaitToken[] = [];
  const tool = createMcpTool('book_flight')
    .description('Pay')
    .parameters(declaration.parameters)
    .elicits({}, { url: true })
    .execute(function* (_, ctx) {
      const until = yield* ctx.waitFor.token('paid');
      tokens.push(until);
      const opened = yield* ctx.elicit.url({ message: 'Pay here', url: 'https://pay.example/7' }, { until });
      const paid = yield* ctx.waitFor('paid', { schema, timeout: 60_000 });
      return `${opened.action} ${paid.action === 'accept' && paid.content.by}`;
    });
  const chat = createChat(agent(), { tools: [tool], store: durable(), limits });
  const asked = questionOf(await chat.post(ask));
  expect(asked).toMatchObject({ mode: 'url', until: expect.any(String) });
  expect(await chat.handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'early' });
  await eventually(async () => {
    const told = await chat.post({ conversationId, attach: true, revision: 0 });
    expect(lastWords(told)).toBe('It said: accept Ada');
  });
  expect(chat.errors).toEqual([]);
});
