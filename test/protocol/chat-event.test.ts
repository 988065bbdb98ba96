import { describe, expect, it } from 'vitest';
import { readChatEvent, type ChatStreamEvent } from '../../src/protocol/chat-event.ts';

const call = { sessionId: 'call_1', callId: 'call_1' };
const question = {
  ...call,
  type: 'plugin_elicit_request',
  toolName: 'book_flight',
  elicitId: 'e1',
  key: 'pickFlight',
  message: 'Which flight?',
  schema: { type: 'object', 'x-model-context': { flights: [{ id: 'a' }] } },
} as const;
const issues = [{ path: ['seats', 0, 'row'], message: 'is taken' }];

const events: { [T in ChatStreamEvent['type']]: Extract<ChatStreamEvent, { type: T }> } = {
  session_info: {
    type: 'session_info',
    capabilities: { keepAlive: 5000, newer: 1 },
  },
  text: { type: 'text', content: 'Hel' },
  thinking: { type: 'thinking', content: 'Hm' },
  messages: { type: 'messages', messages: [{ role: 'user', id: 'm1', content: 'Hi', at: 7 }] },
  snapshot: { type: 'snapshot', events: [{ type: 'text', content: 'Hel' }, { type: 'complete' }] },
  end: { type: 'end' },
  tool_calls: { type: 'tool_calls', calls: [{ id: 'call_1', name: 'book_flight', arguments: { from: 'NYC' } }] },
  tool_result: { type: 'tool_result', id: 'call_1', name: 'book_flight', content: 'Booked.' },
  tool_error: { type: 'tool_error', id: 'call_1', name: 'book_flight', message: 'No flights.' },
  plugin_elicit_request: {
    ...question,
    seq: 2,
    attempt: 3,
    params: { from: 'NYC' },
    issues,
    mode: 'url',
    url: 'https://example.com',
    expiresAt: 1,
  },
  plugin_elicit_settled: { type: 'plugin_elicit_settled', ...call, elicitId: 'e1', action: 'decline', answerId: 'a1' },
  plugin_elicit_revised: {
    type: 'plugin_elicit_revised',
    ...call,
    elicitId: 'e1',
    action: 'accept',
    answerId: 'a2',
    gone: ['e2'],
    isStuck: true,
  },
  plugin_session_status: {
    type: 'plugin_session_status',
    ...call,
    toolName: 'book_flight',
    status: 'aborted',
    by: 'timeout',
  },
  plugin_session_error: { type: 'plugin_session_error', ...call, error: 'SESSION_NOT_FOUND', message: 'Gone.' },
  plugin_progress: {
    type: 'plugin_progress',
    ...call,
    toolName: 'book_flight',
    message: 'Half',
    progress: 1,
    total: 2,
  },
  plugin_log: { type: 'plugin_log', ...call, toolName: 'book_flight', level: 'warning', message: 'Slow' },
  complete: { type: 'complete', usage: { tokens: 3 } },
  error: { type: 'error', code: 'PROVIDER', message: 'Overloaded' },
};

describe('readChatEvent', () => {
  it.for(Object.values(events))('reads $type as it was written', (event) => {
    expect(readChatEvent(JSON.parse(JSON.stringify(event)))).toEqual({ kind: 'event', event });
  });

  it.for(Object.values(events))('ignores fields of $type that it does not know', (event) => {
    expect(readChatEvent({ ...event, fromTheFuture: [1] })).toEqual({ kind: 'event', event });
  });

  it.for([{}, { type: 7 }, { type: null }, null, 'text', [], undefined])('finds no type in %j', (value) => {
    expect(readChatEvent(value)).toEqual({ kind: 'invalid', problem: 'the event has no "type"' });
  });

  it.for(['telepathy', 'toString', '__proto__', 'constructor'])('does not know the type %s', (type) => {
    expect(readChatEvent({ type })).toEqual({ kind: 'unknown', type });
  });

  it.for<[what: string, event: object, problem: string]>([
    ['text without content', { type: 'text' }, 'text.content'],
    ['a question without elicitId', { ...question, elicitId: undefined }, 'plugin_elicit_request.elicitId'],
    ['a question whose schema is text', { ...question, schema: '{}' }, 'plugin_elicit_request.schema'],
    ['a question of attempt 0', { ...question, attempt: 0 }, 'plugin_elicit_request.attempt'],
    ['a call with an empty id', { type: 'tool_calls', calls: [{ id: '', name: 'x' }] }, 'tool_calls.calls.0.id'],
    ['a result of no call', { type: 'tool_result', id: '', content: '' }, 'tool_result.id'],
    ['an action nobody knows', { ...events.plugin_elicit_settled, action: 'maybe' }, 'plugin_elicit_settled.action'],
    [
      'history with a system message',
      { type: 'messages', messages: [{ role: 'system', content: '' }] },
      'messages.messages.0.role',
    ],
  ])('names what is wrong with %s', ([, event, problem]) => {
    const read = readChatEvent(event);
    expect(read.kind === 'invalid' && read.problem.startsWith(`${problem}: `)).toBe(true);
  });

  it('reads what a server may leave out', () => {
    expect(readChatEvent({ type: 'session_info' })).toEqual({
      kind: 'event',
      event: { type: 'session_info', capabilities: {} },
    });
    expect(readChatEvent({ type: 'complete' })).toEqual({ kind: 'event', event: { type: 'complete' } });
    expect(readChatEvent(question)).toEqual({ kind: 'event', event: { ...question, seq: 0, attempt: 1 } });
    expect(readChatEvent({ type: 'error', message: 'No' })).toEqual({
      kind: 'event',
      event: { type: 'error', code: 'UNKNOWN', message: 'No' },
    });
  });

  it.for<[what: string, written: object, read: object]>([
    [
      'a name of an answer that is none',
      { ...events.plugin_elicit_settled, answerId: 7 },
      { ...events.plugin_elicit_settled, answerId: undefined },
    ],
    ['usage of another shape', { type: 'complete', usage: null }, { type: 'complete' }],
    [
      'a newer session error',
      { ...events.plugin_session_error, error: 'SESSION_MOVED' },
      { ...events.plugin_session_error, error: 'INTERNAL_ERROR' },
    ],
    [
      'a newer party that ended a session',
      { ...events.plugin_session_status, by: 'admin' },
      { ...events.plugin_session_status, by: undefined },
    ],
    [
      'a deadline beyond the calendar',
      { ...question, expiresAt: 8.64e15 + 1 },
      { ...question, seq: 0, attempt: 1, expiresAt: undefined },
    ],
    ['a newer log level', { ...events.plugin_log, level: 'trace' }, { ...events.plugin_log, level: 'info' }],
  ])('keeps an event in spite of %s', ([, written, read]) => {
    expect(readChatEvent(written)).toEqual({ kind: 'event', event: read });
  });

  it('reads arguments that are no object as none', () => {
    const read = readChatEvent({ type: 'tool_calls', calls: [{ id: 'c', name: 'x', arguments: '{"cut' }] });
    expect(read).toEqual({
      kind: 'event',
      event: { type: 'tool_calls', calls: [{ id: 'c', name: 'x', arguments: {} }] },
    });
  });
});
