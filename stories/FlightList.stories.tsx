import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { FlightList } from '../src/ui/flight-list/FlightList.tsx';
import { manyOffers, offers, smallFlights } from './travel-samples.ts';

const meta = preview.meta({
  title: 'Travel/FlightList',
  component: FlightList,
  args: {
    flights: offers,
    message: 'Here are the best matches. Which one suits you?',
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
    locale: 'en-US',
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** Nothing is chosen yet; choosing and confirming by mouse answers once. */
export const Default = meta.story({
  async play({ canvasElement, args, step }) {
    const canvas = within(canvasElement);
    await step('choosing is not answering', async () => {
      await userEvent.click(canvas.getByRole('radio', { name: /NB5301/ }));
      await expect(canvas.getByRole('radio', { name: /NB5301/ })).toBeChecked();
      await expect(args.onRespond).not.toHaveBeenCalled();
    });
    await step('Continue is', async () => {
      await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
      await expect(args.onRespond.mock.calls).toEqual([[{ flightId: 'fast' }]]);
    });
  },
});

/** The arrow keys choose, Enter answers. */
export const Keyboard = meta.story({
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await userEvent.tab();
    await expect(canvas.getByRole('radio', { name: /EA701/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(canvas.getByRole('radio', { name: /NB5301/ })).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect(args.onRespond.mock.calls).toEqual([[{ flightId: 'fast' }]]);
  },
});

export const Selected = meta.story({ args: { draft: { flightId: 'fast' } } });
export const Dark = meta.story({ args: { draft: { flightId: 'fast' } }, globals: { theme: 'dark' } });
export const Narrow = meta.story({ args: { draft: { flightId: 'late' } }, parameters: { width: 328 } });
export const NarrowDark = meta.story({
  args: { draft: { flightId: 'late' } },
  globals: { theme: 'dark' },
  parameters: { width: 328 },
});
export const RightToLeft = meta.story({ args: { draft: { flightId: 'early' } }, globals: { direction: 'rtl' } });

/** The answer is on its way: nothing can be pressed. */
export const Sending = meta.story({
  args: { draft: { flightId: 'fast' }, state: 'sending' },
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('status')).toHaveTextContent('Sending…');
    await userEvent.tab();
    await expect(canvasElement.contains(document.activeElement)).toBe(false);
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
});

/** It did not arrive, and the last one would not do: the choice is kept. */
export const FailedWithIssues = meta.story({
  args: {
    draft: { flightId: 'fast' },
    state: 'failed',
    issues: [{ path: ['flightId'], message: 'That flight has just been sold. Please pick another.' }],
  },
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('alert')).toHaveTextContent('just been sold');
    await expect(canvas.getByRole('radio', { name: /NB5301/ })).toBeChecked();
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(args.onRespond.mock.calls).toEqual([[{ flightId: 'fast' }]]);
  },
});

/** The small shape of a flight needs no more than this. */
export const SmallShape = meta.story({ args: { flights: smallFlights } });

/** 220 offers: the first four, then all of them in place. */
export const LongList = meta.story({
  args: { flights: manyOffers },
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await expect(canvas.getAllByRole('radio')).toHaveLength(4);
    await userEvent.click(canvas.getByRole('button', { name: 'Show 216 more flights' }));
    const radios = canvas.getAllByRole('radio');
    await expect(radios).toHaveLength(220);
    await expect(radios[4]).toHaveFocus();
  },
});

export const Empty = meta.story({ args: { flights: [] } });

/** Without a way to decline there is no Skip. */
export const NoSkip = meta.story({
  render: (args) => <FlightList flights={args.flights} onRespond={args.onRespond} />,
  async play({ canvasElement }) {
    await expect(within(canvasElement).queryByRole('button', { name: 'Skip' })).toBeNull();
  },
});
