import { afterEach, describe, expect, it } from 'vitest';
import {
  ask,
  askFirst,
  closeAll,
  complete,
  createHarness,
  Flights,
  info,
  isStatus,
  settled,
  state,
  push,
  said,
  lineOf,
} from './harness.ts';

afterEach(closeAll);

describe('a question', () => {
  it('runs its handler, and shows what the handler renders', async () => {
    const harness = createHarness();
    await askFirst(harness);

    expect(harness.snapshot().status).toBe('waiting');
    expect(harness.item()).toMatchObject({
      status: 'pending',
      message: 'Which flight?',
      toolName: 'book_flight',
      attempt: 1,
      views: [{ Component: Flights, active: true, props: { flights: [{ id: 'FL1' }, { id: 'FL2' }] } }],
    });
  });

  it('leaves a wait for something outside as it was, when it is answered', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const ids = { sessionId: 'call_1', callId: 'call_1', toolName: 'book_flight' };
    push(harness.client, { type: 'plugin_progress', ...ids, message: 'Waiting for the bank', waits: true });
    push(harness.client, settled('accept', {}, 'theirs'));

    expect(harness.item()).toMatchObject({ status: 'settled' });
    expect(harness.snapshot().calls).toMatchObject([{ status: 'running', progress: { waits: true } }]);
    expect(harness.snapshot().status).toBe('waiting');
  });

  it('sends an answer before the page hears of it, which hears of both at once', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const heard: [requests: number, status: string][] = [];
    harness.client.subscribe(() => heard.push([harness.server.requests.length, harness.item().status]));
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    expect(heard).toEqual([[2, 'sending']]);
  });

  it('sends the answer of its view, once, and is settled by the server', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const [view] = harness.item().views;

    view?.answer({ flightId: 'FL2' });
    view?.answer({ flightId: 'FL1' });
    expect(harness.item()).toMatchObject({ status: 'sending', action: 'accept', views: [{ active: false }] });

    const stream = await harness.server.accept();
    expect(stream.request.body).toMatchObject({
      conversationId: harness.client.conversationId,
      messages: [],
      revision: expect.any(Number) as number,
      enabledPlugins: ['book_flight'],
      capabilities: { genericForm: false, url: false },
      pluginElicitResponses: [
        {
          sessionId: 'call_1',
          callId: 'call_1',
          elicitId: 'call_1:0',
          attempt: 1,
          result: { action: 'accept', content: { flightId: 'FL2' } },
        },
      ],
    });
    stream.end(info, settled('accept'), state(), complete);
    await harness.when(({ status }) => status === 'idle');

    expect(harness.item()).toMatchObject({
      status: 'settled',
      action: 'accept',
      receipt: { title: 'Flight FL2' },
      views: [],
    });
    expect(harness.server.requests).toHaveLength(2);
    expect(harness.errors).toEqual([]);
  });

  it('can be answered without its view, once', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const item = harness.item();
    if (item.status !== 'pending') throw new Error(item.status);

    item.accept({ flightId: 'FL1' });
    item.accept({ flightId: 'FL2' });
    item.decline();

    const stream = await harness.server.accept();
    stream.end(info, settled('accept'), state(), complete);
    await harness.when(({ status }) => status === 'idle');
    expect(harness.server.requests.slice(1).map(({ body }) => body.pluginElicitResponses?.[0]?.result)).toEqual([
      { action: 'accept', content: { flightId: 'FL1' } },
    ]);
  });

  it.each([
    ['decline', { action: 'decline', reason: 'too early' }],
    ['cancel', { action: 'cancel', reason: 'dismissed' }],
  ] as const)('is ended by %s while its handler runs', async (action, result) => {
    const harness = createHarness();
    await askFirst(harness);
    const item = harness.item();
    if (item.status !== 'pending') throw new Error(item.status);

    if (action === 'decline') item.decline('too early');
    else item.cancel();

    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toEqual(result);
    stream.end(info, settled(action), state(), complete);
    await harness.when(isStatus('settled'));
    expect(harness.item()).toMatchObject({ status: 'settled', action, message: 'Which flight?', receipt: undefined });
  });

  it('sends content as the schema’s input, not as its output', async () => {
    const harness = createHarness();
    await askFirst(harness, ask({ key: 'pickSeat' }));

    harness.item().views[0]?.answer({ row: '12', seat: 'A' });

    const { body } = (await harness.server.accept()).request;
    expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content: { row: '12', seat: 'A' } });
  });

  it('keeps content that does not fit from the server, and shows what is wrong in the same view', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const [view] = harness.item().views;

    view?.answer({ flightId: '' });

    expect(harness.item()).toMatchObject({
      status: 'pending',
      attempt: 1,
      issues: [{ path: ['flightId'] }],
      views: [{ id: view?.id, active: true }],
    });
    expect(harness.server.requests).toHaveLength(1);
    expect(harness.errors).toEqual([]);

    harness.item().views[0]?.answer({ flightId: 'FL1' });
    expect(harness.item()).toMatchObject({ status: 'sending', issues: undefined });
  });

  it('is asked again, in the same view, when the server does not take the answer', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const [view] = harness.item().views;
    view?.setDraft({ typed: 'FL2' });
    view?.answer({ flightId: 'FL2' });
    const stream = await harness.server.accept();

    stream.end(info, ask({ attempt: 2, issues: [{ path: [], message: 'Sold out' }] }), state());
    await harness.when(isStatus('pending'));

    expect(harness.item()).toMatchObject({
      attempt: 2,
      issues: [{ message: 'Sold out' }],
      views: [{ id: view?.id, active: true, draft: { typed: 'FL2' } }],
    });
    harness.item().views[0]?.answer({ flightId: 'FL1' });
    const { body } = (await harness.server.accept()).request;
    expect(body.pluginElicitResponses).toMatchObject([{ attempt: 2, result: { content: { flightId: 'FL1' } } }]);
  });

  it('keeps the answer of a POST that failed, and sends the same again', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    await harness.server.refuse(new TypeError('offline'));
    await harness.when(isStatus('failed'));

    const item = harness.item();
    expect(item).toMatchObject({ status: 'failed', problem: { code: 'NETWORK_FAILED' }, views: [{ active: false }] });
    expect(harness.errors).toMatchObject([{ code: 'NETWORK_FAILED', elicitId: 'call_1:0' }]);
    expect('accept' in item).toBe(false);
    if (item.status === 'failed') item.retry();
    if (item.status === 'failed') item.retry();

    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toEqual({
      action: 'accept',
      content: { flightId: 'FL2' },
    });
    stream.end(info, settled('accept'), state(), complete);
    await harness.when(isStatus('settled'));
    expect(harness.server.requests).toHaveLength(3);
  });

  it('tells why a server refused the POST of an answer', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });

    await harness.server.refuse(
      Response.json({ error: { code: 'RATE_LIMITED', message: 'Slow down' } }, { status: 429 }),
    );
    await harness.when(isStatus('failed'));

    expect(harness.item()).toMatchObject({
      problem: { code: 'RATE_LIMITED', status: 429 },
    });
    expect(harness.errors).toMatchObject([{ code: 'RATE_LIMITED', status: 429, elicitId: 'call_1:0' }]);
  });

  it('fails where the server closes without a word about the answer', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });

    (await harness.server.accept()).end(info, state());
    await harness.when(isStatus('failed'));

    expect(harness.item()).toMatchObject({ problem: { code: 'ANSWER_NOT_CONFIRMED' } });
  });

  it('is settled as the server says where another tab was first', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });

    (await harness.server.accept()).end(info, settled('decline'), state(), complete);
    await harness.when(isStatus('settled'));

    expect(harness.item()).toMatchObject({
      action: 'decline',
      elsewhere: true,
      receipt: undefined,
    });
  });

  it('is lost with its session', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });

    (await harness.server.accept()).end(
      info,
      {
        type: 'plugin_session_error',
        sessionId: 'call_1',
        callId: 'call_1',
        error: 'SESSION_NOT_FOUND',
        message: 'Gone',
      },
      state(),
      complete,
    );
    await harness.when(isStatus('lost'));
    expect(harness.item()).toMatchObject({ problem: { code: 'SESSION_NOT_FOUND' } });
  });

  it.each([-1, 86_400_000])(
    'has expired when the server says so, %d ms before its time by this clock',
    async (left) => {
      const harness = createHarness();
      await askFirst(harness, ask({ expiresAt: Date.now() + left }));

      push(harness.client, { ...settled('cancel'), reason: 'expired' });

      expect(harness.item()).toMatchObject({ status: 'expired', receipt: undefined });
    },
  );

  it('has not expired when the server cancels it for another reason, after its time by this clock', async () => {
    const harness = createHarness();
    await askFirst(harness, ask({ expiresAt: Date.now() - 86_400_000 }));

    push(harness.client, { ...settled('cancel'), reason: 'interrupted' });

    expect(harness.item()).toMatchObject({ status: 'settled', action: 'cancel' });
  });

  it('is cancelled when the server ends it for a new message', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const sent = harness.client.send('Never mind');
    const stream = await harness.server.accept();

    expect(stream.request.body.messages.at(-1)).toMatchObject({ role: 'user', content: 'Never mind' });
    stream.end(info, settled('cancel'), { type: 'text', content: 'Fine.' }, said('Fine.'), complete);
    await sent;

    expect(harness.item()).toMatchObject({ status: 'settled', action: 'cancel' });
    expect(harness.snapshot()).toMatchObject({ status: 'idle', text: '', messages: [{}, {}, { content: 'Fine.' }] });
  });

  it('is aborted with its call', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const aborted = harness.client.abort({ reason: 'changed my mind', silent: true });
    const stream = await harness.server.accept();

    expect(stream.request.body.pluginAbort).toEqual({ sessionId: 'call_1', reason: 'changed my mind', silent: true });
    stream.end(info, state());
    await aborted;

    expect(harness.item()).toMatchObject({ status: 'aborted', by: 'user' });
    expect(harness.snapshot().status).toBe('idle');
  });

  it('stays when an abort did not arrive', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const aborted = harness.client.abort({ callId: 'call_1' });
    await harness.server.refuse(new TypeError('offline'));
    await aborted;

    expect(harness.item()).toMatchObject({ status: 'pending', views: [{ active: true }] });
    expect(harness.errors).toMatchObject([{ code: 'NETWORK_FAILED' }]);
  });

  it('is aborted when the server says so, and by whom', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const status = { type: 'plugin_session_status', sessionId: 'call_1', callId: 'call_1', toolName: 'book_flight' };

    push(harness.client, { ...status, status: 'aborted', by: 'timeout' });

    expect(harness.item()).toMatchObject({ status: 'aborted', by: 'timeout' });
    expect(harness.snapshot().calls).toMatchObject([{ callId: 'call_1', status: 'aborted' }]);
  });
});

describe('two questions', () => {
  it('are answered apart, each by its own POST, while the other waits', async () => {
    const harness = createHarness();
    await askFirst(harness, ask(), ask({ callId: 'call_2' }));

    harness.item('call_1:0').views[0]?.answer({ flightId: 'FL1' });
    harness.item('call_2:0').views[0]?.answer({ flightId: 'FL2' });
    const first = await harness.server.accept();
    const second = await harness.server.accept();
    second.end(info, settled('accept', { callId: 'call_2' }), state());
    await harness.when(isStatus('settled', 'call_2:0'));

    expect(harness.item('call_1:0').status).toBe('sending');
    first.send(info, settled('accept'));
    await harness.when(isStatus('settled'));
    first.end(state(), complete);
    await harness.when(({ status }) => status === 'idle');
  });

  it('have their text told once, though both streams tell it', async () => {
    const harness = createHarness();
    await askFirst(harness, ask(), ask({ callId: 'call_2' }));
    harness.item('call_1:0').views[0]?.answer({ flightId: 'FL1' });
    const first = await harness.server.accept();
    first.send(info, settled('accept'));
    await harness.when(isStatus('settled'));
    harness.item('call_2:0').views[0]?.answer({ flightId: 'FL2' });
    const second = await harness.server.accept();
    second.send(info, settled('accept', { callId: 'call_2' }));
    await harness.when(isStatus('settled', 'call_2:0'));

    const told = [said('Booked.'), complete, state()].map((event) => `${JSON.stringify(lineOf(event))}\n`).join('');
    for (const stream of [first, second]) {
      stream.write(told);
      stream.end();
    }
    await harness.when(({ status }) => status === 'idle');

    expect(harness.snapshot().messages.filter(({ content }) => content === 'Booked.')).toHaveLength(1);
  });
});
