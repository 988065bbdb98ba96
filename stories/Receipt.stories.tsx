import type { FC } from 'react';
import { expect, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { AirplaneIcon } from '../src/ui/parts/AirplaneIcon.tsx';
import { Receipt, type ReceiptProps } from '../src/ui/receipt/Receipt.tsx';
import type { ReceiptOutcome } from '../src/ui/receipt/words.ts';
import { said } from './said.ts';

const meta = preview.meta({
  title: 'Parts/Receipt',
  component: Receipt as FC<ReceiptProps>,
  args: {
    outcome: 'answered' as ReceiptOutcome,
    title: 'Example Airlines EA5301 · 18:15 → 22:22',
    detail: 'ATL–JFK · 1 stop CLT · $281.10',
    icon: <AirplaneIcon />,
  },
  argTypes: { icon: { control: false } },
});

export const Answered = meta.story({
  async play({ canvasElement, args, globals }) {
    const { named, outcomes } = said({ globals }).receipt;
    const receipt = within(canvasElement).getByRole('group', { name: named(outcomes.answered, args.title) });
    receipt.focus();
    await expect(receipt).toHaveFocus();
  },
});
export const Dark = meta.story({ globals: { theme: 'dark' } });
export const Narrow = meta.story({ parameters: { width: 328 } });
export const RightToLeft = meta.story({ globals: { direction: 'rtl' } });
export const Declined = meta.story({ args: { outcome: 'declined', title: 'Skipped', detail: undefined } });
export const Cancelled = meta.story({ args: { outcome: 'cancelled', title: 'Cancelled', detail: undefined } });
export const Expired = meta.story({
  args: { outcome: 'expired', title: 'This question has expired', detail: undefined },
});
export const Lost = meta.story({
  args: { outcome: 'lost', title: 'This question is gone', detail: 'The server restarted. Ask again to start over.' },
});
export const Aborted = meta.story({ args: { outcome: 'aborted', title: 'Stopped', detail: undefined } });
