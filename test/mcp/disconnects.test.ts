import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { longestTimer } from '../../src/base/timers.ts';
import { eventually } from '../eventually.ts';
import { answering, endpointOf, keys, leg, sharedStore } from './harness.ts';
import { createWorker, initialize } from './raw.ts';

const work = { name: 'work', arguments: {} };

describe('from 2026-07-28, a client that leaves', () => {
  it('in its first leg stops the tool, and the tool cleans up', async () => {
    const { worker, gate, done } = createWorker({ asksFirst: false });
    const mcp = endpointOf([worker]);
    const leaving = new AbortController();
    const first = leg(mcp, { ...work, signal: leaving.signal });
    await gate.reached();

    leaving.abort();

    expect((await first).status).toBe(499);
    await eventually(() => expect(done).toEqual(['began', 'cleaned up']));
  });

  it('is no error of the server', async () => {
    const errors: unknown[] = [];
    const outcomes: unknown[] = [];
    const { worker, gate, done } = createWorker({ asksFirst: false });
    const mcp = endpointOf([worker], {
      onEvent(event) {
        if (event.type === 'error') errors.push(event);
        if (event.type === 'session_ended') outcomes.push(event.status);
      },
    });
    const leaving = new AbortController();
    const first = leg(mcp, { ...work, signal: leaving.signal });
    await gate.reached();

    leaving.abort();
    await first;
    await eventually(() => expect(done).toContain('cleaned up'));
    await mcp.close();

    expect(outcomes).toEqual(['aborted']);
    expect(errors).toEqual([]);
  });

  it('in a later leg gets the result when it comes back in time', async () => {
    const { worker, gate, done } = createWorker();
    const mcp = endpointOf([worker]);
    const asked = await leg(mcp, work);
    const leaving = new AbortController();
    const second = leg(mcp, { ...work, ...answering(asked, { ok: true }), signal: leaving.signal });
    await gate.reached();
    leaving.abort();
    await second;

    const again = leg(mcp, { ...work, ...answering(asked, { ok: true }) });
    gate.open();

    expect((await again).result?.structuredContent).toEqual({ done: true });
    expect(done).toEqual(['began', 'worked', 'cleaned up']);
  });

  it('in a later leg, and for too long, stops the tool', async () => {
    const { worker, gate, done } = createWorker();
    const mcp = endpointOf([worker], { limits: { patience: 300 } });
    const asked = await leg(mcp, work);
    const leaving = new AbortController();
    const second = leg(mcp, { ...work, ...answering(asked, { ok: true }), signal: leaving.signal });
    await gate.reached();

    leaving.abort();
    await second;

    await eventually(() => expect(done).toEqual(['began', 'cleaned up']));
    expect((await leg(mcp, { ...work, ...answering(asked, { ok: true }) })).result).toMatchObject({
      isError: true,
      content: [{ text: 'Stopped by the person. The client cancelled the call.' }],
    });
  });

  it('may stay away without an end if the server says so', async () => {
    const { worker, gate, done } = createWorker();
    const mcp = endpointOf([worker], { limits: { patience: Infinity } });
    const asked = await leg(mcp, work);
    const leaving = new AbortController();
    const second = leg(mcp, { ...work, ...answering(asked, { ok: true }), signal: leaving.signal });
    await gate.reached();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    leaving.abort();
    await second;
    // A longer timer would fire at once.
    expect(timers.mock.calls.filter(([, time = 0]) => time > longestTimer)).toEqual([]);
    gate.open();

    expect((await leg(mcp, { ...work, ...answering(asked, { ok: true }) })).result?.structuredContent).toEqual({
      done: true,
    });
    expect(done).toEqual(['began', 'worked', 'cleaned up']);
  });

  it('in a first leg that it named gets the question when it comes back', async () => {
    const { worker, gate, done } = createWorker({ asksFirst: false });
    const mcp = endpointOf([worker]);
    const named = { ...work, meta: { 'elicitkit/call': 'a-name' } };
    const leaving = new AbortController();
    const first = leg(mcp, { ...named, signal: leaving.signal });
    await gate.reached();
    leaving.abort();
    await first;

    const again = leg(mcp, named);
    gate.open();

    const asked = await again;
    expect(Object.keys(asked.result?.inputRequests ?? {})).toEqual(['go']);
    expect((await leg(mcp, { ...work, ...answering(asked, { ok: true }) })).result?.structuredContent).toEqual({
      done: true,
    });
    expect(done).toEqual(['began', 'worked', 'cleaned up']);
  });

  it('while another leg of the call is made stops nothing', async () => {
    const { worker, gate, done } = createWorker();
    const mcp = endpointOf([worker]);
    const asked = await leg(mcp, work);
    const more = { ...work, ...answering(asked, { ok: true }) };
    const leaving = new AbortController();
    const second = leg(mcp, { ...more, signal: leaving.signal });
    await gate.reached();
    // Twenty may be made at once: one of these is one too many, and the others wait.
    const others = Array.from({ length: 20 }, () => leg(mcp, more));
    expect(await Promise.race(others)).toMatchObject({ error: { code: -32_603 } });
    leaving.abort();
    await second;
    // By then a tool has waited long enough for a client that left.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 30_001);
    gate.open();

    const results = (await Promise.all(others)).flatMap(({ result }) => result?.structuredContent ?? []);
    expect(results).toEqual(Array.from({ length: 19 }, () => ({ done: true })));
    expect(done).toEqual(['began', 'worked', 'cleaned up']);
  });

  it('from one instance, and comes back to another, gets the result', async () => {
    const { worker, gate, done } = createWorker();
    const store = sharedStore();
    const [a, b] = [endpointOf([worker], { store, keys }), endpointOf([worker], { store, keys })];
    const asked = await leg(a, work);
    const more = { ...work, ...answering(asked, { ok: true }) };
    const leaving = new AbortController();
    const second = leg(a, { ...more, signal: leaving.signal });
    await gate.reached();
    leaving.abort();
    await second;
    const again = leg(b, more);
    gate.open();

    expect((await again).result?.structuredContent).toEqual({ done: true });
    expect(done).toEqual(['began', 'worked', 'cleaned up']);
  });

  it('before its first leg is read begins nothing', async () => {
    const { worker, done } = createWorker({ asksFirst: false });
    const mcp = endpointOf([worker]);

    expect((await leg(mcp, { ...work, signal: AbortSignal.abort() })).status).toBe(499);
    expect(done).toEqual([]);
  });
});

describe('before 2026-07-28, a client', () => {
  it('that stops reading stops nothing, and reads on from where it was', async () => {
    const { worker, gate, done } = createWorker();
    const session = await initialize(endpointOf([worker]));
    const stream = await session.call('work', {});
    const asked = await stream.next();
    const { lastId } = stream;

    await stream.leave();
    await session.send({ id: asked?.id, result: { action: 'accept', content: { ok: true } } });
    await gate.reached();
    gate.open();
    const again = await session.resume(lastId);

    expect((await again.next())?.result?.structuredContent).toEqual({ done: true });
    expect(done).toEqual(['began', 'worked', 'cleaned up']);
  });

  it('that cancels the request stops the tool', async () => {
    const { worker, gate, done } = createWorker();
    const session = await initialize(endpointOf([worker]));
    const stream = await session.call('work', {}, 7);
    const asked = await stream.next();
    await session.send({ id: asked?.id, result: { action: 'accept', content: { ok: true } } });
    await gate.reached();

    await session.send({ method: 'notifications/cancelled', params: { requestId: 7 } });

    await eventually(() => expect(done).toEqual(['began', 'cleaned up']));
  });

  it('that cancels the request at its question is told that the question is over', async () => {
    const { worker, done } = createWorker();
    const session = await initialize(endpointOf([worker]));
    const stream = await session.call('work', {}, 7);
    const asked = await stream.next();

    await session.send({ method: 'notifications/cancelled', params: { requestId: 7 } });

    expect(await stream.next()).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: asked?.id },
    });
    await eventually(() => expect(done).toEqual(['cleaned up']));
  });

  it('that ends its session stops its tools', async () => {
    const { worker, gate, done } = createWorker();
    const session = await initialize(endpointOf([worker]));
    const stream = await session.call('work', {});
    const asked = await stream.next();
    await session.send({ id: asked?.id, result: { action: 'accept', content: { ok: true } } });
    await gate.reached();

    expect((await session.end()).status).toBe(200);

    await eventually(() => expect(done).toEqual(['began', 'cleaned up']));
    expect((await session.send({ id: 9, method: 'ping' })).status).toBe(404);
  });
});
