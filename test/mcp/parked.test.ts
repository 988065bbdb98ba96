import { ensure, suspend } from 'effection';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import type { McpEndpoint, McpEndpointOptions } from '../../src/mcp.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { memoryStore } from '../../src/server.ts';
import { eventually } from '../eventually.ts';
import { answering, endpointOf, keys, leg, sharedStore } from './harness.ts';

const reserve = { name: 'reserve', arguments: {} };

/** A tool that holds a table while the person decides, and gives it back however it ends. */
function createTables({ timeout }: { timeout?: number } = {}) {
  const held = new Set<string>();
  const told: string[] = [];
  const tool = createMcpTool('reserve')
    .description('Reserve a table')
    .parameters(z.object({}))
    .elicits({ when: z.object({ day: z.string() }) })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('hold', () => {
          held.add(ctx.callId);
          return true;
        });
        const { action } = yield* ctx.elicit('when', { message: 'When?' }, { timeout });
        told.push(action);
        return action;
      } finally {
        held.delete(ctx.callId);
      }
    });
  return { tool, held, told };
}

/** Begin calls that ask. Each then waits for its next leg. */
async function waiting(mcp: McpEndpoint, count: number): Promise<void> {
  const first = await Promise.all(Array.from({ length: count }, () => leg(mcp, reserve)));
  for (const { result } of first) expect(Object.keys(result?.inputRequests ?? {})).toEqual(['when']);
}

describe('a server that closes', () => {
  it.each([
    [1, {}],
    [5, {}],
    [100, {}],
    [5, { store: memoryStore() }],
  ] satisfies [number, Partial<McpEndpointOptions>][])(
    'cleans up after calls that wait: %i, with %j',
    async (count, more) => {
      const { tool, held, told } = createTables();
      const mcp = endpointOf([tool], more);
      await waiting(mcp, count);
      expect(held.size).toBe(count);

      await mcp.close();

      expect([...held]).toEqual([]);
      expect(told).toEqual([]);
    },
  );

  it('leaves the calls that wait to another process, if the store outlives this one', async () => {
    const { tool, held, told } = createTables();
    const store = sharedStore();
    const [a, b] = [endpointOf([tool], { store, keys }), endpointOf([tool], { store, keys })];
    const asked = await leg(a, reserve);

    await a.close();

    expect(held.size).toBe(1);
    await leg(b, { ...reserve, ...answering(asked, { day: 'Friday' }) });
    expect(told).toEqual(['accept']);
    expect(held.size).toBe(0);
  });

  it('waits for one clean-up no longer than it may take, and the others are done', async () => {
    const { tool, held } = createTables();
    let isClosing = false;
    const stuck = createMcpTool('stuck')
      .description('Never cleans up')
      .parameters(z.object({}))
      .elicits({ go: z.object({ ok: z.boolean() }) })
      .execute(function* (_, ctx) {
        yield* ensure(function* () {
          if (isClosing) yield* suspend();
        });
        yield* ctx.elicit('go', { message: 'Go?' });
        return 'done';
      });
    const mcp = endpointOf([stuck, tool], { limits: { cleanupTime: 50 } });
    await leg(mcp, { name: 'stuck', arguments: {} });
    await waiting(mcp, 3);
    isClosing = true;

    await mcp.close();

    expect(held.size).toBe(0);
  });

  it('asks no model again for a call that waits for the client’s model', async () => {
    const told: string[] = [];
    const think = createMcpTool('think')
      .description('Ask the model')
      .parameters(z.object({}))
      .elicits({})
      .execute(function* (_, ctx) {
        try {
          const { text } = yield* ctx.sample({ prompt: 'What?' });
          told.push(text);
          return text;
        } catch {
          told.push('failed');
          return 'failed';
        } finally {
          told.push('cleaned up');
        }
      });
    const mcp = endpointOf([think]);
    const first = await leg(mcp, { name: 'think', arguments: {}, capabilities: { sampling: {} } });
    expect(first.result?.resultType).toBe('input_required');

    await mcp.close();

    expect(told).toEqual(['cleaned up']);
  });
});

describe('a call that waits', () => {
  it('cleans up when nobody answered for too long', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { tool, held, told } = createTables();
    const mcp = endpointOf([tool], { limits: { sessionTtl: 60_000 } });
    await waiting(mcp, 5);

    await vi.advanceTimersByTimeAsync(70_000);

    await eventually(() => expect(held.size).toBe(0));
    expect(told).toEqual([]);
  });

  it('goes on and cleans up when its question expires', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { tool, held, told } = createTables({ timeout: 60_000 });
    const mcp = endpointOf([tool]);
    await waiting(mcp, 5);

    await vi.advanceTimersByTimeAsync(70_000);

    await eventually(() => expect(held.size).toBe(0));
    expect(told).toEqual(Array.from({ length: 5 }, () => 'cancel'));
  });
});
