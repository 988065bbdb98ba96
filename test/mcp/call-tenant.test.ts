import { expect, it } from 'vitest';
import { createOnce, firstCame } from '../../src/base/coming.ts';
import { createCallStore } from '../../src/mcp/call-tenant.ts';
import { memoryStore } from '../../src/store/memory-store.ts';

const times = { leaseTime: 10_000, resultTime: 10_000 };
const outcome = { status: 'completed', content: 'Booked' } as const;

it('keeps the outcome of a call that ends while the right to it is given back', async () => {
  const store = memoryStore();
  const committing = createOnce<void>();
  const mayCommit = createOnce<void>();
  const slow = {
    ...store,
    async commit(commit: Parameters<typeof store.commit>[0]) {
      committing.resolve();
      await firstCame(mayCommit.coming);
      return store.commit(commit);
    },
  };
  const calls = createCallStore(slow, times, new AbortController().signal);
  const held = await calls.open('call', () => undefined);
  const resting = held.rest(Infinity);
  await firstCame(committing.coming);

  const ending = held.commit(undefined, [{ type: 'ended', outcome }]);
  mayCommit.resolve();
  await Promise.all([resting, ending]);

  const again = await calls.open('call', () => undefined);
  expect(again.result).toBe(JSON.stringify(outcome));
});
