import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPluginClient, type ClientStorage } from '../../src/client.ts';
import { largestContext } from '../../src/client/storage/save-state.ts';
import {
  ask,
  askFirst,
  bookFlightPlugin,
  closeAll,
  createHarness,
  info,
  isStatus,
  settled,
  state,
  type Harness,
  push,
} from './harness.ts';
import { createShelf } from './shelf.ts';

afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
});

const start = new Date('2026-03-01T12:00:00Z');
/** A minute to answer: its last tenth begins after 54 s. */
const timed = () => ask({ expiresAt: start.getTime() + 60_000 });

function clock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: start });
}

async function reload(harness: Harness, storage: ClientStorage): Promise<Harness> {
  await harness.client.close();
  return createHarness({ storage });
}

/** A storage with a question that was put aside, by a client that is closed. */
async function leftAside() {
  clock();
  const shelf = createShelf();
  const harness = createHarness({ storage: shelf });
  await askFirst(harness, timed());
  harness.item().setAside(true);
  await harness.client.close();
  return shelf;
}

describe('a question put aside', () => {
  it('still waits, with its handler and what was entered, and is sent when it is answered', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const [view] = harness.item().views;
    view?.setDraft({ flightId: 'FL2' });
    harness.item().setAside(true);
    expect(harness.item()).toMatchObject({ status: 'pending', aside: true, views: [{ draft: { flightId: 'FL2' } }] });
    expect(harness.snapshot().pending).toHaveLength(1);

    harness.item().setAside(false);
    expect(harness.item()).toMatchObject({ aside: false, views: [{ id: view?.id, draft: { flightId: 'FL2' } }] });
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    (await harness.server.accept()).end(info, settled('accept'), state());
    await harness.when(isStatus('settled'));
  });

  it('cannot be put aside while it is sent, nor once it has ended', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL2' });
    const stream = await harness.server.accept();
    harness.item().setAside(true);
    expect(harness.item().aside).toBe(false);
    stream.end(info, settled('accept'), state());
    await harness.when(isStatus('settled'));
    harness.item().setAside(true);
    expect(harness.item().aside).toBe(false);
  });

  it('stays aside over a reload', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    before.item().setAside(true);
    const after = await reload(before, shelf);
    expect(after.item()).toMatchObject({ status: 'pending', aside: true });
    (await after.server.accept()).end(info, ask(), state());
    await after.when(({ status }) => status === 'waiting');
    expect(after.item().aside).toBe(true);
  });

  it('stays aside when the server tells its large context again', async () => {
    const shelf = createShelf();
    const large = ask({ message: 'x'.repeat(largestContext + 1) });
    const before = createHarness({ storage: shelf });
    await askFirst(before, large);
    before.item().setAside(true);
    const after = await reload(before, shelf);
    (await after.server.accept()).end(info, large, state());
    await after.when(({ items }) => items[0]?.views.length === 1);
    expect(after.item().aside).toBe(true);
  });

  it('comes back as a new attempt', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().setAside(true);
    push(harness.client, { ...ask(), attempt: 2 });
    expect(harness.item()).toMatchObject({ attempt: 2, aside: false });
  });

  it('comes back when an answer from elsewhere does not fit', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().setAside(true);
    const item = harness.item();
    if (item.status === 'pending') item.accept({ flightId: '' });
    await harness.when(({ items }) => items[0]?.issues !== undefined);
    expect(harness.item().aside).toBe(false);
  });

  it('comes back when the last tenth of its time begins, and keeps its deadline', async () => {
    clock();
    const harness = createHarness();
    await askFirst(harness, timed());
    harness.item().setAside(true);
    await vi.advanceTimersByTimeAsync(53_999);
    expect(harness.item().aside).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(harness.item()).toMatchObject({ status: 'pending', aside: false, expiresAt: start.getTime() + 60_000 });
  });

  it('stays aside in its last tenth when it is put aside again', async () => {
    clock();
    const harness = createHarness();
    await askFirst(harness, timed());
    harness.item().setAside(true);
    await vi.advanceTimersByTimeAsync(54_000);
    harness.item().setAside(true);
    await vi.advanceTimersByTimeAsync(5_999);
    expect(harness.item().aside).toBe(true);
  });

  it('comes back after a reload by which the last tenth has begun', async () => {
    const shelf = await leftAside();
    await vi.advanceTimersByTimeAsync(55_000);
    const after = createHarness({ storage: shelf });
    await after.when(({ items }) => items[0]?.aside === false);
    expect(after.item().status).toBe('pending');
  });

  it('does not come back in a client that nobody uses, which leaves what is stored alone', async () => {
    const shelf = await leftAside();
    const stored = [...shelf.items];
    const unused = createPluginClient({ plugins: [bookFlightPlugin], storage: shelf });
    await vi.advanceTimersByTimeAsync(55_000);
    expect(unused.getSnapshot().items).toMatchObject([{ aside: true }]);
    await unused.close();
    expect([...shelf.items]).toEqual(stored);
  });

  it.each<[string, number, (harness: Harness) => unknown]>([
    ['is taken up', 0, (harness) => harness.item().setAside(false)],
    ['ends', 0, (harness) => push(harness.client, settled('accept'))],
    ['loses its client', 0, (harness) => harness.client.close()],
  ])('leaves no timer when it %s', async (_, timers, change) => {
    vi.useFakeTimers();
    const harness = createHarness();
    await askFirst(harness, ask({ expiresAt: Date.now() + 60_000 }));
    harness.item().setAside(true);
    expect(vi.getTimerCount()).toBe(1);
    await change(harness);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(timers);
  });
});
