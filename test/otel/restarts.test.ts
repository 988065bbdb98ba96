import { AsyncLocalStorage } from 'node:async_hooks';
import { context, ROOT_CONTEXT, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { fromAskGenerator } from '../../src/ask.ts';
import { createMcpTool } from '../../src/plugin.ts';
import {
  createChatHandler,
  memoryStore,
  type ChatHandlerOptions,
  type ChatRequestBody,
  type DurableStore,
} from '../../src/server.ts';
import { accept, agent, bookFlight, questionOf, read, user, type Answered } from '../chat/harness.ts';
import { booking, openCalls } from '../chat/call-harness.ts';
import { eventually } from '../eventually.ts';
import { mortal } from '../faults/mortal-store.ts';
import { answering, connect, endpointOf, keys, leg, sharedStore } from '../mcp/harness.ts';
import { openTelemetry } from './harness.ts';

/** A process that serves the chat, and what it exports. */
function openProcess(store: DurableStore, options: Partial<ChatHandlerOptions> = {}) {
  const exported = openTelemetry();
  const chat = createChatHandler({
    provider: agent().provider,
    tools: [bookFlight],
    store,
    limits: { sweepEvery: Infinity },
    ...exported.telemetry,
    ...options,
  });
  onTestFinished(() => chat.close());
  const post = async (body: Partial<ChatRequestBody>): Promise<Answered> =>
    read(
      await chat(
        new Request('http://chat.test/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ messages: [], conversationId: 'c', ...body }),
        }),
      ),
    );
  return { ...exported, chat, post };
}

/** A tool that asks once, and may be repeated. */
function createShop() {
  const order = createMcpTool('order')
    .description('Order')
    .parameters(z.object({}))
    .elicits({ confirm: z.object({ ok: z.boolean() }) })
    .repeatable()
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('confirm', { message: 'Order?' })).action;
    });
  return { order };
}

/** Contexts of OpenTelemetry that follow promises. Without a manager there is no active span. */
function useContexts(): void {
  const storage = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, fn, thisArg, ...args) => storage.run(active, () => fn.apply(thisArg as never, args)),
    bind: (_, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  onTestFinished(() => context.disable());
}

const book = { messages: [{ ...user('Book'), id: 'm1' }] };
const answer = (asked: Answered, content: object) => ({
  revision: asked.state.revision,
  pluginElicitResponses: [accept(questionOf(asked), content)],
});
const flight = { flightId: 'FL001' };
const seat = { row: 1, seat: 'A' };

describe('a call that outlives its process', () => {
  it('has a span in each process, in one trace, and each ends when its process lets the call go', async () => {
    const store = sharedStore();
    const before = openProcess(store);
    const asked = await before.post(book);
    expect(before.named('execute_tool book_flight')).toEqual([]);
    await before.chat.close();
    const after = openProcess(store);
    const second = await after.post(answer(asked, flight));
    await after.post(answer(second, seat));

    expect(before.holds()).toEqual(['session_created', 'closed']);
    expect(after.holds()).toEqual(['session_resumed', 'session_ended']);
    const [created] = before.named('create book_flight');
    const spans = [before, after].flatMap(({ named }) => named('execute_tool book_flight'));
    expect(spans).toHaveLength(2);
    for (const span of spans) {
      expect(span.spanContext().traceId).toBe(created?.spanContext().traceId);
      expect(span.parentSpanContext?.spanId).toBe(created?.spanContext().spanId);
      expect(span.status.code).toBe(SpanStatusCode.UNSET);
    }
    const about = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'book_flight',
      'gen_ai.tool.call.id': questionOf(asked).callId,
      'gen_ai.tool.type': 'function',
    };
    expect(spans.map(({ attributes }) => attributes)).toEqual([
      { ...about, 'elicitkit.call.resumed': false, 'elicitkit.call.status': 'closed' },
      { ...about, 'elicitkit.call.resumed': true, 'elicitkit.call.status': 'completed' },
    ]);
    const told = spans.map(({ events }) => events.map(({ name, attributes }) => [name, ...Object.values(attributes!)]));
    expect(told).toEqual([
      [['elicitkit.question.asked', 'pickFlight', 1]],
      [
        ['elicitkit.question.settled', 'pickFlight', 'accept'],
        ['elicitkit.question.asked', 'pickSeat', 1],
        ['elicitkit.question.settled', 'pickSeat', 'accept'],
      ],
    ]);
  });

  it('has the spans of its steps below its own, in the process that did them', async () => {
    const store = sharedStore();
    const before = openProcess(store);
    const asked = await before.post(book);
    await before.chat.close();
    const after = openProcess(store);
    await after.post(answer(asked, flight));

    const [call] = before.named('execute_tool book_flight');
    const [step] = before.named('step search');
    expect(step?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
    expect(step?.spanContext().traceId).toBe(call?.spanContext().traceId);
    expect(step?.attributes).toEqual({ 'elicitkit.step.name': 'search', 'elicitkit.step.status': 'completed' });
    // A replayed step is not done again.
    expect(after.named('step search')).toEqual([]);
  });

  it('is let go when it waits, and taken up again when its answer comes', async () => {
    const process = openProcess(sharedStore(), { limits: { parkAfter: 0, sweepEvery: Infinity } });
    const asked = await process.post(book);
    await eventually(() => expect(process.holds()).toEqual(['session_created', 'parked']));
    await process.post(answer(asked, flight));
    await eventually(() => expect(process.holds()).toEqual(['session_created', 'parked', 'session_resumed', 'parked']));

    expect(process.named('execute_tool book_flight')).toHaveLength(2);
  });

  it('is let go where another process has taken it', async () => {
    const store = sharedStore();
    const [first, second] = [openProcess(store), openProcess(store)];
    const asked = await first.post(book);
    await second.post(answer(asked, flight));
    expect(first.holds()).toEqual(['session_created']);
    await first.post({ attach: true });

    expect(first.holds()).toEqual(['session_created', 'lost', 'session_resumed']);
    expect(
      first.named('execute_tool book_flight').map(({ attributes }) => attributes['elicitkit.call.status']),
    ).toEqual(['lost']);
    expect(second.holds()).toEqual(['session_resumed']);
  });

  it('ends where its process died and its tool cannot be run again', async () => {
    const store = sharedStore();
    const signUp = fromAskGenerator(
      'book_flight',
      { description: 'Sign up', parameters: z.looseObject({}) },
      function* () {
        return yield { ask: 'text', message: 'Name?' };
      },
    );
    const dying = mortal(store);
    const limits = { leaseTime: 200, sweepEvery: 20, cleanupTime: 100, patience: 100 };
    const before = openProcess(dying, { tools: [signUp], limits });
    await before.post(book);
    await dying.die();
    const after = openProcess(store, { tools: [signUp], limits });
    await eventually(() => expect(after.holds()).toEqual(['session_resumed', 'session_ended']));

    expect(after.named('execute_tool book_flight')).toMatchObject([
      { attributes: { 'elicitkit.call.status': 'failed', 'error.type': 'CALL_LOST' } },
    ]);
  });

  it('ends with its process where nothing outlives that', async () => {
    const process = openProcess(memoryStore(), { limits: { parkAfter: 0 } });
    await process.post(book);
    await eventually(() => expect(process.holds()).toEqual(['session_created', 'parked']));
    await process.chat.close();

    expect(process.holds()).toEqual(['session_created', 'parked', 'session_resumed', 'session_ended']);
  });
});

describe('a trace', () => {
  it('is the one in which the call began, and the request that wakes the call is linked', async () => {
    useContexts();
    const store = sharedStore();
    const tracer = new BasicTracerProvider().getTracer('app');
    const during = <T>(span: Span, work: () => Promise<T>) => context.with(trace.setSpan(context.active(), span), work);
    const [begins, wakes] = [tracer.startSpan('POST'), tracer.startSpan('POST')];
    const before = openProcess(store);
    const asked = await during(begins, () => before.post(book));
    await before.chat.close();
    const after = openProcess(store);
    await during(wakes, () => after.post(answer(asked, flight)));
    await after.chat.close();

    const [first] = before.named('execute_tool book_flight');
    const [second] = after.named('execute_tool book_flight');
    for (const span of [first, second]) expect(span?.parentSpanContext?.spanId).toBe(begins.spanContext().spanId);
    expect(first?.links).toEqual([]);
    expect(second?.links.map(({ context: linked }) => linked)).toEqual([wakes.spanContext()]);
    expect(before.named('create book_flight')).toEqual([]);
  });

  it.each(['yes', 'Ada Lovelace', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`, 7, undefined])(
    'that is given as %j is not kept, and the call has one of its own',
    async (given) => {
      const { post, chat, named } = openProcess(sharedStore(), { traceparent: () => given as string });
      await post(book);
      await chat.close();

      expect(named('execute_tool book_flight')[0]?.parentSpanContext).toBeUndefined();
    },
  );

  it('that cannot be given stops no call', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const { post, named, chat } = openProcess(sharedStore(), {
      traceparent() {
        throw new Error('The propagator failed');
      },
    });
    await post(book);
    await chat.close();

    expect(named('execute_tool book_flight')).toHaveLength(1);
    expect(told).toHaveBeenCalledOnce();
  });
});

describe('every front end tells when its process takes a call up and lets it go:', () => {
  it('a host that runs its own model', async () => {
    const store = sharedStore();
    const open = () => {
      const exported = openTelemetry();
      const { handler, page } = openCalls({ store, limits: { sweepEvery: Infinity }, ...exported.telemetry });
      return { ...exported, handler, page };
    };
    const before = open();
    await before.handler.begin(booking());
    const asked = await before.page().post({ attach: true });
    await before.handler.close();
    const after = open();
    await after.page().post({ revision: 0, pluginElicitResponses: [accept(questionOf(asked), flight)] });
    await after.handler.close();

    expect(before.holds()).toEqual(['session_created', 'closed']);
    expect(after.holds()).toEqual(['session_resumed', 'closed']);
    const [first, second] = [before, after].map(({ named }) => named('execute_tool book_flight')[0]);
    expect(first?.spanContext().traceId).toBe(second?.spanContext().traceId);
  });

  it.each([
    ['a store', () => ({ store: sharedStore(), keys })],
    ['sealed calls', () => ({ sealed: true, keys })],
  ])('an MCP endpoint with %s', async (_, options) => {
    const { order } = createShop();
    const shared = options();
    const open = () => {
      const exported = openTelemetry();
      return { ...exported, mcp: endpointOf([order], { ...shared, ...exported.telemetry }) };
    };
    const [before, after] = [open(), open()];
    const call = { name: 'order', arguments: {} };
    const first = await leg(before.mcp, call);
    await leg(after.mcp, { ...call, ...answering(first, { ok: true }) });

    expect(before.holds()).toEqual(['session_created', 'parked']);
    expect(after.holds()).toEqual(['session_resumed', 'session_ended']);
    const spans = [before, after].map(({ named }) => named('execute_tool order')[0]);
    expect(spans[0]?.spanContext().traceId).toBe(spans[1]?.spanContext().traceId);
    expect(spans.map((span) => span?.attributes['elicitkit.call.status'])).toEqual(['parked', 'completed']);
  });

  it('an MCP endpoint whose client keeps a session', async () => {
    const { order } = createShop();
    const exported = openTelemetry();
    const { client } = await connect(endpointOf([order], exported.telemetry), 'legacy', {
      onAsked: () => ({ action: 'accept', content: { ok: true } }),
    });
    await client.callTool({ name: 'order', arguments: {} });

    expect(exported.holds()).toEqual(['session_created', 'session_ended']);
  });
});

describe('questions', () => {
  it('are counted as open by the process that holds their call', async () => {
    const store = sharedStore();
    const before = openProcess(store);
    const asked = await before.post(book);
    const about = (key: string) => ({ 'gen_ai.tool.name': 'book_flight', 'elicitkit.question.key': key });
    expect(await before.points('elicitkit.questions.open')).toEqual([{ value: 1, ...about('pickFlight') }]);
    await before.chat.close();
    expect(await before.points('elicitkit.questions.open')).toEqual([{ value: 0, ...about('pickFlight') }]);
    const after = openProcess(store);
    await after.post({ attach: true });
    expect(await after.points('elicitkit.questions.open')).toEqual([{ value: 1, ...about('pickFlight') }]);
    const second = await after.post(answer(asked, flight));
    expect(await after.points('elicitkit.questions.open')).toEqual([
      { value: 0, ...about('pickFlight') },
      { value: 1, ...about('pickSeat') },
    ]);
    await after.post(answer(second, seat));

    expect(await after.points('elicitkit.questions.open')).toMatchObject([{ value: 0 }, { value: 0 }]);
    expect(await before.points('elicitkit.questions.closed')).toEqual([]);
    expect(await after.points('elicitkit.questions.closed')).toMatchObject([{ value: 1 }, { value: 1 }]);
    expect(await before.points('elicitkit.questions.asked')).toEqual([{ value: 1, ...about('pickFlight') }]);
    expect(await after.points('elicitkit.questions.asked')).toEqual([{ value: 1, ...about('pickSeat') }]);
    const answers = ['pickFlight', 'pickSeat'].map((key) => ({
      value: 1,
      ...about(key),
      'elicitkit.answer.outcome': 'accept',
    }));
    expect(await after.points('elicitkit.answers')).toEqual(answers);
    expect(await before.points('elicitkit.answers')).toEqual([]);
    expect(await after.points('elicitkit.question.age')).toMatchObject([
      { value: { count: 1 } },
      { value: { count: 1 } },
    ]);
  });

  it('are closed with their call', async () => {
    const { post, points } = openProcess(sharedStore());
    const asked = await post(book);
    await post({ revision: asked.state.revision, pluginAbort: { sessionId: questionOf(asked).sessionId } });

    expect(await points('elicitkit.questions.open')).toMatchObject([{ value: 0 }]);
    expect(await points('elicitkit.questions.closed')).toMatchObject([{ value: 1 }]);
    expect(await points('elicitkit.answers')).toEqual([]);
  });

  it('are as old as their wait, also where another process asked them', async () => {
    let ahead = 0;
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    onTestFinished(() => clock.mockRestore());
    const store = sharedStore();
    const before = openProcess(store);
    const asked = await before.post(book);
    ahead = 3_600_000;
    const second = await before.post(answer(asked, flight));
    await before.chat.close();
    ahead += 60_000;
    const after = openProcess(store);
    await after.post(answer(second, seat));

    const [age] = await after.points('elicitkit.question.age');
    const value = age?.value as { sum: number } | undefined;
    expect(Math.round((value?.sum ?? 0) / 60)).toBe(1);
  });

  it('are counted by how their answers ended', async () => {
    const { post, points } = openProcess(sharedStore());
    const asked = await post(book);
    const again = await post(answer(asked, { flightId: 'FL999' }));
    await post(answer(asked, flight));
    await post({
      revision: again.state.revision,
      pluginElicitResponses: [{ ...answer(again, flight).pluginElicitResponses[0]!, result: { action: 'decline' } }],
    });

    const outcomes = (await points('elicitkit.answers')).map((point) => [
      (point as { 'elicitkit.answer.outcome'?: string })['elicitkit.answer.outcome'],
      point.value,
    ]);
    expect(outcomes).toEqual([
      ['refused', 1],
      ['stale', 1],
      ['decline', 1],
    ]);
    expect(await points('elicitkit.questions.open')).toMatchObject([{ value: 0 }]);
  });
});

describe('a call that fails', () => {
  const failing = createMcpTool('book_flight')
    .description('Book')
    .parameters(z.object({ from: z.string(), destination: z.string() }))
    .elicits({})
    .execute(function* (_, ctx) {
      yield* ctx.step('pay', () => {
        throw Object.assign(new Error('The card of Ada Lovelace was refused'), { code: 'CARD_REFUSED' });
      });
      return 'never';
    });

  it('has the class of its error, and no words of it', async () => {
    const { post, spans, named, events } = openProcess(sharedStore(), { tools: [failing] });
    await post(book);

    const [call] = named('execute_tool book_flight');
    expect(call?.attributes).toMatchObject({ 'elicitkit.call.status': 'failed', 'error.type': 'STEP_FAILED' });
    expect(call?.status).toEqual({ code: SpanStatusCode.ERROR });
    const [step] = named('step pay');
    expect(step?.attributes).toMatchObject({ 'elicitkit.step.status': 'failed', 'error.type': 'CARD_REFUSED' });
    expect(step?.status).toEqual({ code: SpanStatusCode.ERROR });
    const all = spans().map(({ name, attributes, events: told, status }) => ({ name, attributes, told, status }));
    expect(JSON.stringify(all)).not.toMatch(/Ada|NYC|LAX/);
    // Its words are with the listener.
    expect(events.some((event) => event.type === 'tool_failed' && String(event.error).includes('Ada'))).toBe(true);
  });
});
