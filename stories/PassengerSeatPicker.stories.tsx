import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { PassengerSeatPicker } from '../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { formatFacts } from '../src/words/format.ts';
import { smallSeatMap, wideSeatMap } from './travel-samples.ts';
import { said } from './said.ts';

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

/** Passengers choose in turn. Taking another passenger's seat swaps the two. */
export const Default = meta.story({
  args: { seatMap: smallSeatMap, passengers: people.slice(0, 2) },
  async play({ canvasElement, args, globals, step }) {
    const canvas = within(canvasElement);
    const { seatPicker, locale } = said({ globals });
    const { positions } = seatPicker;
    await step('two are seated', async () => {
      await userEvent.click(canvas.getByRole('button', { name: /^4A/ }));
      const seat = formatFacts(locale, ['4A', positions.window]);
      const words = seatPicker.selectedFor(seat, 'Ada Lovelace', seatPicker.seated(1, 2, locale));
      await expect(canvas.getByRole('status')).toHaveTextContent(words);
      await userEvent.click(canvas.getByRole('button', { name: /^4B/ }));
    });
    await step('and change places', async () => {
      await userEvent.click(canvas.getByRole('radio', { name: /^Ada Lovelace/ }));
      await userEvent.click(
        canvas.getByRole('button', {
          name: formatFacts(locale, ['4B', positions.middle, seatPicker.owner('Grace Hopper')]),
        }),
      );
      await userEvent.click(canvas.getByRole('button', { name: seatPicker.commitMany(2, locale) }));
      await expect(args.onRespond.mock.calls).toEqual([
        [
          {
            selections: [
              { passengerId: 'ada', row: 4, seat: 'B' },
              { passengerId: 'grace', row: 4, seat: 'A' },
            ],
          },
          { title: 'Ada Lovelace 4B · Grace Hopper 4A' },
        ],
      ]);
    });
  },
});

export const HalfWay = meta.story({ args: { draft } });
/** What goes with an exit row stands above the buttons. */
export const ExitRow = meta.story({
  args: { draft: { selections: draft.selections.slice(0, 1) } },
  async play({ canvasElement }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /^48C/ }));
  },
});
export const Sending = meta.story({ args: { draft, state: 'sending' } });
