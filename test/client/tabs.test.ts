import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatTransportRequest, TabChannel } from '../../src/client.ts';
import { answerWith, makePlugin } from '../../src/plugin.ts';
import {
  answerIdOf,
  ask,
  askFirst,
  bookFlight,
  closeAll,
  complete,
  createHarness,
  Flights,
  info,
  isStatus,
  Seats,
  settled,
  state,
  type Harness,
} from './harness.ts';

afterEach(closeAll);
afterEach(() => void vi.unstubAllGlobals());

/** A BroadcastChannel whose messages arrive at once. */
function createChannels(): (name: string) => TabChannel {
  const open = new Map<string, Set<(event: { data: unknown }) => void>>();
  return (name) => {
    const listeners = open.get(name) ?? new Set();
    open.set(name, listeners);
    let own: ((event: { data: unknown }) => void) | undefined;
    return {
      postMessage(message) {
        const data = structuredClone(message);
        for (const listener of listeners) if (listener !== own) listener({ data });
      },
      addEventListener(_type, listener) {
        own = listener;
        listeners.add(listener);
      },
      close() {
        if (own !== undefined) listeners.delete(own);
      },
    };
  };
}

/** Two tabs of one conversation, both of which show the question. */
async function openTwo(settings: Parameters<typeof createHarness>[0] = {}): Promise<[Harness, Harness]> {
  const tabs = createChannels();
  const both = [1, 2].map(() => createHarness({ conversationId: 'c', tabs, ...settings })) as [Harness, Harness];
  for (const harness of both) await askFirst(harness);
  return both;
}

describe('two tabs', () => {
  it('show what one answers as answered elsewhere, with its receipt, and the other follows the turn', async () => {
    const [one, two] = await openTwo();
    one.item().views[0]?.answer({ flightId: 'FL2' });
    expect(two.item()).toMatchObject({ status: 'sending', elsewhere: true, action: 'accept' });

    (await one.server.accept()).end(info, settled('accept'), state(), complete);
    await two.when(isStatus('settled'));
    expect(one.item()).toMatchObject({ elsewhere: false, receipt: { title: 'Flight FL2' } });
    expect(two.item()).toMatchObject({
      elsewhere: true,
      action: 'accept',
      receipt: { title: 'Flight FL2' },
    });
    const followed = await two.server.accept();
    expect(followed.request.body.attach).toBe(true);
    followed.end(info, state([{ role: 'assistant', content: 'Booked.' }]), complete);
    await two.when(({ messages }) => messages.at(-1)?.content === 'Booked.');
  });

  it('show a receipt that a plugin gave no details of', async () => {
    const plugins = [
      makePlugin(bookFlight)
        .onElicit({ pickFlight: answerWith(Flights), pickSeat: answerWith(Seats, () => ({})) })
        .receipts({ pickFlight: ({ flightId }) => ({ title: flightId, detail: undefined }) })
        .build(),
    ];
    const [one, two] = await openTwo({ plugins });
    one.item().views[0]?.answer({ flightId: 'FL2' });
    (await one.server.accept()).end(info, settled('accept'), state(), complete);
    await two.when(isStatus('settled'));
    expect(two.item()).toMatchObject({ receipt: { title: 'FL2' } });
  });

  it('give a question back that could not be sent', async () => {
    const [one, two] = await openTwo();
    two.item().views[0]?.setDraft('typed');
    one.item().views[0]?.answer({ flightId: 'FL2' });
    await one.server.refuse(new TypeError('offline'));
    await two.when(isStatus('pending'));

    expect(two.item()).toMatchObject({ views: [{ active: true, draft: 'typed' }] });
    expect(one.item().status).toBe('failed');
  });

  it('give a question back when the one that answers is closed', async () => {
    const [one, two] = await openTwo();
    one.item().views[0]?.answer({ flightId: 'FL2' });
    await one.server.accept();
    await one.client.close();

    expect(two.item().status).toBe('pending');
    expect(one.item().status).toBe('failed');
  });

  it('ask the server when the one that answers falls silent', async () => {
    let wake!: () => void;
    const [one, two] = await openTwo({ retry: { wait: () => new Promise((resolve) => (wake = resolve)) } });
    one.item().views[0]?.answer({ flightId: 'FL2' });
    await two.when(isStatus('sending'));
    wake();
    (await two.server.accept()).end(info, ask(), state());
    await two.when(isStatus('pending'));
    expect(two.server.requests.at(-1)?.body.attach).toBe(true);
  });

  it('that both answer show what the server recorded first', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    (await harness.server.accept()).end(info, settled('decline'), state(), complete);
    await harness.when(isStatus('settled'));

    expect(harness.item()).toMatchObject({ action: 'decline', elsewhere: true });
  });

  it('without a channel do not tell an answer as their own that another tab gave otherwise', async () => {
    const harness = createHarness({ tabs: false });
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    (await harness.server.accept()).end(info, settled('accept', {}, 'the answer of the other'), state(), complete);
    await harness.when(isStatus('settled'));

    expect(harness.item()).toMatchObject({
      action: 'accept',
      elsewhere: true,
      receipt: undefined,
    });
  });

  it('tell a cancel of another tab from one of the server', async () => {
    const [other, server] = [createHarness({ tabs: false }), createHarness({ tabs: false })];
    for (const harness of [other, server]) await askFirst(harness);
    other.client.push(settled('cancel', {}, 'the answer of the other'));
    server.client.push(settled('cancel'));

    expect(other.item()).toMatchObject({ action: 'cancel', elsewhere: true });
    expect(server.item()).toMatchObject({ action: 'cancel', elsewhere: false });
  });

  it.each([
    ['that names answers', (request: ChatTransportRequest) => answerIdOf(request)],
    ['that does not', () => undefined],
  ])('know their own answer that a server %s had though the POST failed', async (_, nameOf) => {
    const harness = createHarness({ tabs: false });
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    const failed = await harness.server.refuse(new TypeError('the answer to the answer was lost'));
    await harness.when(isStatus('failed'));
    const item = harness.item();
    if (item.status === 'failed') item.decline();
    const declined = await harness.server.accept();
    expect(answerIdOf(declined.request)).not.toBe(answerIdOf(failed));
    declined.end(info, settled('accept', {}, nameOf(failed)), state(), complete);
    await harness.when(isStatus('settled'));

    expect(harness.item()).toMatchObject({ action: 'accept', elsewhere: false, receipt: { title: 'Flight FL2' } });
  });

  it('name an answer the same each time it is sent', async () => {
    const harness = createHarness({ tabs: false });
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    const failed = await harness.server.refuse(new TypeError('offline'));
    await harness.when(isStatus('failed'));
    const item = harness.item();
    if (item.status === 'failed') item.retry();
    const again = await harness.server.accept();

    expect(answerIdOf(again.request)).toBe(answerIdOf(failed));
    again.end(info, settled('accept', {}, answerIdOf(failed)), state(), complete);
    await harness.when(isStatus('settled'));
    expect(harness.item()).toMatchObject({ elsewhere: false, receipt: { title: 'Flight FL2' } });
  });

  it('hear of an answer without a channel too, from the server', async () => {
    const harness = createHarness({ tabs: false });
    await askFirst(harness);
    harness.client.push(settled('accept'));

    expect(harness.item()).toMatchObject({ action: 'accept', elsewhere: true, receipt: undefined });
  });

  it('are each on their own where the browser has channels and refuses them', async () => {
    // As Firefox does where site data are blocked.
    vi.stubGlobal('document', {});
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        }
      },
    );
    const harness = createHarness();
    await askFirst(harness);

    expect(harness.item().status).toBe('pending');
    expect(harness.errors).toEqual([]);
  });

  it('do not believe what is none of their news', async () => {
    const tabs = createChannels();
    const harness = createHarness({ conversationId: 'c', tabs });
    await askFirst(harness);
    const stranger = tabs('elicitkit:c');
    const news = { elicitId: 'call_1:0', attempt: 1, what: 'settled', action: 'accept' };
    for (const message of [null, 7, { ...news, attempt: 2 }, { ...news, what: 'gone' }, { ...news, elicitId: 'x' }]) {
      stranger.postMessage(message);
    }

    expect(harness.item().status).toBe('pending');
  });
});
