import { ensure, run } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ElicitRequest } from '../../src/protocol/elicit-request.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import type { ChatProvider, DurableStore } from '../../src/server.ts';
import { callRecords, type CallRecords } from '../../src/session/call-record.ts';
import { keepCalls } from '../../src/session/plugin-session-manager.ts';
import { readSessionLimits } from '../../src/session/session-limits.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { keptStore } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

/** Records that count how often an entry of a journal is looked at. */
function countedRecords(store: DurableStore): { records: CallRecords; looks: () => number } {
  let looks = 0;
  const counted = (entry: JournalEntry) =>
    new Proxy(entry, {
      get(of, name: keyof JournalEntry) {
        looks += 1;
        return of[name];
      },
    });
  const records = callRecords(store);
  return {
    looks: () => looks,
    records: {
      ...records,
      create(begun) {
        const record = records.create(begun);
        if (record === undefined) return undefined;
        const { change } = record;
        record.change = ({ append, ...rest }) => change({ ...rest, append: append && counted(append) });
        return record;
      },
    },
  };
}

const tool = createMcpTool('game')
  .description('Play a game')
  .parameters(z.object({}))
  .elicits({ move: z.object({ cell: z.number() }) })
  .execute(function* (_, ctx) {
    for (;;) {
      yield* ctx.elicit('move', { message: 'Next?' });
      yield* ctx.step('look', () => 1, { pure: true });
    }
  });

it.each([
  ['memory', memoryStore],
  ['a store', keptStore],
])('a question in %s looks at as many entries in a long call as in a short one', (_, makeStore) =>
  run(function* () {
    const { records, looks } = countedRecords(makeStore());
    const manager = keepCalls({ provider: {} as ChatProvider, tools: [tool] }, readSessionLimits(), records);
    yield* ensure(() => manager.close());
    const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
    const costs: number[] = [];
    let changeable: ElicitRequest['changeable'];
    for (let question = 0; question < 300; question += 1) {
      const before = looks();
      let event = yield* nextEvent(session);
      while (event.type !== 'elicit_request') event = yield* nextEvent(session);
      const { elicitId } = event.request;
      changeable = event.request.changeable;
      const content = { cell: question };
      yield* session.respondToElicit(elicitId, { action: 'accept', content }, { answerId: `${question}` });
      costs.push(looks() - before);
    }
    // All that can be changed take no more of the wire than one.
    expect(changeable).toEqual([[0, 298]]);
    expect(costs[299]).toBe(costs[150]);
    expect(costs[299]).toBeGreaterThan(0);
  }),
);
