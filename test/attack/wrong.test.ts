import { run } from 'effection';
import { describe, expect, it } from 'vitest';
import { type ChatProvider, type ServerEvent } from '../../src/server.ts';
import { readChatEvent } from '../../src/protocol/chat-event.ts';
import { defaultBytes } from '../../src/protocol/bounds.ts';
import {
  accept,
  agent,
  createChat,
  createModel,
  declaration,
  isWhole,
  messagesOf,
  only,
  questionOf,
  read,
  route,
  user,
  type Body,
  type Said,
} from '../chat/harness.ts';
import { aroundCalls, keptStore } from '../session/call-commits.ts';

const tool = (body: Body) => declaration.execute(body);
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));
const orHung = <T>(promise: Promise<T>, ms = 1500): Promise<T | 'hung'> =>
  Promise.race([promise, pause(ms).then(() => 'hung' as const)]);

describe('a message', () => {
  it('sent while an answer is checked is answered on its own stream', async () => {
    let refuse!: () => void;
    const checked = new Promise<string[]>((r) => {
      refuse = () => r(['No.']);
    });
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          return yield* ctx.elicit('pickSeat', { message: 'S?' }, { check: () => checked });
        }),
      ],
    });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const q = questionOf(first);
    const answering = chat.post({ conversationId: 'c', pluginElicitResponses: [accept(q, { row: 1, seat: 'A' })] });
    await pause(20);
    const said = chat.post({ conversationId: 'c', messages: [...messagesOf(first), user('hello')] });
    await pause(20);
    refuse();
    const { types } = (await orHung(said)) as Awaited<typeof said>;
    void answering;
    expect(types).toContain('complete');
  });
  it('that comes with an abort reaches the model', async () => {
    const chat = createChat(agent());
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    await chat.post({
      conversationId: 'c',
      messages: [...messagesOf(first), user('hello')],
      pluginAbort: { sessionId: questionOf(first).sessionId },
    });
    expect(chat.asked.some(({ messages }) => messages.some(({ content }) => content === 'hello'))).toBe(true);
  });
  it('repeated while the model speaks its first words counts once', async () => {
    let release!: () => void;
    const held = new Promise<void>((r) => {
      release = r;
    });
    const model = createModel(async (): Promise<Said> => {
      await held;
      return 'Fine.';
    });
    const chat = createChat(model);
    const a = chat.open({ conversationId: 'c', messages: [user('Book')] });
    const body = {
      conversationId: 'c',
      messages: [user('Book'), { role: 'assistant' as const, content: 'One mom' }, user('Stop')],
    };
    await a;
    const b = await chat.open(body);
    const c = await chat.open(body);
    release();
    await Promise.all([(await a).text(), b.text(), c.text()]);
    const last = model.asked.at(-1)?.messages.filter(({ content }) => content === 'Stop') ?? [];
    expect(last).toHaveLength(1);
  });
});

describe('the model', () => {
  it('never runs with a dangling call: an id used twice', async () => {
    const chat = createChat(agent());
    const call = { id: 'a', type: 'function' as const, function: { name: 'x', arguments: '{}' } };
    await chat.post({
      messages: [
        user('1'),
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', content: 'r', tool_call_id: 'a' },
        { role: 'assistant', content: '', tool_calls: [call] },
        user('hello'),
      ],
    });
    expect(isWhole(chat.asked[0]?.messages ?? [])).toBe(true);
  });
  it('never runs with a tool message that answers nothing', async () => {
    const chat = createChat(agent());
    await chat.post({ messages: [{ role: 'tool', content: 'r', tool_call_id: 'nobody' }, user('hello')] });
    expect(isWhole(chat.asked[0]?.messages ?? [])).toBe(true);
  });
  it('never runs with a call answered far away from it', async () => {
    const chat = createChat(agent());
    const call = { id: 'a', type: 'function' as const, function: { name: 'x', arguments: '{}' } };
    await chat.post({
      messages: [
        { role: 'assistant', content: '', tool_calls: [call] },
        user('between'),
        { role: 'tool', content: 'r', tool_call_id: 'a' },
        user('hello'),
      ],
    });
    expect(isWhole(chat.asked[0]?.messages ?? [])).toBe(true);
  });
  it('gets the tool it was offered, whoever else looks on meanwhile', async () => {
    let release!: () => void;
    const held = new Promise<void>((r) => {
      release = r;
    });
    const model = createModel(async (messages): Promise<Said> => {
      if (messages.at(-1)?.role === 'tool') return 'done';
      await held;
      return { calls: [{ name: 'book_flight', arguments: route }] };
    });
    const chat = createChat(model);
    const a = await chat.open({ conversationId: 'c', messages: [user('Book')], enabledPlugins: ['book_flight'] });
    const b = await chat.open({ conversationId: 'c', messages: [], enabledPlugins: [], attach: true });
    release();
    const answered = await read(a);
    void b;
    expect(only(answered, 'tool_error')).toEqual([]);
  });
  it("says nothing of its own errors through a tool's sample", async () => {
    const provider: ChatProvider = {
      async *stream(_, { tools }) {
        if (tools.length === 0) throw new Error('401: Incorrect API key provided: sk-live-secret');
        yield { type: 'text', content: 'ok' };
        return { text: 'ok', toolCalls: [{ name: 'book_flight', arguments: route }] };
      },
    };
    const chat = createChat(
      { provider, asked: [] },
      {
        limits: { iterations: 1 },
        tools: [
          tool(function* (_, ctx) {
            return (yield* ctx.sample({ prompt: 'x' })).text;
          }),
        ],
      },
    );
    const { raw } = await chat.post({ messages: [user('Book')] });
    expect(raw).not.toContain('sk-live-secret');
  });
});

describe('a store that fails', () => {
  it('tells the person nothing of its insides', async () => {
    let failed = 0;
    const store = aroundCalls(keptStore(), async (keep, { journal }) => {
      if (journal.length === 0) return keep();
      failed += 1;
      throw new Error('connect redis://:hunter2@db');
    });
    const chat = createChat(agent(), { store });
    const answered = await orHung(chat.post({ messages: [user('Book')] }));
    expect(answered).not.toBe('hung');
    expect(failed).toBe(1);
    expect((answered as { raw: string }).raw).not.toContain('hunter2');
    expect(String((chat.errors[0] as Error | undefined)?.message)).toContain('hunter2');
  });
});

describe('Infinity, which is documented as no limit', () => {
  it('as keepAlive sends no blank lines', async () => {
    const chat = createChat(
      createModel(async () => {
        await pause(200);
        return 'x';
      }),
      { limits: { keepAlive: Infinity } },
    );
    const { raw } = await chat.post({ messages: [user('x')] });
    expect(raw.split('\n').filter((line) => line === '').length).toBeLessThan(5);
  });
  it('as patience lets a tool finish', async () => {
    const chat = createChat(agent(), {
      limits: { patience: Infinity },
      tools: [
        tool(function* (_, ctx) {
          yield* ctx.elicit('pickSeat', { message: 'S?' });
          yield* ctx.sleep(100);
          return 'finished';
        }),
      ],
    });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const next = await chat.post({ conversationId: 'c', messages: [...messagesOf(first), user('hello')] });
    expect(only(next, 'tool_result').map(({ content }) => content)).toEqual(['finished']);
  });
  it('as the timeout of a question still lets it be read', async () => {
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          return yield* ctx.elicit('pickSeat', { message: 'S?' }, { timeout: Infinity });
        }),
      ],
    });
    const first = await chat.post({ messages: [user('Book')] });
    expect(readChatEvent(questionOf(first)).kind).toBe('event');
  });
});

describe('other', () => {
  it('an id with line breaks does not reach the log', async () => {
    const events: ServerEvent[] = [];
    const chat = createChat(agent(), { onEvent: (event) => events.push(event) });
    await chat.post({ conversationId: 'a\n2026-11-22 ERROR admin logged in', messages: [user('hello')] });
    expect(JSON.stringify(events)).not.toContain('\\n');
  });
  it('calls interrupted later have their own time to end', async () => {
    const chat = createChat(agent(), {
      limits: { patience: 900 },
      tools: [
        tool(function* (_, ctx) {
          const answer = yield* ctx.elicit('pickSeat', { message: 'S?' });
          yield* ctx.sleep(150);
          return `ended ${answer.action}`;
        }),
      ],
    });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const second = await chat.post({ conversationId: 'c', messages: [...messagesOf(first), user('Book again')] });
    await pause(80);
    const third = await chat.post({ conversationId: 'c', messages: [...messagesOf(second), user('hello')] });
    expect(only(third, 'tool_error').map(({ message }) => message)).toEqual([]);
  });
  it('people of whom identify knows nothing (null) do not share one quota', async () => {
    const chat = createChat(
      createModel(() => new Promise<Said>(() => undefined)),
      { identify: () => null as never, limits: { perOwner: 2 } },
    );
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await chat.open({ messages: [user('x')] })).status);
    expect(statuses).toEqual([200, 200, 200]);
  });
  it('an owner that is no string is refused, not silently never the same', async () => {
    const chat = createChat(agent(), { identify: () => ({ id: 1 }) as never });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const second =
      first.status === 200
        ? await chat.post({
            conversationId: 'c',
            pluginElicitResponses: [accept(questionOf(first), { flightId: 'FL001' })],
          })
        : first;
    expect(only(second, 'plugin_session_error')).toEqual([]);
  });
  it('a question too long for the client to read is an error in the tool', async () => {
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          return yield* ctx.elicit('pickSeat', { message: 'x'.repeat(defaultBytes) });
        }),
      ],
    });
    const { raw } = await chat.post({ messages: [user('Book')] });
    expect(raw).toMatch(/tool_error|complete/);
  });
  it('two tools of one name are refused', () => {
    expect(() =>
      createChat(agent(), {
        tools: [
          tool(function* () {
            return 1;
          }),
          tool(function* () {
            return 2;
          }),
        ],
      }),
    ).toThrow(TypeError);
  });
  it('an answer recorded while the call is being aborted is not told as taken', async () => {
    let pass!: () => void;
    const checked = new Promise<undefined>((r) => {
      pass = () => r(undefined);
    });
    const { ensure, sleep } = await import('effection');
    let got: unknown = 'nothing';
    const chat = createChat(agent(), {
      tools: [
        tool(function* (_, ctx) {
          yield* ensure(function* () {
            yield* sleep(200);
          });
          got = yield* ctx.elicit('pickSeat', { message: 'S?' }, { check: () => checked });
          return 'taken';
        }),
      ],
    });
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const q = questionOf(first);
    const answering = chat.post({ conversationId: 'c', pluginElicitResponses: [accept(q, { row: 1, seat: 'A' })] });
    await pause(20);
    const aborting = chat.post({ conversationId: 'c', pluginAbort: { sessionId: q.sessionId } });
    await pause(20);
    pass();
    const told = await answering;
    await aborting;
    const settled = only(told, 'plugin_elicit_settled').map(({ action }) => action);
    expect(got === 'nothing' ? settled : ['accept']).toEqual(got === 'nothing' ? [] : ['accept']);
  });
});
void run;
