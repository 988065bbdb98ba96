import { run } from 'effection';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClientError } from '../../src/client/client-error.ts';
import { idleState } from '../../src/client/state/client-state.ts';
import { readChatStream } from '../../src/client/wire/read-chat-stream.ts';
import { ask, closeAll, complete, createHarness, info, isStatus, state } from './harness.ts';
import { bytesOf, linesOf, replay } from './replay.ts';

afterEach(closeAll);

const words = { type: 'text', content: 'Über ✈️ 北京…' };
const booking = linesOf(
  info,
  words,
  { type: 'tool_calls', calls: [{ id: 'call_1', name: 'book_flight', arguments: {} }] },
  ask({ message: 'Wohin? 🛫' }),
  state([{ role: 'user', content: 'größer' }]),
);

describe('a stream', () => {
  it('gives the same state wherever it is cut in two', async () => {
    const bytes = bytesOf(booking);
    const whole = await replay([bytes]);
    expect(whole.state.items).toMatchObject([{ message: 'Wohin? 🛫' }]);
    expect(whole.state.messages).toEqual([{ role: 'user', content: 'größer' }]);

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
    const unknown = JSON.stringify({ lsn: 1.5, event: { type: 'from_the_future', content: 'x' } });
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
    const text = [JSON.stringify({ lsn: 1, event: info }), line, JSON.stringify({ lsn: 3, event: words })].join('\n');

    const { state: after, errors } = await replay([bytesOf(text)]);

    expect(errors.map((error) => error.code)).toEqual([code]);
    expect(after.text).toBe(words.content);
  });

  it('goes on behind a line that is too long, and keeps none of it', async () => {
    const errors: ClientError[] = [];
    const seen: string[] = [];
    const chunks = [`${'x'.repeat(150)}`, `${'y'.repeat(100)}\n`, linesOf({ type: 'text', content: 'short' })];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(bytesOf(chunk));
        controller.close();
      },
    });
    await run(() =>
      readChatStream(
        body,
        {
          onEvents: (events) => seen.push(...events.map(({ type }) => type)),
          onProblem: (error) => errors.push(error),
        },
        undefined,
        200,
      ),
    );

    expect(errors.map(({ code }) => code)).toEqual(['LINE_TOO_LONG']);
    expect(seen).toEqual(['text']);
  });

  it('lets go of the connection when its reader is halted', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        cancelled = true;
      },
    });
    const task = run(() => readChatStream(body, { onEvents: () => undefined, onProblem: () => undefined }));

    await task.halt();

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

  it('is a failed turn too where an older server answers 200 and an error event', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end({ type: 'error', message: 'No such tool', recoverable: false });
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
    expect(stream.request.body.messages).toEqual([{ role: 'user', content: 'Book' }]);
    expect(stream.request.body.attach).toBeUndefined();
    stream.end({ type: 'text', content: 'Hi' }, complete);
    await retried;
    expect(harness.snapshot()).toMatchObject({ status: 'idle', problem: undefined, messages: [{}, { content: 'Hi' }] });
  });

  it('is asked after instead of started twice, where the server can say', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end(info, { type: 'text', content: 'He' });
    await sent;
    expect(harness.snapshot()).toMatchObject({ status: 'failed', text: 'He' });

    const retried = harness.client.retry();
    const stream = await harness.server.accept();
    expect(stream.request.body.attach).toBe(true);
    stream.end(
      info,
      state([
        { role: 'user', content: 'Book' },
        { role: 'assistant', content: 'Hello' },
      ]),
      complete,
    );
    await retried;
    expect(harness.snapshot()).toMatchObject({ status: 'idle', text: '', messages: [{}, { content: 'Hello' }] });
  });
});

it('starts from nothing', () => {
  expect(idleState()).toMatchObject({ messages: [], items: [], posts: [] });
});
