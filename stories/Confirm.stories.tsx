import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { Confirm } from '../src/ui/confirm/Confirm.tsx';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const meta = preview.meta({
  title: 'Questions/Confirm',
  component: Confirm,
  args: {
    message: 'Shall I book this flight?',
    details: [
      { label: 'Flight', value: 'Example Airlines EA701 · Sun, Sep 6' },
      { label: 'Seat', value: '52A, window' },
      { label: 'Total', value: '$281.10', total: true },
    ],
    confirmLabel: 'Book it',
    denyLabel: 'Not now',
    onRespond: fn(),
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** Yes is an answer. */
export const Default = meta.story({
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Book it' }));
    await expect(args.onRespond.mock.calls).toEqual([[{ confirmed: true }, { title: 'Book it' }]]);
  },
});

/** No is an answer too. The keyboard reaches it first, so that nobody says yes by accident. */
export const Keyboard = meta.story({
  async play({ canvasElement, args }) {
    await userEvent.tab();
    await expect(within(canvasElement).getByRole('button', { name: 'Not now' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onRespond.mock.calls).toEqual([[{ confirmed: false }, { title: 'Not now' }]]);
  },
});

const danger = {
  tone: 'danger' as const,
  title: 'Delete 12 bookings?',
  message: 'This cannot be undone.',
  details: [],
  confirmLabel: 'Delete',
  denyLabel: 'Keep them',
};
export const Danger = meta.story({ args: danger });
export const FailedWithIssues = meta.story({
  args: { state: 'failed', issues: [{ path: [], message: 'The price has changed.' }] },
});

/** Every state, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => (
    <SideBySide
      states={{
        Asked: <Confirm {...args} />,
        'A question alone': <Confirm message="Shall I go on?" onRespond={args.onRespond} />,
        'What cannot be undone': <Confirm {...args} {...danger} />,
        Sending: <Confirm {...args} state="sending" />,
        'Not sent': <Confirm {...args} state="failed" />,
        'Asked again': <Confirm {...args} issues={[{ path: [], message: 'The price has changed.' }]} />,
        'What cannot be undone, not sent': <Confirm {...args} {...danger} state="failed" />,
        'Long text': (
          <Confirm
            {...args}
            message={longText}
            details={[{ label: 'What you agree to with it', value: longText }, ...(args.details ?? [])]}
            confirmLabel="Book it for all three travellers"
            denyLabel="Keep looking for another flight"
          />
        ),
      }}
    />
  ),
});
