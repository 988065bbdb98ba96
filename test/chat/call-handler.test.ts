import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { statusOfItem } from '../../src/client/state/item-state.ts';
import { createChatServer } from '../../src/chat/chat-server.ts';
import { readReply } from '../../src/chat/read-reply.ts';
import { createMcpTool } from '../../src/plugin.ts';
import {
  createCallHandler,
  memoryStore,
  type CallHandler,
  type CallHandlerOptions,
  type ServerEvent,
} from '../../src/server.ts';
import { eventually } from '../eventually.ts';
import { mortal } from '../faults/mortal-store.ts';
import { booking, nameOf, openCalls, openPage } from './call-harness.ts';
import { accept, agent, only, questionOf, respond, the } from './harness.ts';
import { declared } from './refund-for-others.ts';
import { ownPrefix, storeInProcess } from '../store/postgres-in-process.ts';

const quickly = createMcpTool('quick')
  .description('Answers at once')
  .parameters(z.object({ text: z.string() }))
  .elicits({});
const quick = quickly.execute(function* ({ text }) {
  if (text === 'fail') throw new Error('It failed.');
  yield* [];
  return text;
});

const booked = {
  status: 'ended',
  isError: false,
  content: JSON.stringify({ ticket: 'TKT-1', flight: 'FL001', seat: '12A', tip: 'Take the train.' }),
};

describe('a call that a host begins', () => {
  it('asks the page, which answers over the chat’s own wire, and its outcome goes to the host', async () => {
    const { handler, page } = openCalls();
    expect(await handler.begin(booking())).toEqual({ status: 'asks' });
    const { post } = page();
    const flight = questionOf(await post({ attach: true }));
    expect(flight).toMatchObject({ callId: 'book-1', key: 'pickFlight', toolName: 'book_flight' });
    expect(flight.sessionId).not.toBe('book-1');
    const seat = questionOf(await post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] }));
    expect(seat).toMatchObject({ callId: 'book-1', sessionId: flight.sessionId });
    const outcome = handler.outcome(nameOf());
    const last = await post({ pluginElicitResponses: [accept(seat, { row: 12, seat: 'A' })] });
    expect(last.types).toEqual(['plugin_elicit_settled', 'tool_result', 'complete', 'end']);
    expect(the(last, 'tool_result')).toMatchObject({ id: 'book-1', content: booked.content });
    expect(last.state.calls).toMatchObject([{ callId: 'book-1', status: 'completed' }]);
    expect(last.state.calls).toHaveLength(1);
    expect(last.state.messages).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'book-1' }] },
      { role: 'tool', tool_call_id: 'book-1', content: booked.content },
    ]);
    expect(await outcome).toEqual(booked);
    expect(await handler.outcome(nameOf())).toEqual(booked);
  });

  it.each([
    ['the person whom it found', (handler: CallHandler, request: Request) => handler.owner(request)],
    ['a person', async () => ({ id: 'ada', name: 'Ada' })],
  ])('for %s has their name in an inbox', async (_, ownerOf) => {
    const refundFor = declared.execute(function* (_params, ctx) {
      return yield* ctx.elicit('decide', { message: 'Refund?' }, { to: { id: 'bo' } });
    });
    const identify = (request: Request) => ({ id: request.headers.get('x-user') ?? '', name: 'Ada' });
    const { handler } = openCalls({ tools: [refundFor], identify });
    const owner = await ownerOf(handler, new Request('http://calls.test', { headers: { 'x-user': 'ada' } }));
    if (owner instanceof Response) throw new Error('The request was refused.');
    const call = { conversationId: 'c', owner, toolCallId: 'refund-1' };
    expect(await handler.begin({ ...call, toolName: 'refund', input: {} })).toEqual({ status: 'asks' });
    const { items } = await handler.inbox({ who: 'bo' });
    expect(items).toMatchObject([{ from: 'ada', fromName: 'Ada' }]);
    // The id alone names the same call.
    await handler.abort({ ...call, owner: 'ada' });
    expect(await handler.outcome(call)).toMatchObject({ status: 'ended', isError: true });
  });

  it('that asks nothing has its outcome at once', async () => {
    const { handler } = openCalls({ tools: [quick] });
    const begin = (text: string, toolCallId: string) =>
      handler.begin({ ...nameOf(toolCallId), toolName: 'quick', input: { text } });
    expect(await begin('Hi', 'a')).toEqual({ status: 'ended', content: 'Hi', isError: false });
    expect(await begin('fail', 'b')).toEqual({ status: 'ended', content: 'It failed.', isError: true });
    // Both are in the record of one conversation, though the turns are over.
    expect(await handler.outcome(nameOf('a'))).toEqual({ status: 'ended', content: 'Hi', isError: false });
    expect(await handler.outcome(nameOf('b'))).toEqual({ status: 'ended', content: 'It failed.', isError: true });
  });

  it('costs nothing while its host waits for it', async () => {
    const store = memoryStore();
    let reads = 0;
    const { handler, page } = openCalls({
      store: {
        ...store,
        read(keys) {
          // A host that asks again and again would let nothing else run, not even this test's end.
          if ((reads += 1) > 100) throw new Error('The store is asked again and again.');
          return store.read(keys);
        },
      },
    });
    expect(await handler.begin(booking())).toEqual({ status: 'asks' });
    const outcome = handler.outcome(nameOf());
    const { post } = page();
    const flight = questionOf(await post({ attach: true }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const seat = questionOf(await post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] }));
    await post({ pluginElicitResponses: [accept(seat, { row: 12, seat: 'A' })] });
    expect(await outcome).toEqual(booked);
    expect(reads).toBeLessThan(40);
  });

  it('has failed only if its tool did, whatever text it gave, in later turns and after a restart', async () => {
    const store = memoryStore();
    const first = openCalls({ store, tools: [quick] });
    const ends = {
      a: { status: 'ended', content: 'Error: sold out', isError: false },
      b: { status: 'ended', content: 'It failed.', isError: true },
    };
    for (const [id, text] of [
      ['a', 'Error: sold out'],
      ['b', 'fail'],
      ['c', 'Hi'],
    ] as const) {
      await first.handler.begin({ ...nameOf(id), toolName: 'quick', input: { text } });
    }
    expect(await first.handler.outcome(nameOf('a'))).toEqual(ends.a);
    expect(await first.handler.outcome(nameOf('b'))).toEqual(ends.b);
    await first.handler.close();
    const { handler } = openCalls({ store, tools: [quick] });
    expect(await handler.outcome(nameOf('a'))).toEqual(ends.a);
    expect(await handler.outcome(nameOf('b'))).toEqual(ends.b);
  });

  it('is begun once while it is open, and anew when it has ended', async () => {
    const { handler, page } = openCalls();
    await Promise.all([handler.begin(booking()), handler.begin(booking())]);
    expect(await handler.begin(booking())).toEqual({ status: 'asks' });
    const { post } = page();
    const first = questionOf(await post({ attach: true }));
    await post({ pluginElicitResponses: [respond(first, { action: 'decline' })] });
    expect(await handler.outcome(nameOf())).toMatchObject({ content: 'Not booked: decline.' });
    expect(await handler.begin(booking())).toEqual({ status: 'asks' });
    const second = questionOf(await post({ attach: true }));
    expect(second).toMatchObject({ callId: 'book-1' });
    expect(second.sessionId).not.toBe(first.sessionId);
    const waiting = new AbortController();
    const outcome = handler.outcome(nameOf(), { signal: waiting.signal });
    waiting.abort(new Error('No longer.'));
    await expect(outcome).rejects.toThrow('No longer.');
  });

  it('with `once` gives its outcome instead of a second call, in later turns and after a restart', async () => {
    const store = memoryStore();
    let runs = 0;
    const counted = quickly.execute(function* ({ text }) {
      yield* [];
      return `${text} ${(runs += 1)}`;
    });
    const first = openCalls({ store, tools: [counted] });
    const begin = ({ handler }: typeof first, toolCallId: string) =>
      handler.begin({ ...nameOf(toolCallId), toolName: 'quick', input: { text: 'Run' }, once: true });
    const run1 = { status: 'ended', content: 'Run 1', isError: false };
    expect([await begin(first, 'a'), await begin(first, 'a')]).toEqual([run1, run1]);
    expect(await begin(first, 'b')).toMatchObject({ content: 'Run 2' });
    await first.handler.close();
    expect(await begin(openCalls({ store, tools: [counted] }), 'a')).toEqual(run1);
    expect(runs).toBe(2);
  });

  it('with `once` takes no call of another tool for its own', async () => {
    const { handler, page } = openCalls({ callable: [quick] });
    const { post } = page();
    const callId = nameOf().toolCallId;
    await post({ pluginCall: { callId, toolName: 'quick', arguments: { text: 'Mine' } } });
    expect(await handler.begin({ ...booking(), once: true })).toEqual({ status: 'asks' });
  });

  it('runs once, however often its beginning is handed on', async () => {
    let runs = 0;
    const counted = quickly.execute(function* ({ text }) {
      yield* [];
      runs += 1;
      return text;
    });
    const server = createChatServer('createCallHandler', { provider: agent().provider, tools: [counted] });
    onTestFinished(() => server.members.close());
    const begin = async (token: string) => {
      const input = { text: 'Hi' };
      const host = { type: 'begin', token, toolCallId: 'a', toolName: 'quick', input, once: false } as const;
      return readReply(await server.post('c', undefined, host), 'a', true);
    };
    const hi = { status: 'ended', content: 'Hi', isError: false };
    expect([await begin('0123456789ab'), await begin('0123456789ab'), runs]).toEqual([hi, hi, 1]);
    // Other calls come between, so the first one is in an earlier turn now.
    expect([await begin('ba9876543210'), await begin('0123456789ab'), runs]).toEqual([hi, hi, 2]);
  });

  it('reads bad arguments and unknown tools out to the model', async () => {
    const { handler } = openCalls();
    const begin = (more: object, toolCallId: string) => handler.begin({ ...booking(toolCallId), ...more });
    expect(await begin({ input: { from: 1 } }, 'a')).toMatchObject({ isError: true });
    expect(await begin({ input: [] }, 'b')).toMatchObject({ content: expect.stringContaining('not a JSON object') });
    expect(await begin({ input: { from: 'x'.repeat(300_000) } }, 'c')).toMatchObject({ isError: true });
    expect(await begin({ toolName: 'other' }, 'd')).toMatchObject({ content: expect.stringContaining('no tool') });
  });

  it('needs names that a page can send back', async () => {
    const { handler } = openCalls();
    await expect(handler.begin(booking('x'.repeat(201)))).rejects.toMatchObject({ code: 'CALL_NAME' });
    await expect(handler.begin(booking('a\nb'))).rejects.toMatchObject({ code: 'CALL_NAME' });
    await expect(handler.begin(booking('a', ''))).rejects.toMatchObject({ code: 'CALL_NAME' });
    await expect(handler.outcome(nameOf('a', 'x'.repeat(201)))).rejects.toMatchObject({ code: 'CALL_NAME' });
  });

  it('is nobody else’s: another owner and another conversation do not have it', async () => {
    const { handler, page } = openCalls();
    await handler.begin(booking('book-1', 'c', 'ann'));
    const unknown = { status: 'unknown' };
    expect(await handler.outcome(nameOf('book-1', 'c', 'bob'))).toEqual(unknown);
    expect(await handler.outcome(nameOf('book-1', 'd', 'ann'))).toEqual(unknown);
    expect(await handler.outcome(nameOf('book-2', 'c', 'ann'))).toEqual(unknown);
    await handler.abort(nameOf('book-1', 'c', 'bob'));
    const mine = questionOf(await page('c', 'ann').post({ attach: true }));
    const foreign = await page('c', 'bob').post({ pluginElicitResponses: [respond(mine, { action: 'decline' })] });
    expect(the(foreign, 'plugin_session_error')).toMatchObject({ error: 'SESSION_NOT_FOUND' });
    expect(questionOf(await page('c', 'ann').post({ attach: true }))).toEqual(mine);
  });

  it('is cancelled when the person does not answer any more, and others stay open', async () => {
    const { handler, page } = openCalls();
    await handler.begin(booking('a'));
    await handler.begin(booking('b'));
    await handler.interrupt({ conversationId: 'c', owner: undefined, toolCallIds: ['a', 'never'] });
    expect(await handler.outcome(nameOf('a'))).toMatchObject({ content: 'Not booked: cancel.' });
    const { state } = await page().post({ attach: true });
    expect(state.items.map((item) => [item.request.callId, statusOfItem(item)])).toEqual([['b', 'pending']]);
  });

  it('is stopped by the host, and by the page', async () => {
    const { handler, page } = openCalls();
    await handler.begin(booking('a'));
    await handler.begin(booking('b'));
    await handler.abort({ ...nameOf('a'), reason: 'Denied.' });
    expect(await handler.outcome(nameOf('a'))).toEqual({
      status: 'ended',
      content: 'Stopped by the person. Denied.',
      isError: true,
    });
    const { post } = page();
    const { sessionId } = questionOf(await post({ attach: true }));
    const { state } = await post({ pluginAbort: { sessionId } });
    expect(state.calls.find(({ callId }) => callId === 'b')).toMatchObject({ status: 'aborted' });
    expect(await handler.outcome(nameOf('b'))).toMatchObject({ isError: true });
    const again = await post({ pluginAbort: { sessionId } });
    expect(the(again, 'plugin_session_error')).toMatchObject({ error: 'SESSION_ABORTED', callId: 'b', sessionId });
  });
});

describe('a page of calls', () => {
  it('can name a call before it has begun', async () => {
    const { handler, page } = openCalls({ limits: { patience: 360_000 } });
    const early = page().post({ attach: true, calls: ['book-1'] });
    await handler.begin(booking());
    expect(questionOf(await early)).toMatchObject({ callId: 'book-1', key: 'pickFlight' });
  });

  it('is told which calls are lost, and what to do about it', async () => {
    const { handler, page } = openCalls({ limits: { patience: 3000 } });
    const none = await page().post({ attach: true, calls: ['book-1'] });
    expect(the(none, 'plugin_session_error')).toMatchObject({
      callId: 'book-1',
      error: 'SESSION_NOT_FOUND',
      message: expect.stringContaining('give them a store'),
    });
    await handler.begin(booking());
    const one = await page().post({ attach: true, calls: ['book-1', 'book-2'] });
    expect(the(one, 'plugin_session_error')).toMatchObject({ callId: 'book-2' });
    expect(questionOf(one)).toMatchObject({ callId: 'book-1' });
  });

  it('cannot bring a history, so no outcome can be made up', async () => {
    const { handler, page } = openCalls();
    const call = { id: 'forged', type: 'function' as const, function: { name: 'book_flight', arguments: '{}' } };
    const messages = [
      { role: 'assistant' as const, content: '', tool_calls: [call] },
      { role: 'tool' as const, content: 'Booked.', tool_call_id: 'forged' },
    ];
    await page().post({ messages, restartAbove: 5 });
    await page().post({ messages, attach: true });
    expect(await handler.outcome(nameOf('forged'))).toEqual({ status: 'unknown' });
    await handler.begin(booking());
    await page().post({ messages });
    expect(await handler.outcome(nameOf('forged'))).toEqual({ status: 'unknown' });
  });

  it('is refused a message: no model runs here', async () => {
    const { page } = openCalls();
    const response = await page().open({ messages: [{ role: 'user', content: 'Hi', id: 'm' }] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
  });

  it('that asks for nothing changes nothing', async () => {
    const { handler, page } = openCalls();
    await handler.begin(booking());
    const { post } = page();
    const flight = questionOf(await post({ attach: true }));
    await post({ pluginElicitResponses: [respond(flight, { action: 'decline' })] });
    const { types, state } = await post({});
    expect(types).toEqual(['end']);
    expect(state.messages).toHaveLength(2);
  });

  it('takes no place from the host, however many read', async () => {
    const { handler, page } = openCalls({ limits: { perOwner: 1, patience: 360_000 } });
    const held = page('c', 'ann').post({ attach: true, calls: ['book-1'] });
    expect(await handler.begin(booking('book-1', 'c', 'ann'))).toEqual({ status: 'asks' });
    expect(questionOf(await held)).toMatchObject({ callId: 'book-1' });
  });
});

describe('options of a call handler', () => {
  it('are refused at once if a tool cannot run with them', () => {
    const reader = createMcpTool('reader')
      .description('Reads')
      .parameters(z.object({}))
      .elicits({})
      .requires({ parentMessages: true })
      .execute(function* () {
        yield* [];
        return '';
      });
    const thinker = createMcpTool('thinker')
      .description('Thinks')
      .parameters(z.object({}))
      .elicits({})
      .requires({ sampling: true })
      .execute(function* () {
        yield* [];
        return '';
      });
    expect(() => createCallHandler({ tools: [reader] })).toThrow('only a chat handler has');
    expect(() => createCallHandler({ tools: [thinker] })).toThrow('Give a provider');
    expect(() => createCallHandler({ tools: undefined as never })).toThrow('createCallHandler: tools is not an array');
  });

  it('without a model let a tool run that asks none, and say so to one that does', async () => {
    const { handler, page } = openCalls({ provider: undefined });
    await handler.begin(booking());
    const { post } = page();
    const flight = questionOf(await post({ attach: true }));
    const seat = questionOf(await post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] }));
    await post({ pluginElicitResponses: [accept(seat, { row: 12, seat: 'A' })] });
    expect(await handler.outcome(nameOf())).toMatchObject({ isError: true });
  });
});

describe('several processes over one store', () => {
  function openProcesses() {
    const prefix = ownPrefix();
    return (more: Partial<CallHandlerOptions> = {}) => {
      const store = mortal(storeInProcess(prefix));
      const limits = { patience: 360_000, leaseTime: 2000, sweepEvery: Infinity, cleanupTime: 100 };
      return {
        prefix,
        ...openCalls({ store, limits, ...more }),
        die: () => store.die(),
      };
    };
  }

  it('answer, follow and hand out the outcome of each other’s calls', async () => {
    const open = openProcesses();
    const [one, two, three] = [open(), open(), open()];
    const early = two.page('c', 'ann').post({ attach: true, calls: ['book-1'] });
    expect(await one.handler.begin(booking('book-1', 'c', 'ann'))).toEqual({ status: 'asks' });
    const flight = questionOf(await early);
    const { post } = three.page('c', 'ann');
    expect(questionOf(await post({ attach: true }))).toEqual(flight);
    const asked = questionOf(await post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] }));
    const outcome = one.handler.outcome(nameOf('book-1', 'c', 'ann'));
    await openPage(two.handler, 'c', 'ann').post({ pluginElicitResponses: [accept(asked, { row: 12, seat: 'A' })] });
    expect(await outcome).toEqual(booked);
    expect(await three.handler.outcome(nameOf('book-1', 'c', 'ann'))).toEqual(booked);
    expect(await three.handler.outcome(nameOf('book-1', 'c', 'eve'))).toEqual({ status: 'unknown' });
  });

  it('look at all calls whose ends their hosts wait for at once, and hear of each end', async () => {
    const open = openProcesses();
    const [one, two] = [open(), open()];
    const reads: number[] = [];
    const inner = storeInProcess(two.prefix);
    const store = { ...inner, read: (keys: readonly string[]) => (reads.push(keys.length), inner.read(keys)) };
    const three = open({ store });
    const names = Array.from({ length: 8 }, (_, nth) => `c${nth}`);
    for (const [nth, name] of names.entries()) await (nth % 2 === 0 ? one : two).handler.begin(booking('book-1', name));
    const outcomes = names.map((name) => three.handler.outcome(nameOf('book-1', name)));
    // After the first look at each, one look is for all.
    await eventually(() => expect(reads.slice(-2)).toEqual([8, 8]));
    const before = reads.length;
    await eventually(() => expect(reads.length - before).toBeGreaterThanOrEqual(2));
    expect(reads.slice(before).filter((count) => count !== 8)).toEqual([]);

    for (const name of names) {
      const { post } = openPage(two.handler, name);
      const flight = questionOf(await post({ attach: true }));
      const seat = questionOf(await post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] }));
      await post({ pluginElicitResponses: [accept(seat, { row: 12, seat: 'A' })] });
    }
    expect(await Promise.all(outcomes)).toEqual(names.map(() => booked));
  });

  it('tell each event under the id that the host gave the call', async () => {
    const open = openProcesses();
    const told: unknown[] = [];
    const onEvent = (event: ServerEvent) => {
      if ('toolName' in event) told.push([event.type, event.toolCallId]);
    };
    const one = open({ onEvent });
    await one.handler.begin(booking());
    await one.handler.close();
    const { post } = open({ onEvent }).page();
    const flight = questionOf(await post({ attach: true }));
    await post({ pluginElicitResponses: [respond(flight, { action: 'decline' })] });
    const types = [
      'session_created',
      'step_ended',
      'asked',
      'session_left',
      'session_resumed',
      'settled',
      'session_ended',
    ];
    expect(told).toEqual(types.map((type) => [type, 'book-1']));
  });

  it('begin a call in a conversation that another one has at work', async () => {
    const open = openProcesses();
    const [one, two] = [open(), open()];
    const both = await Promise.all([
      one.handler.begin(booking('a')),
      two.handler.begin(booking('b')),
      two.handler.begin(booking('a')),
    ]);
    expect(both).toEqual([{ status: 'asks' }, { status: 'asks' }, { status: 'asks' }]);
    const asked = only(await one.page().post({ attach: true }), 'plugin_elicit_request');
    expect(asked.map(({ callId }) => callId).toSorted()).toEqual(['a', 'b']);
  });

  it('end and stop each other’s calls', async () => {
    const open = openProcesses();
    const [one, two] = [open(), open()];
    await one.handler.begin(booking('a'));
    await one.handler.begin(booking('b'));
    const ended = await two.handler.interrupt({ conversationId: 'c', owner: undefined, toolCallIds: ['a'] });
    expect([...ended]).toMatchObject([['a', { content: 'Not booked: cancel.' }]]);
    await two.handler.abort(nameOf('b'));
    expect(await one.handler.outcome(nameOf('b'))).toMatchObject({ isError: true });
  });

  it('go on with the calls of one that has died', async () => {
    const open = openProcesses();
    const [one, two] = [open(), open()];
    await one.handler.begin(booking());
    await one.die();
    const { post } = two.page();
    const flight = questionOf(await post({ attach: true }));
    const seat = questionOf(await post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] }));
    await post({ pluginElicitResponses: [accept(seat, { row: 12, seat: 'A' })] });
    expect(await two.handler.outcome(nameOf())).toEqual(booked);
  });
});

describe('a restart', () => {
  it('of memory loses the calls, and says so', async () => {
    const { handler, page } = openCalls({ limits: { patience: 3000 } });
    await handler.begin(booking());
    const { post } = page();
    await post({ attach: true });
    const after = openCalls({ limits: { patience: 3000 } });
    expect(await after.handler.outcome(nameOf())).toEqual({ status: 'unknown' });
  });

  it('leaves the outcomes of a store where they are', async () => {
    const store = memoryStore();
    const { handler } = openCalls({ store, tools: [quick] });
    await handler.begin({ ...nameOf(), toolName: 'quick', input: { text: 'Hi' } });
    await handler.close();
    const after = openCalls({ store, tools: [quick] });
    expect(await after.handler.outcome(nameOf())).toMatchObject({ content: 'Hi' });
    await expect(handler.outcome(nameOf())).rejects.toMatchObject({ code: 'CLOSED' });
  });
});
