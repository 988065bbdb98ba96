import { run } from 'effection';
import { vi } from 'vitest';
import { createBookingHandler } from '../faults/booking.ts';
import { accept, questionOf, read, respond, user } from '../chat/harness.ts';

/** What is left of many sessions, when all of them are over. */
export interface Left {
  booked: number;
  /** How many were open at the most. */
  open: number;
  active: number;
  /** Timers that still run, once every time limit has passed. */
  timers: number;
  heapBefore: number;
  heapOpen: number;
  heapAfter: number;
  errors: readonly unknown[];
}

const day = 86_400_000;

/**
 * Open so many sessions, answer one half to its ticket, leave the other half until nobody comes back to it, and
 * let a day go by. Needs fake timers: a day is long.
 */
export async function soak(sessions: number): Promise<Left> {
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const server = createBookingHandler({
    // What a turn that is over keeps for those who ask again is bounded by number: leave it out of the count.
    limits: { sessions: sessions + 10, rememberedTurns: 10 },
  });
  const post = async (conversationId: string, body: object) => {
    const request = new Request('http://soak.test/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId, messages: [], ...body }),
    });
    return pumped(async () => read(await server.handler(request)));
  };
  const ask = (name: string) => post(name, { messages: [user(`Book a flight to ${name}`)] });

  // One of each first, so that what is made once is not taken for a leak.
  await finish(post, 'warm', await ask('warm'));
  await vi.advanceTimersByTimeAsync(day);
  const heapBefore = heap();

  const asked = new Map<string, Awaited<ReturnType<typeof ask>>>();
  for (let index = 0; index < sessions; index += 1) asked.set(`S${index}`, await ask(`S${index}`));
  const open = (await active()).length;
  const heapOpen = heap();
  let index = 0;
  for (const [name, first] of asked) {
    if (index % 2 === 0) await finish(post, name, first);
    // Of those left alone every other one has been answered once.
    else if (index % 4 === 1) await post(name, { pluginElicitResponses: [flightOf(first)] });
    index += 1;
  }
  asked.clear();
  // Nobody comes back for a day; another day, and what was kept for repetitions may go too.
  await vi.advanceTimersByTimeAsync(day + 60_000);
  const left = (await active()).length;
  await vi.advanceTimersByTimeAsync(2 * day);
  // The next call is what sweeps.
  await finish(post, 'last', await ask('last'));
  await vi.advanceTimersByTimeAsync(2 * day);
  const heapAfter = heap();
  const timers = vi.getTimerCount();
  const { errors } = server;
  const booked = [...server.booked.values()].reduce((sum, times) => sum + times, 0) - 2;
  await server.handler.close();
  return { booked, open, active: left, timers, heapBefore, heapOpen, heapAfter, errors };

  async function active() {
    return run(() => server.handler.sessions.listActive());
  }
}

/** Work that goes on only while time does. */
async function pumped<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const done = work().finally(() => (isOver = true));
  while (!isOver) await vi.advanceTimersByTimeAsync(0);
  return done;
}

type Posted = Awaited<ReturnType<typeof read>>;

function flightOf(asked: Posted) {
  return accept(questionOf(asked), { flightId: 'FL001' });
}

async function finish(post: (name: string, body: object) => Promise<Posted>, name: string, first: Posted) {
  const second = await post(name, { pluginElicitResponses: [flightOf(first)] });
  const seat = respond(questionOf(second), { action: 'accept', content: { row: 1, seat: 'A' } });
  return post(name, { pluginElicitResponses: [seat] });
}
