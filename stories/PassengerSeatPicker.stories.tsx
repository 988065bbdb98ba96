import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { PassengerSeatPicker } from '../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { smallSeatMap, wideSeatMap } from './travel-samples.ts';

const people = [
  { id: 'ada', name: 'Ada Lovelace', initials: 'AL', type: 'adult' },
  { id: 'grace', name: 'Grace Hopper', initials: 'GH', type: 'adult' },
  { id: 'mo', name: 'Mo', type: 'child' },
];
const draft = {
  selections: [
    { passengerId: 'ada', row: 52, seat: 'A' },
    { passengerId: 'grace', row: 52, seat: 'B' },
  ],
};

const meta = preview.meta({
  title: 'Travel/PassengerSeatPicker',
  component: PassengerSeatPicker,
  args: {
    seatMap: wideSeatMap,
    passengers: people,
    message: 'Where would you all like to sit?',
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
    locale: 'en-GB',
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** One after the other; a seat that somebody has is swapped. */
export const Default = meta.story({
  args: { seatMap: smallSeatMap, passengers: people.slice(0, 2) },
  async play({ canvasElement, args, step }) {
    const canvas = within(canvasElement);
    await step('two are seated', async () => {
      await userEvent.click(canvas.getByRole('button', { name: '4A, window' }));
      await expect(canvas.getByRole('status')).toHaveTextContent(
        '4A, window selected for Ada Lovelace. 1 of 2 seated.',
      );
      await userEvent.click(canvas.getByRole('button', { name: '4B, middle' }));
    });
    await step('and change places', async () => {
      await userEvent.click(canvas.getByRole('button', { name: 'Ada Lovelace · 4A' }));
      await userEvent.click(canvas.getByRole('button', { name: '4B, middle, Grace Hopper’s seat' }));
      await userEvent.click(canvas.getByRole('button', { name: 'Confirm' }));
      await expect(args.onRespond.mock.calls).toEqual([
        [
          {
            selections: [
              { passengerId: 'ada', row: 4, seat: 'B' },
              { passengerId: 'grace', row: 4, seat: 'A' },
            ],
          },
        ],
      ]);
    });
  },
});

export const HalfWay = meta.story({ args: { draft } });
export const Dark = meta.story({ args: { draft }, globals: { theme: 'dark' } });
export const Narrow = meta.story({ args: { draft }, parameters: { width: 328 } });
export const NarrowDark = meta.story({ args: { draft }, parameters: { width: 328 }, globals: { theme: 'dark' } });
export const RightToLeft = meta.story({ args: { draft }, globals: { direction: 'rtl' } });
export const Sending = meta.story({ args: { draft, state: 'sending' } });
