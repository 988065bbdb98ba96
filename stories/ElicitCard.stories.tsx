import type { FC } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { ElicitCard, type ElicitCardProps } from '../src/ui/elicit-card/ElicitCard.tsx';
import type { AnswerState } from '../src/ui/parts/answer-state.ts';
import { Confirm } from '../src/ui/confirm/Confirm.tsx';
import { FlightList } from '../src/ui/flight-list/FlightList.tsx';
import { smallFlights } from './travel-samples.ts';
import { said } from './said.ts';
import { openMenu } from './open-menu.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const respond = fn();
const message = 'Here are the best matches. Which one suits you?';

const meta = preview.meta({
  title: 'Chat/ElicitCard',
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

/** The message appears once. Skip works by mouse, and the menu that cancels by keyboard. */
export const Pending = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('heading', { name: message })).toBeVisible();
    await expect(canvas.getAllByText(message).filter((shown) => shown.checkVisibility())).toHaveLength(1);
    const { card } = said({ globals });
    await userEvent.click(canvas.getByRole('button', { name: card.decline }));
    await expect(args.onDecline).toHaveBeenCalledOnce();
    canvas.getByRole('button', { name: new RegExp(`^${card.more('')}`) }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: card.cancel })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
});

/** The menu says what happens next. */
export const MenuOpen = meta.story({
  // axe cannot judge text that overlaps a card, however plain its background.
  render: (args) => (
    <ElicitCard {...args}>
      <div style={{ minBlockSize: 160 }} />
    </ElicitCard>
  ),
  async play({ canvasElement, globals }) {
    const { card } = said({ globals });
    const cancel = await openMenu(canvasElement, card);
    await expect(cancel).toHaveAccessibleDescription(card.cancelEffect('Book flight'));
  },
});

export const Sending = meta.story({
  args: { state: 'sending' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { card, flightList } = said({ globals });
    await expect(canvas.getByText(flightList.sending)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: card.decline })).toBeNull();
    await expect(canvas.getByRole('button', { name: new RegExp(`^${card.more('')}`) })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: new RegExp(`^${card.more('')}`) })).toHaveFocus();
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

/** Without a plugin or handler, the card still says so. */
export const NobodyHasAForm = meta.story({
  args: { toolName: 'ask_age', message: 'How old are you?' },
  render: (args) => <ElicitCard {...args} />,
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { card } = said({ globals });
    await expect(canvas.getByText(card.noForm)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: card.decline }));
    await expect(args.onDecline).toHaveBeenCalledOnce();
  },
});

/** Every state of the frame around a question, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const round = (props: Partial<ElicitCardProps>) => (
      <ElicitCard {...args} {...props}>
        <Confirm message="Shall I book it?" state={props.state} issues={props.issues} onRespond={respond} />
      </ElicitCard>
    );
    const named = { toolName: 'Book a flight' };
    const issues = [{ path: [], message: 'The price has changed.' }];
    return (
      <SideBySide
        states={{
          Asked: round(named),
          'A tool without a title': round({}),
          'With the name of the assistant': round({ ...named, assistant: 'SkyHigh assistant' }),
          'Of another server': round({ ...named, serverName: 'travel.example' }),
          Working: round({ ...named, progress: 'Looking for more flights…' }),
          Sending: round({ ...named, state: 'sending' }),
          'Not sent': round({ ...named, state: 'failed', error: 'The server could not be reached.' }),
          'Asked again': round({ ...named, issues }),
          'Nobody has a form': <ElicitCard {...args} {...named} message="How old are you?" />,
          'Nobody has a form, not sent': (
            <ElicitCard {...args} {...named} message="How old are you?" state="failed" error="You are offline." />
          ),
          'Long text': round({ toolName: longText, assistant: longText, message: longText, progress: longText }),
        }}
      />
    );
  },
});
