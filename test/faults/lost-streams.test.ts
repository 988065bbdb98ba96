import { describe, expect, it } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import { bookEach, failuresOf, linesOf, undisturbed } from './book-each.ts';
import { answerAll, book, createTraveller, isOneTicket, openBookingServer, until, type Traveller } from './booking.ts';
import { createGate } from './gate.ts';
import type { Plan } from './proxy.ts';

/** Cut the nth POST's response after so many lines; what comes after that is let through. */
function cutOnce(nth: number, lines: number, gently: boolean): Plan {
  let posted = 0;
  return ({ body }) => {
    if (body.attach === true) return undefined;
    posted += 1;
    return posted === nth ? { type: 'cut', lines, gently } : undefined;
  };
}

const countOf = (words: string, { text, messages }: ClientSnapshot): number =>
  [text, ...messages.map(({ content }) => content)].join('\n').split(words).length - 1;

/** Watches for words that show twice, however shortly. */
function watchWords({ client }: Traveller, repeated: string[]): void {
  client.subscribe(() => {
    const snapshot = client.getSnapshot();
    for (const words of ['Let me look', 'for flights.', 'Here you are']) {
      if (countOf(words, snapshot) > 1) repeated.push(`${client.conversationId}: ${words}`);
    }
  });
}

describe('a response that is cut and cannot be read on', () => {
  it.each([
    ['the server keeps nothing but the last event', { limits: { bytes: 700 } }],
    ['the server keeps its end only', { limits: { bytes: 2200 }, thoughts: 8 }],
  ])(
    'is made up for by attaching, with one ticket and no text twice: %s',
    async (_, options) => {
      const responses = await undisturbed(options);
      const cuts = responses.flatMap((response, index) =>
        Array.from({ length: linesOf(response) + 1 }, (__, lines) => ({
          nth: index + 1,
          lines,
          gently: lines % 2 === index % 2,
        })),
      );
      const repeated: string[] = [];
      const booked = await bookEach(cuts, ({ nth, lines, gently }) => cutOnce(nth, lines, gently), {
        server: options,
        onTraveller: (traveller) => watchWords(traveller, repeated),
      });

      expect(booked.outcomes).toHaveLength(cuts.length);
      expect(failuresOf(booked)).toEqual([]);
      expect(booked.outcomes.filter(({ pressed }) => pressed > 0)).toEqual([]);
      expect([...booked.server.said].filter(([, times]) => times !== 1)).toEqual([]);
      expect(repeated).toEqual([]);
      expect(booked.server.errors).toEqual([]);
      const { requests } = booked.server.proxy;
      const snapshots = requests.filter(({ response }) => response?.includes('"type":"snapshot"'));
      expect(snapshots.length).toBeGreaterThan(cuts.length / 3);
      expect(requests.filter(({ body }) => body.attach === true).length).toBeGreaterThan(cuts.length / 3);
    },
    60_000,
  );

  it.each([1, 2, 3])('is told to the person where attaching fails too, and Retry goes on: POST %i', async (nth) => {
    let isAway = true;
    // Before its question is told: with it the person could go on.
    const cut = cutOnce(nth, nth === 2 ? 1 : 2, false);
    const server = await openBookingServer(
      (request) => (request.body.attach === true && isAway ? { type: 'refused', status: 500 } : cut(request)),
      { limits: { bytes: 700 } },
    );
    const traveller = createTraveller({ endpoint: server.proxy.url });
    const { client } = traveller;
    const told: unknown[] = [];
    const stop = client.subscribe(() => {
      const { status, problem, pending } = client.getSnapshot();
      const failed = pending.find((item) => item.status === 'failed');
      if (!isAway || (status !== 'failed' && failed === undefined)) return;
      isAway = false;
      told.push(problem?.message ?? (failed?.status === 'failed' ? failed.problem.code : undefined));
    });
    const { messages } = await book(traveller, 'LAX');
    stop();

    expect(told).toEqual([expect.stringMatching(/Try again|^[A-Z_]+$/)]);
    expect(traveller.pressed).toBe(1);
    expect([...server.booked]).toEqual([['LAX', 1]]);
    expect(isOneTicket(messages, 'LAX')).toBe(true);
    expect([...server.said.values()].every((times) => times === 1)).toBe(true);
  });

  it('is told to the person where the server has forgotten the turn, and Retry asks the model once more', async () => {
    const other = createGate();
    const cut = cutOnce(1, 2, false);
    const server = await openBookingServer(
      (request) => {
        if (request.body.conversationId !== 'cut') return undefined;
        return request.body.attach === true ? { type: 'delayed', until: other.opened } : cut(request);
      },
      { limits: { rememberedTurns: 0 } },
    );
    const traveller = createTraveller({ endpoint: server.proxy.url, conversationId: 'cut' });
    void traveller.client.send('Good morning');
    await until(traveller.client, ({ retrying }) => retrying !== undefined);
    // Whoever comes next takes the place of what is over.
    const next = createTraveller({ endpoint: server.proxy.url, conversationId: 'next' });
    await book(next, 'SFO');
    other.open();
    const failed = await until(traveller.client, ({ status }) => status === 'failed');

    expect(failed.problem).toMatchObject({ code: 'STREAM_CUT' });
    expect(failed.messages).toMatchObject([{ role: 'user', content: 'Good morning' }]);
    const { messages } = await answerAll(traveller, {}, ({ status }) => status === 'idle');
    expect(messages.map(({ content }) => content)).toEqual(['Good morning', 'You said: Good morning']);
    expect(traveller.pressed).toBe(1);
  });
});
