import { afterEach, describe, expect, it } from 'vitest';
import { idleState } from '../../src/client/state/client-state.ts';
import { readChatStream } from '../../src/client/wire/read-chat-stream.ts';
import { reduce, type Input } from '../../src/client/state/reduce.ts';
import { createLineReader, type Told } from '../../src/client/wire/read-line.ts';
import { lineBounds } from '../../src/protocol/bounds.ts';
import { ask, askFirst, closeAll, complete, createHarness, info, isStatus, said, settled, state } from './harness.ts';
import { bytesOf, linesOf, replay } from './replay.ts';

const lines = () => createLineReader(lineBounds());

afterEach(closeAll);

const words = { type: 'text', content: 'Über ✈️ 北京…' };
const booking = linesOf(
  info,
  { type: 'messages', messages: [{ role: 'user', content: 'größer' }] },
  words,
  { type: 'tool_calls', calls: [{ id: 'call_1', name: 'book_flight', arguments: {} }] },
  ask({ message: 'Wohin? 🛫' }),
  state(),
);

describe('a stream', () => {
  it('gives the same state wherever it is cut in two', async () => {
    const bytes = bytesOf(booking);
    const whole = await replay([bytes]);
    expect(whole.state.items).toMatchObject([{ message: 'Wohin? 🛫' }]);
    expect(whole.state.messages).toMatchObject([{ content: 'größer' }, { content: words.content }]);

    for (let at = 0; at <= bytes.length; at += 1) {
      const { state: cut, errors } = await replay([bytes.slice(0, at), bytes.slice(at)]);
      expect(cut, `cut at byte ${at}`).toEqual(whole.state);
      expect(errors).toEqual([]);
    }
  });

  it('gives the same state byte by byte', async () => {
    const bytes = bytesOf(booking);
    const { state: whole } = await replay([bytes]);

    expect(await replay(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual({ state: whole, errors: [] });
  });

  it('may leave out the last line’s end, and use carriage returns', async () => {
    const { state: whole } = await replay([bytesOf(booking)]);

    expect((await replay([bytesOf(booking.trimEnd())])).state).toEqual(whole);
    expect((await replay([bytesOf(booking.replaceAll('\n', '\r\n'))])).state).toEqual(whole);
  });

  it('has blank lines, repeated lines and unknown events, which change nothing', async () => {
    const told = linesOf(info, words, words);
    const unknown = JSON.stringify({ revision: 2 ** 40, event: { type: 'from_the_future', content: 'x' } });
    const [first, ...others] = told.split('\n').flatMap((line) => [line, '', line, '   ']);
    const noisy = [first, unknown, ...others].join('\n');

    const { state: whole } = await replay([bytesOf(told)]);
    expect(whole.text).toBe(words.content.repeat(2));
    expect(await replay([bytesOf(noisy)])).toEqual({ state: whole, errors: [] });
  });

  it.each([
    ['no JSON', 'oops', 'BAD_LINE'],
    ['no object', '[1]', 'BAD_LINE'],
    ['an event without a type', '{"lsn":2,"event":{"content":"x"}}', 'BAD_EVENT'],
    ['no event', '{"lsn":2}', 'BAD_EVENT'],
    ['an event with a wrong field', '{"lsn":2,"event":{"type":"text","content":7}}', 'BAD_EVENT'],
  ])('goes on behind a line that is %s', async (_what, line, code) => {
    const text = `${linesOf(info)}${line}\n${linesOf(words)}`;

    const { state: after, errors } = await replay([bytesOf(text)]);

    expect(errors.map((error) => error.code)).toEqual([code]);
    expect(after.text).toBe(words.content);
  });

  it.each([
    ['lists as long as it', `{"lsn":2,"event":{"type":"tool_calls","calls":[${'{},'.repeat(200_000)}{}]}}`],
    [
      'names',
      `{"lsn":2,"event":{"type":"text",${Array.from({ length: 110_000 }, (_, n) => `"${n.toString(36)}":0,`).join('')}"z":0}}`,
    ],
    ['brackets', `{"lsn":2,"event":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ])('leaves out a line of too many %s, and goes on behind it', async (_what, line) => {
    const text = `${linesOf(info)}${line}\n${linesOf(words)}`;
    const { state: read, errors } = await replay([bytesOf(text)]);
    expect(errors.map(({ code }) => code)).toEqual(['BAD_LINE']);
    expect(read.text).toBe(words.content);
  });

  it('with a list that is wrong throughout is no broken network', async () => {
    const calls = Array.from({ length: 40_000 }, () => ({}));
    const event = { type: 'messages', messages: [{ role: 'assistant', tool_calls: calls }] };
    const { state: read, errors } = await replay([bytesOf(linesOf(info, event, words))]);
    expect(errors.map(({ code }) => code)).toEqual(['BAD_EVENT']);
    expect(read.text).toBe(words.content);
  });

  it.each([
    ['in one chunk', (bytes: Uint8Array) => [bytes]],
    ['in many', (bytes: Uint8Array) => Array.from({ length: 200 }, (_, at) => bytes.slice(at * 7, at * 7 + 7))],
  ])('is read up to a line that is too long, %s', async (_how, cut) => {
    const seen: string[] = [];
    let cancelled = false;
    const bytes = bytesOf(`${linesOf(info, words)}${'x'.repeat(400)}\n${linesOf({ type: 'text', content: 'behind' })}`);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => cut(bytes).forEach((chunk) => controller.enqueue(chunk)),
      cancel() {
        cancelled = true;
      },
    });
    const sink = {
      onTold: (told: readonly Told[]) =>
        void seen.push(...told.map((one) => (one.type === 'event' ? one.event.type : ''))),
      onProblem: () => expect.unreachable(),
    };
    const error = await readChatStream(body, sink, lines(), 200);

    expect(error?.code).toBe('LINE_TOO_LONG');
    expect(seen).toEqual(['session_info', 'text']);
    expect(cancelled).toBe(true);
  });

  it('has lines of just so many bytes', async () => {
    const line = linesOf({ type: 'text', content: 'ü✈️北' });
    const read = (maxBytes: number) => {
      const body = new Response(bytesOf(line)).body as ReadableStream<Uint8Array>;
      return readChatStream(body, { onTold: () => undefined, onProblem: () => undefined }, lines(), maxBytes);
    };
    expect(await read(bytesOf(line).length - 1)).toBeUndefined();
    expect(await read(bytesOf(line).length - 2)).toMatchObject({ code: 'LINE_TOO_LONG' });
  });

  it('lets go of the connection when its reader waits no longer', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        cancelled = true;
      },
    });
    const sink = { onTold: () => undefined, onProblem: () => undefined };
    const reading = readChatStream(body, sink, lines(), undefined, () => Promise.reject(new Error('Enough.')));

    await expect(reading).rejects.toThrow('Enough.');
    expect(cancelled).toBe(true);
  });

  it('that broke off anywhere leaves something that can be done', async () => {
    const bytes = bytesOf(booking);
    const whole = (await replay([bytes])).state;
    for (let at = 0; at < bytes.length - 1; at += 7) {
      const harness = createHarness();
      const sent = harness.client.send('Book');
      const stream = await harness.server.accept();
      stream.write(bytes.slice(0, at));
      stream.end();
      await sent;
      const { status, problem, pending } = harness.snapshot();
      const actions = pending.map((item) => [item.status, item.message]);
      expect(problem?.code, `cut after ${at} bytes`).toBe('STREAM_CUT');
      expect([
        ['failed', []],
        ['waiting', [['pending', whole.items[0]?.message]]],
      ]).toContainEqual([status, actions]);
      await harness.client.close();
    }
  });
});

describe('an answer’s stream', () => {
  it.each([
    ['before the server has recorded it', [info], 'failed', undefined],
    [
      'afterwards',
      [
        info,
        {
          type: 'plugin_elicit_settled',
          sessionId: 'call_1',
          callId: 'call_1',
          elicitId: 'call_1:0',
          action: 'accept',
        },
      ],
      'settled',
      'STREAM_CUT',
    ],
  ] as const)('that is cut %s fails where it can be tried again', async (_when, events, status, code) => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end(info, ask(), state());
    await sent;
    harness.item().views[0]?.answer({ flightId: 'FL1' });
    (await harness.server.accept()).end(...events);
    await harness.when(isStatus(status));
    await harness.when((snapshot) => snapshot.problem?.code === code);

    expect(harness.errors).toMatchObject([{ code: 'STREAM_CUT', elicitId: 'call_1:0' }]);
  });
});

describe('a line that is too long', () => {
  const long = { type: 'text', content: 'x'.repeat(2 ** 20) };

  it('fails the turn at once, keeps what came before, and is not asked for again', async () => {
    const harness = createHarness({ retry: undefined });
    const sent = harness.client.send('Book');
    const stream = await harness.server.accept();
    stream.send(info, words, long);
    await sent;

    expect(harness.snapshot()).toMatchObject({
      status: 'failed',
      text: words.content,
      problem: { code: 'LINE_TOO_LONG' },
    });
    expect(harness.errors).toMatchObject([
      { code: 'LINE_TOO_LONG', message: expect.stringContaining('1048576') as string },
    ]);
    expect(harness.server.requests).toHaveLength(1);
  });

  it('does not keep the next turn from being told', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    (await harness.server.accept()).send(info, long);
    await sent;
    const again = harness.client.send('Again');
    (await harness.server.accept()).end(info, words, said(words.content), complete);
    await again;

    expect(harness.snapshot()).toMatchObject({ status: 'idle', problem: undefined });
    expect(harness.snapshot().messages.at(-1)?.content).toBe(words.content);
  });

  it('is not said a second time where it is tried again', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    (await harness.server.accept()).send(info, long);
    await sent;
    const retried = harness.client.retry();
    const stream = await harness.server.accept();
    expect(stream.request.body).toMatchObject({ messages: [], revision: expect.any(Number) as number });
    stream.end(said('Short'), complete);
    await retried;
    expect(harness.snapshot()).toMatchObject({ status: 'idle', problem: undefined });
  });

  it.each([
    ['before the server says that it has an answer leaves the answer to be sent again', [], 'failed'],
    ['behind an answer that the server has takes nothing from it', [settled('accept')], 'settled'],
  ] as const)('%s', async (_what, before, status) => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL1' });
    (await harness.server.accept()).send(info, ...before, long);
    await harness.when(isStatus(status));
    await harness.when((snapshot) => snapshot.status !== 'streaming');

    expect(harness.errors).toMatchObject([{ code: 'LINE_TOO_LONG', elicitId: 'call_1:0' }]);
  });

  it('is no longer than the host allows', async () => {
    const harness = createHarness({ maxLineBytes: 2 ** 21 });
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end(info, said(long.content.slice(0, -100)), complete);
    await sent;
    expect(harness.snapshot().messages.at(-1)?.content).toHaveLength(2 ** 20 - 100);

    const small = createHarness({ maxLineBytes: 100 });
    const next = small.client.send('Book');
    (await small.server.accept()).send(info, words, ask());
    await next;
    expect(small.snapshot().problem?.code).toBe('LINE_TOO_LONG');
  });
});

describe('a refused POST', () => {
  it.each([
    [Response.json({ error: { code: 'TOO_LARGE', message: 'Too large' } }, { status: 413 }), 'TOO_LARGE', 413],
    [new Response('<h1>Bad gateway</h1>', { status: 502 }), 'HTTP_ERROR', 502],
    [Response.json({ error: 'x' }, { status: 400 }), 'HTTP_ERROR', 400],
    [new TypeError('offline'), 'NETWORK_FAILED', undefined],
  ])('becomes a coded error', async (answer, code, status) => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    await harness.server.refuse(answer);
    await sent;

    expect(harness.errors).toMatchObject([{ code, status }]);
    expect(harness.snapshot()).toMatchObject({ status: 'failed', problem: { code }, messages: [{ content: 'Book' }] });
  });

  it('is a failed turn too where the server answers 200 and an error event', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end({ type: 'error', message: 'No such tool' });
    await sent;

    expect(harness.errors).toMatchObject([{ code: 'UNKNOWN', message: 'No such tool' }]);
    expect(harness.snapshot()).toMatchObject({ status: 'failed', problem: { code: 'UNKNOWN' } });
  });

  it('can be tried again, with the same messages', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    await harness.server.refuse(new TypeError('offline'));
    await sent;

    const retried = harness.client.retry();
    const stream = await harness.server.accept();
    expect(stream.request.body.messages).toMatchObject([{ role: 'user', content: 'Book' }]);
    expect(stream.request.body.attach).toBeUndefined();
    stream.end(said('Hi'), complete);
    await retried;
    expect(harness.snapshot()).toMatchObject({ status: 'idle', problem: undefined, messages: [{}, { content: 'Hi' }] });
  });

  it('goes on with the words that had come, where the server has the message', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end(info, { type: 'text', content: 'He' });
    await sent;
    expect(harness.snapshot()).toMatchObject({ status: 'failed', text: 'He' });

    const retried = harness.client.retry();
    const stream = await harness.server.accept();
    expect(stream.request.body).toMatchObject({ messages: [], revision: expect.any(Number) as number });
    stream.send({ type: 'text', content: 'llo' });
    await harness.when(({ text }) => text === 'Hello');
    stream.end(said('Hello'), complete);
    await retried;
    expect(harness.snapshot()).toMatchObject({ status: 'idle', text: '', messages: [{}, { content: 'Hello' }] });
  });
});

describe('a snapshot', () => {
  const part = (revision: number, ...contents: string[]) =>
    `${JSON.stringify({
      snapshot: revision,
      event: {
        type: 'snapshot',
        events: contents.map((content) => ({ type: 'messages', messages: [{ role: 'user', content }] })),
      },
    })}\n`;
  const last = (revision: number, ...contents: string[]) =>
    part(revision, ...contents).replace('"snapshot":', '"revision":');
  const idle = reduceAll({ type: 'event', post: 'post', event: info as never, at: 0 });

  it('may come in several lines, and counts when the last has come', async () => {
    const whole = await replay([bytesOf(part(9, 'a', 'b') + part(9, 'c') + last(9, 'd'))], idle);
    expect(whole.state.messages.map(({ content }) => content)).toEqual(['a', 'b', 'c', 'd']);
    expect(whole.state.revision).toBe(9);
    const cut = await replay([bytesOf(part(9, 'a', 'b') + part(9, 'c'))], idle);
    expect([cut.state.messages, cut.state.revision]).toEqual([[], 0]);
  });

  it('that is longer than anybody keeps is left out', async () => {
    const long = 'x'.repeat(2 ** 20 - 200);
    const { state: after, errors } = await replay([bytesOf(part(9, long).repeat(64) + last(9, long))], idle);
    expect(errors).toMatchObject([{ code: 'BAD_LINE' }]);
    expect(after.messages).toEqual([]);
  });

  it.each(['session_info', 'snapshot', 'end'])('holds no %s', async (type) => {
    const event = { type, events: [], conversationState: { messages: [] }, capabilities: {} };
    const line = `${JSON.stringify({ revision: 9, event: { type: 'snapshot', events: [event] } })}\n`;
    expect((await replay([bytesOf(line)], idle)).errors).toMatchObject([{ code: 'BAD_EVENT' }]);
  });

  it.each([Infinity, -1, 1.5, '9'])('and any event has a whole number for its revision, not %j', async (revision) => {
    const line = JSON.stringify({ revision: 0, event: words }).replace(
      '0',
      revision === Infinity ? '1e999' : JSON.stringify(revision),
    );
    expect((await replay([bytesOf(`${line}\n`)], idle)).errors).toMatchObject([{ code: 'BAD_LINE' }]);
  });
});

it('starts from nothing', () => {
  expect(idleState()).toMatchObject({ messages: [], items: [], posts: [] });
});

function reduceAll(...inputs: Input[]) {
  return inputs.reduce(reduce, idleState());
}
