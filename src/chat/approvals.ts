import { hexHash } from '../base/hash.ts';
import { canonicalJson } from '../protocol/json.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { commitUnlessMoved, followed } from '../store/tenant.ts';
import type { ApprovalMemory, RememberedCall } from '../tool/approval.ts';
import { keyOfCall } from './conversation-store.ts';

/** What people allowed for good, with `remember` of `.approve`. */
export interface Approvals {
  /** What this person allowed, the latest last. */
  list(of: { owner: string }): Promise<readonly Approval[]>;
  /** Ask again from now on. @returns false if there is no such approval */
  revoke(which: { owner: string; id: string }): Promise<boolean>;
}

/** Something that a person allowed for good. */
export interface Approval extends RememberedCall {
  readonly id: string;
  /** When, in milliseconds since the Unix epoch. */
  readonly at: number;
}

/** How many approvals of one person are kept. The oldest gives way: the person is asked again then. */
const mostKept = 100;

/** Keep approvals in one entry for each person. */
export function createApprovals(store: DurableStore) {
  async function read(owner: string) {
    const key = `approvals/${await hexHash(owner)}`;
    const [entry = null] = await store.read([key]);
    return { key, entry, all: entry === null ? [] : (JSON.parse(entry.value) as readonly Approval[]) };
  }

  /** @param change - gives the same list for no change */
  function write(owner: string, change: (all: readonly Approval[]) => readonly Approval[]): Promise<boolean> {
    return followed(async () => {
      const { key, entry, all } = await read(owner);
      const next = change(all);
      if (next === all) return false;
      const check = [{ key, version: entry?.version ?? null }];
      const put = next.length === 0 ? {} : { put: [{ key, value: JSON.stringify(next.slice(-mostKept)) }] };
      await commitUnlessMoved(store, { check, ...put, ...(next.length === 0 && { remove: [key] }) });
      return true;
    });
  }

  const without = (id: string) => (all: readonly Approval[]) =>
    all.some((one) => one.id === id) ? all.filter((one) => one.id !== id) : all;

  /** What the person of a call allowed for good. Undefined for a person without a name, who could be anybody. */
  function memoryOf({ id: callId, owner }: { id: string; owner?: string | undefined }): ApprovalMemory | undefined {
    const conversation = keyOfCall(callId);
    if (owner === undefined || conversation === undefined) return undefined;
    const idOf = (call: RememberedCall) => hexHash(canonicalJson([call, call.for === 'chat' ? conversation : '']));
    return {
      async has(call) {
        const id = await idOf(call);
        return (await read(owner)).all.some((one) => one.id === id);
      },
      async add(call) {
        const id = await idOf(call);
        await write(owner, (all) => [...without(id)(all), { ...call, id, at: Date.now() }]);
      },
      async remove(call) {
        await write(owner, without(await idOf(call)));
      },
    };
  }

  const host: Approvals = {
    list: async ({ owner }) => (await read(owner)).all,
    revoke: ({ owner, id }) => write(owner, without(id)),
  };
  return { memoryOf, host };
}
