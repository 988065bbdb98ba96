import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryTransport } from '../../src/testing.ts';
import { soak } from '../soak/sessions.ts';
import { book, createBookingHandler, createTraveller, isOneTicket } from './booking.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a hundred sessions twice over, half of them answered and half abandoned', () => {
  it('leave no session and no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const left = await soak(100);

    expect(left).toMatchObject({ open: 100, booked: 100, active: 0, timers: 0, errors: [] });
  }, 60_000);
});

describe('a client that was closed', () => {
  it('leaves no timer, and no listener on anything', async () => {
    const added = vi.spyOn(EventTarget.prototype, 'addEventListener');
    const removed = vi.spyOn(EventTarget.prototype, 'removeEventListener');
    const timers = new Set<unknown>();
    const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, time: number) => {
      const timer = set(() => {
        timers.delete(timer);
        work();
      }, time);
      timers.add(timer);
      return timer;
    }) as typeof setTimeout);
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      timers.delete(timer);
      clear(timer);
    });
    const { handler } = createBookingHandler();
    const traveller = createTraveller({ transport: memoryTransport(handler), storage: false, tabs: false });
    const { messages } = await book(traveller, 'LAX');
    const heard = vi.fn<() => void>();
    traveller.client.subscribe(heard);
    await traveller.client.close();
    await handler.close();

    expect(isOneTicket(messages, 'LAX')).toBe(true);
    expect(timers.size).toBe(0);
    // Listeners on signals of streams go with their signals; on the page and its globals none may stay.
    const onGlobals = (spy: typeof added | typeof removed) =>
      spy.mock.contexts.filter((target) => target === globalThis).length;
    expect(onGlobals(added)).toBe(onGlobals(removed));
    const calls = heard.mock.calls.length;
    traveller.client.push({ type: 'text', content: 'late' });
    expect(heard.mock.calls.length).toBe(calls);
  });
});
