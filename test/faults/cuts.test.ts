import { describe, expect, it } from 'vitest';
import { book, createTraveller, isOneTicket, openBookingServer, type Traveller } from './booking.ts';
import type { Fault } from './proxy.ts';

/** What a booking looks like when nothing happens to it. */
async function undisturbed(): Promise<{ responses: Buffer[]; traveller: Traveller }> {
  const server = await openBookingServer();
  const traveller = createTraveller({ endpoint: server.proxy.url });
  await book(traveller, 'LAX');
  const responses = server.proxy.requests.map(({ response = '' }) => Buffer.from(response));
  return { responses, traveller };
}

interface Cut {
  /** Of the three POSTs, counted from 0. */
  post: number;
  fault: Fault;
}

/** Book once for each cut, each in a conversation of its own, and say what came of every one. */
async function bookUnder(cuts: readonly Cut[]) {
  const faults = new Map<string, Cut>();
  const posts = new Map<string, number>();
  const server = await openBookingServer((request) => {
    const { conversationId = '' } = request.body;
    if (request.resumes) return undefined;
    const post = posts.get(conversationId) ?? 0;
    posts.set(conversationId, post + 1);
    const cut = faults.get(conversationId);
    return cut?.post === post ? cut.fault : undefined;
  });
  const outcomes: { cut: string; tickets: number; isOneTicket: boolean; pressed: number; modelRuns: number[] }[] = [];
  const travellers: Traveller[] = [];
  const waiting = [...cuts.entries()];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, cut] = next;
      const destination = `D${index}`;
      faults.set(destination, cut);
      const traveller = createTraveller({ endpoint: server.proxy.url, conversationId: destination });
      travellers.push(traveller);
      const { messages } = await book(traveller, destination).catch((error: unknown) => {
        throw new Error(`${JSON.stringify(cut)}: ${String(error)}`);
      });
      outcomes.push({
        cut: JSON.stringify(cut),
        tickets: server.booked.get(destination) ?? 0,
        isOneTicket: isOneTicket(messages, destination),
        pressed: traveller.pressed,
        modelRuns: [...server.said].filter(([asked]) => asked.endsWith(destination)).map(([, times]) => times),
      });
    }
  }
  await Promise.all(Array.from({ length: 6 }, work));
  return { outcomes, server, travellers };
}

function expectOneTicketEach({ outcomes, server }: Awaited<ReturnType<typeof bookUnder>>): void {
  expect(outcomes.filter(({ tickets, isOneTicket: isOne }) => tickets !== 1 || !isOne)).toEqual([]);
  expect(outcomes.filter(({ pressed }) => pressed > 0)).toEqual([]);
  expect([...server.said].filter(([, times]) => times !== 1)).toEqual([]);
  expect(server.errors).toEqual([]);
}

const linesOf = (response: Buffer): number => response.toString().split('\n').length - 1;

describe('a booking whose response is cut', () => {
  it('ends in one ticket, whatever line of whatever response is the last to arrive', async () => {
    const { responses } = await undisturbed();
    expect(responses).toHaveLength(3);
    const cuts = responses.flatMap((response, post) =>
      Array.from({ length: linesOf(response) + 1 }, (_, lines) => [
        { post, fault: { type: 'cut', lines } as const },
        { post, fault: { type: 'cut', lines, gently: true } as const },
      ]).flat(),
    );
    expect(cuts.length).toBeGreaterThan(40);

    expectOneTicketEach(await bookUnder(cuts));
  }, 60_000);

  it('ends in one ticket when it is cut at any 64th byte of any response', async () => {
    const { responses } = await undisturbed();
    const cuts = responses.flatMap((response, post) =>
      Array.from({ length: Math.ceil(response.length / 64) }, (_, index) => ({
        post,
        fault: { type: 'cut', bytes: index * 64, gently: index % 2 === 1 } as const,
      })),
    );
    expect(cuts.length).toBeGreaterThan(60);

    expectOneTicketEach(await bookUnder(cuts));
  }, 60_000);
});
