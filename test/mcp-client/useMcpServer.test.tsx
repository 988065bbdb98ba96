import { afterEach, expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useMcpServer } from '../../demo/mcp/useMcpServer.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A server that says hello, and then answers with each status in turn, 0 for none at all; how many it has heard. */
function play(statuses: number[]): { hellos: () => number } {
  let hellos = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    if (init?.method !== 'POST') return new Response(null, { status: 405 });
    const { id, method, params } = JSON.parse(init.body as string) as Sent;
    if (id === undefined) return new Response(null, { status: 202 });
    const answer = (result: object) => Response.json({ jsonrpc: '2.0', id, result });
    if (method === 'initialize') {
      hellos += 1;
      const { protocolVersion } = params;
      return answer({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'played', version: '1' } });
    }
    if (method === 'tools/list') return answer({ tools: [] });
    const status = statuses.shift();
    if (status === 0) throw new TypeError('Failed to fetch');
    return status === 200 ? answer({ content: [] }) : new Response(null, { status: status ?? 200 });
  });
  return { hellos: () => hellos };
}

interface Sent {
  id?: number;
  method: string;
  params: { protocolVersion?: string };
}

const server = { path: '/played', revision: '2025-11-25' } as Parameters<typeof useMcpServer>[0];

it.each([
  ['cannot be reached any more', 0],
  ['answers with an error', 500],
  ['refuses what it is sent', 400],
  ['answers something else', 200],
])('stays forgotten by its server where that later %s, until it is connected anew', async (_what, later) => {
  const { hellos } = play([404, later]);
  const { result, act } = await renderHook(() => useMcpServer(server));
  await expect.poll(() => result.current.state).toBe('connected');
  const { client } = result.current;
  const call = () => act(async () => void (await client?.callTool({ name: 'any' }).catch(() => undefined)));
  await call();
  const forgotten = 'The server does not know this page any more: it was started anew.';
  expect(result.current).toMatchObject({ state: 'lost', problem: forgotten });
  await call();
  expect(result.current).toMatchObject({ state: 'lost', problem: forgotten });

  await act(() => result.current.reconnect());
  await expect.poll(() => result.current.state).toBe('connected');
  expect(result.current.problem).toBeUndefined();
  expect(result.current.client).not.toBe(client);
  expect(hellos()).toBe(2);
});
