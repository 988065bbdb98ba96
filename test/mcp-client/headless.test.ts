import { afterEach, describe, expect, it } from 'vitest';
import type { PendingItem } from '../../src/client.ts';
import { closeAll } from '../client/harness.ts';
import { connectSecond, stopAll, valueOf, type Connected, type Params, type Pushing } from './harness.ts';

const form: Params = {
  message: 'How many?',
  requestedSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
};
const ask: Pushing = (elicit) => elicit(form);

/** A host without a page: it answers from within its subscriber. */
function answering({ client }: Connected, answer: (item: PendingItem) => unknown): PendingItem[] {
  const heard: PendingItem[] = [];
  client.subscribe(() => {
    for (const item of client.getSnapshot().pending) {
      if (item.status !== 'pending') continue;
      heard.push(item);
      item.accept(answer(item));
    }
  });
  return heard;
}

afterEach(async () => {
  await stopAll();
  await closeAll();
});

describe('a subscriber without a page', () => {
  it('hears what was wrong with its answer, and that it is asked again', async () => {
    const connected = await connectSecond({ ask });
    const heard = answering(connected, ({ issues }) => ({ count: issues === undefined ? 'two' : 2 }));
    expect(valueOf(await connected.call('ask'))).toEqual({ action: 'accept', content: { count: 2 } });
    expect(heard.map(({ attempt, issues }) => [attempt, issues?.map(({ path }) => path)])).toEqual([
      [1, undefined],
      [2, [['count']]],
    ]);
  });

  it('is asked ten times where it answers wrongly each time, and then no more until it is retried', async () => {
    const connected = await connectSecond({ ask });
    const heard = answering(connected, () => ({ count: 'two' }));
    const result = connected.call('ask');
    await connected.when(({ items }) => items.some(({ status }) => status === 'failed'));
    expect(heard.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(connected.errors).toMatchObject([{ code: 'CONTENT_INVALID' }]);
    expect(connected.errors[0]?.message).toContain('count');
    const [item] = connected.snapshot().items;
    expect(item).toMatchObject({ status: 'failed', issues: [{ path: ['count'] }] });
    if (item?.status === 'failed') item.retry();
    await connected.when(({ items }) => items.some(({ status }) => status === 'failed'));
    expect(heard).toHaveLength(20);
    const again = connected.snapshot().items[0];
    if (again?.status === 'failed') again.decline();
    expect(valueOf(await result)).toEqual({ action: 'decline' });
  });

  it.each([
    ['nobody knows which tool asks', ['', '']],
    ['the tool has no plugin', ['ask']],
  ])('is not told that a plugin is missing where %s', async (_why, toolNames) => {
    const connected = await connectSecond({ ask });
    const results = toolNames.map(() => connected.call('ask'));
    const { pending } = await connected.when((snapshot) => snapshot.pending.length === toolNames.length);
    expect(pending.map(({ toolName }) => toolName)).toEqual(toolNames);
    for (const item of pending) {
      expect(item).not.toHaveProperty('problem.code');
      if (item.status === 'pending') item.accept({ count: 1 });
    }
    await Promise.all(results);
    expect(connected.errors).toEqual([]);
  });
});
