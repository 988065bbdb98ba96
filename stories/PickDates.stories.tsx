import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { PickDate } from '../src/ui/pick-dates/PickDate.tsx';
import { PickDates } from '../src/ui/pick-dates/PickDates.tsx';
import { said } from './said.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const unavailable = [
  { date: '2026-12-09', reason: 'A company has booked the whole house.' },
  { from: '2026-12-24', to: '2026-12-26', reason: 'We are closed for the holidays.' },
];
const limits = { today: '2026-12-03', min: '2026-12-03', max: '2027-03-31', unavailable };

const meta = preview.meta({
  title: 'Questions/PickDates',
  component: PickDates,
  args: {
    ...limits,
    message: 'When would you like to stay?',
    minNights: 2,
    maxNights: 14,
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** The first press chooses the first day, the second one the last. */
export const Default = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const day = (date: string) =>
      canvasElement.querySelector<HTMLElement>(`[data-elicit=calendar-day][value="${date}"]`);
    await userEvent.click(day('2026-12-10') as HTMLElement);
    await userEvent.click(day('2026-12-14') as HTMLElement);
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).pickDates.commit }));
    await expect(args.onRespond.mock.calls).toEqual([[{ from: '2026-12-10', to: '2026-12-14' }, expect.anything()]]);
  },
});

/** A day that cannot be chosen says why, when it is pressed and when it has the focus. */
export const Unavailable = meta.story({
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    const day = (date: string) =>
      canvasElement.querySelector<HTMLElement>(`[data-elicit=calendar-day][value="${date}"]`);
    await userEvent.click(day('2026-12-09') as HTMLElement);
    await expect(canvas.getAllByText(/A company has booked the whole house\./)[0]).toBeVisible();
  },
});

/** What is typed is read in the order of the locale, and what is wrong is said at its field. */
export const Typed = meta.story({
  async play({ canvasElement, globals }) {
    const { pickDates } = said({ globals });
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('textbox', { name: pickDates.from }), '2026-12-20');
    await userEvent.type(canvas.getByRole('textbox', { name: pickDates.to }), '2026-12-28{Enter}');
    await expect(canvas.getByRole('textbox', { name: pickDates.to })).toBeInvalid();
  },
});

/** Every state, for a day and for a range. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const chosen = { ...args, draft: { from: '2026-12-14', to: '2026-12-18' } };
    const one = { ...limits, message: 'Which day suits you?', onRespond: () => {}, onDecline: args.onDecline };
    const issues = [{ path: ['to'], message: 'The last night has just been booked.' }];
    return (
      <SideBySide
        states={{
          'Nothing chosen': <PickDates {...args} />,
          Chosen: <PickDates {...chosen} />,
          'First day only': <PickDates {...args} draft={{ from: '2026-12-14', to: '' }} />,
          Sending: <PickDates {...chosen} state="sending" />,
          'Not sent': <PickDates {...chosen} state="failed" />,
          'Asked again': <PickDates {...chosen} issues={issues} />,
          'A day': <PickDate {...one} />,
          'A day, chosen': <PickDate {...one} draft={{ date: '2026-12-10' }} />,
          'Long text': <PickDate {...one} message={longText} title={longText} />,
        }}
      />
    );
  },
});
