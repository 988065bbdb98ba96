import { ensure, run, until, withResolvers } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { ServerEvent } from '../../src/session/server-event.ts';
import type { ToolSessionEntry } from '../../src/session/call-entry.ts';
import { keptStore } from './call-commits.ts';
import { openCalls } from './call-records-contract.ts';
import { nextEvent } from './next-event.ts';

const provider = {} as ChatProvider;
const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });
const elicitId = 'call_1:elicit:0';
const accept = { action: 'accept', content: { seat: '3A' } } as const;

/** As version 0.1.0 wrote it: the answers stand beside the journal. */
const older = {
  id: 'call_1',
  callId: 'call_1',
  toolName: 'trip',
  params: {},
  status: 'awaiting_elicit',
  createdAt: 0,
  journal: [],
  answers: { [elicitId]: accept },
};

describe('a record that an older version wrote', () => {
  it.each([
    ['whose answer had not reached the tool', older],
    ['whose question still waits', { ...older, pending: { elicitId, attempt: 1, key: 'seat' } }],
    ['whose call has ended', { ...older, status: 'completed' }],
  ])('is refused, and its tool does not run: one %s', (_, record) =>
    run(function* () {
      let runs = 0;
      const tool = declaration.execute(function* (_params, ctx) {
        runs += 1;
        return (yield* ctx.elicit('seat', { message: 'Seat?' })).action;
      });
      const store = keptStore();
      yield* openCalls(store).create(record as unknown as ToolSessionEntry);
      const manager = createPluginSessionManager({ provider, store, tools: [tool] });
      yield* ensure(() => manager.close());
      let code: unknown;
      try {
        yield* manager.get('call_1');
      } catch (error) {
        ({ code } = error as { code: string });
      }
      expect(code).toBe('SESSION_FORMAT');
      expect(yield* manager.listActive()).toEqual([]);
      expect(runs).toBe(0);
    }),
  );
});

it('a question that the store no longer has a place for is not asked: the call fails', () =>
  run(function* () {
    const begun = withResolvers<void>();
    const deleted = withResolvers<void>();
    const tool = declaration.execute(function* (_params, ctx) {
      begun.resolve();
      yield* deleted.operation;
      return (yield* ctx.elicit('seat', { message: 'Seat?' })).action;
    });
    const told: ServerEvent[] = [];
    const store = keptStore();
    const manager = createPluginSessionManager({ provider, store, onEvent: (event) => told.push(event) });
    yield* ensure(() => manager.close());
    const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
    yield* begun.operation;
    yield* until(store.commit({ remove: ['call/call_1', 'call/call_1/journal'] }));
    deleted.resolve();
    expect(yield* nextEvent(session)).toMatchObject({ type: 'ended', outcome: { error: { code: 'INTERNAL_ERROR' } } });
    expect(told).toContainEqual(
      expect.objectContaining({ where: 'store', error: expect.objectContaining({ code: 'STORE_LOST' }) as object }),
    );
    expect(yield* manager.get('call_1')).toBeNull();
  }));
