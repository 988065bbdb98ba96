import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerWith, makePlugin } from '../../src/plugin.ts';
import {
  ask,
  askFirst,
  bookFlight,
  bookFlightPlugin,
  closeAll,
  complete,
  createHarness,
  type Harness,
  info,
  Seats,
  settled,
  state,
  push,
} from './harness.ts';

afterEach(closeAll);
afterEach(() => void vi.useRealTimers());

const Other = (_props: { onRespond: (answer: { flightId: string }) => void }) => null;
const otherPlugin = makePlugin(bookFlight)
  .onElicit({ pickFlight: answerWith(Other, () => ({})), pickSeat: answerWith(Seats, () => ({})) })
  .build();

describe('a plugin', () => {
  it('that is replaced asks the questions that wait, with what was typed', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.setDraft('typed');

    harness.client.registry.replace(otherPlugin);

    expect(harness.item()).toMatchObject({
      status: 'pending',
      views: [{ Component: Other, draft: 'typed', active: true }],
    });
    harness.item().views[0]?.answer({ flightId: 'FL1' });
    expect(harness.item().status).toBe('sending');
  });

  it('that is replaced leaves an answer on its way alone', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL1' });
    const { item } = harness;
    const before = item();
    harness.client.registry.replace(otherPlugin);

    expect(item()).toBe(before);
  });

  it('that is taken out leaves its questions to be declined', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.client.registry.unregister('book_flight');

    expect(harness.item()).toMatchObject({
      status: 'pending',
      problem: { code: 'NO_HANDLER' },
      views: [],
    });
    expect(harness.errors).toMatchObject([{ code: 'NO_HANDLER', elicitId: 'call_1:0' }]);
    const item = harness.item();
    if (item.status === 'pending') item.decline();
    expect(harness.item().status).toBe('sending');
  });

  it('that comes late takes the questions that wait for one', async () => {
    const harness = createHarness({ plugins: [] });
    await askFirst(harness);
    expect(harness.item()).toMatchObject({ problem: { code: 'NO_HANDLER' } });

    harness.client.registry.register(bookFlightPlugin);

    expect(harness.item()).toMatchObject({ status: 'pending', problem: undefined, views: [{ active: true }] });
  });
});

describe('a question', () => {
  it('that is open when the client is closed says so', async () => {
    const harness = createHarness();
    await askFirst(harness);
    await harness.client.close();

    const item = harness.item();
    expect(item).toMatchObject({ status: 'failed', problem: { code: 'CLIENT_CLOSED' } });
    if (item.status === 'failed') item.retry();
    expect(harness.errors).toMatchObject([{ code: 'CLIENT_CLOSED' }]);
  });

  it('that is lost can be asked for again, once, in the person’s name', async () => {
    const harness = createHarness();
    await askFirst(harness);
    push(harness.client, {
      type: 'plugin_session_error',
      sessionId: 'call_1',
      callId: 'call_1',
      error: 'SESSION_NOT_FOUND',
      message: 'Gone',
    });
    const item = harness.item();
    if (item.status !== 'lost') throw new Error(item.status);
    expect(harness.server.requests).toHaveLength(1);

    item.askAgain?.();
    item.askAgain?.();
    const stream = await harness.server.accept();
    expect(stream.request.body.messages.at(-1)).toMatchObject({
      role: 'user',
      content: 'Please try again: Which flight?',
    });
    expect(harness.item()).toMatchObject({ status: 'lost', askAgain: undefined });
    stream.end(info, complete);
    await harness.when(({ status }) => status === 'idle');
    expect(harness.server.requests).toHaveLength(2);
  });

  it('that has expired can be asked for again, once, in the person’s name', async () => {
    const harness = createHarness();
    await askFirst(harness, ask({ expiresAt: Date.now() }));
    push(harness.client, { ...settled('cancel'), reason: 'expired' });
    const item = harness.item();
    if (item.status !== 'expired') throw new Error(item.status);

    item.askAgain?.();
    item.askAgain?.();
    const stream = await harness.server.accept();
    expect(stream.request.body.messages.at(-1)).toMatchObject({
      role: 'user',
      content: 'Please try again: Which flight?',
    });
    expect(harness.item()).toMatchObject({ status: 'expired', askAgain: undefined });
    stream.end(info, complete);
    await harness.when(({ status }) => status === 'idle');
    expect(harness.server.requests).toHaveLength(2);
  });

  it.each(['user', 'timeout', 'server', undefined] as const)('that was stopped knows by whom: %s', async (by) => {
    const harness = createHarness();
    await askFirst(harness);
    push(harness.client, {
      type: 'plugin_session_status',
      sessionId: 'call_1',
      callId: 'call_1',
      toolName: 'book_flight',
      status: 'aborted',
      by,
    });

    expect(harness.item()).toMatchObject({ status: 'aborted', by });
  });
});

describe('what the server does by itself', () => {
  /** Ask first, and say when the server goes on by itself. */
  async function askFor(lookAfter: number, question = ask()): Promise<Harness> {
    vi.useFakeTimers();
    const harness = createHarness();
    const sent = harness.client.send('Book a flight');
    (await harness.server.accept()).end(info, question, { type: 'end', lookAfter });
    await sent;
    return harness;
  }

  it('is asked for when it is due', async () => {
    const harness = await askFor(60_000);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(harness.server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);

    const stream = await harness.server.accept();
    expect(stream.request.body.attach).toBe(true);
    stream.end(info, settled('cancel'), state(), complete);
    await harness.when(({ pending }) => pending.length === 0);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(harness.server.requests).toHaveLength(2);
  });

  it('is asked for as the server’s last word says, however wrong this device’s clock is', async () => {
    const harness = await askFor(60_000, ask({ expiresAt: Date.now() - 3_600_000 }));
    await vi.advanceTimersByTimeAsync(60_000);
    (await harness.server.accept()).end(info, { type: 'end', lookAfter: 5_000 });
    await vi.advanceTimersByTimeAsync(4_900);
    expect(harness.server.requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    (await harness.server.accept()).end(info, settled('cancel'), complete);
    await harness.when(({ pending }) => pending.length === 0);
    expect(harness.server.requests).toHaveLength(3);
  });

  it.each([0, -1, 1e-9, 300])('is asked for once a second at most: its word is %s', async (lookAfter) => {
    const harness = await askFor(lookAfter);
    for (const times of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(999);
      expect(harness.server.requests).toHaveLength(times);
      await vi.advanceTimersByTimeAsync(1);
      (await harness.server.accept()).end(info, { type: 'end', lookAfter });
    }
  });

  it('is asked for once if the server does not answer', async () => {
    const harness = await askFor(60_000);
    await vi.advanceTimersByTimeAsync(60_000);
    await harness.server.refuse(new Response('', { status: 400 }));
    await vi.advanceTimersByTimeAsync(3_600_000);

    expect(harness.server.requests).toHaveLength(2);
    expect(harness.client.getSnapshot().problem).toBeDefined();
  });

  it('leaves no timer when the client is closed', async () => {
    const harness = await askFor(2 ** 40);
    expect(vi.getTimerCount()).toBe(1);
    await harness.client.close();

    expect(vi.getTimerCount()).toBe(0);
    expect(harness.server.requests).toHaveLength(1);
  });
});
