import { expect, it } from 'vitest';
import { createLeases } from '../../src/store/lease.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { openTenant, type Writer } from '../../src/store/tenant.ts';
import { createGate } from '../faults/gate.ts';

it('takes the lease for who wants it while a commit is under way that gives it back', async () => {
  const store = memoryStore();
  const committing = createGate();
  const mayCommit = createGate();
  let rests = true;
  const standing: Writer = {
    told: { key: 'record', version: null, write: 0 },
    isChanged: () => rests,
    part(mayRest) {
      if (!rests || !mayRest) return undefined;
      return {
        change: { rest: { dueAt: Infinity, isRefused: async () => false } },
        kept: () => void (rests = false),
      };
    },
  };
  const tenant = openTenant({
    store: {
      ...store,
      async commit(commit) {
        committing.open();
        await mayCommit.opened;
        return store.commit(commit);
      },
    },
    lease: { leases: createLeases(store, 10_000), key: 'lease', found: undefined, due: { key: 'record', queue: 'q' } },
    standing,
    onLost: () => undefined,
  });
  const resting = tenant.commit();
  await committing.opened;
  const holding = tenant.hold();
  mayCommit.open();
  await Promise.all([resting, holding]);

  expect(tenant.isHeld()).toBe(true);
  tenant.stop(new Error('The test is over.'));
});
