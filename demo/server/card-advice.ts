/** The scripted model's advice about cards, read from the list that `pick_card` gives it. */
export function adviseOnCards(prompt: string): { remark: string; take: number; reason: string } {
  const cards = Array.from(prompt.matchAll(/^\d+\. (\w+) of (\w+)$/gm), ([, rank = '', suit = '']) => ({ rank, suit }));
  const red = cards.filter(({ suit }) => suit === 'hearts' || suit === 'diamonds').length;
  const worth = cards.map(({ rank }) => ranks.indexOf(rank));
  return {
    remark: `${red} of ${cards.length} are red.`,
    take: worth.indexOf(Math.max(...worth)) + 1,
    reason: 'it ranks highest, though each wins as often as the others.',
  };
}

const ranks = ['7', '8', '9', '10', 'jack', 'queen', 'king', 'ace'];
