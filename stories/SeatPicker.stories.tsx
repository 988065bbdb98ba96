import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { SeatPicker } from '../src/ui/seat-picker/SeatPicker.tsx';
import { SeatPickerCabin } from '../src/ui/seat-picker/SeatPickerCabin.tsx';
import { SeatPickerCabins } from '../src/ui/seat-picker/SeatPickerCabins.tsx';
import { SeatPickerFooter } from '../src/ui/seat-picker/SeatPickerFooter.tsx';
import { SeatPickerHeader } from '../src/ui/seat-picker/SeatPickerHeader.tsx';
import { SeatPickerMap } from '../src/ui/seat-picker/SeatPickerMap.tsx';
import { SeatPickerRoot } from '../src/ui/seat-picker/SeatPickerRoot.tsx';
import type { SeatPickerSeatState } from '../src/ui/seat-picker/seat-props.ts';
import { SeatPickerSeat } from '../src/ui/seat-picker/SeatPickerSeat.tsx';
import { formatFacts } from '../src/words/format.ts';
import { smallFlights, smallSeatMap, twoDecks, wideSeatMap } from './travel-samples.ts';
import { said } from './said.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const meta = preview.meta({
  title: 'Travel/SeatPicker',
  component: SeatPicker,
  args: {
    seatMap: wideSeatMap,
    message: 'Where would you like to sit?',
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
    locale: 'en-GB',
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** A click chooses, Confirm answers. A taken seat says that it is taken. */
export const Default = meta.story({
  async play({ canvasElement, args, globals, step }) {
    const canvas = within(canvasElement);
    const { seatPicker, locale } = said({ globals });
    const { positions } = seatPicker;
    const status = canvas.getByRole('status');
    await step('a taken seat cannot be had', async () => {
      const taken = canvasElement.querySelector('[data-elicit=seat][data-state=taken]') as HTMLElement;
      await userEvent.click(taken);
      const [designator = ''] = taken.getAttribute('aria-label')?.split(/[,،]/) ?? [];
      await expect(status).toHaveTextContent(seatPicker.taken(designator));
    });
    await step('choosing is not answering', async () => {
      await userEvent.click(canvas.getByRole('button', { name: /^53A/ }));
      const seat = formatFacts(locale, ['53A', positions.window, seatPicker.noCharge]);
      await expect(status).toHaveTextContent(seatPicker.selected(seat));
      await expect(args.onRespond).not.toHaveBeenCalled();
    });
    await step('Confirm is', async () => {
      await userEvent.click(canvas.getByRole('button', { name: seatPicker.commit('53A') }));
      await expect(args.onRespond.mock.calls).toEqual([[{ row: 53, seat: 'A' }, expect.anything()]]);
    });
  },
});

/** One tab stop: arrow keys move, Space chooses. */
export const Keyboard = meta.story({
  args: { seatMap: smallSeatMap },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { seatPicker, locale } = said({ globals });
    const onTheAisle = (seat: string) => formatFacts(locale, [seat, seatPicker.positions.aisle]);
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: seatPicker.toList })).toHaveFocus();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: onTheAisle('1C') })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect(canvas.getByRole('button', { name: onTheAisle('2D') })).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect(canvas.getByRole('status')).toHaveTextContent(seatPicker.selected(onTheAisle('2D')));
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: seatPicker.commit('2D') })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onRespond.mock.calls).toEqual([[{ row: 2, seat: 'D' }, expect.anything()]]);
  },
});

/** The airline requires consent first. */
export const ExitRow = meta.story({
  args: { draft: { row: 48, seat: 'B' } },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { seatPicker } = said({ globals });
    await userEvent.click(canvas.getByRole('button', { name: seatPicker.commit('48B') }));
    await expect(canvas.getByRole('status')).toHaveTextContent(seatPicker.agreeFirst);
    await userEvent.click(canvas.getByRole('checkbox', { name: new RegExp(`^${seatPicker.agree}`) }));
    await userEvent.click(canvas.getByRole('button', { name: seatPicker.commit('48B') }));
    await expect(args.onRespond.mock.calls).toEqual([[{ row: 48, seat: 'B' }, expect.anything()]]);
  },
});

/** A list, for people who prefer it to a map. */
export const List = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { seatPicker, locale } = said({ globals });
    await userEvent.click(canvas.getByRole('button', { name: seatPicker.toList }));
    await expect(canvas.getByRole('button', { name: seatPicker.moreSeats(126, locale) })).toBeVisible();
    const [cheapest] = canvas.getAllByRole('button', { name: /^\d+[A-K]/ });
    await userEvent.click(cheapest as HTMLElement);
    const [, row = '', seat = ''] = /^(\d+)([A-K])/.exec(cheapest?.textContent ?? '') ?? [];
    await userEvent.click(canvas.getByRole('button', { name: seatPicker.commit(row + seat) }));
    await expect(args.onRespond.mock.calls).toEqual([[{ row: Number(row), seat }, expect.anything()]]);
  },
});

export const Selected = meta.story({ args: { draft: { row: 52, seat: 'A' } } });

/** The answer is being sent: everything is disabled. */
export const Sending = meta.story({
  args: { draft: { row: 52, seat: 'A' }, state: 'sending' },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('status')).toHaveTextContent(said({ globals }).seatPicker.sending);
    await userEvent.tab();
    await expect(canvasElement.contains(document.activeElement)).toBe(false);
  },
});

/** Sending failed, and the previous answer was refused: the choice is kept. */
export const FailedWithIssues = meta.story({
  args: {
    draft: { row: 52, seat: 'A' },
    state: 'failed',
    issues: [{ path: ['seat'], message: 'Somebody was faster. Please pick another seat.' }],
  },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('alert')).toHaveTextContent('Somebody was faster.');
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).card.retry }));
    await expect(args.onRespond.mock.calls).toEqual([[{ row: 52, seat: 'A' }, expect.anything()]]);
  },
});

/** The seat was sold meanwhile: the map begins there, and waits for another one. */
export const Refused = meta.story({
  args: {
    draft: { row: 52, seat: 'A' },
    issues: [{ path: ['seat'], message: 'Somebody was faster. Please pick another seat.' }],
  },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('status')).toHaveTextContent('Somebody was faster.');
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).seatPicker.choose }));
    await expect(canvas.getByRole('button', { name: /^52A.*Somebody was faster/ })).toHaveFocus();
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
});

/** The small shape of a seat map needs no more than this. */
export const SmallShape = meta.story({ args: { seatMap: smallSeatMap, flight: smallFlights[0] } });

/** Decks are tabs. */
export const TwoDecks = meta.story({
  args: { seatMap: twoDecks },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { seatPicker, locale } = said({ globals });
    await userEvent.click(canvas.getByRole('tab', { name: 'Upper deck' }));
    const upper = seatPicker.wholeCabin(seatPicker.cabin('premium_economy'), [81, 83], 6, locale);
    await expect(canvas.getByRole('grid', { name: upper })).toBeVisible();
    canvas.getByRole('tab', { name: 'Upper deck' }).focus();
    await userEvent.keyboard(globals['direction'] === 'rtl' ? '{ArrowRight}' : '{ArrowLeft}');
    await expect(canvas.getByRole('tab', { name: 'Main deck' })).toHaveFocus();
    await expect(canvas.getByRole('grid', { name: new RegExp(`^${seatPicker.cabin('economy')}`) })).toBeVisible();
  },
});

/** Ten rows around the free seats. The rows at either end open in place. */
export const AllRows = meta.story({
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { seatPicker } = said({ globals });
    const few = canvas.getAllByRole('row').length;
    await userEvent.click(canvas.getByRole('button', { name: seatPicker.moreRows(1, 52) }));
    await expect(canvas.getAllByRole('row').length).toBeGreaterThan(few);
  },
});
const soldOut = { rows: 2, seatsPerRow: ['A', '', 'B'], taken: ['1A', '1B', '2A', '2B'] };

/** The host's own seat, built from the parts, with its number on it. */
function NumberedSeat(seat: SeatPickerSeatState) {
  return (
    <SeatPickerSeat {...seat} style={{ fontSize: '0.6875rem' }}>
      {seat.view.seat.state === 'available' && !seat.mark ? seat.view.seat.designator : null}
    </SeatPickerSeat>
  );
}

/** Any part can be replaced. The others keep working around it. */
export const OwnSeats = meta.story({
  render: (args) => (
    <SeatPickerRoot {...args}>
      <SeatPickerHeader />
      <SeatPickerMap>
        <SeatPickerCabins>
          {(cabin) => (
            <SeatPickerCabin key={cabin.cabin.id} view={cabin}>
              {(seat) => <NumberedSeat {...seat} />}
            </SeatPickerCabin>
          )}
        </SeatPickerCabins>
      </SeatPickerMap>
      <SeatPickerFooter />
    </SeatPickerRoot>
  ),
  args: { seatMap: smallSeatMap },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { seatPicker } = said({ globals });
    await expect(canvas.getByRole('button', { name: /^4B/ })).toHaveTextContent('B');
    await userEvent.click(canvas.getByRole('button', { name: /^4B/ }));
    await userEvent.click(canvas.getByRole('button', { name: seatPicker.commit('4B') }));
    await expect(args.onRespond).toHaveBeenCalledWith({ row: 4, seat: 'B' }, expect.anything());
  },
});

/** Every state, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const seatMap = { ...smallSeatMap, rows: 5, taken: ['1A', '1B', '2C', '3D', '3E', '5A'] };
    const chosen = { ...args, seatMap, draft: { row: 4, seat: 'A' } };
    const issues = [{ path: ['seat'], message: 'Somebody was faster. Please pick another seat.' }];
    return (
      <SideBySide
        states={{
          'Nothing chosen': <SeatPicker {...args} />,
          Chosen: <SeatPicker {...args} draft={{ row: 52, seat: 'A' }} />,
          'At an exit': <SeatPicker {...args} draft={{ row: 48, seat: 'B' }} />,
          'The small shape': <SeatPicker {...chosen} />,
          Sending: <SeatPicker {...chosen} state="sending" />,
          'Not sent': <SeatPicker {...chosen} state="failed" />,
          'Asked again': <SeatPicker {...chosen} issues={issues} />,
          'Long text': <SeatPicker {...chosen} message={longText} flight={smallFlights[0]} />,
          Loading: <SeatPicker {...args} loading />,
          'No map': <SeatPicker {...args} error="The airline sent no seat map." onReload={() => {}} />,
          'Not open yet': <SeatPicker {...args} disabled="Seats are given out at check-in." />,
          'Sold out': <SeatPicker {...args} seatMap={soldOut} />,
        }}
      />
    );
  },
});
