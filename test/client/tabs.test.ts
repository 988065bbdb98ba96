import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatTransportRequest, TabChannel } from '../../src/client.ts';
import {
  answerIdOf,
  ask,
  askFirst,
  closeAll,
  complete,
  createHarness,
  info,
  isStatus,
  settled,
  state,
  type Harness,
  push,
  said,
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

/** A page and another script of its origin. @returns posts that script's message */
async function withStranger(): Promise<[Harness, (message: unknown) => void]> {
  const tabs = createChannels();
  const harness = createHarness({ conversationId: 'c', tabs });
  await askFirst(harness);
  const stranger = tabs('elicitkit:c');
  return [harness, (message) => stranger.postMessage(message)];
}

/** Two tabs of one conversation, both of which show the question. */
async function openTwo(settings: Parameters<typeof createHarness>[0] = {}): Promise<[Harness, Harness]> {
  const tabs = createChannels();
  const both = [1, 2].map(() => createHarness({ conversationId: 'c', tabs, ...settings })) as [Harness, Harness];
  for (const harness of both) await askFirst(harness);
  // The first hears that the second knows more, and asks: it was the second's own message.
  (await both[0].server.accept()).end(state());
  await both[0].when(({ status }) => status === 'waiting');
  return both;
}

describe('two tabs', () => {
  it('show what one answered as answered elsewhere as soon as the server says so, and both follow the turn', async () => {
    const [one, two] = await openTwo();
    one.item().views[0]?.answer({ flightId: 'FL2' });
    const answer = await one.server.accept();
    expect(two.item().status).toBe('pending');

    const settledByOne = settled('accept', {}, answerIdOf(answer.request));
    answer.end(info, settledByOne, state(), complete);
    const followed = await two.server.accept();
    expect(followed.request.body.attach).toBe(true);
    expect(two.item().status).toBe('pending');
    followed.end(settledByOne, said('Booked.'), complete);
    await two.when(({ messages }) => messages.at(-1)?.content === 'Booked.');
    expect(one.item()).toMatchObject({ elsewhere: false, receipt: { title: 'Flight FL2' } });
    expect(two.item()).toMatchObject({ status: 'settled', elsewhere: true, action: 'accept' });
  });

  it('leave a question open that one could not answer, with what was typed in the other', async () => {
    const [one, two] = await openTwo();
    two.item().views[0]?.setDraft('typed');
    one.item().views[0]?.answer({ flightId: 'FL2' });
    await one.server.refuse(new TypeError('offline'));
    await one.when(isStatus('failed'));

    expect(two.item()).toMatchObject({ status: 'pending', views: [{ active: true, draft: 'typed' }] });
  });

  it('leave a question open that one answered when it was closed', async () => {
    const [one, two] = await openTwo();
    one.item().views[0]?.answer({ flightId: 'FL2' });
    await one.server.accept();
    await one.client.close();

    expect(two.item().status).toBe('pending');
    expect(one.item().status).toBe('failed');
  });

  it('hear nothing more from one that was closed in the middle of an answer', async () => {
    const calls: string[] = [];
    const tabs = (): TabChannel => ({
      postMessage: () => void calls.push('postMessage'),
      addEventListener: () => undefined,
      close: () => void calls.push('close'),
    });
    const { client, server, when } = createHarness({ conversationId: 'c', tabs });
    void client.send('Hi');
    const stream = await server.accept();
    stream.send(info, said('Hello'));
    await when(({ messages }) => messages.at(-1)?.content === 'Hello');
    await client.close();
    expect(calls).toEqual(['close']);
  });

  it('show what is said in one of them in the other too, though no question is open', async () => {
    const [one, two] = await openTwo();
    for (const { client } of [one, two]) push(client, settled('decline', {}, 'of somebody else'));
    (await one.server.accept()).end(state());
    const sent = one.client.send('And now?');
    const stream = await one.server.accept();
    stream.end(said('Done.'), complete);
    await sent;
    const followed = await two.server.accept();
    expect(followed.request.body).toMatchObject({ attach: true, messages: [] });
    followed.end({ type: 'messages', messages: stream.request.body.messages }, said('Done.'), complete);
    await two.when(({ messages }) => messages.at(-1)?.content === 'Done.');

    expect(two.snapshot().messages.at(-2)?.content).toBe('And now?');
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
    push(other.client, settled('cancel', {}, 'the answer of the other'));
    push(server.client, settled('cancel'));

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
    push(harness.client, settled('accept'));

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

  /** A tab with an open question, and a script of the same origin on its channel. */
  const forged = { elicitId: 'call_1:0', attempt: 1, action: 'accept', receipt: { title: 'Forged' } };

  it.each([
    ['settled', { ...forged, what: 'settled' }],
    ['sending', { ...forged, what: 'sending' }],
    ['open', { ...forged, what: 'open' }],
    ['an event of the server', settled('accept')],
    ['a list', [Number.MAX_SAFE_INTEGER]],
    ['a word', 'news'],
    ['nothing', null],
    ['a number', 7],
  ])('answer an open question whatever a forged message says: %s', async (_, message) => {
    const [harness, post] = await withStranger();
    post(message);

    expect(harness.server.requests).toHaveLength(1);
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    (await harness.server.accept()).end(info, settled('accept'), state(), complete);
    await harness.when(isStatus('settled'));
    expect(harness.item()).toMatchObject({ elsewhere: false, receipt: { title: 'Flight FL2' } });
  });

  it('ask the server where news is forged, and show what it says', async () => {
    const [harness, post] = await withStranger();
    post(Number.MAX_SAFE_INTEGER);
    (await harness.server.accept()).end(info, ask(), state());
    await harness.when(({ status }) => status === 'waiting');

    harness.item().views[0]?.answer({ flightId: 'FL2' });
    expect(harness.item().status).toBe('sending');
  });

  it('ask the server once at a time, and once more, however much news comes', async () => {
    const [harness, post] = await withStranger();
    const flood = () => {
      for (let message = 0; message < 1000; message += 1) post(Number.MAX_SAFE_INTEGER - message);
    };
    flood();
    const first = await harness.server.accept();
    flood();
    expect(harness.server.requests).toHaveLength(2);
    first.end(info, ask(), state());
    const second = await harness.server.accept();
    second.end(info, ask(), state());
    await harness.when(({ status }) => status === 'waiting');
    expect(harness.server.requests).toHaveLength(3);
  });
});

describe('a client that no page shows any more', () => {
  it('hears what it has missed once a page shows it', async () => {
    const [harness, post] = await withStranger();
    harness.leave();
    post(Number.MAX_SAFE_INTEGER);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(harness.server.requests).toHaveLength(1);
    harness.client.subscribe(() => undefined);
    expect((await harness.server.accept()).request.body.attach).toBe(true);
  });
});
