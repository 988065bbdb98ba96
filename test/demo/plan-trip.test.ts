import { run } from 'effection';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMockClient, runTool, type MockClientOptions, type MockElicitResponse } from '../../src/testing.ts';
import type { ParamsOf } from '../../src/plugin.ts';
import { describeTimes, findOptions, priceOf } from '../../demo/plan-trip/options.ts';
import { planSchema } from '../../demo/plan-trip/plan.ts';
import { planTripTool } from '../../demo/plan-trip/tool.ts';
import { judgePrices, judgeTimes } from '../../demo/server/plan-verdicts.ts';

const params = { from: 'Paris', destination: 'Lisbon', outboundDate: '2026-12-01', nights: 3 };
const options = findOptions({ ...params, returnDate: '2026-12-04' });
const [first, second, third] = options;
if (!first || !second || !third) throw new Error('No flights were made up.');

const choose = (choice: string) => ({ key: 'plan', action: 'accept', content: { choice } }) as const;
const yes: MockElicitResponse = { key: 'confirm', action: 'accept', content: { confirmed: true } };
const prices = JSON.stringify({ best: 3, verdicts: ['dear', 'fair', 'cheap'] });
const times = JSON.stringify({ best: 2, verdicts: ['early', 'long', 'late'] });

async function plan(answers: MockClientOptions, given: ParamsOf<typeof planTripTool> = params) {
  const client = createMockClient(answers);
  const running = run(() => runTool(planTripTool, given, client));
  const [result] = await Promise.all([running, vi.advanceTimersByTimeAsync(10_000)]);
  return { result, client };
}

// The tool takes its time, so that people can see that it works.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('plan_trip', () => {
  it('compares prices and times in two branches at once, lets the person choose, and keeps the plan', async () => {
    const { result, client } = await plan({
      sampleResponses: [prices, times],
      elicitResponses: [choose(second.id), yes],
    });

    expect(planSchema.parse(result)).toMatchObject({
      airline: second.airline,
      price: second.price,
      nights: 3,
      verdicts: ['fair', 'long'],
    });
    const [one, other] = client.sampleCalls;
    expect(one?.messages.map(({ content }) => content)).toEqual([
      `Compare the prices of these plans, and nothing else:\n${numbered(options.map(priceOf))}`,
    ]);
    expect(other?.messages.map(({ content }) => content)).toEqual([
      `Compare the times of these plans, and nothing else:\n${numbered(options.map(describeTimes))}`,
    ]);
    expect(one?.branch).not.toBe(other?.branch);
    expect(client.elicitCalls.map(({ key }) => key)).toEqual(['plan', 'confirm']);
  });

  it('shows what each branch said of each plan, and which one it likes best', async () => {
    const { client } = await plan({
      sampleResponses: [prices, times],
      elicitResponses: [choose(third.id), { action: 'decline' }],
    });
    expect(client.elicitCalls[0]?.context['choices']).toEqual([
      {
        value: first.id,
        label: `${first.airline}, ${priceOf(first)}`,
        description: `${describeTimes(first)}. Price: dear. Times: early.`,
      },
      {
        value: second.id,
        label: `${second.airline}, ${priceOf(second)} · best times`,
        description: `${describeTimes(second)}. Price: fair. Times: long.`,
      },
      {
        value: third.id,
        label: `${third.airline}, ${priceOf(third)} · best price`,
        description: `${describeTimes(third)}. Price: cheap. Times: late.`,
      },
    ]);
  });

  it('goes on without the verdict of a branch whose model gives none that fits', async () => {
    const { result, client } = await plan({
      sampleResponses: ['Hm.', 'Hm.', 'Hm.', 'Hm.'],
      elicitResponses: [choose(first.id), yes],
    });
    expect(client.elicitCalls[0]?.message).toBe('Here are 3 plans, for 3 nights from Tue, Dec 1.');
    expect(planSchema.parse(result).verdicts).toEqual([]);
  });

  it('fails if the model cannot be asked', async () => {
    const failing = plan({ sampleResponses: [new Error('offline'), times] });
    await expect(failing).rejects.toMatchObject({ code: 'SAMPLE_FAILED' });
  });

  it('refuses a plan that is not on the list', async () => {
    const { client } = await plan({
      sampleResponses: [prices, times],
      elicitResponses: [{ ...choose('XX999'), refused: true }, { action: 'decline' }],
    });
    expect(client.elicitCalls[1]?.issues).toMatchObject([
      { message: 'That is not on offer. Choose one from the list.' },
    ]);
  });

  it.each<[string, MockElicitResponse[], RegExp]>([
    ['plans that are declined', [{ action: 'decline' }], /wants none of the plans/],
    ['a closed question', [{ action: 'cancel', reason: 'dismissed' }], /closed the question/],
    ['another message', [{ action: 'cancel', reason: 'interrupted' }], /wrote something else/],
    ['silence', [{ action: 'cancel', reason: 'expired' }], /nobody chose in time/],
    ['answers that were no use', [{ action: 'cancel', reason: 'failed' }], /no answer was usable/],
    ['a no to the plan', [choose(first.id), { action: 'decline' }], /said no to the plan/],
    ['a plan that nobody confirmed', [choose(first.id), { action: 'cancel' }], /closed the question/],
  ])('keeps nothing after %s, and says so', async (_what, elicitResponses, words) => {
    const { result } = await plan({ sampleResponses: [prices, times], elicitResponses });
    expect(result).toMatch(/^Not planned: /);
    expect(result).toMatch(words);
  });

  it('asks nobody if nothing flies back in time', async () => {
    const { result, client } = await plan({}, { from: 'New York', destination: 'Sydney', nights: 1 });
    expect(result).toMatch(/nothing flies there and back/);
    expect([...client.sampleCalls, ...client.elicitCalls]).toEqual([]);
  });
});

describe('the scripted judge', () => {
  it('likes the least price best', () => {
    expect(judgePrices('Compare:\n1. $1,010.50\n2. $999.00\n3. $1,000.00')).toEqual({
      best: 2,
      verdicts: ['$11.50 above the cheapest', 'the cheapest of all', '$1.00 above the cheapest'],
    });
  });

  it('likes the most time there best, whichever day one lands', () => {
    const asked = 'Compare:\n1. 10:00 → 12:20, back 09:35 → 13:50\n2. 21:00 → 06:00 (+1), back 23:30 → 04:00 (+1)';
    expect(judgeTimes(asked)).toEqual({
      best: 1,
      verdicts: ['the most time there', 'a whole last day, but less time in all'],
    });
  });
});

function numbered(facts: readonly string[]): string {
  return facts.map((fact, index) => `${index + 1}. ${fact}`).join('\n');
}
