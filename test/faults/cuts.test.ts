import { describe, expect, it } from 'vitest';
import { bookEach, failuresOf, linesOf, nthPost, undisturbed } from './book-each.ts';
import type { Fault } from './proxy.ts';

interface Cut {
  /** Of the three POSTs, counted from 1. */
  post: number;
  fault: Fault;
}

async function expectOneTicketEach(cuts: readonly Cut[]): Promise<void> {
  const booked = await bookEach(cuts, ({ post, fault }) => nthPost(post, fault));
  expect(failuresOf(booked)).toEqual([]);
  expect(booked.outcomes).toHaveLength(cuts.length);
  expect(booked.outcomes.filter(({ pressed }) => pressed > 0)).toEqual([]);
  expect([...booked.server.said].filter(([, times]) => times !== 1)).toEqual([]);
  expect(booked.server.errors).toEqual([]);
}

describe('a booking whose response is cut', () => {
  it('ends in one ticket, whatever line of whatever response is the last to arrive', async () => {
    const responses = await undisturbed();
    expect(responses).toHaveLength(3);
    const cuts = responses.flatMap((response, index) =>
      Array.from({ length: linesOf(response) + 1 }, (_, lines) => [
        { post: index + 1, fault: { type: 'cut', lines } as const },
        { post: index + 1, fault: { type: 'cut', lines, gently: true } as const },
      ]).flat(),
    );
    expect(cuts.length).toBeGreaterThan(40);

    await expectOneTicketEach(cuts);
  }, 60_000);

  it('ends in one ticket when it is cut at any 64th byte of any response', async () => {
    const responses = await undisturbed();
    const cuts = responses.flatMap((response, post) =>
      Array.from({ length: Math.ceil(response.length / 64) }, (_, index) => ({
        post: post + 1,
        fault: { type: 'cut', bytes: index * 64, gently: index % 2 === 1 } as const,
      })),
    );
    expect(cuts.length).toBeGreaterThan(40);

    await expectOneTicketEach(cuts);
  }, 60_000);
});
