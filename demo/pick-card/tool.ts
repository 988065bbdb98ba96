import type { Operation } from 'effection';
import { CodedError, type McpBranchContext } from 'elicitkit/plugin';
import { notPlayed } from '../games/not-played.ts';
import { advise } from './advise.ts';
import { drawCards, nameCard, type Card } from './card.ts';
import type { Outcome } from './outcome.ts';
import { pickCard } from './pick-card.ts';

/** The tool's body, in three parts. Which card wins is settled before the person is asked, and told after. */
export const pickCardTool = pickCard.handoff({
  *before({ count, analyze }, server) {
    yield* server.log('info', `draws ${count} cards`);
    return { ...drawCards(count, server.callId), analyze };
  },

  *client({ cards, analyze }, ctx) {
    if (analyze) yield* ctx.notify('The model looks at the cards…');
    const advice = analyze ? yield* adviseInBranch(ctx, cards) : undefined;
    const message = `Pick one of ${cards.length} cards. One of them wins.`;
    const answer = yield* ctx.elicit('pick', { message, cards, ...(advice && { advice }) });
    return answer.action === 'accept' ? { index: answer.content.number - 1 } : { left: notPlayed(answer, 'a pick') };
  },

  *after({ cards, winner }, client): Operation<Outcome | string> {
    if (client.left !== undefined) return client.left;
    const picked = cards[client.index] as Card;
    const isWinner = client.index === winner;
    const won = cards[winner] as Card;
    const message = `The person picked the ${nameCard(picked)}. ${isWinner ? 'It wins.' : `The ${nameCard(won)} wins.`}`;
    return { picked, winner: won, isWinner, message };
  },
});

/** A conversation of its own: nothing of it stays but the advice. One that takes too long is given up. */
function* adviseInBranch(ctx: McpBranchContext, cards: readonly Card[]): Operation<string> {
  try {
    const advice = yield* ctx.branch((inner) => advise(inner, cards), { inheritMessages: false, timeout: 20_000 });
    return advice ?? 'The model has no advice for these.';
  } catch (error) {
    if (error instanceof CodedError && error.code === 'TOOL_TIMEOUT') return 'The model took too long to give advice.';
    throw error;
  }
}
