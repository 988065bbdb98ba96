import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensure, run, sleep, suspend } from 'effection';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeListener } from '../../src/command/node-listener.ts';
import { createConversationLog } from '../../src/chat/conversation-log.ts';
import type { Reading } from '../../src/chat/reading.ts';
import { createVisits } from '../../src/chat/visits.ts';
import type { ChatStreamEvent, ChatStreamLine, ServerEvent } from '../../src/server.ts';
import { accept, agent, createChat, createModel, declaration, messagesOf, questionOf, user } from './harness.ts';
import { eventually } from '../eventually.ts';

const limits = { keepAlive: 60_000, perOwner: 2, perProcess: 3 };
const text = (content: string) => ({ type: 'text', content }) as const;
const of = { sessionId: 's', callId: 'c' };
const about = { toolName: 't', key: 'k', message: 'Which?', schema: {}, seq: 0, attempt: 1 };
const asks = (elicitId: string) => ({ type: 'plugin_elicit_request', ...of, ...about, elicitId }) as const;
const ends = (elicitId: string) => ({ type: 'plugin_elicit_settled', ...of, elicitId, action: 'accept' }) as const;
const base = 1000;

/** A log, and its conversation: at rest or not, and whole in one event. */
function createLog({ maxSize = 1_000_000, keepAlive = 60_000 } = {}) {
  const conversation = { isAtRest: false, words: 'the whole' };
  const log = createConversationLog({
    revision: base,
    keepAlive,
    maxSize,
    isAtRest: () => conversation.isAtRest,
    dueAt: () => Infinity,
    snapshot: () => [[text(conversation.words)]],
  });
  const read = (after?: number) => log.read({ after, owner: undefined });
  return { log, conversation, read };
}

const linesOf = (raw: string) =>
  raw
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ChatStreamLine);

const readAll = async (stream: ReadableStream<Uint8Array>) => linesOf(await new Response(stream).text());
const end: ChatStreamLine = { event: { type: 'end' } };

describe('what a conversation tells', () => {
  it('is kept within its bound; who needs what is gone gets the conversation as it stands', async () => {
    const { log, conversation, read } = createLog({ maxSize: 200 });
    for (let index = 1; index <= 100; index += 1) log.append(text(String(index)));
    conversation.isAtRest = true;

    expect(await readAll(read(base + 99).body)).toEqual([{ revision: base + 100, event: text('100') }, end]);
    expect(await readAll(read(base).body)).toEqual([
      { revision: base + 100, event: { type: 'snapshot', events: [text('the whole')] } },
      end,
    ]);
  });

  it('is told as a whole to a reader that is left behind, and from there on', async () => {
    const { log, conversation, read } = createLog({ maxSize: 200 });
    log.append(text('0'));
    const reader = read(base).body.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain(`"revision":${base + 1}`);
    for (let index = 1; index <= 100; index += 1) log.append(text(String(index)));
    const whole = linesOf(new TextDecoder().decode((await reader.read()).value));
    log.append(text('after'));
    conversation.isAtRest = true;
    const rest = linesOf(new TextDecoder().decode((await reader.read()).value));

    expect(whole).toEqual([{ revision: base + 101, event: { type: 'snapshot', events: [text('the whole')] } }]);
    expect(rest).toEqual([{ revision: base + 102, event: text('after') }]);
  });

  it('is told to a reader that knows it all by one line, which says that this is all', async () => {
    const { log, conversation, read } = createLog();
    log.append(text('0'));
    conversation.isAtRest = true;

    expect(await readAll(read(base + 1).body)).toEqual([end]);
  });

  it.each([
    ['nothing', [], [{ revision: base, event: { type: 'snapshot', events: [] } }]],
    [
      'more than a line holds',
      [[text('a')], [text('b')]],
      [
        { snapshot: base, event: { type: 'snapshot', events: [text('a')] } },
        { revision: base, event: { type: 'snapshot', events: [text('b')] } },
      ],
    ],
  ])('is told as a whole where that is %s', async (_, pieces, lines) => {
    const log = createConversationLog({
      revision: base,
      keepAlive: 60_000,
      maxSize: 200,
      isAtRest: () => true,
      dueAt: () => Infinity,
      snapshot: () => pieces,
    });
    const reading = log.read({ after: undefined, owner: undefined });
    expect(await readAll(reading.body)).toEqual([...lines, end]);
  });

  it('goes on above the revision of a reader that knows more', async () => {
    const { log, conversation, read } = createLog();
    conversation.isAtRest = true;
    const [whole] = await readAll(read(base + 50).body);

    expect(whole).toMatchObject({ event: { type: 'snapshot' } });
    expect(whole?.revision).toBeGreaterThan(base + 50);
    expect(log.revision()).toBe(whole?.revision);
  });

  it('leaves out, once nobody reads, the deltas of what stands in a message', async () => {
    const { log, conversation, read } = createLog();
    const message = { type: 'messages', messages: [{ role: 'assistant', content: 'ab' }] } as const;
    for (const event of [text('a'), text('b'), message]) log.append(event);
    conversation.isAtRest = true;
    log.rest();

    expect(await readAll(read(base).body)).toEqual([{ revision: base + 3, event: message }, end]);
    expect(log.size()).toBe(JSON.stringify({ revision: base + 3, event: message }).length + 1);
  });

  it('leaves out, once nobody reads, a question that has ended, and keeps one that is open', async () => {
    const { log, conversation, read } = createLog();
    conversation.isAtRest = true;
    for (const event of [asks('a'), asks('b'), ends('b')]) log.append(event);
    log.rest();
    expect((await readAll(read(base).body)).map(({ revision }) => revision)).toEqual([base + 1, base + 3, undefined]);
    for (const event of [text('c'), ends('a'), asks('d')]) log.append(event);
    log.rest();

    const left = await readAll(read(base).body);
    expect(left.map(({ revision }) => revision)).toEqual([base + 3, base + 5, base + 6, undefined]);
    const lines = left.slice(0, -1).map((line) => `${JSON.stringify(line)}\n`);
    expect(log.size()).toBe(lines.join('').length);
  });

  it('keeps to its bound where most of it was looked through', async () => {
    const { log, conversation, read } = createLog({ maxSize: 2000 });
    conversation.isAtRest = true;
    for (let nth = 0; nth < 100; nth += 1) {
      for (const event of [asks(`q${nth}`), text('Well.'), ends(`q${nth}`)]) log.append(event);
      log.rest();
    }
    const [first, ...rest] = await readAll(read(base).body);
    expect(first).toMatchObject({ revision: base + 300, event: { type: 'snapshot' } });
    expect(rest).toEqual([end]);
    const kept = await readAll(read(base + 290).body);
    expect(kept.map(({ revision }) => revision)).toEqual([base + 291, base + 294, base + 297, base + 300, undefined]);
    expect(log.size()).toBeGreaterThan(1000);
    expect(log.size()).toBeLessThanOrEqual(2000);
  });

  it('looks through as few events after 500 ended questions as after five', () => {
    const after = (questions: number) => {
      const { log, conversation } = createLog();
      conversation.isAtRest = true;
      let looks = 0;
      const counted = (event: ChatStreamEvent): ChatStreamEvent =>
        Object.defineProperty({ ...event }, 'type', {
          enumerable: true,
          get: () => {
            looks += 1;
            return event.type;
          },
        });
      for (let nth = 0; nth < questions; nth += 1) {
        log.append(counted(asks(`q${nth}`)));
        log.rest();
        looks = 0;
        log.append(counted(ends(`q${nth}`)));
        log.rest();
      }
      return looks;
    };
    expect(after(5)).toBeGreaterThan(0);
    expect(after(500)).toBe(after(5));
  });

  it('puts what is told to one reader alone behind what had happened by then', async () => {
    const { log, conversation, read } = createLog();
    const [one, other] = [read(base), read(base)];
    log.append(text('before'));
    one.reply({ type: 'plugin_log', sessionId: 's', callId: 's', toolName: 't', level: 'info', message: 'alone' });
    log.append(text('after'));
    conversation.isAtRest = true;
    const types = async (reading: Reading) => (await readAll(reading.body)).map(({ event }) => event.type);

    expect(await types(one)).toEqual(['text', 'plugin_log', 'text', 'end']);
    expect(await types(other)).toEqual(['text', 'text', 'end']);
  });
});

describe('the places of a server', () => {
  const codeOf = (work: () => unknown) => {
    try {
      work();
      return 'served';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('are bounded for one owner, for all owners and for nobody in particular, and free again when readers leave', () => {
    const visits = createVisits(limits);
    const enter = (owner: string | undefined) => codeOf(() => visits.enter(owner));
    const visit = visits.enter('ada');
    expect([enter('ada'), enter('ada')]).toEqual(['served', 'TOO_MANY_STREAMS']);
    const nobody = [1, 2, 3, 4].map(() => enter(undefined));
    expect(nobody).toEqual(['served', 'served', 'served', 'TOO_MANY_STREAMS']);
    expect([enter('eve'), enter('eve'), enter('joe')]).toEqual(['served', 'TOO_MANY_STREAMS', 'TOO_MANY_STREAMS']);
    visit.leave();
    visit.leave();
    expect([enter('ada'), enter('eve')]).toEqual(['served', 'TOO_MANY_STREAMS']);
  });

  it('are given up by a reader that has taken nothing for as long as clients bear a silence', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const visits = createVisits({ ...limits, perOwner: 1 });
    const { log } = createLog();
    const visit = visits.enter('ada');
    const reading = log.read({ after: base, owner: 'ada' });
    visit.reads(reading);
    log.append(text('1'));
    log.append(text('2'));
    const reader = reading.body.getReader();
    // The next line waits for it from here on.
    await reader.read();
    vi.advanceTimersByTime(3 * limits.keepAlive);
    expect(codeOf(() => visits.enter('ada'))).toBe('served');
    await reader.read();
    expect((await reader.read()).done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('stay as few for an owner where somebody else’s silent reader could be cut off', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const visits = createVisits(limits);
    const { log } = createLog();
    const silent = visits.enter('eve');
    log.append(text('1'));
    silent.reads(log.read({ after: base, owner: 'eve' }));
    await vi.advanceTimersByTimeAsync(3 * limits.keepAlive);
    visits.enter('ada');
    visits.enter('ada');
    expect(codeOf(() => visits.enter('ada'))).toBe('TOO_MANY_STREAMS');
    expect(codeOf(() => visits.enter('eve'))).toBe('served');
    vi.useRealTimers();
  });

  it('are never short for a person who loads a page again and again while a tool runs', async () => {
    const held = declaration.execute(() => suspend());
    const chat = createChat(agent(), { tools: [held] });
    const headers = { 'x-user': 'ada' };
    const first = await chat.open({ conversationId: 'a', messages: [user('Book')] }, headers);
    await first.body?.cancel();
    const statuses: number[] = [];
    for (let load = 0; load < 30; load += 1) {
      const attached = await chat.open({ conversationId: 'a', attach: true }, headers);
      statuses.push(attached.status);
      await attached.body?.cancel();
    }
    const elsewhere = await chat.open({ conversationId: 'b', messages: [user('hello')] }, headers);
    expect(new Set([...statuses, elsewhere.status])).toEqual(new Set([200]));
    await elsewhere.body?.cancel();
  });

  it('are as few in one conversation as one owner has', async () => {
    const held = declaration.execute(() => suspend());
    const chat = createChat(agent(), { tools: [held], limits: { perOwner: 2 } });
    const first = await chat.open({ conversationId: 'a', messages: [user('Book')] });
    const attach = () => chat.open({ conversationId: 'a', attach: true });
    const second = await attach();
    expect([second.status, (await attach()).status]).toEqual([200, 429]);
    await first.body?.cancel();
    expect([(await attach()).status, (await attach()).status]).toEqual([200, 429]);
  });

  it('are not taken from people by readers whom nobody knows', async () => {
    const chat = createChat(
      createModel(() => new Promise(() => undefined)),
      { limits: { perProcess: 2 } },
    );
    const statusOf = async (id: string, headers: Record<string, string> = {}) =>
      (await chat.open({ conversationId: id, messages: [user('x')] }, headers)).status;
    expect([await statusOf('a'), await statusOf('b'), await statusOf('c')]).toEqual([200, 200, 429]);
    expect(await statusOf('d', { 'x-user': 'ada' })).toBe(200);
  });

  it('are taken by bodies that arrive', async () => {
    const chat = createChat(agent(), { limits: { perOwner: 1 } });
    const { body, controller } = arrivingBody();
    const slow = chat.handler(requestOf(body, { 'x-user': 'ada' }));
    const refused = await chat.post({ messages: [user('hello')] }, { 'x-user': 'ada' });
    expect(refused.status).toBe(429);
    controller.error(new Error('gone'));
    expect((await slow).status).toBe(400);
    expect((await chat.post({ messages: [user('hello')] }, { 'x-user': 'ada' })).status).toBe(200);
  });

  it('over the bound are refused with 429 and when to come again', async () => {
    const chat = createChat(
      createModel(() => new Promise(() => undefined)),
      { limits: { perOwner: 1 } },
    );
    const first = await chat.open({ conversationId: 'a', messages: [user('x')] }, { 'x-user': 'ada' });
    const second = await chat.post({ conversationId: 'b', messages: [user('x')] }, { 'x-user': 'ada' });
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1']);
    await first.body?.cancel();
  });
});

describe('a body that arrives slowly', () => {
  it('is refused at its deadline, and its transport is told to stop', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const told: ServerEvent[] = [];
    const chat = createChat(agent(), { onEvent: (event) => told.push(event), limits: { patience: 2500 } });
    const { body, controller, cancelled } = arrivingBody();
    const answered = chat.handler(requestOf(body));
    controller.enqueue(new TextEncoder().encode('{"messages":'));
    await vi.advanceTimersByTimeAsync(4999);
    expect(cancelled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const response = await answered;
    expect([response.status, await response.json()]).toMatchObject([408, { error: { code: 'BODY_TIMEOUT' } }]);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(told).toEqual([{ type: 'request_refused', status: 408, code: 'BODY_TIMEOUT' }]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('leaves no timer behind once it is whole', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const chat = createChat(createModel(() => 'Hello.'));
    const { body, controller } = arrivingBody();
    const answered = chat.handler(requestOf(body));
    controller.enqueue(new TextEncoder().encode('{"messages":[], "attach": true}'));
    controller.close();
    await (await answered).text();
    await chat.handler.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('is no error of the server where its client leaves in the middle', async () => {
    const told: ServerEvent[] = [];
    const chat = createChat(agent(), { onEvent: (event) => told.push(event) });
    const listener = nodeListener(chat.handler);
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-type': 'application/json', 'content-length': 1000 };
    const leaving = request({ port, host: '127.0.0.1', method: 'POST', headers });
    leaving.on('error', () => undefined);
    server.once('request', () => leaving.destroy());
    leaving.write('{"messages":');
    await eventually(() => expect(told).toEqual([{ type: 'request_refused', status: 400, code: 'BODY_CUT' }]));
  });
});

function arrivingBody() {
  const cancelled = vi.fn<() => void>();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: cancelled,
  });
  return { body, controller, cancelled };
}

function requestOf(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Request {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, duplex: 'half' };
  return new Request('http://chat.test/', init as RequestInit);
}

describe('closing the handler', () => {
  it('ends open streams before their last line, sets no model going, and leaves no timer', async () => {
    const chat = createChat();
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const held = createChat(createModel(() => new Promise(() => undefined)));
    const open = held.post({ conversationId: 'c', messages: [user('x')] });
    await eventually(() => expect(held.asked).toHaveLength(1));
    await Promise.all([chat.handler.close(), held.handler.close()]);
    expect((await open).types).not.toContain('end');
    expect(chat.asked).toHaveLength(1);
    const late = await chat.post({ messages: [], pluginElicitResponses: [accept(questionOf(first), {})] });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('leaves no timer behind, of questions, streams, readers or models', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const asking = declaration.execute(function* (_, ctx) {
      return yield* ctx.elicit('pickSeat', { message: 'Seat?' }, { timeout: 60_000 });
    });
    const chat = createChat(agent(), { tools: [asking] });
    const silent = createChat(createModel(() => new Promise(() => undefined)));
    const first = await chat.post({ conversationId: 'a', messages: [user('Book')] });
    await chat.post({ conversationId: 'a', messages: [...messagesOf(first), user('hello')] });
    await chat.post({ conversationId: 'b', messages: [user('Book')] });
    const open = silent.post({ conversationId: 'c', messages: [user('x')] });
    await eventually(() => expect(silent.asked).toHaveLength(1));
    expect(timers()).toBeGreaterThan(before);
    await Promise.all([chat.handler.close(), silent.handler.close()]);
    await open;
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('resolves when the clean-up of every call ran, however often it is asked', async () => {
    const cleaned: string[] = [];
    const cleaning = declaration.execute(function* (_, ctx) {
      yield* ensure(function* () {
        yield* sleep(1);
        cleaned.push(ctx.callId);
      });
      return yield* ctx.elicit('pickSeat', { message: 'Seat?' });
    });
    const chat = createChat(agent(), { tools: [cleaning] });
    for (const conversationId of ['a', 'b', 'c']) await chat.post({ conversationId, messages: [user('Book')] });
    await Promise.all([chat.handler.close(), chat.handler.close()]);
    expect(cleaned).toHaveLength(3);
    expect(await run(() => chat.handler.sessions.listActive())).toEqual([]);
  });
});
