import { run, spawn } from 'effection';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ElicitResult } from '../../src/plugin.ts';
import { createQueuedHost } from '../queued-host.ts';
import { createMockClient, runTool, type MockClientOptions } from '../../src/testing.ts';
import { drawCards, nameCard } from '../../demo/pick-card/card.ts';
import { outcomeSchema } from '../../demo/pick-card/outcome.ts';
import { pickCardTool } from '../../demo/pick-card/tool.ts';
import { adviseOnCards } from '../../demo/server/card-advice.ts';

// `runTool` calls every tool by this id, and the id decides which cards are drawn.
const { cards, winner } = drawCards(5, 'call_test');
const pick = (number: number) => ({ key: 'pick', action: 'accept', content: { number } }) as const;
const analysis = { remark: 'Three are red.', take: 2, reason: 'it looks friendly.' };

async function draw(answers: MockClientOptions, params: object = {}) {
  const client = createMockClient(answers);
  return { result: await run(() => runTool(pickCardTool, { count: 5, analyze: false, ...params }, client)), client };
}

describe('pick_card', () => {
  it('lets the model advise in a branch, and the person pick', async () => {
    const { result, client } = await draw(
      { sampleResponses: [JSON.stringify(analysis)], elicitResponses: [pick(winner + 1)] },
      { analyze: true },
    );

    expect(outcomeSchema.parse(result)).toMatchObject({ picked: cards[winner], winner: cards[winner], isWinner: true });
    expect(client.sampleCalls.map(({ branch }) => branch)).toEqual(['1']);
    expect(client.sampleCalls[0]?.messages.at(-1)?.content).toContain(`\n5. ${cards[4] && nameCard(cards[4])}\n`);
    const advice = `Three are red. I would take the ${cards[1] && nameCard(cards[1])}: it looks friendly.`;
    expect(client.elicitCalls).toMatchObject([
      { key: 'pick', message: 'Pick one of 5 cards. One of them wins.', context: { cards, advice } },
    ]);
  });

  it('tells which card won if the person picked another one', async () => {
    const other = (winner + 1) % 5;
    const { result, client } = await draw({ elicitResponses: [pick(other + 1)] });

    expect(outcomeSchema.parse(result)).toMatchObject({
      picked: cards[other],
      winner: cards[winner],
      isWinner: false,
    });
    expect(client.sampleCalls).toEqual([]);
  });

  it('does not tell the page which card wins', async () => {
    const { client } = await draw({ elicitResponses: [pick(1)] });
    expect(client.elicitCalls[0]?.context).toEqual({ cards });
  });

  it('draws the same cards when it runs again', async () => {
    const [first, second] = [await draw({ elicitResponses: [pick(1)] }), await draw({ elicitResponses: [pick(1)] })];
    expect(second.client.elicitCalls).toEqual(first.client.elicitCalls);
    expect(second.result).toEqual(first.result);
  });

  it('asks without advice if the model gives none that fits', async () => {
    const sixth = JSON.stringify({ ...analysis, take: 6 });
    const { client } = await draw({ sampleResponses: [sixth, sixth], elicitResponses: [pick(1)] }, { analyze: true });
    expect(client.elicitCalls[0]?.context['advice']).toBe('The model has no advice for these.');
  });

  it('asks without advice if the model takes too long', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const asked = run(function* () {
      const host = createQueuedHost({ tool: pickCardTool, params: { analyze: true }, callId: 'call_test' });
      yield* spawn(() => host.run());
      for (;;) {
        const { value: event } = yield* host.events.next();
        // The model never answers.
        if (event.type === 'elicit') return event.context;
      }
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(asked).resolves.toEqual({ cards, advice: 'The model took too long to give advice.' });
  });

  it('refuses a card that is not on the table', async () => {
    const { client } = await draw({ elicitResponses: [{ ...pick(6), refused: true }, pick(5)] });
    expect(client.elicitCalls[1]?.issues).toMatchObject([
      { message: 'That is not on offer. Choose one from the list.' },
    ]);
  });

  it.each<[string, ElicitResult<unknown>, RegExp]>([
    ['a no', { action: 'decline' }, /does not want to make a pick/],
    ['a closed question', { action: 'cancel', reason: 'dismissed' }, /closed the game/],
    ['another message', { action: 'cancel', reason: 'interrupted' }, /wrote something else instead of a pick/],
  ])('tells the model of %s', async (_what, answer, words) => {
    const { result } = await draw({ elicitResponses: [answer] });
    expect(result).toMatch(words);
  });
});

describe('the deck', () => {
  it('gives no card twice, and other cards for another call', () => {
    const many = drawCards(10, 'a').cards.map(nameCard);
    expect(new Set(many).size).toBe(10);
    expect(drawCards(10, 'b').cards.map(nameCard)).not.toEqual(many);
  });

  it('lets each place win about as often as the others', () => {
    const wins = [0, 0, 0, 0, 0];
    for (let call = 0; call < 1000; call += 1) wins[drawCards(5, `call ${call}`).winner]! += 1;
    expect(Math.min(...wins)).toBeGreaterThan(140);
  });
});

it('the scripted adviser counts the red cards, and takes the highest', () => {
  const prompt = 'These cards lie on the table:\n1. 7 of hearts\n2. king of clubs\n3. 10 of spades\nOne of them wins.';
  expect(adviseOnCards(prompt)).toMatchObject({ remark: '1 of 3 are red.', take: 2 });
});
