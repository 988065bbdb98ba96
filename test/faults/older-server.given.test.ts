import transcripts from 'virtual:given/transcripts';
import { describe, expect, it } from 'vitest';
import { createTraveller, until } from './booking.ts';
import { kills, open, rests, sentAnswers } from './older-server-harness.ts';
import type { Fault } from './proxy.ts';

describe('the recorded older server', () => {
  /** Plays the three recorded responses of a booking, in order. */
  const play = async (request: Request): Promise<Response> => {
    const { pluginElicitResponses: [response] = [] } = (await request.json()) as {
      pluginElicitResponses?: { elicitId: string }[];
    };
    const part = response === undefined ? 1 : response.elicitId.endsWith(':2') ? 2 : 3;
    const recorded = transcripts[`accept-${part}.ndjson`] ?? '';
    return new Response(recorded, { headers: { 'content-type': 'application/x-ndjson' } });
  };
  const linesOf = (part: number) => (transcripts[`accept-${part}.ndjson`] ?? '').split('\n').length;

  it.each([2, 3])('never gets the answer of POST %i twice, wherever its response is cut', async (nth) => {
    const cuts: Fault[] = [
      ...kills,
      ...Array.from({ length: linesOf(nth) }, (_, lines) => ({ type: 'cut', lines }) as const),
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
