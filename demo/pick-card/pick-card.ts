import { createMcpTool, question } from 'elicitkit/plugin';
import * as z from 'zod';
import { cardSchema, nameCard } from './card.ts';

/** Data sent with "which card?". It does not tell which one wins. */
export const cardChoice = z.object({ cards: z.array(cardSchema), advice: z.string().optional() });

/** The tool's declaration, shared by both sides. */
export const pickCard = createMcpTool('pick_card')
  .description('Draw cards, and let the person pick one. One of them wins. The person sees the cards, so name none.')
  .parameters(
    z.object({
      count: z.int().min(2).max(10).default(5).describe('How many cards to draw'),
      analyze: z.boolean().default(false).describe('Whether you look at the cards first, and give advice'),
    }),
  )
  // Not `card`: what such a question is answered with looks secret, and a reload would forget what was chosen.
  .elicits({
    pick: question({
      context: cardChoice,
      response: z.object({ number: z.int() }),
      choices: { number: ({ cards }) => cards.map((card, index) => ({ value: index + 1, label: nameCard(card) })) },
      inWords: ({ advice = '' }) => advice,
    }),
  })
  .limits({ maxTokens: 20_000, timeout: 60_000 });
