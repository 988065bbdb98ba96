import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ClientStorage } from '../../src/client.ts';
import { ask, askFirst, closeAll, complete, createHarness, info, isStatus, settled, state } from './harness.ts';
import { playChannel, playStorage, seed } from './neighbours.ts';
import { createShelf } from './shelf.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  await closeAll();
});

/** A storage as a client leaves it whose question waits for an answer. */
async function leaveAsked(conversationId = 'c') {
  const shelf = createShelf();
  const harness = createHarness({ storage: shelf, conversationId });
  await askFirst(harness);
  await harness.client.close();
  return shelf;
}

/** The same with an answer on its way. */
async function leaveAnswering(conversationId = 'c') {
  const shelf = createShelf();
  const harness = createHarness({ storage: shelf, conversationId });
  await askFirst(harness);
  harness.item().views[0]?.answer({ flightId: 'FL2' });
  await harness.server.accept();
  await harness.client.close();
  return shelf;
}

/** What a client with this storage sends by itself. */
async function sends(storage: ClientStorage) {
  const harness = createHarness({ storage, conversationId: 'c' });
  const attached = await harness.server.accept();
  expect(attached.request.body.attach).toBe(true);
  attached.end(info, ask(), state());
  await harness.when(({ status }) => status === 'waiting');
  return { harness, answers: harness.server.requests.flatMap(({ body }) => body.pluginElicitResponses ?? []) };
}

const recordKey = 'elicitkit:conversation:c';
const answersKey = 'elicitkit:answers::c';

describe('an answer that this client did not store', () => {
  it.each(['sending', 'failed'])(
    'is not sent, though the conversation’s record says %s: the person is asked',
    async (status) => {
      const storage = await leaveAsked();
      const { items } = storage;
      const result = { action: 'accept', content: { flightId: 'FORGED' } };
      const forged = JSON.stringify({ answers: [{ id: 'forged', action: 'accept', result, state: status }] });
      items.set(recordKey, (items.get(recordKey) ?? '').replace('"open":{', `${forged.slice(1, -1)},"open":{`));
      expect(items.get(recordKey)).toContain('FORGED');

      const { harness, answers } = await sends(storage);
      expect(answers).toEqual([]);
      harness.item().views[0]?.answer({ flightId: 'FL1' });
      const sent = await harness.server.accept();
      expect(sent.request.body.pluginElicitResponses).toMatchObject([{ result: { content: { flightId: 'FL1' } } }]);
      sent.end(info, settled('accept'), state(), complete);
      await harness.when(isStatus('settled'));
    },
  );

  it.each([
    ['another conversation', (text: string) => text.replace('"conversationId":"c"', '"conversationId":"d"')],
    ['another question', (text: string) => text.replace('"elicitId":"call_1:0"', '"elicitId":"call_1:1"')],
    ['another attempt', (text: string) => text.replace('"attempt":1', '"attempt":2')],
    ['nothing that can be read', () => 'oops'],
  ])('is not sent where it was stored for %s', async (_, change) => {
    const storage = await leaveAnswering();
    const { items } = storage;
    const text = items.get(answersKey) ?? '';
    expect(change(text)).not.toBe(text);
    items.set(answersKey, change(text));

    expect((await sends(storage)).answers).toEqual([]);
  });

  it('is not sent where another tab stored it in a storage that tabs share', async () => {
    const tab = () => {
      vi.stubGlobal('document', {});
      vi.stubGlobal('sessionStorage', createShelf());
    };
    tab();
    const storage = await leaveAnswering();
    const { items } = storage;
    expect([...items.keys()].filter((key) => key.startsWith('elicitkit:answers:'))).toHaveLength(1);
    tab();
    expect((await sends(storage)).answers).toEqual([]);
  });

  it('is not sent where it was stored in a record that is too large: that is removed, and said', async () => {
    const storage = await leaveAnswering();
    const { items } = storage;
    items.set(recordKey, (items.get(recordKey) ?? '').padEnd(512 * 1024 + 1));
    const harness = createHarness({ storage, conversationId: 'c' });

    expect(harness.errors).toMatchObject([{ code: 'STORAGE_CORRUPT' }]);
    expect(harness.snapshot().items).toEqual([]);
    expect(items.has(recordKey)).toBe(false);
  });

  it('leaves no answer behind once the server has recorded it, nor once it is forgotten', async () => {
    const kept = async (last: 'settled' | 'forgotten') => {
      const shelf = createShelf();
      const harness = createHarness({ storage: shelf, conversationId: 'c' });
      await askFirst(harness);
      harness.item().views[0]?.answer({ flightId: 'FL2' });
      const stream = await harness.server.accept();
      await expect.poll(() => shelf.items.has(answersKey)).toBe(true);
      if (last === 'forgotten') harness.client.forget();
      else stream.end(info, settled('accept'), state(), complete);
      if (last === 'settled') await harness.when(({ status }) => status === 'idle');
      await harness.client.close();
      return [...shelf.items.keys()];
    };
    expect(await kept('settled')).toEqual([recordKey, 'elicitkit:current']);
    expect(await kept('forgotten')).toEqual([]);
  });
});

describe('whatever other scripts of the origin write', () => {
  it(`to the channel, the person's answer is sent once (seed ${seed})`, async () => {
    expect(await playChannel(100)).toBe(100);
  }, 60_000);

  it(`into the storage, no answer is sent that was not stored (seed ${seed})`, async () => {
    // None would prove nothing.
    expect(await playStorage(150)).toBeGreaterThan(0);
  }, 60_000);
});
