import type { Operation } from 'effection';
import { CodedError, type McpBranchContext } from 'elicitkit/plugin';
import * as z from 'zod';
import { nameCard, type Card } from './card.ts';

/** What the model says about some cards. */
function analysisSchema(count: number) {
  return z.object({
    remark: z.string().describe('What is special about these cards, in one sentence'),
    take: z.int().min(1).max(count).describe('The number of the card that you would take'),
    reason: z.string().describe('Why, in a few words'),
  });
}

/** Asks the model about the cards, in the branch that `ctx` belongs to. Undefined if it gives no usable answer. */
export function* advise(ctx: McpBranchContext, cards: readonly Card[]): Operation<string | undefined> {
  const list = cards.map((card, index) => `${index + 1}. ${nameCard(card)}`).join('\n');
  try {
    const { value } = yield* ctx.sample({
      prompt: `These cards lie on the table:\n${list}\nOne of them wins, drawn by lot. What would you tell a friend who has to pick?`,
      schema: analysisSchema(cards.length),
    });
    const card = cards[value.take - 1] as Card;
    return `${value.remark} I would take the ${nameCard(card)}: ${value.reason}`.slice(0, 400);
  } catch (error) {
    if (error instanceof CodedError && error.code === 'SAMPLE_SCHEMA') return undefined;
    throw error;
  }
}
