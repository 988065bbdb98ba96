import { expect, it, onTestFinished, vi } from 'vitest';
import { createEventStore } from '../../src/mcp/event-store.ts';
import { createAirline, endpointOf } from './harness.ts';
import { createWorker, initialize, post } from './raw.ts';

const ping = { id: 2, method: 'ping' };
const route = { from: 'NYC', destination: 'LAX' };

it('a session id is hard to guess, and each is another', async () => {
  const mcp = endpointOf([createAirline().bookFlight]);
  const sessions = await Promise.all(Array.from({ length: 20 }, () => initialize(mcp)));

  expect(new Set(sessions.map(({ id }) => id)).size).toBe(20);
  for (const { id } of sessions) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});

it('a client cannot choose its session id', async () => {
  const mcp = endpointOf([createAirline().bookFlight]);
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const response = await post(mcp, body, { 'mcp-session-id': 'mine', 'mcp-protocol-version': '2025-11-25' });

  expect(response.status).toBe(404);
});

it.each([
  ['a ping', '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
  ['a call', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book_flight","arguments":{}}}'],
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  ['an answer', '{"jsonrpc":"2.0","id":1,"result":{}}'],
])('without a session, %s is refused', async (_what, body) => {
  const mcp = endpointOf([createAirline().bookFlight]);

  expect((await post(mcp, body, { 'mcp-protocol-version': '2025-11-25' })).status).toBe(400);
});

it('a session that is not used ends, and one whose response is open does not', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { bookFlight } = createAirline();
  const mcp = endpointOf([bookFlight]);
  const [idle, asked] = [await initialize(mcp), await initialize(mcp)];
  await (await idle.send(ping)).text();
  const stream = await asked.call('book_flight', route);
  expect((await stream.next())?.method).toBe('elicitation/create');
  await vi.advanceTimersByTimeAsync(1_900_000);

  expect((await idle.send(ping)).status).toBe(404);
  expect((await asked.send(ping)).status).toBe(200);
});

it('events of one session are not given to another', async () => {
  const { worker } = createWorker();
  const mcp = endpointOf([worker]);
  const [one, other] = [await initialize(mcp), await initialize(mcp)];
  const stream = await one.call('work', {});
  expect((await stream.next())?.method).toBe('elicitation/create');
  await stream.leave();

  expect((await other.resume(stream.lastId)).status).toBeGreaterThanOrEqual(400);
  expect((await one.resume(stream.lastId)).status).toBe(200);
});

it('an event that was never there is refused', async () => {
  const mcp = endpointOf([createAirline().bookFlight]);
  const session = await initialize(mcp);

  for (const id of ['999', '0', '-1', '1e0', '__proto__', 'NaN']) {
    expect((await session.resume(id)).status).toBe(400);
  }
});

it('a client whose old connection is dead, which nobody notices, takes its stream over', async () => {
  const { worker, gate, done } = createWorker();
  const mcp = endpointOf([worker]);
  const session = await initialize(mcp);
  const lost = await session.call('work', {});
  const asked = await lost.next();
  await session.send({ id: asked?.id, result: { action: 'accept', content: { ok: true } } });
  await gate.reached();
  const stream = await session.resume(lost.lastId);
  gate.open();

  expect(stream.status).toBe(200);
  expect((await stream.next())?.result?.structuredContent).toEqual({ done: true });
  expect(await lost.next()).toBeUndefined();
  expect(done).toEqual(['began', 'worked', 'cleaned up']);
});

it('keeps as many bytes of events as it may, and always the last one', async () => {
  const store = createEventStore(1000);
  const message = (size: number) => ({ jsonrpc: '2.0' as const, method: 'x', params: { text: 'x'.repeat(size) } });
  const first = await store.storeEvent('a', message(400));
  const second = await store.storeEvent('b', message(400));
  const third = await store.storeEvent('a', message(400));
  const replayed = async (id: string) => {
    const ids: string[] = [];
    await store.replayEventsAfter(id, { send: async (one) => void ids.push(one) });
    return ids;
  };

  expect([first, second, third].map((id) => store.has(id))).toEqual([false, true, true]);
  await expect(replayed(first)).rejects.toThrow('not kept');
  expect(await replayed(second)).toEqual([]);
  const large = await store.storeEvent('b', message(5000));
  expect([third, large].map((id) => store.has(id))).toEqual([false, true]);
});

it('a client that resumes gets the events of its stream, in their order', async () => {
  const store = createEventStore(10_000);
  const message = { jsonrpc: '2.0' as const, method: 'x' };
  const ids: string[] = [];
  for (let at = 0; at < 24; at += 1) {
    ids.push(await store.storeEvent(at % 2 === 0 ? 'a' : 'b', message));
  }
  const sent: string[] = [];
  const stream = await store.replayEventsAfter(ids[2]!, { send: async (id) => void sent.push(id) });

  expect(stream).toBe('a');
  expect(sent).toEqual(ids.filter((_id, at) => at > 2 && at % 2 === 0));
});

it('after a restart, a session is gone: the client is told to begin anew', async () => {
  const { bookFlight, done } = createAirline();
  const before = endpointOf([bookFlight]);
  const { id } = await initialize(before);
  await before.close();
  const after = endpointOf([bookFlight]);
  const response = await post(after, '{"jsonrpc":"2.0","id":1,"method":"ping"}', {
    'mcp-session-id': id,
    'mcp-protocol-version': '2025-11-25',
  });

  expect(response.status).toBe(404);
  expect(done).toEqual([]);
});
