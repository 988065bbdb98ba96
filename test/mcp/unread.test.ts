import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { eventually } from '../eventually.ts';
import { endpointOf } from './harness.ts';
import { createGate, initialize, post, streamOf } from './raw.ts';

describe('a client that reads nothing of what a tool sends', () => {
  const limits = { bytes: 100_000 };

  /** Says much, waits until the gate opens, says one more thing, and waits for the next gate. */
  function createFlood() {
    const [said, more] = [createGate(), createGate()];
    const done: string[] = [];
    const flood = createMcpTool('flood')
      .description('Say much')
      .parameters(z.object({}))
      .elicits({})
      .execute(function* (_, ctx) {
        try {
          for (let at = 0; at < 200; at += 1) yield* ctx.notify('x'.repeat(1000));
          yield* ctx.step('said', () => said.pass().then(() => true));
          yield* ctx.notify('more');
          yield* ctx.step('more', () => more.pass().then(() => true));
          return 'done';
        } finally {
          done.push('cleaned up');
        }
      });
    return { flood, said, more, done };
  }

  /** Let the reader stall for ten seconds. */
  function stall() {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 10_000);
  }

  const call = (progressToken: number) => ({ name: 'flood', arguments: {}, _meta: { progressToken } });

  it('is cut off, and one that reads gets all (2025)', async () => {
    const { flood, said, more } = createFlood();
    const mcp = endpointOf([flood], { limits });
    const session = await initialize(mcp);
    const deaf = await session.send({ id: 1, method: 'tools/call', params: call(1) });
    const hears = streamOf(await session.send({ id: 2, method: 'tools/call', params: call(2) }));
    for (let at = 0; at < 200; at += 1) {
      expect((await hears.next())?.method).toBe('notifications/progress');
    }
    await said.reached(2);
    stall();
    said.open();
    await more.reached(2);
    expect((await hears.next())?.params).toMatchObject({ message: 'more' });

    await expect(deaf.text()).rejects.toThrow('reads too slowly');
    more.open();
    expect((await hears.next())?.result?.content).toEqual([{ type: 'text', text: 'done' }]);
    // Its call goes on: the client may have lost its connection.
    expect((await session.send({ id: 3, method: 'ping' })).status).toBe(200);
  });

  it('is cut off (2026)', async () => {
    const { flood, said, done } = createFlood();
    const mcp = endpointOf([flood], { limits });
    const { _meta, ...params } = call(1);
    const about = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: { ..._meta, ...about } } };
    const deaf = await post(mcp, JSON.stringify(body), { 'mcp-name': 'flood' });
    await said.reached();
    // By then it could have read something.
    await new Promise(setImmediate);
    stall();
    said.open();
    // As for a client that has left in its first request.
    await eventually(() => expect(done).toEqual(['cleaned up']));

    await expect(deaf.text()).rejects.toThrow('reads too slowly');
  });

  it('gets all if it comes to read before more is said', async () => {
    const { flood, said, more } = createFlood();
    const mcp = endpointOf([flood], { limits });
    const session = await initialize(mcp);
    const late = streamOf(await session.send({ id: 1, method: 'tools/call', params: call(1) }));
    await said.reached();
    stall();
    for (let at = 0; at < 200; at += 1) {
      expect((await late.next())?.method).toBe('notifications/progress');
    }
    said.open();
    more.open();

    expect((await late.next())?.params).toMatchObject({ message: 'more' });
    expect((await late.next())?.result?.content).toEqual([{ type: 'text', text: 'done' }]);
  });
});
