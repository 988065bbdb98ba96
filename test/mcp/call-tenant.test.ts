import { expect, it } from 'vitest';
import { createOnce, firstCame } from '../../src/base/coming.ts';
import { createCallTenants } from '../../src/mcp/call-tenant.ts';
import type { Writer } from '../../src/store/tenant.ts';
import { memoryStore } from '../../src/store/memory-store.ts';

const outcome = { status: 'completed', content: 'Booked' } as const;

it('keeps the outcome of a call that ends while the right to it is given back, and gives it back again', async () => {
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
  const tenantOf = createCallTenants(slow, { leaseTime: 10_000, callTtl: 10_000 }, new AbortController().signal);
  const held = await tenantOf('call', () => undefined);
  const resting = held.rest(Infinity);
  await firstCame(committing.coming);

  const ending = held.commit(recordOf(outcome), [{ type: 'ended', outcome }]);
  mayCommit.resolve();
  await Promise.all([resting, ending]);

  const [record, lease] = await store.read(['call/call', 'mcp/call/lease']);
  expect(record?.value).toBe(JSON.stringify({ outcome, write: 1 }));
  expect(lease).toBeNull();
});

/** Writes a record once. */
function recordOf(ended: typeof outcome): Writer {
  let version: string | null = null;
  const put = [{ key: 'call/call', value: JSON.stringify({ outcome: ended, write: 1 }) }];
  return {
    get told() {
      return { key: 'call/call', version, write: version === null ? 0 : 1 };
    },
    isChanged: () => version === null,
    part: () => (version === null ? { change: { put }, kept: (done) => void (version = done) } : undefined),
  };
}
