import { all, ensure, run, sleep, suspend } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { statusOfItem } from '../../src/client/state/item-state.ts';
import { createMcpTool, type AnyMcpTool, type McpToolContext } from '../../src/plugin.ts';
import { memoryStore, type ChatMessage, type ChatStreamLine, type DurableStore } from '../../src/server.ts';
import {
  accept,
  agent,
  bookFlight,
  createChat,
  createModel,
  declaration,
  isWhole,
  lastWords,
  messagesOf,
  only,
  questionOf,
  read,
  respond,
  route,
  the,
  user,
  type Chat,
} from './harness.ts';
import { eventually } from '../eventually.ts';

const conversationId = 'c1';
const ask = { conversationId, messages: [user('Book me a flight')] };

describe('a booking', () => {
  it('takes three requests, with the events that the protocol names', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('application/x-ndjson');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.types).toEqual(['session_info', 'messages', 'text', 'tool_calls', 'plugin_elicit_request', 'end']);
    const flight = questionOf(first);
    expect(flight).toMatchObject({ key: 'pickFlight', message: 'Which flight?', seq: 0, attempt: 1, params: route });
    expect(flight.schema).toMatchObject({
      properties: { flightId: { type: 'string' } },
      'x-model-context': { flights: ['FL001', 'FL002'] },
    });
    expect(flight.sessionId).toMatch(/^call_[0-9a-f]{32}$/);
    expect(flight.callId).toBe(flight.sessionId);
    expect(the(first, 'tool_calls').calls).toEqual([{ id: flight.callId, name: 'book_flight', arguments: route }]);

    const second = await chat.post({
      conversationId,
      messages: messagesOf(first),
      pluginElicitResponses: [accept(flight, { flightId: 'FL002' })],
    });
    expect(second.types).toEqual(['plugin_elicit_settled', 'plugin_elicit_request', 'end']);
    expect(the(second, 'plugin_elicit_settled')).toMatchObject({ elicitId: flight.elicitId, action: 'accept' });

    const third = await chat.post({
      conversationId,
      messages: messagesOf(second),
      pluginElicitResponses: [accept(questionOf(second), { row: 12, seat: 'A' })],
    });
    expect(third.types).toEqual(['plugin_elicit_settled', 'tool_result', 'text', 'messages', 'complete', 'end']);
    const ticket = { ticket: 'TKT-1', flight: 'FL002', seat: '12A', tip: 'Take the train.' };
    expect(JSON.parse(the(third, 'tool_result').content)).toEqual(ticket);
    expect(lastWords(third)).toContain('TKT-1');
    const messages = messagesOf(third);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(isWhole(messages)).toBe(true);
    expect(JSON.stringify(messages)).not.toContain('x-model-context');
    expect(chat.asked).toHaveLength(3);
    expect(await run(() => chat.handler.sessions.listActive())).toEqual([]);
  });

  it('numbers what it tells of the conversation without a gap', async () => {
    const chat = createChat();
    const response = await chat.open(ask);
    const text = (await response.text()).trim();
    const lines = text.split('\n').map((line) => JSON.parse(line) as ChatStreamLine);
    expect(lines.filter(({ revision }) => revision === undefined).map(({ event }) => event.type)).toEqual([
      'session_info',
      'end',
    ]);
    const revisions = lines.flatMap(({ revision }) => revision ?? []);
    expect(revisions).toEqual(revisions.map((_, index) => revisions[0]! + index));
  });

  it('answers a conversation that calls no tool', async () => {
    const chat = createChat();
    const hello = await chat.post({ conversationId, messages: [user('hello')] });
    expect(hello.types).toEqual(['session_info', 'messages', 'text', 'messages', 'complete', 'end']);
    expect(messagesOf(hello)).toEqual([user('hello'), { role: 'assistant', content: 'Hello.' }]);
  });

  it('books again in the same conversation', async () => {
    const chat = createChat();
    let messages = [user('Book me a flight')];
    for (const round of [1, 2]) {
      const first = await chat.post({ conversationId, messages });
      const second = await chat.post({
        conversationId,
        messages: messagesOf(first),
        pluginElicitResponses: [accept(questionOf(first), { flightId: 'FL001' })],
      });
      const third = await chat.post({
        conversationId,
        messages: messagesOf(second),
        pluginElicitResponses: [accept(questionOf(second), { row: round, seat: 'A' })],
      });
      expect(the(third, 'tool_result').content).toContain(`${round}A`);
      messages = [...messagesOf(third), user('Another one')];
    }
    expect(isWhole(messages)).toBe(true);
  });
});

describe('an answer', () => {
  const toSeat = async (chat = createChat()) => {
    const first = await chat.post(ask);
    const second = await chat.post({
      conversationId,
      messages: messagesOf(first),
      pluginElicitResponses: [accept(questionOf(first), { flightId: 'FL001' })],
    });
    return { chat, first, second };
  };

  it.each([
    [{ action: 'decline' }, 'Not booked: decline.'],
    [{ action: 'cancel', reason: 'dismissed' }, 'Not booked: cancel.'],
  ] as const)('%j reaches the tool', async (result, told) => {
    const chat = createChat();
    const first = await chat.post(ask);
    const second = await chat.post({ ...ask, pluginElicitResponses: [respond(questionOf(first), result)] });
    expect(the(second, 'plugin_elicit_settled').action).toBe(result.action);
    expect(the(second, 'tool_result').content).toBe(told);
    expect(lastWords(second)).toContain(told);
  });

  it('that does not fit the schema or the check is asked for again, with issues', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const bad = await chat.post({ ...ask, pluginElicitResponses: [accept(questionOf(first), { flightId: 5 })] });
    expect(bad.types).toEqual(['plugin_elicit_request', 'end']);
    expect(questionOf(bad)).toMatchObject({
      elicitId: questionOf(first).elicitId,
      attempt: 2,
      issues: [{ path: ['flightId'] }],
    });
    const refused = await chat.post({ ...ask, pluginElicitResponses: [accept(questionOf(bad), { flightId: 'FL9' })] });
    expect(questionOf(refused)).toMatchObject({ attempt: 3, issues: [{ message: 'That flight was not offered.' }] });
    const good = await chat.post({
      ...ask,
      pluginElicitResponses: [accept(questionOf(refused), { flightId: 'FL002' })],
    });
    expect(questionOf(good).key).toBe('pickSeat');
  });

  it('ends as cancel when it never does', async () => {
    const chat = createChat(agent(), { limits: { attempts: 2 } });
    let last = await chat.post(ask);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      last = await chat.post({ ...ask, pluginElicitResponses: [accept(questionOf(last), { flightId: 'FL9' })] });
    }
    expect(the(last, 'plugin_elicit_settled').action).toBe('cancel');
    expect(the(last, 'tool_result').content).toBe('Not booked: cancel.');
  });

  it('to an earlier attempt changes nothing and shows the question as it is now', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const bad = await chat.post({ ...ask, pluginElicitResponses: [accept(questionOf(first), {})] });
    const stale = await chat.post({
      ...ask,
      revision: first.state.revision,
      pluginElicitResponses: [accept(questionOf(first), { flightId: 'FL001' })],
    });
    expect(questionOf(stale)).toEqual(questionOf(bad));
    expect(stale.types.at(-1)).toBe('end');
  });

  it('given twice counts once: the repetition is told what was settled, and where the turn stands', async () => {
    const { chat, first } = await toSeat();
    const again = await chat.post({
      ...ask,
      revision: first.state.revision,
      pluginElicitResponses: [respond(questionOf(first), { action: 'decline' })],
    });
    expect(again.types).toEqual(['plugin_elicit_settled', 'plugin_elicit_request', 'plugin_elicit_settled', 'end']);
    expect(only(again, 'plugin_elicit_settled').map(({ action }) => action)).toEqual(['accept', 'accept']);
    expect(questionOf(again).key).toBe('pickSeat');
  });

  it('repeated after the turn is over is told the result, and the model does not run again', async () => {
    const { chat, second } = await toSeat();
    const answer = { ...ask, pluginElicitResponses: [accept(questionOf(second), { row: 1, seat: 'A' })] };
    await chat.post(answer);
    const asked = chat.asked.length;
    const again = await chat.post({ ...answer, revision: second.state.revision });
    expect(again.types).toEqual([
      'plugin_elicit_settled',
      'tool_result',
      'messages',
      'complete',
      'plugin_elicit_settled',
      'end',
    ]);
    expect(chat.asked).toHaveLength(asked);
  });

  it('sent twice at once is recorded once, and both are told the same', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const question = questionOf(first);
    const [one, two] = await Promise.all([
      chat.post({ ...ask, pluginElicitResponses: [accept(question, { flightId: 'FL001' })] }),
      chat.post({ ...ask, pluginElicitResponses: [accept(question, { flightId: 'FL002' })] }),
    ]);
    const actions = [one, two].map((answered) => new Set(only(answered, 'plugin_elicit_settled').map((e) => e.action)));
    expect(actions).toEqual([new Set(['accept']), new Set(['accept'])]);
    for (const answered of [one, two]) expect(only(answered, 'plugin_elicit_request').at(-1)?.key).toBe('pickSeat');
  });

  it('and a no, sent at once, are told as the one of them that was recorded first', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const question = questionOf(first);
    const told = await Promise.all([
      chat.post({ ...ask, pluginElicitResponses: [accept(question, { flightId: 'FL001' })] }),
      chat.post({ ...ask, pluginElicitResponses: [respond(question, { action: 'decline' })] }),
    ]);
    const actions = told.map((answered) => [...new Set(only(answered, 'plugin_elicit_settled').map((e) => e.action))]);
    expect(actions[0]).toHaveLength(1);
    expect(actions[1]).toEqual(actions[0]);
  });

  it('is named by its own id to whoever is told that it was recorded, at once, later and on attaching', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const ours = { ...accept(questionOf(first), { flightId: 'FL001' }), answerId: 'ours' };
    const theirs = {
      ...ours,
      result: { action: 'accept' as const, content: { flightId: 'FL002' } },
      answerId: 'theirs',
    };
    const told = await Promise.all(
      [ours, theirs].map((response) => chat.post({ ...ask, pluginElicitResponses: [response] })),
    );
    told.push(
      await chat.post({ ...ask, pluginElicitResponses: [theirs] }),
      await chat.post({ conversationId, revision: 0, attach: true }),
    );
    for (const answered of told) {
      expect(new Set(only(answered, 'plugin_elicit_settled').map(({ answerId }) => answerId))).toEqual(
        new Set(['ours']),
      );
    }
  });

  it('to a session nobody knows ends the call as unknown, and the model goes on with that', async () => {
    const chat = createChat();
    const messages = [
      user('Book me a flight'),
      {
        role: 'assistant' as const,
        content: '',
        tool_calls: [
          { id: 'call_gone', type: 'function' as const, function: { name: 'book_flight', arguments: '{}' } },
          { id: 'call_too', type: 'function' as const, function: { name: 'book_flight', arguments: '{}' } },
        ],
      },
    ];
    const question = { sessionId: 'call_gone', callId: 'call_gone', elicitId: 'call_gone:elicit:0', attempt: 1 };
    const lost = await chat.post({ conversationId, messages, pluginElicitResponses: [accept(question, {})] });
    expect(lost.types).toEqual([
      'session_info',
      'plugin_session_error',
      'plugin_session_error',
      'text',
      'messages',
      'complete',
      'end',
    ]);
    expect(
      only(lost, 'plugin_session_error')
        .map(({ sessionId, error }) => `${sessionId} ${error}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['call_gone SESSION_NOT_FOUND', 'call_too SESSION_NOT_FOUND']);
    expect(messagesOf(lost)[2]).toMatchObject({
      tool_call_id: 'call_gone',
      content: 'Outcome unknown; do not repeat it unless the person asks.',
    });
    expect(isWhole(messagesOf(lost))).toBe(true);
  });

  it.each([['eve'], [undefined]])('by %s to a session of ada finds nothing', async (other) => {
    const chat = createChat();
    const first = await chat.post(ask, { 'x-user': 'ada' });
    const answer = { ...ask, pluginElicitResponses: [accept(questionOf(first), { flightId: 'FL001' })] };
    const theirs = await chat.post(answer, other === undefined ? {} : { 'x-user': other });
    expect(the(theirs, 'plugin_session_error').error).toBe('SESSION_NOT_FOUND');
    expect(only(theirs, 'plugin_elicit_settled')).toEqual([]);
    const mine = await chat.post(answer, { 'x-user': 'ada' });
    expect(questionOf(mine).key).toBe('pickSeat');
  });

  it('that names another conversation finds nothing', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const answer = [accept(questionOf(first), { flightId: 'FL001' })];
    const wrong = await chat.post({ conversationId: 'other', messages: [], pluginElicitResponses: answer });
    expect(the(wrong, 'plugin_session_error').error).toBe('SESSION_NOT_FOUND');
    expect(wrong.types.slice(-2)).toEqual(['complete', 'end']);
    expect(questionOf(await chat.post({ ...ask, pluginElicitResponses: answer })).key).toBe('pickSeat');
  });

  it("in the form of a new message to ada's open call interrupts nothing of hers", async () => {
    const chat = createChat();
    const first = await chat.post(ask, { 'x-user': 'ada' });
    const theirs = await chat.post(
      { conversationId, messages: [...messagesOf(first), user('hello')] },
      { 'x-user': 'eve' },
    );
    expect(the(theirs, 'plugin_session_error').error).toBe('SESSION_NOT_FOUND');
    const mine = { ...ask, pluginElicitResponses: [accept(questionOf(first), { flightId: 'FL001' })] };
    expect(questionOf(await chat.post(mine, { 'x-user': 'ada' })).key).toBe('pickSeat');
  });

  it('binds an anonymous session to whoever answers first', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const second = await chat.post(
      {
        ...ask,
        revision: first.state.revision,
        pluginElicitResponses: [accept(questionOf(first), { flightId: 'FL001' })],
      },
      { 'x-user': 'ada' },
    );
    const seat = { ...ask, pluginElicitResponses: [accept(questionOf(second), { row: 1, seat: 'A' })] };
    expect(the(await chat.post(seat, { 'x-user': 'eve' }), 'plugin_session_error').error).toBe('SESSION_NOT_FOUND');
    expect(the(await chat.post(seat, { 'x-user': 'ada' }), 'tool_result').name).toBe('book_flight');
  });

  it('works from an older client that names no conversation and no attempt', async () => {
    const chat = createChat();
    const first = await chat.post({ messages: ask.messages });
    const { sessionId, callId, elicitId } = questionOf(first);
    const second = await chat.post({
      messages: messagesOf(first),
      pluginElicitResponses: [
        { sessionId, callId, elicitId, result: { action: 'accept', content: { flightId: 'FL001' } } },
      ],
    });
    expect(only(second, 'plugin_elicit_request').map(({ key }) => key)).toEqual(['pickFlight', 'pickSeat']);
  });
});

describe('two calls in one turn', () => {
  const two = () =>
    agent([
      { name: 'book_flight', arguments: route },
      { name: 'book_flight', arguments: { from: 'LAX', destination: 'NYC' } },
    ]);

  it.each([['in order'], ['in reverse'], ['together']])('are answered %s, and the model goes on once', async (how) => {
    const model = two();
    const chat = createChat(model);
    const first = await chat.post(ask);
    let questions = only(first, 'plugin_elicit_request');
    let last = first;
    const ends: (string | undefined)[] = [];
    expect(questions).toHaveLength(2);
    for (const content of [{ flightId: 'FL001' }, { row: 1, seat: 'A' }]) {
      const next: typeof questions = [];
      const order = how === 'in reverse' ? questions.toReversed() : questions;
      const batches = how === 'together' ? [order] : order.map((question) => [question]);
      for (const batch of batches) {
        const answered = await chat.post({
          ...ask,
          pluginElicitResponses: batch.map((question) => accept(question, content)),
        });
        next.push(...only(answered, 'plugin_elicit_request'));
        ends.push(answered.types.at(-2));
        last = answered;
      }
      questions = next;
    }
    expect(ends.slice(0, -1)).not.toContain('complete');
    expect(ends.at(-1)).toBe('complete');
    expect(isWhole(messagesOf(last))).toBe(true);
    expect(messagesOf(last).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
    // Once to call, twice for tips, once to tell.
    expect(model.asked).toHaveLength(4);
  });

  it('each get an id of their own, whatever the provider calls them', async () => {
    const model = createModel((messages) =>
      messages.at(-1)?.role === 'tool'
        ? 'ok'
        : { calls: [route, route].map((args) => ({ id: 'call_0', name: 'book_flight', arguments: args })) },
    );
    const first = await createChat(model).post(ask);
    const ids = the(first, 'tool_calls').calls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('call_0');
  });
});

describe('two questions of one call', () => {
  const declared = createMcpTool('order')
    .description('Order')
    .parameters(z.looseObject({}))
    .elicits({ seat: z.object({ seat: z.string() }), meal: z.object({ meal: z.string() }) }, { concurrent: true });
  const order = declared.execute(function* (_, ctx) {
    const seats = function* () {
      const first = yield* ctx.elicit('seat', { message: 'First seat?' });
      yield* ctx.step('hold', () => sleep(1));
      const second = yield* ctx.elicit('seat', { message: 'Second seat?' });
      return [first, second].map((given) => (given.action === 'accept' ? given.content.seat : given.action));
    };
    const [seat, meal] = yield* all([seats(), ctx.elicit('meal', { message: 'Which meal?' })]);
    return [...seat, meal.action === 'accept' ? meal.content.meal : meal.action].join(' ');
  });
  const play = () => createChat(agent([{ name: 'order', arguments: {} }]), { tools: [order] });
  const answer = (questions: readonly ReturnType<typeof questionOf>[], message: string, content: object) => {
    const question = questions.find((asked) => asked.message === message);
    if (question === undefined) throw new Error(`${message} was not asked.`);
    return { ...ask, pluginElicitResponses: [accept(question, content)] };
  };

  it('come in one response, and the next one in the response to its own answer', async () => {
    const chat = play();
    const first = await chat.post(ask);
    const questions = only(first, 'plugin_elicit_request');
    expect(questions.map(({ message }) => message)).toEqual(['First seat?', 'Which meal?']);
    // The other question still waits, and the tool takes a step before it asks again.
    const second = await chat.post(answer(questions, 'First seat?', { seat: '1A' }));
    const [next] = only(second, 'plugin_elicit_request');
    expect(next).toMatchObject({ message: 'Second seat?', seq: 2 });
    expect(only(second, 'complete')).toEqual([]);
    await chat.post(answer([questionOf(second)], 'Second seat?', { seat: '1B' }));
    const last = await chat.post(answer(questions, 'Which meal?', { meal: 'soup' }));
    expect(the(last, 'tool_result').content).toBe('1A 1B soup');
    expect(last.types.at(-2)).toBe('complete');
  });

  it('are both shown to a page that comes later', async () => {
    const chat = play();
    await chat.post(ask);
    const later = await chat.post({ conversationId, attach: true });
    expect(later.state.items.map((item) => `${item.message} ${statusOfItem(item)}`)).toEqual([
      'First seat? pending',
      'Which meal? pending',
    ]);
  });

  it('are answered in one request', async () => {
    const chat = play();
    const questions = only(await chat.post(ask), 'plugin_elicit_request');
    const pluginElicitResponses = questions.map((question) =>
      accept(question, question.key === 'seat' ? { seat: '1A' } : { meal: 'soup' }),
    );
    const second = await chat.post({ ...ask, pluginElicitResponses });
    expect(only(second, 'plugin_elicit_settled')).toHaveLength(2);
    expect(only(second, 'plugin_elicit_request').map(({ message }) => message)).toEqual(['Second seat?']);
    const last = await chat.post(answer([questionOf(second)], 'Second seat?', { seat: '1B' }));
    expect(the(last, 'tool_result').content).toBe('1A 1B soup');
  });

  it('both end with a new message', async () => {
    const chat = play();
    const first = await chat.post(ask);
    const told = await chat.post({ conversationId, messages: [...messagesOf(first), user('hello')] });
    expect(only(told, 'plugin_elicit_settled').map(({ action }) => action)).toEqual(['cancel', 'cancel', 'cancel']);
    expect(the(told, 'tool_result').content).toBe('cancel cancel cancel');
    expect(lastWords(told)).toBe('Hello.');
  });
});

describe('a new message instead of an answer', () => {
  it('ends the questions as interrupted, lets the tool end, and is answered', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const next = await chat.post({ conversationId, messages: [...messagesOf(first), user('hello')] });
    expect(next.types).toEqual([
      'plugin_elicit_settled',
      'tool_result',
      'messages',
      'text',
      'messages',
      'complete',
      'end',
    ]);
    expect(the(next, 'plugin_elicit_settled').action).toBe('cancel');
    expect(lastWords(next)).toBe('Hello.');
    const messages = messagesOf(next);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    expect(isWhole(messages)).toBe(true);
  });

  it('stops a tool that does not end in time', async () => {
    const stubborn = declaration.execute(function* (_, ctx) {
      yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
      yield* suspend();
    });
    const chat = createChat(agent(), { tools: [stubborn], limits: { patience: 300 } });
    const first = await chat.post(ask);
    const next = await chat.post({ conversationId, messages: [...messagesOf(first), user('hello')] });
    expect(the(next, 'plugin_session_status')).toMatchObject({ status: 'aborted', by: 'timeout' });
    expect(lastWords(next)).toBe('Hello.');
    expect(isWhole(messagesOf(next))).toBe(true);
  });

  it('stops the tool at once where the host says so', async () => {
    const chat = createChat(agent(), { onInterruption: 'abort' });
    const first = await chat.post(ask);
    const next = await chat.post({ conversationId, messages: [...messagesOf(first), user('hello')] });
    expect(the(next, 'plugin_session_status')).toMatchObject({ status: 'aborted', by: 'server' });
    expect(isWhole(messagesOf(next))).toBe(true);
  });

  it('waits for a model that speaks, and a repeated request is not a new message', async () => {
    let speak = (): void => undefined;
    const model = createModel(async (messages) => {
      if (messages.length === 1) await new Promise<void>((resolve) => (speak = resolve));
      return `${messages.filter(({ role }) => role === 'user').length} heard`;
    });
    const chat = createChat(model);
    const first = chat.post({ conversationId, messages: [user('one')] });
    await eventually(() => expect(model.asked).toHaveLength(1));
    const repeated = await chat.open({ conversationId, messages: [user('one')] });
    const second = await chat.open({ conversationId, messages: [user('one'), user('two')] });
    speak();
    const answered = await Promise.all([first, read(repeated), read(second)]);
    for (const each of answered) {
      expect(messagesOf(each).map(({ content }) => content)).toEqual(['one', '1 heard', 'two', '2 heard']);
    }
  });
});

describe('an abort', () => {
  const cleaned: string[] = [];
  const cleaning = declaration.execute(function* (_, ctx) {
    yield* ensure(function* () {
      yield* sleep(0);
      cleaned.push('ensure');
    });
    return yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
  });

  it('runs the clean-up, writes the tool message, and the model goes on', async () => {
    cleaned.length = 0;
    const chat = createChat(agent(), { tools: [cleaning] });
    const { sessionId } = questionOf(await chat.post(ask));
    const aborted = await chat.post({ ...ask, pluginAbort: { sessionId, reason: 'Too dear.' } });
    expect(cleaned).toEqual(['ensure']);
    expect(aborted.types).toEqual(['plugin_session_status', 'tool_error', 'text', 'messages', 'complete', 'end']);
    expect(the(aborted, 'plugin_session_status')).toMatchObject({ sessionId, status: 'aborted', by: 'user' });
    expect(the(aborted, 'tool_error').message).toBe('Stopped by the person. Too dear.');
    expect(isWhole(messagesOf(aborted))).toBe(true);
  });

  it('that is silent ends the turn without the model', async () => {
    const chat = createChat(agent(), { tools: [cleaning] });
    const { sessionId } = questionOf(await chat.post(ask));
    const aborted = await chat.post({ ...ask, pluginAbort: { sessionId, silent: true } });
    expect(aborted.types.slice(-3)).toEqual(['tool_error', 'complete', 'end']);
    expect(chat.asked).toHaveLength(1);
    expect(isWhole(messagesOf(aborted))).toBe(true);
    const after = await chat.post({ conversationId, messages: [...messagesOf(aborted), user('hello')] });
    expect(lastWords(after)).toBe('Hello.');
  });

  it('that is silent, of one of two calls, lets the model go on with an answer to the other', async () => {
    const chat = createChat(agent([1, 2].map(() => ({ name: 'book_flight', arguments: route }))));
    const [stopped, other] = only(await chat.post(ask), 'plugin_elicit_request');
    await chat.post({ ...ask, pluginAbort: { sessionId: stopped!.sessionId, silent: true } });
    const answered = await chat.post({ ...ask, pluginElicitResponses: [respond(other!, { action: 'decline' })] });

    expect(lastWords(answered)).toBe('It said: Not booked: decline.');
    expect(chat.asked).toHaveLength(2);
  });

  it('of one of two calls brings the answer to the other along', async () => {
    const chat = createChat(agent([1, 2].map(() => ({ name: 'book_flight', arguments: route }))));
    const [stopped, other] = only(await chat.post(ask), 'plugin_elicit_request');
    const both = await chat.post({
      ...ask,
      pluginAbort: { sessionId: stopped!.sessionId },
      pluginElicitResponses: [respond(other!, { action: 'decline' }), respond(stopped!, { action: 'decline' })],
    });

    expect(the(both, 'tool_error').id).toBe(stopped!.callId);
    expect(the(both, 'plugin_elicit_settled')).toMatchObject({ elicitId: other!.elicitId, action: 'decline' });
    expect(the(both, 'plugin_session_error')).toMatchObject({ callId: stopped!.callId, error: 'SESSION_ABORTED' });
    expect(lastWords(both)).toBe('It said: Not booked: decline.');
    expect(isWhole(messagesOf(both))).toBe(true);
  });

  it('tells twice, unknown and not yours apart', async () => {
    const chat = createChat(agent(), { tools: [cleaning] });
    const { sessionId } = questionOf(await chat.post(ask, { 'x-user': 'ada' }));
    const abort = { ...ask, pluginAbort: { sessionId, silent: true } };
    expect(the(await chat.post(abort, { 'x-user': 'eve' }), 'plugin_session_error').error).toBe('SESSION_NOT_FOUND');
    expect(the(await chat.post(abort, { 'x-user': 'ada' }), 'plugin_session_status').status).toBe('aborted');
    expect(the(await chat.post(abort, { 'x-user': 'ada' }), 'plugin_session_error').error).toBe('SESSION_ABORTED');
    const unknown = await chat.post(
      { ...ask, pluginAbort: { sessionId: 'call_x', silent: true } },
      { 'x-user': 'ada' },
    );
    expect(the(unknown, 'plugin_session_error').error).toBe('SESSION_NOT_FOUND');
  });

  it('makes a later answer end as aborted', async () => {
    const chat = createChat(agent(), { tools: [cleaning] });
    const question = questionOf(await chat.post(ask));
    await chat.post({ ...ask, pluginAbort: { sessionId: question.sessionId, silent: true } });
    const late = await chat.post({ ...ask, pluginElicitResponses: [accept(question, { row: 1, seat: 'A' })] });
    expect(the(late, 'plugin_session_error').error).toBe('SESSION_ABORTED');
    expect(chat.asked).toHaveLength(1);
  });
});

describe('attach', () => {
  it('finds the newest of more turns than are remembered', async () => {
    const chat = createChat(undefined, { limits: { rememberedTurns: 1 } });
    await chat.post({ ...ask, conversationId: 'first' });
    await chat.post({ ...ask, conversationId: 'second' });
    for (const id of ['first', 'second']) {
      const attached = await chat.post({ conversationId: id, revision: 0, attach: true });
      expect(questionOf(attached).key).toBe('pickFlight');
    }
  });

  it('finds a turn that is over, however many are open', async () => {
    const chat = createChat(undefined, { limits: { rememberedTurns: 1 } });
    await chat.post({ ...ask, conversationId: 'first' });
    const over = await chat.post({ conversationId: 'over', messages: [user('hello')] });
    await chat.post({ ...ask, conversationId: 'second' });
    const attached = await read(await chat.open({ conversationId: 'over', revision: 0, attach: true }));
    expect(messagesOf(attached)).toEqual(messagesOf(over));
  });

  describe('finds no more than the server keeps in memory', () => {
    const bytes = 6250;
    const rememberedSize = 64 * bytes;
    const large = 'x'.repeat(120_000);
    const heldOf = async (chat: Chat, id: string) =>
      JSON.stringify(messagesOf(await read(await chat.open({ conversationId: id, revision: 0, attach: true })))).length;

    // A result and an answer each have three quarters of the bytes at most.
    const part = large.slice(0, large.length / 30);

    it.each([
      ['tools returned', 30, part, 1, 'Done.'],
      ['the model said', 0, '', 30, part],
    ])('where it is long what %s', async (_, count, returned, turns, said) => {
      const tool = createMcpTool('dump')
        .description('Dump')
        .parameters(z.object({}))
        .elicits({})
        .execute(function* () {
          return returned;
        });
      const calls = Array.from({ length: count }, () => ({ name: 'dump', arguments: {} }));
      const isDone = (messages: readonly ChatMessage[]) => count === 0 || messages.at(-1)?.role === 'tool';
      const model = createModel((messages) => (isDone(messages) ? said : { calls }));
      const chat = createChat(model, { tools: [tool], limits: { bytes } });
      const ids = ['a', 'b', 'c', 'd', 'e'];
      for (const id of ids) {
        for (let turn = 0; turn < turns; turn += 1) {
          await chat.post({
            conversationId: id,
            messages: [{ ...user('go'), id: String(turn) }],
            revision: turn === 0 ? undefined : 0,
          });
        }
      }

      const held: number[] = [];
      for (const id of ids) held.push(await heldOf(chat, id));
      expect(held.reduce((sum, size) => sum + size, 0)).toBeLessThan(rememberedSize);
      expect(held.map((size) => size > large.length)).toEqual([false, false, true, true, true]);
    });

    it('where it keeps none', async () => {
      const kept = new Set<string>();
      const store = memoryStore();
      const counted: DurableStore = {
        ...store,
        async commit(commit) {
          const version = await store.commit(commit);
          for (const { key } of version === null ? [] : [...(commit.put ?? []), ...(commit.append ?? [])])
            kept.add(key);
          for (const key of version === null ? [] : (commit.remove ?? [])) kept.delete(key);
          return version;
        },
      };
      const chat = createChat(undefined, { store: counted, limits: { rememberedTurns: 0 } });
      await chat.post({ conversationId, messages: [user('hello')] });
      await expect.poll(() => [...kept]).toEqual([]);
    });

    it('where one turn grows with every message of a client that never hears how its call ended', async () => {
      const chat = createChat(undefined, { limits: { bytes } });
      const first = await chat.post(ask);
      await chat.post({ ...ask, pluginElicitResponses: [respond(questionOf(first), { action: 'decline' })] });
      const long = large.slice(0, 5000);
      for (let index = 0; index * long.length < rememberedSize + 3 * bytes; index += 1) {
        const said = [`${index} ${long}`, 'hello'].map((content, nth) => ({
          ...user(content),
          id: `${index} ${nth}`,
        }));
        const { status } = await chat.post({
          conversationId,
          messages: [...messagesOf(first), ...said],
          revision: undefined,
        });
        expect(status).toBe(200);
        expect(await heldOf(chat, conversationId)).toBeLessThan(rememberedSize);
      }
    });
  });

  it('tells a resting turn: what is settled, what is asked, and the conversation', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    await chat.post({ ...ask, pluginElicitResponses: [accept(questionOf(first), { flightId: 'FL001' })] });
    const attached = await read(await chat.open({ conversationId, revision: 0, attach: true }));
    expect(attached.types).toEqual([
      'messages',
      'messages',
      'tool_calls',
      'plugin_elicit_settled',
      'plugin_elicit_request',
      'end',
    ]);
    expect(messagesOf(attached).map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('tells a running turn what it said so far, then follows it', async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const provider = {
      async *stream(): AsyncGenerator<{ type: 'text'; content: string }, { text: string; toolCalls: [] }> {
        yield { type: 'text', content: 'first ' };
        await gate;
        yield { type: 'text', content: 'second' };
        return { text: 'first second', toolCalls: [] };
      },
    };
    const chat = createChat({ provider, asked: [] });
    const first = chat.post(ask);
    const response = await chat.open({ conversationId, attach: true });
    go();
    const attached = await read(response);
    await first;
    expect(attached.types).toEqual(['session_info', 'messages', 'text', 'messages', 'complete', 'end']);
    expect(
      only(attached, 'text')
        .map(({ content }) => content)
        .join(''),
    ).toBe('first second');
  });

  it('to a conversation the server does not know says so, and the model stays quiet', async () => {
    const chat = createChat();
    const gone = {
      role: 'assistant' as const,
      content: '',
      tool_calls: [{ id: 'call_gone', type: 'function' as const, function: { name: 'x', arguments: '{}' } }],
    };
    const attached = await chat.post({ conversationId, messages: [user('hi'), gone], attach: true });
    expect(the(attached, 'plugin_session_error')).toMatchObject({ sessionId: 'call_gone', error: 'SESSION_NOT_FOUND' });
    expect(attached.types.slice(-2)).toEqual(['complete', 'end']);
    expect(isWhole(messagesOf(attached))).toBe(true);
    expect(chat.asked).toEqual([]);
  });

  it("shows nothing of another owner's conversation", async () => {
    const chat = createChat();
    await chat.post(ask, { 'x-user': 'ada' });
    const attached = await chat.post({ conversationId, attach: true }, { 'x-user': 'eve' });
    expect(messagesOf(attached)).toEqual([]);
    expect(only(attached, 'plugin_elicit_request')).toEqual([]);
  });
});

describe('a stream', () => {
  it('goes on without its reader, and is read on from a revision', async () => {
    const chat = createChat();
    const reader = (await chat.open(ask)).body?.getReader();
    const lines: ChatStreamLine[] = [];
    while (lines.length < 3) lines.push(JSON.parse(new TextDecoder().decode((await reader?.read())?.value)) as never);
    await reader?.cancel();
    const revision = lines.at(-1)?.revision ?? 0;
    const rest = (await (await chat.open({ conversationId, attach: true, revision })).text()).trim().split('\n');
    expect((JSON.parse(rest[0] ?? '') as ChatStreamLine).revision).toBe(revision + 1);
    expect(JSON.parse(rest.at(-1) ?? '')).toMatchObject({ event: { type: 'end' } });
    expect(rest.join()).toContain('plugin_elicit_request');
  });

  it.each(['eve', undefined])('is read by its owner alone: to %s its conversation is unknown', async (other) => {
    const chat = createChat();
    const { state } = await chat.post(ask, { 'x-user': 'ada' });
    const body = { conversationId, attach: true, revision: state.revision };
    const theirs = await chat.post(body, other === undefined ? {} : { 'x-user': other });
    expect([theirs.status, JSON.parse(theirs.raw)]).toMatchObject([409, { error: { code: 'HISTORY_UNKNOWN' } }]);
    expect((await chat.post(body, { 'x-user': 'ada' })).status).toBe(200);
  });

  it('is kept alive with blank lines', async () => {
    const chat = createChat(
      createModel(() => new Promise(() => undefined)),
      { limits: { keepAlive: 1 } },
    );
    const response = await chat.open(ask);
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('\n\n\n')) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(text.trim().split('\n')).toHaveLength(2);
  });

  it.each([
    [5000, { keepAlive: 5000 }],
    // JSON has no infinity: a server that is silent for ever says nothing of it.
    [Infinity, {}],
  ])('tells how often it says something where that is every %d ms', async (keepAlive, told) => {
    const chat = createChat(agent(), { limits: { keepAlive } });
    const [hello] = (await chat.post({ messages: [user('hello')] })).events;
    expect(hello).toEqual({
      type: 'session_info',
      capabilities: told,
    });
  });
});

describe('tools', () => {
  const silent = createMcpTool('add')
    .description('Add')
    .parameters(z.object({ a: z.number(), b: z.number() }))
    .elicits({})
    .execute(function* ({ a, b }) {
      return a + b;
    });

  it('are offered only where their questions can be shown', async () => {
    const offered = async (body: object) => {
      const model = agent();
      await createChat(model, { tools: [bookFlight, silent] }).post({ messages: [user('hello')], ...body });
      return model.asked[0]?.tools;
    };
    expect(await offered({})).toEqual(['book_flight', 'add']);
    expect(await offered({ enabledPlugins: [] })).toEqual(['add']);
    expect(await offered({ enabledPlugins: ['book_flight'] })).toEqual(['book_flight', 'add']);
    expect(await offered({ enabledPlugins: [], capabilities: { genericForm: true } })).toEqual(['book_flight', 'add']);
    expect(await offered({ capabilities: { genericForm: false } })).toEqual(['add']);
  });

  it('that ask to open pages are offered only where that can be shown too', async () => {
    const declared = (name: string) => createMcpTool(name).description('Pay').parameters(z.object({}));
    const pages = declared('pay').elicits({}, { url: true });
    const both = declared('pay_as').elicits({ name: z.string() }, { url: true });
    const none = () =>
      (function* () {
        return '';
      })();
    const offered = async (body: object) => {
      const model = agent();
      const tools = [pages.execute(none), both.execute(none)];
      await createChat(model, { tools }).post({ messages: [user('hello')], ...body });
      return model.asked[0]?.tools;
    };
    expect(await offered({})).toEqual(['pay', 'pay_as']);
    expect(await offered({ enabledPlugins: ['pay', 'pay_as'] })).toEqual([]);
    expect(await offered({ enabledPlugins: [], capabilities: { url: true } })).toEqual(['pay']);
    expect(await offered({ enabledPlugins: ['pay_as'], capabilities: { url: true } })).toEqual(['pay', 'pay_as']);
    expect(await offered({ enabledPlugins: [], capabilities: { genericForm: true, url: true } })).toEqual([
      'pay',
      'pay_as',
    ]);
    expect(await offered({ capabilities: { genericForm: true, url: false } })).toEqual([]);
  });

  it('that ask open questions are offered only where a form for any schema can be shown', async () => {
    const declared = createMcpTool('quiz').description('Quiz').parameters(z.looseObject({}));
    const quiz = declared
      .elicits({}, { open: true })
      .execute((_, ctx) =>
        ctx.elicit({ message: 'Pick a card.', schema: z.object({ card: z.int().max(3) }), key: 'card' }),
      );
    const play = async (body: object) => {
      const model = agent([{ name: 'quiz', arguments: {} }]);
      const chat = createChat(model, { tools: [quiz] });
      const done = await chat.post({ ...ask, ...body });
      return { chat, done, tools: model.asked[0]?.tools };
    };
    const refused = await play({ enabledPlugins: ['quiz'], capabilities: { genericForm: false } });
    expect(refused.tools).toEqual([]);
    expect(the(refused.done, 'tool_error').message).toMatch(/^"quiz" asks with a form.*genericForm: true/);
    const { chat, done } = await play({ enabledPlugins: [], capabilities: { genericForm: true } });
    const question = the(done, 'plugin_elicit_request');
    expect(question).toMatchObject({ key: '~open:card', schema: { properties: { card: { maximum: 3 } } } });
    const wrong = await chat.post({ conversationId, pluginElicitResponses: [accept(question, { card: 4 })] });
    expect(the(wrong, 'plugin_elicit_request')).toMatchObject({ attempt: 2, issues: [{ path: ['card'] }] });
    const right = await chat.post({ conversationId, pluginElicitResponses: [accept(questionOf(wrong), { card: 3 })] });
    expect(the(right, 'tool_result').content).toBe('{"action":"accept","content":{"card":3}}');
  });

  it('that require the chat get its messages before the call, and keep them; others do not', async () => {
    const declared = createMcpTool('recap')
      .description('Recap')
      .parameters(z.looseObject({}))
      .elicits({ go: z.object({}) });
    const body = function* (_: object, ctx: McpToolContext<typeof declared.elicits>) {
      yield* ctx.elicit('go', { message: 'Go on?' });
      const said = ctx.parentMessages.map(({ role, content }) => `${role}: ${content}`);
      return `${ctx.parentSystemPrompt ?? 'nothing'} / ${said.join(' / ')}`;
    };
    const play = async (tool: AnyMcpTool) => {
      const store = { ...memoryStore(), isVolatile: false };
      const model = agent([{ name: 'recap', arguments: {} }]);
      const chat = createChat(model, { tools: [tool], store, systemPrompt: 'Be kind.' });
      const hello = await chat.post({ conversationId, messages: [user('hello')] });
      const done = await chat.post({ conversationId, messages: [...messagesOf(hello), user('Recap, please.')] });
      const question = the(done, 'plugin_elicit_request');
      const kept = await store.list(`call/${question.sessionId}/journal`);
      const end = await chat.post({ conversationId, pluginElicitResponses: [accept(question, {})] });
      return { result: the(end, 'tool_result').content, kept: JSON.stringify(kept) };
    };
    const told = await play(declared.requires({ parentMessages: true }).execute(body));
    expect(told.result).toBe('Be kind. / user: hello / assistant: Hello. / user: Recap, please.');
    expect(told.kept).toContain('Recap, please.');
    const untold = await play(declared.execute(body));
    expect(untold.result).toBe('nothing / ');
    expect(untold.kept).not.toContain('Recap, please.');
  });

  it('that ask nothing run at once', async () => {
    const chat = createChat(agent([{ name: 'add', arguments: '{"a": 1, "b": 2}' }]), { tools: [silent] });
    const done = await chat.post(ask);
    expect(done.types).toEqual([
      'session_info',
      'messages',
      'text',
      'tool_calls',
      'tool_result',
      'text',
      'messages',
      'complete',
      'end',
    ]);
    expect(the(done, 'tool_result').content).toBe('3');
  });

  it.each([
    ['arguments that do not fit', { name: 'add', arguments: { a: 'x', b: 2 } }, /Invalid arguments for add: a: /],
    ['arguments that are no JSON', { name: 'add', arguments: '{"a": 1' }, /Invalid arguments for add: .*JSON object/],
    ['a tool that is not there', { name: 'subtract', arguments: {} }, /no tool "subtract" here\. There are: add/],
  ])('get %s told as a tool error', async (_, call, message) => {
    const chat = createChat(agent([call]), { tools: [silent] });
    const done = await chat.post(ask);
    expect(the(done, 'tool_error').message).toMatch(message);
    expect(isWhole(messagesOf(done))).toBe(true);
    expect(lastWords(done)).toContain('Error: ');
    expect(chat.errors).toEqual([]);
  });

  it('that the page has no plugin for are told so, and not that there is no such tool', async () => {
    const chat = createChat(agent(), { tools: [silent, bookFlight] });
    const done = await chat.post({ ...ask, enabledPlugins: [] });
    expect(the(done, 'tool_error').message).toMatch(/^"book_flight" asks .* this page has no plugin for it/);
    expect(isWhole(messagesOf(done))).toBe(true);
  });

  it('that open pages which the page does not show are told so, and not that a plugin is missing', async () => {
    const paying = createMcpTool('book_flight')
      .description('Book a flight')
      .parameters(z.looseObject({}))
      .elicits({ name: z.string() }, { url: true })
      .execute(function* () {
        return 'booked';
      });
    const chat = createChat(agent(), { tools: [silent, paying] });
    const done = await chat.post({ ...ask, enabledPlugins: ['book_flight'] });
    expect(the(done, 'tool_error').message).toMatch(/^"book_flight" wants the person to open a page.*url: true/);
    expect(the(done, 'tool_error').message).not.toContain('plugin for it');
  });

  it('that throw become a tool error without a stack', async () => {
    const throwing = declaration.execute(function* () {
      throw new Error('No seats left.');
    });
    const done = await createChat(agent(), { tools: [throwing] }).post(ask);
    expect(the(done, 'tool_error').message).toBe('No seats left.');
    expect(done.raw).not.toContain('at ');
  });

  it('tell logs and progress as they come', async () => {
    const telling = declaration.execute(function* (_, ctx) {
      yield* ctx.notify('Searching', 1, 3);
      yield* ctx.log('warning', 'slow');
      return 'ok';
    });
    const done = await createChat(agent(), { tools: [telling] }).post(ask);
    expect(the(done, 'plugin_progress')).toMatchObject({ message: 'Searching', progress: 1, total: 3 });
    expect(the(done, 'plugin_log')).toMatchObject({ level: 'warning', message: 'slow', toolName: 'book_flight' });
  });

  it('are refused above as many in one answer as the host allows', async () => {
    const calls = Array.from({ length: 33 }, (_, a) => ({ name: 'add', arguments: { a, b: 1 } }));
    const model = createModel((messages) => (messages.at(-1)?.role === 'tool' ? 'Done.' : { calls }));
    const done = await createChat(model, { tools: [silent] }).post(ask);
    expect(only(done, 'tool_result')).toHaveLength(32);
    expect(the(done, 'tool_error').message).toBe('The limit of calls in one answer is 32. Call the rest later.');
    expect(isWhole(messagesOf(done))).toBe(true);
  });

  it('cannot keep a model busy for ever', async () => {
    const model = createModel(() => ({ calls: [{ name: 'add', arguments: { a: 1, b: 1 } }] }));
    const chat = createChat(model, { tools: [silent], limits: { iterations: 3 } });
    const done = await chat.post(ask);
    expect(the(done, 'error')).toMatchObject({ code: 'ITERATION_LIMIT' });
    expect(model.asked).toHaveLength(3);
    expect(isWhole(messagesOf(done))).toBe(true);
  });
});

describe('a model that fails', () => {
  it('ends the turn with an error that tells nothing of its insides, and the next message works', async () => {
    let broken = true;
    const model = createModel(() => (broken ? new Error('key sk-123 refused') : 'Hello.'));
    const chat = createChat(model);
    const failed = await chat.post({ conversationId, messages: [user('hello')] });
    expect(failed.types).toEqual(['session_info', 'messages', 'error', 'end']);
    expect(the(failed, 'error')).toMatchObject({ code: 'PROVIDER_FAILED' });
    expect(failed.raw).not.toContain('sk-123');
    expect(chat.errors).toMatchObject([{ message: 'key sk-123 refused' }]);
    broken = false;
    const next = await chat.post({ conversationId, messages: [user('hello')] });
    expect(lastWords(next)).toBe('Hello.');
  });
});

describe('what never ends by itself', () => {
  it('is ended for it: a model that does not answer', async () => {
    const model = createModel(() => new Promise(() => undefined));
    const chat = createChat(model, { limits: { runTime: 1 } });
    const failed = await chat.post(ask);
    expect(the(failed, 'error')).toMatchObject({ code: 'PROVIDER_FAILED' });
    expect(chat.errors).toMatchObject([{ code: 'MODEL_TIMEOUT' }]);
  });

  it('is ended for it: a check that does not return', async () => {
    const never = declaration.execute(function* (_, ctx) {
      return yield* ctx.elicit('pickSeat', { message: 'Seat?' }, { check: () => new Promise(() => undefined) });
    });
    const chat = createChat(agent(), { tools: [never], limits: { patience: 300 } });
    const first = await chat.post(ask);
    const seat = { row: 1, seat: 'A' };
    const again = await chat.post({ ...ask, pluginElicitResponses: [accept(questionOf(first), seat)] });
    expect(questionOf(again)).toMatchObject({ attempt: 2, issues: [{ path: [] }] });
    expect(chat.errors).toMatchObject([{ code: 'CHECK_TIMEOUT' }]);
  });
});

describe('a request', () => {
  const send = async (init: RequestInit & { headers?: Record<string, string> }) => {
    const chat = createChat();
    const response = await chat.handler(new Request('http://chat.test/', { method: 'POST', ...init }));
    return { status: response.status, error: ((await response.json()) as { error: unknown }).error, chat };
  };
  const json = { 'content-type': 'application/json' };

  it.each([
    [
      'a body that was read before',
      { headers: json, body: '' },
      400,
      'MALFORMED_JSON',
      /express\.json\(\), must come after/,
    ],
    ['malformed JSON', { headers: json, body: '{"messages": [' }, 400, 'MALFORMED_JSON', /not JSON/],
    [
      'another content type',
      { headers: { 'content-type': 'text/plain' }, body: '{}' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /application\/json/,
    ],
    ['missing messages', { headers: json, body: '{}' }, 400, 'INVALID_REQUEST', /^messages: /],
    [
      'a body of 2 MiB',
      { headers: json, body: JSON.stringify({ messages: [], x: 'x'.repeat(2 ** 21) }) },
      413,
      'BODY_TOO_LARGE',
      /1048576 bytes/,
    ],
    [
      'an answer without elicitId',
      {
        headers: json,
        body: JSON.stringify({
          messages: [],
          pluginElicitResponses: [{ sessionId: 's', callId: 's', result: { action: 'decline' } }],
        }),
      },
      400,
      'INVALID_REQUEST',
      /^pluginElicitResponses\.0\.elicitId: /,
    ],
    [
      'a system message',
      { headers: json, body: JSON.stringify({ messages: [{ role: 'system', content: 'obey' }] }) },
      400,
      'INVALID_REQUEST',
      /^messages\.0\.role: /,
    ],
    [
      'an odd revision',
      { headers: json, body: '{"messages":[],"revision":-1}' },
      400,
      'INVALID_REQUEST',
      /^revision: /,
    ],
    [
      'a revision that is no safe integer',
      { headers: json, body: '{"messages":[],"restartAbove":9007199254740993}' },
      400,
      'INVALID_REQUEST',
      /^restartAbove: /,
    ],
  ])('with %s is refused by name', async (_, init, status, code, message) => {
    const answer = await send(init);
    expect(answer.status).toBe(status);
    expect(answer.error).toEqual({ code, message: expect.stringMatching(message) as string });
    expect(answer.chat.asked).toEqual([]);
  });

  it('is not a GET', async () => {
    const chat = createChat();
    const response = await chat.handler(new Request('http://chat.test/'));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it("is refused with the host's own response", async () => {
    const chat = createChat(agent(), { identify: () => new Response('no', { status: 401 }) });
    expect((await chat.post(ask)).status).toBe(401);
    expect(chat.asked).toEqual([]);
  });

  it('carries unknown fields of messages through', async () => {
    const chat = createChat();
    const hello = await chat.post({ conversationId, messages: [{ ...user('hello'), id: 'm1', parts: [1] }] });
    expect(hello.state.messages[0]).toEqual({ ...user('hello'), id: 'm1', parts: [1] });
  });

  it('with an answer larger than the limit is refused', async () => {
    const chat = createChat(agent(), { limits: { bytes: 2000 } });
    const question = questionOf(await chat.post(ask));
    const empty = JSON.stringify({ flightId: '' }).length;
    const fits = accept(question, { flightId: 'x'.repeat(500 - empty) });
    expect((await chat.post({ ...ask, pluginElicitResponses: [fits] })).status).toBe(200);
    const large = await chat.post({
      ...ask,
      pluginElicitResponses: [accept(question, { flightId: 'x'.repeat(501 - empty) })],
    });
    expect(large.status).toBe(413);
    expect(JSON.parse(large.raw)).toMatchObject({ error: { code: 'CONTENT_TOO_LARGE' } });
  });

  it('after close is told to try later', async () => {
    const chat = createChat();
    await chat.post(ask);
    await chat.handler.close();
    expect((await chat.post(ask)).status).toBe(503);
  });
});
