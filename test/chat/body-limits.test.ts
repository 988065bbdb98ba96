import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { createMcpTool } from '../../src/plugin.ts';
import { accept, agent, createChat, only, questionOf, read, route, user, type Chat } from './harness.ts';

const many = (text: string, count: number) => Array<string>(count).fill(text).join(',');
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

async function send(chat: Chat, body: string) {
  const headers = { 'content-type': 'application/json' };
  const answered = await read(await chat.handler(new Request('http://chat.test/', { method: 'POST', headers, body })));
  const { code, message } = (JSON.parse(answered.raw) as { error: { code: string; message: string } }).error;
  return { status: answered.status, code, message };
}

describe('a body of less than 1 MiB', () => {
  it.each([
    ['messages', `{"messages":[${many('{}', 349_000)}]}`, 413, 'BODY_TOO_LARGE'],
    ['enabled plugins', `{"messages":[],"enabledPlugins":[${many('0', 520_000)}]}`, 413, 'BODY_TOO_LARGE'],
    [
      'calls of a message',
      `{"messages":[{"role":"assistant","tool_calls":[${many('{}', 349_000)}]}]}`,
      413,
      'BODY_TOO_LARGE',
    ],
    ['names', `{"messages":[],${many('"x":0', 150_000)}}`, 413, 'BODY_TOO_LARGE'],
    ['empty lists in a field that nobody knows', `{"messages":[],"x":[${many('[]', 300_000)}]}`, 413, 'BODY_TOO_LARGE'],
    ['levels', `{"messages":[],"x":${nested(2000)}}`, 400, 'INVALID_REQUEST'],
    ['brackets that nobody closes', '['.repeat(1_000_000), 400, 'INVALID_REQUEST'],
    ['bad messages, as many as may be', `{"messages":[${many('{}', 9000)}]}`, 400, 'INVALID_REQUEST'],
    ['bad plugins, as many as may be', `{"messages":[],"enabledPlugins":[${many('0', 1000)}]}`, 400, 'INVALID_REQUEST'],
    ['plugins', `{"messages":[],"enabledPlugins":[${many('"x"', 1001)}]}`, 400, 'INVALID_REQUEST'],
    ['answers', `{"messages":[],"pluginElicitResponses":[${many('{}', 101)}]}`, 400, 'INVALID_REQUEST'],
    [
      'values in the arguments of its calls',
      JSON.stringify({
        messages: [
          {
            role: 'assistant',
            content: '',
            tool_calls: ['a', 'b'].map((id) => ({ id, function: { name: 'x', arguments: `[${many('{}', 6000)}]` } })),
          },
        ],
      }),
      413,
      'BODY_TOO_LARGE',
    ],
  ])('with too many %s is refused with a code, and the next one is answered', async (_what, body, status, code) => {
    const chat = createChat();
    expect(await send(chat, body)).toMatchObject({ status, code });
    expect(chat.errors).toEqual([]);
    expect(chat.asked).toEqual([]);
    expect((await chat.post({ messages: [user('hello')] })).types).toContain('complete');
  });

  it('may hold a long conversation, with words of any kind', async () => {
    const text = 'commas, [brackets], {braces} and "quotes" in \\ words, ';
    const messages = Array.from({ length: 4000 }, (_, index) =>
      index % 2 === 0 ? user(text) : { role: 'assistant' as const, content: text.repeat(5) },
    );
    const chat = createChat();
    expect((await chat.post({ messages: [...messages, user('hello')] })).status).toBe(200);
  });

  it('may hold what the host allows', async () => {
    const messages = Array.from({ length: 6000 }, () => ({ ...user('hello'), parts: [1, 2, 3] }));
    const chat = createChat(agent(), { limits: { bytes: 2_097_152 } });
    expect((await chat.post({ messages })).raw).toContain('holds more than 40000 values');
    expect((await chat.post({ messages: messages.slice(2000) })).status).toBe(200);
  });
});

describe('answers', () => {
  const rows = createMcpTool('rows')
    .description('Asks for rows')
    .parameters(z.object({}))
    .elicits({ pick: z.object({ rows: z.array(z.object({ id: z.string(), name: z.string() })) }) })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('pick', { message: 'Which?' });
      return answer.action === 'accept' ? answer.content.rows.length : answer.action;
    });
  const asking = () => createChat(agent([{ name: 'rows', arguments: {} }]), { tools: [rows] });

  it('of more values than anybody gives are refused before their schema sees them, and the next one counts', async () => {
    const chat = asking();
    const ask = { conversationId: 'c', messages: [user('Rows')] };
    const question = questionOf(await chat.post(ask));
    const answer = (given: unknown) => chat.post({ ...ask, pluginElicitResponses: [accept(question, given)] });

    const refused = await answer({ rows: Array.from({ length: 2000 }, () => ({})) });
    expect([refused.status, refused.raw]).toEqual([413, expect.stringContaining('CONTENT_TOO_LARGE')]);
    expect(refused.raw).toContain('holds more than 2000 values');
    expect(only(await answer({ rows: [{ id: 'a', name: 'b' }] }), 'tool_result')).toMatchObject([{ content: '1' }]);
  });

  it('of more values than the host allows are refused', async () => {
    const chat = createChat(agent([{ name: 'rows', arguments: {} }]), { tools: [rows], limits: { bytes: 2_097_152 } });
    const ask = { conversationId: 'c', messages: [user('Rows')] };
    const question = questionOf(await chat.post(ask));
    const rowsOf = (length: number) => ({ rows: Array.from({ length }, () => ({ id: 'a', name: 'b' })) });
    const refused = await chat.post({ ...ask, pluginElicitResponses: [accept(question, rowsOf(1500))] });
    expect(refused.raw).toContain('holds more than 4000 values');
    const counts = await chat.post({ ...ask, pluginElicitResponses: [accept(question, rowsOf(1000))] });
    expect(only(counts, 'tool_result')).toMatchObject([{ content: '1000' }]);
  });

  it('count together', async () => {
    const chat = asking();
    const ask = { conversationId: 'c', messages: [user('Rows')] };
    const question = questionOf(await chat.post(ask));
    const half = accept(question, { rows: Array.from({ length: 600 }, () => ({})) });
    expect((await chat.post({ ...ask, pluginElicitResponses: [half, half] })).status).toBe(413);
  });

  it('that are wrong throughout are told of by their first hundred issues', async () => {
    const chat = asking();
    const ask = { conversationId: 'c', messages: [user('Rows')] };
    const question = questionOf(await chat.post(ask));
    const wrong = accept(question, { rows: Array.from({ length: 900 }, () => ({})) });
    const again = questionOf(await chat.post({ ...ask, pluginElicitResponses: [wrong] }));
    expect([again.attempt, again.issues?.length]).toEqual([2, 100]);
  });
});

describe('the arguments that a model gives', () => {
  it.each([
    ['as text', `{"from":[${many('{}', 30_000)}]}`],
    ['parsed', { from: Array.from({ length: 30_000 }, () => ({})) }],
    ['as deep text', `{"from":${nested(2000)}}`],
    ['as long text', JSON.stringify({ ...route, note: 'x'.repeat(300_000) })],
  ])('%s are refused where they are too many, and the model hears why', async (_how, given) => {
    const chat = createChat(agent([{ name: 'book_flight', arguments: given }]));
    const answered = await chat.post({ messages: [user('Book')] });
    expect(only(answered, 'tool_error')).toMatchObject([
      { message: expect.stringMatching(/their JSON .* more than/) as string },
    ]);
    expect(answered.raw.length).toBeLessThan(5000);
    expect(chat.errors).toEqual([]);
  });

  it('that are wrong in many places are told of shortly', async () => {
    const given = { from: 'NYC', destination: 'LAX', stops: Array.from({ length: 5000 }, () => 7) };
    const tool = createMcpTool('book_flight')
      .description('Book')
      .parameters(z.object({ stops: z.array(z.string()) }))
      .elicits({})
      .execute(function* () {});
    const chat = createChat(agent([{ name: 'book_flight', arguments: given }]), { tools: [tool] });
    const [told] = only(await chat.post({ messages: [user('Book')] }), 'tool_error');
    expect(told?.message.length).toBeLessThan(20_000);
  });
});

it('a question’s context is no more than a client reads in one line', async () => {
  const tool = createMcpTool('wide')
    .description('Asks with much')
    .parameters(z.object({}))
    .elicits({ pick: { response: z.object({}), context: z.object({ options: z.array(z.number()) }) } })
    .execute(function* (_, ctx) {
      yield* ctx.elicit('pick', { message: 'Which?', options: Array.from({ length: 100_000 }, () => 1) });
      return 'answered';
    });
  const chat = createChat(agent([{ name: 'wide', arguments: {} }]), { tools: [tool] });
  const answered = await chat.post({ messages: [user('Wide')] });
  expect(only(answered, 'tool_error')[0]?.message).toMatch(/more than 50000 values/);
  expect(answered.types).not.toContain('plugin_elicit_request');
});
