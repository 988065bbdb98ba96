import { describe, expect, it } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import { answerAll, choice, createBookingHandler, createTraveller, type Traveller } from './booking.ts';
import { kills, open, rests, sentAnswers } from './older-server-harness.ts';
import { asOlderServer } from './older-server.ts';
import type { Fault } from './proxy.ts';

/** Answer what is asked, once each, and touch no Retry. */
async function bookUntilItRests(traveller: Traveller, destination: string): Promise<ClientSnapshot> {
  void traveller.client.send(`Book a flight to ${destination}`);
  return answerAll(traveller, choice, rests);
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
