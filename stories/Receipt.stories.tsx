import type { FC } from 'react';
import { expect, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { AirplaneIcon } from '../src/ui/parts/AirplaneIcon.tsx';
import { Receipt, type ReceiptProps } from '../src/ui/receipt/Receipt.tsx';
import type { ReceiptOutcome } from '../src/ui/receipt/words.ts';
import { said } from './said.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const meta = preview.meta({
  title: 'Chat/Receipt',
  component: Receipt as FC<ReceiptProps>,
  args: {
    outcome: 'answered' as ReceiptOutcome,
    title: 'Example Airlines EA5301 · 18:15 → 22:22',
    detail: 'ATL–JFK · 1 stop CLT',
    amount: '$281.10',
  },
  argTypes: { icon: { control: false }, children: { control: false } },
});

export const Answered = meta.story({
  async play({ canvasElement, args, globals }) {
    const { named, outcomes } = said({ globals }).receipt;
    const receipt = within(canvasElement).getByRole('group', { name: named(outcomes.answered, args.title) });
    receipt.focus();
    await expect(receipt).toHaveFocus();
  },
});
export const WithAPicture = meta.story({ args: { amount: undefined, icon: <AirplaneIcon /> } });
export const Skipped = meta.story({
  args: { outcome: 'declined', title: 'Pick a seat', detail: 'Skipped', amount: undefined },
});
export const Cancelled = meta.story({
  args: { outcome: 'cancelled', title: 'Book a flight', detail: 'Cancelled', amount: undefined },
});
export const Expired = meta.story({
  args: {
    outcome: 'expired',
    title: 'Pick a flight',
    detail: 'The time to answer has passed',
    amount: undefined,
    children: (
      <button type="button" data-elicit="ask-again">
        Ask again
      </button>
    ),
  },
});
export const Waiting = meta.story({
  args: {
    outcome: 'waiting',
    title: 'Pick a flight',
    detail: 'Waits for your answer',
    amount: undefined,
    children: (
      <button type="button" data-elicit="open">
        Open
      </button>
    ),
  },
});
export const Changeable = meta.story({
  args: {
    children: (
      <button type="button" data-elicit="change">
        Change
      </button>
    ),
  },
});
/** Words of another script keep their own direction. */
export const OfAnotherScript = meta.story({
  args: {
    title: 'رحلة SH101 من نيويورك',
    detail: 'إلى لوس أنجلوس، توقف واحد',
    children: (
      <button type="button" data-elicit="change">
        تغيير
      </button>
    ),
  },
});
export const Lost = meta.story({
  args: {
    outcome: 'lost',
    title: 'This question is gone',
    detail: 'The server restarted. Ask again to start over.',
    amount: undefined,
  },
});
export const Aborted = meta.story({
  args: { outcome: 'aborted', title: 'Stopped', detail: undefined, amount: undefined },
});

/** Every outcome, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => (
    <SideBySide
      states={{
        Answered: <Receipt {...args} />,
        'With a picture': <Receipt {...args} {...WithAPicture.input.args} />,
        Skipped: <Receipt {...args} {...Skipped.input.args} />,
        Cancelled: <Receipt {...args} {...Cancelled.input.args} />,
        Waiting: <Receipt {...args} {...Waiting.input.args} />,
        Expired: <Receipt {...args} {...Expired.input.args} />,
        Changeable: <Receipt {...args} {...Changeable.input.args} />,
        Lost: <Receipt {...args} {...Lost.input.args} />,
        Aborted: <Receipt {...args} {...Aborted.input.args} />,
        'A title alone': <Receipt outcome="answered" title="Answered" />,
        'Long text': <Receipt {...args} title={longText} detail={longText} />,
        'Long text and a button': <Receipt {...args} {...Waiting.input.args} title={longText} detail={longText} />,
      }}
    />
  ),
});
