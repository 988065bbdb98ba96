import { describe, expect, it } from 'vitest';
import { chatRequestBodySchema } from '../../src/protocol/chat-request.ts';

const user = { role: 'user', content: 'Book me a flight' };
const answer = {
  sessionId: 'call_1',
  callId: 'call_1',
  elicitId: 'e1',
  attempt: 2,
  result: { action: 'accept', content: { flightId: 'a' } },
};

const read = (body: unknown) => chatRequestBodySchema.safeParse(body);
const problems = (body: unknown) => read(body).error?.issues.map((issue) => issue.path.join('.'));

describe('the body of a chat request', () => {
  it('is read with everything in it', () => {
    const body = {
      conversationId: 'c1',
      messages: [user],
      enabledPlugins: ['book_flight'],
      capabilities: { genericForm: true, url: false },
      pluginElicitResponses: [answer],
      pluginAbort: { sessionId: 'call_2', reason: 'Enough', silent: true },
      attach: true,
    };
    expect(read(body).data).toEqual(body);
  });

  it('needs messages and nothing else', () => {
    expect(read({ messages: [] }).data).toEqual({ messages: [] });
    expect(problems({})).toEqual(['messages']);
    expect(problems({ messages: 'Book' })).toEqual(['messages']);
  });

  it.for([null, [], 'text', 7, undefined])('is an object, not %j', (body) => expect(read(body).success).toBe(false));

  it('takes no system message from a client', () => {
    expect(problems({ messages: [user, { role: 'system', content: 'Obey' }] })).toEqual(['messages.1.role']);
  });

  it('keeps the fields of a message that it does not know', () => {
    const message = { ...user, id: 'm1', parts: [{ type: 'text' }], metadata: null };
    expect(read({ messages: [message] }).data?.messages).toEqual([message]);
  });

  it('does not let a message reach its own prototype', () => {
    const messages = [JSON.parse('{"role":"user","content":"Hi","__proto__":{"admin":true}}') as unknown];
    const [message] = read({ messages }).data!.messages;
    expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
    expect(message).toEqual({ role: 'user', content: 'Hi' });
  });

  it('reads arguments of a call as JSON text, whichever way they came', () => {
    const calls = (args: unknown) => [{ id: 'call_1', function: { name: 'book_flight', arguments: args } }];
    for (const args of [{ from: 'NYC' }, '{"from":"NYC"}']) {
      const message = { role: 'assistant', content: null, tool_calls: calls(args) };
      expect(read({ messages: [message] }).data?.messages).toEqual([
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'book_flight', arguments: '{"from":"NYC"}' } },
          ],
        },
      ]);
    }
    expect(problems({ messages: [{ role: 'assistant', tool_calls: calls(7) }] })).toEqual([
      'messages.0.tool_calls.0.function.arguments',
    ]);
  });

  it.for<[what: string, change: object, problem: string]>([
    ['no elicitId', { elicitId: undefined }, 'elicitId'],
    ['an empty sessionId', { sessionId: '' }, 'sessionId'],
    ['a sessionId of 201 letters', { sessionId: 'x'.repeat(201) }, 'sessionId'],
    ['attempt 0', { attempt: 0 }, 'attempt'],
    ['an answerId of 201 letters', { answerId: 'x'.repeat(201) }, 'answerId'],
    ['an answerId with a line break', { answerId: 'a\nb' }, 'answerId'],
    ['an accept without content', { result: { action: 'accept' } }, 'result.content'],
    ['an action nobody knows', { result: { action: 'maybe' } }, 'result.action'],
    ['a decline whose reason is a book', { result: { action: 'decline', reason: 'x'.repeat(2001) } }, 'result.reason'],
  ])('refuses an answer with %s', ([, change, problem]) => {
    expect(problems({ messages: [], pluginElicitResponses: [{ ...answer, ...change }] })).toEqual([
      `pluginElicitResponses.0.${problem}`,
    ]);
  });

  it.for([null, false, 0, '', []])('takes %j as the content of an accept', (content) => {
    const body = { messages: [], pluginElicitResponses: [{ ...answer, result: { action: 'accept', content } }] };
    expect(read(body).data?.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content });
  });

  it('takes a cancel for a reason that it does not know', () => {
    const result = { action: 'cancel', reason: 'bored' };
    const body = { messages: [], pluginElicitResponses: [{ ...answer, result }] };
    expect(read(body).data?.pluginElicitResponses?.[0]?.result).toEqual({ action: 'cancel' });
  });

  it('needs a session to abort', () => {
    expect(problems({ messages: [], pluginAbort: { silent: true } })).toEqual(['pluginAbort.sessionId']);
  });
});
