import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import '../demo/styles/elements.css';
import '../demo/pick-card/pick-card.css';
import { Advice } from '../demo/pick-card/Advice.tsx';
import { drawCards, type Card } from '../demo/pick-card/card.ts';
import { CardOutcome } from '../demo/pick-card/CardOutcome.tsx';
import { PickCard } from '../demo/pick-card/PickCard.tsx';
import { longSentence, pageOfStates, SideBySide } from './side-by-side.tsx';

const cards: readonly Card[] = [
  { rank: 'A', suit: 'spades' },
  { rank: '10', suit: 'hearts' },
  { rank: 'Q', suit: 'clubs' },
  { rank: '7', suit: 'diamonds' },
  { rank: 'K', suit: 'hearts' },
];

const meta = preview.meta({
  title: 'Questions/PickCard',
  component: PickCard,
  args: { cards, onRespond: fn(), onDecline: fn(), onDraftChange: fn() },
});

/** Choosing a card does not answer; the button does. */
export const Default = meta.story({
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    const commit = canvas.getByRole('button', { name: 'Pick this card' });
    await userEvent.click(commit);
    await expect(canvas.getByRole('status')).toHaveTextContent('Pick a card first.');
    await userEvent.click(canvas.getByRole('radio', { name: '10 of hearts' }));
    await expect(canvas.getByText('10 of hearts')).toBeVisible();
    await expect(args.onRespond).not.toHaveBeenCalled();
    await userEvent.click(commit);
    await expect(args.onRespond.mock.calls).toEqual([[{ number: 2 }]]);
  },
});

/** The arrow keys choose, Enter answers. */
export const Keyboard = meta.story({
  async play({ canvasElement, args }) {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    await expect(within(canvasElement).getByRole('radio', { name: 'Queen of clubs' })).toBeChecked();
    await expect(args.onRespond.mock.calls).toEqual([[{ number: 3 }]]);
  },
});

export const Chosen = meta.story({ args: { draft: { number: 5 } } });

/** Every state, and how a draw ends. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const [picked, winner] = cards as [Card, Card];
    return (
      <SideBySide
        states={{
          'Nothing chosen': <PickCard {...args} />,
          Chosen: <PickCard {...args} draft={{ number: 1 }} />,
          'Ten cards': <PickCard {...args} cards={drawCards(10, 'ten').cards} />,
          'Two cards': <PickCard {...args} cards={cards.slice(0, 2)} />,
          Advice: <Advice text="Three are red. I would take the ace of spades: it looks friendly." />,
          'Long advice': <Advice text={longSentence} />,
          Won: <Over outcome={{ picked, winner: picked, isWinner: true, message: '' }} />,
          Lost: <Over outcome={{ picked, winner, isWinner: false, message: '' }} />,
        }}
      />
    );
  },
});

/** The result stands in the host's own page. */
function Over(props: Parameters<typeof CardOutcome>[0]) {
  return (
    <div data-elicit-root="">
      <CardOutcome {...props} />
    </div>
  );
}
