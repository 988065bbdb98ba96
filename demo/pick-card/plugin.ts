import { makePlugin } from 'elicitkit/plugin';
import { Advice } from './Advice.tsx';
import { nameCard } from './card.ts';
import { cardChoice, pickCard } from './pick-card.ts';
import { PickCard } from './PickCard.tsx';

/** Shows the question of `pick_card`: the model's advice, if there is any, and the cards. */
export const pickCardPlugin = makePlugin(pickCard)
  .onElicit({
    *pick({ cards, advice }, ctx) {
      if (advice !== undefined) yield* ctx.show(Advice, { text: advice });
      const content = yield* ctx.render(PickCard, { cards });
      return { action: 'accept', content };
    },
  })
  .receipts({
    pick: ({ number }, context) => {
      const card = cardChoice.safeParse(context).data?.cards[number - 1];
      return { title: card ? `You picked the ${nameCard(card)}` : 'Card picked', detail: `Card ${number}` };
    },
  })
  .build();
