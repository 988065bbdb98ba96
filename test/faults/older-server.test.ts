import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import { answerAll, choice, createBookingHandler, createTraveller, until, type Traveller } from './booking.ts';
import { asOlderServer } from './older-server.ts';
import { openFaultProxy, type Fault, type FaultProxy, type Plan } from './proxy.ts';

const kills: Fault[] = [{ type: 'unsent' }, { type: 'unanswered' }, { type: 'undelivered' }];

async function open(handler: (request: Request) => Promise<Response>, plan?: Plan): Promise<FaultProxy> {
  const proxy = await openFaultProxy(handler, plan);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** The turn is over, or the person is asked what to do about it. */
const rests = ({ status, pending, messages }: ClientSnapshot) =>
  status === 'failed' ||
  pending.some((item) => item.status === 'failed') ||
  (status === 'idle' && messages.at(-1)?.role === 'assistant');

/** Answer what is asked, once each, and touch no Retry. */
async function bookUntilItRests(traveller: Traveller, destination: string): Promise<ClientSnapshot> {
  void traveller.client.send(`Book a flight to ${destination}`);
  return answerAll(traveller, choice, rests);
}

/** How often each answer left the client. */
function sentAnswers({ requests }: FaultProxy): number[] {
  const counts = new Map<string, number>();
  for (const { elicitId } of requests.flatMap(({ body }) => body.pluginElicitResponses ?? [])) {
    counts.set(elicitId, (counts.get(elicitId) ?? 0) + 1);
  }
  return [...counts.values()];
}

describe('an older server, which counts an answer as often as it comes', () => {
  it('gets each answer once when nothing goes wrong', async () => {
    const { handler, booked } = createBookingHandler();
    const proxy = await open(asOlderServer(handler));
    const traveller = createTraveller({ endpoint: proxy.url });
    const { messages } = await bookUntilItRests(traveller, 'LAX');
    await handler.close();

    expect([...booked]).toEqual([['LAX', 1]]);
    expect(sentAnswers(proxy)).toEqual([1, 1]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  it.each([1, 2])('never gets answer %i a second time by itself, wherever its response is cut', async (nth) => {
    const cuts: Fault[] = [...kills, ...Array.from({ length: 6 }, (_, lines) => ({ type: 'cut', lines }) as const)];
    for (const fault of cuts) {
      const { handler, booked } = createBookingHandler();
      let answers = 0;
      const proxy = await open(asOlderServer(handler), ({ answers: isAnswer }) => {
        answers += isAnswer ? 1 : 0;
        return isAnswer && answers === nth ? fault : undefined;
      });
      const traveller = createTraveller({ endpoint: proxy.url });
      const snapshot = await bookUntilItRests(traveller, 'LAX');
      const sent = sentAnswers(proxy);

      expect(sent, `${JSON.stringify(fault)}`).toEqual(sent.map(() => 1));
      expect(booked.get('LAX') ?? 0).toBeLessThanOrEqual(1);
      // Either the cut took nothing that matters, or a person is asked, with what was chosen kept.
      const problems = [snapshot, ...snapshot.pending].flatMap((each) =>
        each.status === 'failed' && 'problem' in each ? [each.problem?.code] : [],
      );
      expect(problems.every(Boolean), 'the person is told why').toBe(true);
      expect(traveller.pressed).toBe(0);
      await traveller.client.close();
      await handler.close();
    }
  });

  it('gets an answer again when the person says so', async () => {
    const { handler } = createBookingHandler();
    const proxy = await open(asOlderServer(handler), ({ answers, number }) =>
      answers && number === 2 ? { type: 'unsent' } : undefined,
    );
    const traveller = createTraveller({ endpoint: proxy.url });
    const { pending } = await bookUntilItRests(traveller, 'LAX');
    const [item] = pending;
    expect(item?.status).toBe('failed');
    if (item?.status === 'failed') item.retry();
    await answerAll(traveller, choice, ({ status, messages }) => status === 'idle' && messages.length === 4);
    await handler.close();

    expect(sentAnswers(proxy)).toEqual([2, 1]);
  });
});

const folder = ['../../../shared', '../../../../shared']
  .map((path) => new URL(`${path}/fixtures/transcripts/`, import.meta.url))
  .find((url) => existsSync(url));

describe.skipIf(folder === undefined)('the recorded older server', () => {
  /** Plays the three recorded responses of a booking, in order. */
  const play = async (request: Request): Promise<Response> => {
    const { pluginElicitResponses: [response] = [] } = (await request.json()) as {
      pluginElicitResponses?: { elicitId: string }[];
    };
    const part = response === undefined ? 1 : response.elicitId.endsWith(':2') ? 2 : 3;
    const recorded = readFileSync(new URL(`accept-${part}.ndjson`, folder));
    return new Response(new Uint8Array(recorded), { headers: { 'content-type': 'application/x-ndjson' } });
  };
  const lines = [1, 2, 3].map((part) =>
    folder === undefined
      ? 0
      : readFileSync(new URL(`accept-${part}.ndjson`, folder))
          .toString()
          .split('\n').length,
  );

  it.each([2, 3])('never gets the answer of POST %i twice, wherever its response is cut', async (nth) => {
    const cuts: Fault[] = [
      ...kills,
      ...Array.from({ length: lines[nth - 1] ?? 0 }, (_, count) => ({ type: 'cut', lines: count }) as const),
    ];
    const ends = new Set<string>();
    for (const fault of cuts) {
      const proxy = await open(play, ({ number }) => (number === nth ? fault : undefined));
      const traveller = createTraveller({ endpoint: proxy.url });
      const { client } = traveller;
      void client.send('Book a flight from NYC to LAX');
      await until(client, rests, ({ pending }) => {
        for (const item of pending) {
          if (item.status !== 'pending') continue;
          item.accept(item.key === 'pickFlight' ? { flightId: 'FL002' } : { row: 5, seat: 'A' });
        }
      });
      const { status, pending } = client.getSnapshot();
      ends.add(pending.some((item) => item.status === 'failed') ? 'asks about the answer' : status);

      const sent = sentAnswers(proxy);
      expect(sent, `${JSON.stringify(fault)}`).toEqual(sent.map(() => 1));
      await client.close();
      await proxy.close();
    }
    expect([...ends]).toContain('asks about the answer');
  });
});
