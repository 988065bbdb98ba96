import { run } from 'effection';
import { vi } from 'vitest';
import type { ClientState } from '../../src/client/state/client-state.ts';
import { createBookingHandler } from '../faults/booking.ts';
import { accept, questionOf, read, respond, user } from '../chat/harness.ts';

/** What remains after many sessions have ended. */
export interface Left {
  booked: number;
  /** The most that were open at once. */
  open: number;
  active: number;
  /** Timers still running after every time limit has passed. */
  timers: number;
  /** In bytes, while all sessions were open. */
  heapOpen: number;
  /** In bytes, after each round, when all its sessions had ended. */
  heapAfter: readonly number[];
  errors: readonly unknown[];
}

const day = 86_400_000;

/**
 * Opens this many sessions, answers half of them to their ticket, abandons the rest, and lets days pass. Then repeats
 * it all, because the first round also pays for one-time costs: compiled code and the engine's tables. Needs fake
 * timers.
 */
export async function soak(sessions: number): Promise<Left> {
  const server = createBookingHandler({
    // Limit the remembered turns, so that what they keep for retries does not affect the count.
    limits: { perProcess: sessions + 10, rememberedTurns: 10 },
  });
  const known = new Map<string, ClientState>();
  const left = { booked: 0, open: 0, active: 0, timers: 0, heapOpen: 0, heapAfter: [] as number[] };
  for (const round of ['A', 'B']) {
    // A round must end before the next.
    await playRound(round);
  }
  await server.handler.close();
  return { ...left, errors: server.errors };

  async function playRound(round: string): Promise<void> {
    const asked = new Map<string, Posted>();
    for (let index = 0; index < sessions; index += 1) asked.set(`${round}${index}`, await ask(`${round}${index}`));
    left.open = Math.max(left.open, (await active()).length);
    left.heapOpen = heap();
    let index = 0;
    for (const [name, first] of asked) {
      if (index % 2 === 0) await finish(post, name, first);
      // Answer every other abandoned session once.
      else if (index % 4 === 1) await post(name, { pluginElicitResponses: [flightOf(first)] });
      index += 1;
    }
    asked.clear();
    // After a day, abandoned calls end. Later, data kept for retries may go too.
    await vi.advanceTimersByTimeAsync(day + 60_000);
    // Ending one takes some turns of the event loop, whatever the clock says.
    for (let turns = 0; turns < 10 * sessions && (await active()).length > 0; turns += 1) {
      await vi.advanceTimersByTimeAsync(10);
    }
    left.active += (await active()).length;
    await vi.advanceTimersByTimeAsync(2 * day);
    // The next call triggers the sweep.
    await finish(post, 'last', await ask('last'));
    await vi.advanceTimersByTimeAsync(2 * day);
    for (let turns = 0; turns < 2000 && vi.getTimerCount() > 0; turns += 1) await vi.advanceTimersByTimeAsync(10);
    left.timers += vi.getTimerCount();
    server.booked.delete('last');
    left.booked += server.booked.size;
    for (const times of server.booked.values()) if (times !== 1) throw new Error(`A ticket was booked ${times} times.`);
    server.forget();
    known.clear();
    left.heapAfter.push(await settledHeap());
  }

  async function post(conversationId: string, body: object): Promise<Posted> {
    const request = new Request('http://soak.test/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId, messages: [], revision: known.get(conversationId)?.revision, ...body }),
    });
    const posted = await pumped(async () => read(await server.handler(request), known.get(conversationId)));
    known.set(conversationId, posted.state);
    return posted;
  }

  async function ask(name: string): Promise<Posted> {
    return post(name, { messages: [user(`Book a flight to ${name}`)] });
  }

  async function active() {
    return run(() => server.handler.sessions.listActive());
  }
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** What is left once the engine has collected all that it can: some things go only after others. */
async function settledHeap(): Promise<number> {
  let least = Infinity;
  for (let times = 0; times < 5; times += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    least = Math.min(least, heap());
  }
  return least;
}

/** Advances fake time until the work is done. */
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
