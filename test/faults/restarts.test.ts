import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import { isWhole } from '../chat/harness.ts';
import { choice, createBookingHandler, createTraveller, until } from './booking.ts';
import { openFaultProxy, type Fault, type SeenRequest } from './proxy.ts';

type Server = ReturnType<typeof createBookingHandler>;

/** A server whose process dies and comes back on the same port, remembering nothing. */
async function openMortalServer(planOf: (restart: () => void) => (request: { number: number }) => Fault | undefined) {
  const lives: [Server, ...Server[]] = [createBookingHandler()];
  const now = () => lives.at(-1) ?? lives[0];
  const restart = () => {
    const dead = now();
    lives.push(createBookingHandler());
    proxy.breakAll();
    void dead.handler.close();
  };
  const proxy = await openFaultProxy((request) => now().handler(request), planOf(restart));
  onTestFinished(async () => {
    await Promise.all(lives.map(({ handler }) => handler.close()));
    await proxy.close();
  });
  const tickets = () => lives.reduce((count, { booked }) => count + (booked.get('LAX') ?? 0), 0);
  return { proxy, lives, tickets };
}

/** When the process dies: as the nth request comes, or when so many lines of its response have arrived. */
interface Death {
  request: number;
  lines: number;
}

const deaths: Death[] = [
  [1, [0, 1, 4, 8, 9]],
  [2, [0, 1, 2, 3]],
  [3, [0, 1, 2, 3, 6, 11]],
].flatMap(([request, lines]) => (lines as number[]).map((at) => ({ request: request as number, lines: at })));

describe('a server that dies in the middle of a booking and comes back', () => {
  it.each(deaths)('never books twice and says what is lost: request $request, line $lines', async (death) => {
    let lines = -1;
    const server = await openMortalServer((restart) => ({ number }) => {
      if (number !== death.request) return undefined;
      return {
        type: 'slow',
        async turn() {
          lines += 1;
          if (lines === death.lines) restart();
        },
      };
    });
    const traveller = createTraveller({ endpoint: server.proxy.url });
    const { client } = traveller;
    const seen = new Set<string>();
    void client.send('Book a flight to LAX');
    /** Answers what is asked, tries again what failed, and asks again for what is lost, unless there is a ticket. */
    const act = ({ pending, items, calls, status, problem }: ClientSnapshot) => {
      for (const item of pending) {
        if (item.status === 'pending') item.views.at(-1)?.answer(choice[item.key]);
        if (item.status === 'failed') item.retry();
      }
      if (status === 'failed') {
        seen.add(`failed: ${problem?.code}`);
        if (server.tickets() === 0) void client.retry();
      }
      const lost = items.find((item) => item.status === 'lost');
      // Where the tool was between its questions there is no card to ask again from: the person writes again.
      if (status !== 'idle' || (lost === undefined && calls.at(-1)?.status !== 'failed')) return;
      seen.add('lost');
      if (server.tickets() > 0) return;
      if (lost?.status === 'lost') lost.askAgain?.();
      else void client.send('Book a flight to LAX');
    };
    const { messages, items, calls } = await until(
      client,
      ({ status, pending }) =>
        server.tickets() > 0 && pending.length === 0 && (status === 'idle' || status === 'failed'),
      act,
    );

    expect(server.lives).toHaveLength(2);
    expect(server.tickets()).toBe(1);
    expect(isWhole(messages)).toBe(true);
    expect(items.filter(({ status }) => status === 'sending' || status === 'pending')).toEqual([]);
    // What the dead process had asked and not booked is told as lost, and asked again by the person alone.
    if (death.request > 1 && server.lives[1]?.booked.has('LAX') === true) expect([...seen]).toContain('lost');
    if (calls.at(-1)?.status === 'failed') seen.add('lost');
    if (!seen.has('lost') && !isToldWhole(messages)) expect([...seen].join()).toMatch('failed');
    const answers = server.proxy.requests.filter((request: SeenRequest) => request.answers);
    expect(answers.length).toBeGreaterThan(0);
  });
});

const isToldWhole = (messages: ClientSnapshot['messages']): boolean =>
  messages.at(-1)?.content === 'Here you are: Ticket LAX FL002 12A';
