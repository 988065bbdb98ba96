import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bringsHistory, lacksHistory, saidLast, turnOf, unknownOf } from '../../src/chat/history.ts';
import type { PostBody } from '../../src/chat/host-input.ts';
import { conversationOf, createTurn, type Turn, type TurnCall } from '../../src/chat/turn.ts';
import type { ChatMessage } from '../../src/server.ts';
import { runs } from '../runs.ts';
import { user } from './harness.ts';

const named = (id: string, content = id): ChatMessage => ({ ...user(content), id });
const model = (content: string, ...calls: string[]): ChatMessage => ({
  role: 'assistant',
  content,
  ...(calls.length > 0 && {
    tool_calls: calls.map((id) => ({ id, type: 'function', function: { name: 'book', arguments: '{}' } })),
  }),
});
const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const turn = (...messages: readonly ChatMessage[]): Turn => createTurn('c', 'ada', messages);
const withCall = (call: Pick<TurnCall, 'state'>): Turn => ({
  ...turn(user('hello')),
  calls: [{ id: 'call', name: 'book', arguments: {}, pending: [], settled: [], ...call }],
});

describe('what a request brings', () => {
  it('is said by the person if it stands after everything else, and nothing is if the request only looks', () => {
    const messages = [user('hello'), model('Hi.'), user('book'), user('now')];
    expect(saidLast({ messages })).toEqual([user('book'), user('now')]);
    expect(saidLast({ messages: messages.slice(0, 2) })).toEqual([]);
    expect(saidLast({ messages: [user('hello')] })).toEqual([user('hello')]);
    expect(saidLast({ messages, attach: true })).toEqual([]);
  });

  it('makes a turn of what came before that. One that is only looked at asks no model', () => {
    const body: PostBody = { messages: [user('hello'), model('', 'call'), user('book')] };
    const begun = turnOf(body, saidLast(body), { conversationId: 'c', owner: 'ada' });
    expect(begun).toMatchObject({ conversationId: 'c', owner: 'ada', silent: false, isEndTold: false, lost: ['call'] });
    expect(begun.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(turnOf({ ...body, attach: true }, [], begun)).toMatchObject({ silent: true, isEndTold: true });
  });

  it('lacks the history if it names a revision, and does not send all that the client knows', () => {
    expect(lacksHistory({ messages: [], revision: 0 })).toBe(true);
    expect(lacksHistory({ messages: [], revision: 0, restartAbove: 0 })).toBe(false);
    expect(lacksHistory({ messages: [] })).toBe(false);
  });
});

describe('what the person said', () => {
  const unknown = (known: Turn, ...messages: readonly ChatMessage[]) =>
    unknownOf(saidLast({ messages }), known, messages);

  it('is unknown by its id, wherever it stands', () => {
    const known = turn(named('a'), model('Hi.'));
    expect(unknown(known, named('a'), named('b'))).toEqual([named('b')]);
    expect(unknown(known, named('b', 'a'))).toEqual([named('b', 'a')]);
    expect(unknown(known, named('a', 'other words'))).toEqual([]);
  });

  it('is known if it waits, or if another message has replaced it', () => {
    const held = { messages: [named('b')], responses: [] };
    const known = { ...turn(), queued: [named('a')], held: [held], dropped: ['c'] };
    expect(unknown(known, ...['a', 'b', 'c', 'd'].map((id) => named(id)))).toEqual([named('d')]);
  });

  it('is unknown without an id if other words stand in its place', () => {
    const known = turn(user('yes'), model('Really?'), user('yes'));
    expect(unknown(known, user('yes'), model('Really?'), user('yes'))).toEqual([]);
    expect(unknown(known, user('yes'), model('Really?'), user('yes'), user('yes'))).toEqual([user('yes')]);
    expect(unknown(known, user('no'))).toEqual([user('no')]);
  });

  it('is not unknown twice', () => {
    const message = fc.record({
      id: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }),
      content: fc.constantFrom('x', 'y'),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), (drawn) => {
        const ids = drawn.flatMap(({ id }) => id ?? []);
        fc.pre(new Set(ids).size === ids.length);
        const said = drawn.map(({ id, content }) => (id === undefined ? user(content) : named(id, content)));
        expect(unknown(turn(), ...said)).toEqual(said);
        expect(unknown(turn(...said), ...said)).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('messages of a host that keeps the history itself', () => {
  const known = turn(named('a'), model('', 'call'), result('call'), model('Booked.'));
  const all = conversationOf(known);
  const brings = (body: PostBody, of = known) => bringsHistory(body, saidLast(body), of);

  it('replace those of the server where they end without the person’s words, or with new ones', () => {
    expect(brings({ messages: all })).toBe(true);
    expect(brings({ messages: [...all, named('b')] })).toBe(true);
    expect(brings({ messages: [user('without an id')] })).toBe(true);
    expect(brings({ messages: [user('a')] }), 'a host may begin anew with the same words').toBe(true);
  });

  it.each<[string, PostBody, Turn?]>([
    ['there are none', { messages: [] }],
    ['they are those of a request that came before', { messages: [named('a')] }],
    ['a call of the server has no result in them', { messages: [...all.slice(0, 2), named('b')] }],
    ['the client knows a revision', { messages: all, revision: 0 }],
    ['the client was asked for them', { messages: all, restartAbove: 0 }],
    ['the request only looks', { messages: all, attach: true }],
    ['the request stops a call', { messages: all, pluginAbort: { sessionId: 'call' } }],
    [
      'the request answers',
      {
        messages: all,
        pluginElicitResponses: [{ sessionId: 'call', callId: 'call', elicitId: 'e', result: { action: 'decline' } }],
      },
    ],
    ['a call waits', { messages: [user('new')] }, withCall({ state: 'waiting' })],
  ])('do not where %s', (_, body, of) => {
    expect(brings(body, of)).toBe(false);
  });

  it('do where what they lack is of another conversation, or has ended', () => {
    expect(brings({ messages: [model('', 'other'), named('b')] })).toBe(true);
    expect(brings({ messages: [user('new')] }, withCall({ state: 'done' }))).toBe(true);
  });
});
