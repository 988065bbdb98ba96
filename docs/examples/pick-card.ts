import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

const declaration = createMcpTool('pick_card')
  .description('Draw cards, and let the person pick one. One of them wins.')
  .parameters(z.object({ count: z.number().min(2).max(10).default(5), analyze: z.boolean().default(false) }))
  .elicits({ pick: z.object({ number: z.number().int().min(1) }) })
  .limits({ maxTokens: 20_000, timeout: 60_000 });

export const pickCardTool = declaration.handoff({
  *before({ count, analyze }) {
    // Runs once. Databases and secrets belong here and in `after`.
    const cards = drawCards(count);
    return { cards, secret: Math.floor(Math.random() * count), analyze };
  },

  *client({ cards, analyze }, ctx) {
    let advice = '';
    if (analyze) {
      // A conversation of its own: nothing of it stays but this value.
      advice = yield* ctx.branch(
        function* (inner) {
          yield* inner.sample({ prompt: `What is special about these cards? ${cards.join(', ')}` });
          const { text } = yield* inner.sample({ prompt: 'Which one would you take? One sentence.' });
          return `${text}\n\n`;
        },
        { inheritMessages: false, timeout: 20_000 },
      );
    }
    const picked = yield* ctx.elicit(
      'pick',
      { message: `${advice}Pick a card from 1 to ${cards.length}.` },
      { check: ({ number }) => (number <= cards.length ? undefined : [`There are ${cards.length} cards.`]) },
    );
    return picked.action === 'accept' ? picked.content.number - 1 : null;
  },

  *after({ cards, secret }, index) {
    if (index === null) return 'Nobody picked a card.';
    return { picked: cards[index] ?? null, winner: cards[secret] ?? null, isWinner: index === secret };
  },
});

function drawCards(count: number): string[] {
  const deck = ['♠', '♥', '♦', '♣'].flatMap((suit) =>
    ['7', '8', '9', '10', 'J', 'Q', 'K', 'A'].map((rank) => rank + suit),
  );
  return Array.from({ length: count }, () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0] ?? '');
}
