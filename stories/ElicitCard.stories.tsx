import type { FC } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { ElicitCard, type ElicitCardProps } from '../src/ui/elicit-card/ElicitCard.tsx';
import type { AnswerState } from '../src/ui/parts/answer-state.ts';
import { FlightList } from '../src/ui/flight-list/FlightList.tsx';
import { smallFlights } from './travel-samples.ts';
import { said } from './said.ts';

const respond = fn();
const message = 'Here are the best matches. Which one suits you?';

const meta = preview.meta({
  title: 'Parts/ElicitCard',
  component: ElicitCard as FC<ElicitCardProps>,
  args: {
    toolName: 'book_flight',
    message,
    state: 'pending' as AnswerState,
    onDecline: fn(),
    onCancel: fn(),
    onRetry: fn(),
  },
  argTypes: {
    state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] },
    children: { control: false },
  },
  render: (args) => (
    <ElicitCard {...args}>
      <FlightList
        flights={smallFlights}
        message={args.message}
        state={args.state}
        issues={args.issues}
        onRespond={respond}
        draft={{ flightId: 'blue' }}
        locale="en-US"
      />
    </ElicitCard>
  ),
});

/** The message stands once, the ways out work by mouse and keyboard. */
export const Pending = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getAllByText(message)).toHaveLength(1);
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).card.decline }));
    await expect(args.onDecline).toHaveBeenCalledOnce();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
});
export const Dark = meta.story({ globals: { theme: 'dark' } });
export const Narrow = meta.story({ parameters: { width: 328 } });
export const RightToLeft = meta.story({ globals: { direction: 'rtl' } });
export const Working = meta.story({ args: { progress: 'Looking for more flights…' } });

export const Sending = meta.story({
  args: { state: 'sending' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { card } = said({ globals });
    await expect(canvas.getAllByText(card.sending)).toHaveLength(1);
    await expect(canvas.getByRole('button', { name: card.decline })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.tab();
    await expect(canvasElement.contains(document.activeElement)).toBe(false);
  },
});

export const Failed = meta.story({
  args: { state: 'failed', error: 'The server could not be reached.' },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('alert')).toHaveTextContent('The server could not be reached.');
    await expect(canvas.getByRole('radio', { name: /BH220/ })).toBeChecked();
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).card.retry }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
});

export const AskedAgain = meta.story({
  args: { issues: [{ path: ['flightId'], message: 'That flight was not offered. Please pick one of these.' }] },
});

/** No plugin, no handler: never silent. */
export const NobodyHasAForm = meta.story({
  args: { toolName: 'ask_age', message: 'How old are you?' },
  render: (args) => <ElicitCard {...args} />,
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { card } = said({ globals });
    await expect(canvas.getByText(card.noForm)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: card.cancel }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
});

export const NobodyHasAFormDark = meta.story({
  args: { toolName: 'ask_age', message: 'How old are you?' },
  globals: { theme: 'dark' },
  render: (args) => <ElicitCard {...args} />,
});
