import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { Flight } from '../../src/travel/flight.ts';
import { ElicitDialog } from '../../src/dialog.ts';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { Receipt } from '../../src/ui/receipt/Receipt.tsx';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { flightOf, richSeatMap, seedSeatMap, segment } from '../travel/samples.ts';
import { ignore } from './page.ts';
import { walk } from './walk.ts';

// Each component from its first key to its answer, by what is heard of it: role, name, state, and what is said.

const promise = 'I understand You must be 16 or over and able to help the crew.';

beforeEach(() => page.viewport(600, 900));

const flight = (id: string, hour: string, price: string, more: Partial<Flight> = {}): Flight => {
  const flown = segment('ATL', 'JFK', `2026-09-06T${hour}:00`, '2026-09-06T23:10', { flightNumber: id });
  return flightOf([flown], { id, price: { amount: price, currency: 'USD' }, ...more });
};
const flights = [
  flight('XA1', '08', '300.00', { disabled: { reason: 'Sold out' } }),
  flight('XA2', '10', '200.00'),
  flight('XA3', '12', '100.00'),
  flight('XA4', '14', '400.00'),
  flight('XA5', '16', '500.00'),
  flight('XA6', '16', '600.00'),
  flight('XA7', '16', '700.00'),
  flight('XA8', '16', '800.00'),
];
const issues = [{ path: [], message: 'That is gone. Please pick another.' }];
const fares = [
  { value: 'basic', label: 'Basic', description: 'No changes' },
  { value: 'full', label: 'Full' },
  { value: 'first', label: 'First', disabled: { reason: 'Sold out' } },
];

describe('by keyboard', () => {
  it('a FlightList is sorted, told about, chosen from and answered', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    await render(
      <FlightList
        flights={flights}
        message="Which one?"
        issues={issues}
        onRespond={onRespond}
        onDecline={ignore}
        locale="en-US"
      />,
    );
    const group = page.getByRole('group', { name: 'Which one?' });
    await expect.element(group).toHaveAccessibleDescription('That is gone. Please pick another.');
    await expect.element(page.getByRole('alert')).toHaveTextContent('That is gone. Please pick another.');
    await walk([
      { keys: '{Tab}', role: 'button', name: 'Best', state: { pressed: true } },
      {
        keys: '{Tab}{Enter}',
        role: 'button',
        name: 'Cheapest',
        state: { pressed: true },
        says: '8 flights. Cheapest first.',
      },
      { keys: '{Tab}', role: 'radio', name: /XA3, .*\$100\.00, Cheapest$/, state: { checked: false } },
      { keys: '{Tab}', role: 'button', name: 'Details of XA3', state: { expanded: false } },
      { keys: '{Enter}', role: 'button', name: 'Details of XA3', state: { expanded: true } },
      { keys: '{Shift>}{Tab}{/Shift}{ArrowDown}', role: 'radio', name: /XA2,/, state: { checked: true } },
      { keys: '{Tab}{Tab}', role: 'button', name: 'Show 4 more flights' },
      // Focus goes on with the first that is new.
      { keys: '{Enter}', role: 'radio', name: /XA6,/, state: { checked: false } },
    ]);
    await expect
      .element(page.getByRole('radio', { name: /XA1,.*unavailable: Sold out$/, disabled: true }))
      .toBeVisible();
    await walk([
      { keys: '{Tab}', role: 'button', name: 'Details of XA1', state: { expanded: false } },
      { keys: '{Tab}', role: 'button', name: 'Skip' },
      { keys: '{Tab}', role: 'button', name: 'Continue' },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([
      [{ flightId: 'XA2' }, { title: 'Example Air XA2, 10:00', amount: '$200.00' }],
    ]);
  });

  it('a FlightList says what is missing, and that the answer is on its way', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    const screen = await render(<FlightList flights={flights.slice(1, 3)} onRespond={onRespond} />);
    await walk([
      { keys: '{Tab}', role: 'radio', name: /XA2,/, state: { checked: false } },
      { keys: '{Enter}', role: 'radio', name: /XA2,/, says: 'Pick a flight first.' },
      { keys: ' ', role: 'radio', name: /XA2,/, state: { checked: true }, says: '' },
    ]);
    await screen.rerender(<FlightList flights={flights.slice(1, 3)} onRespond={onRespond} state="sending" />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Sending your choice…');
    await screen.rerender(<FlightList flights={flights.slice(1, 3)} onRespond={onRespond} state="failed" />);
    await walk([{ keys: '{Tab}{Tab}', role: 'button', name: 'Try again', says: 'Your choice was not sent.' }]);
  });

  it('a SeatPicker is walked over its decks, told about, chosen from and answered', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    await render(
      <SeatPicker
        seatMap={richSeatMap}
        message="Which seat?"
        issues={issues}
        onRespond={onRespond}
        onDecline={ignore}
        locale="en-GB"
      />,
    );
    const group = page.getByRole('group', { name: 'Which seat? XA388, LHR to SIN, Example A380' });
    await expect.element(group).toHaveAccessibleDescription('That is gone. Please pick another.');
    await expect.element(page.getByRole('alert')).toHaveTextContent('That is gone. Please pick another.');
    await expect.element(page.getByRole('grid', { name: 'First, row 1, 2 across' })).toBeVisible();
    const first = '1A, window and aisle, near galley, included';
    const exit = '12A, window, exit row, extra legroom, £59.19';
    await walk([
      { keys: '{Tab}', role: 'button', name: 'Choose from a list' },
      { keys: '{Tab}', role: 'button', name: 'Show only these seats: Available Included', state: { pressed: false } },
      {
        keys: '{ArrowRight}{Enter}',
        role: 'button',
        name: 'Show only these seats: Preferred £22.19',
        state: { pressed: true },
      },
      { keys: '{Enter}', role: 'button', name: 'Show only these seats: Preferred £22.19', state: { pressed: false } },
      { keys: '{Tab}', role: 'tab', name: 'Main deck', state: { selected: true } },
      { keys: '{ArrowRight}', role: 'tab', name: 'Upper deck', state: { selected: true } },
      { keys: '{ArrowRight}', role: 'tab', name: 'Main deck', state: { selected: true } },
      { keys: '{Tab}', role: 'button', name: 'First 1, 1 free' },
      { keys: '{Tab}', role: 'button', name: first, state: { pressed: false } },
      { keys: '{ArrowRight}', role: 'button', name: /^1K, .*, taken$/, state: { disabled: true }, says: '' },
      { keys: '{Enter}', role: 'button', name: /^1K, .*, taken$/, says: '1K is taken.' },
      { keys: '{Home}', role: 'button', name: first },
      { keys: ' ', role: 'button', name: first, state: { pressed: true }, says: `${first} selected.` },
      { keys: ' ', role: 'button', name: first, state: { pressed: false }, says: '1A is no longer selected.' },
      // On into the next cabin, to what stands behind it.
      { keys: '{ArrowDown}', role: 'button', name: '12B, middle, Preferred, £22.19' },
      { keys: '{ArrowLeft}', role: 'button', name: exit, state: { pressed: false } },
      { keys: '{Enter}', role: 'button', name: exit, state: { pressed: true }, says: `${exit} selected.` },
      { keys: '{Tab}', role: 'checkbox', name: promise, state: { checked: false } },
      { keys: '{Tab}', role: 'button', name: 'Skip' },
      { keys: '{Tab}', role: 'button', name: 'Confirm 12A' },
      { keys: '{Enter}', role: 'checkbox', name: promise, state: { checked: false }, says: 'Tick the box first.' },
      { keys: ' ', role: 'checkbox', name: promise, state: { checked: true } },
      { keys: '{Tab}{Tab}', role: 'button', name: 'Confirm 12A' },
    ]);
    expect(onRespond).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([
      [{ row: 12, seat: 'A' }, { title: '12A, window, exit row, extra legroom, £59.19' }],
    ]);
  });

  it('a SeatPicker is a list for who would rather have one, and says how its answer fares', async () => {
    const picker = (state: 'pending' | 'sending' | 'failed') => (
      <SeatPicker seatMap={richSeatMap} draft={{ row: 20, seat: 'K' }} state={state} onRespond={ignore} />
    );
    const screen = await render(picker('pending'));
    await walk([
      { keys: '{Tab}', role: 'button', name: 'Choose from a list' },
      { keys: '{Enter}', role: 'button', name: 'Show the map' },
      { keys: '{Tab}', role: 'button', name: 'Price', state: { pressed: true } },
      { keys: '{Tab}{Tab}{Tab}', role: 'button', name: /^20K/, state: { pressed: true } },
      { keys: '{ArrowUp}', role: 'button', name: /^20A/, state: { pressed: false } },
    ]);
    await screen.rerender(picker('sending'));
    await expect.element(page.getByRole('status')).toHaveTextContent('Sending your choice…');
    await screen.rerender(picker('failed'));
    await walk([{ keys: '{Tab}', role: 'button', name: 'Try again', says: 'Your choice was not sent.' }]);
  });

  it('a PassengerSeatPicker seats one after the other, and swaps', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    const people = [
      { id: 'p1', name: 'Ada' },
      { id: 'p2', name: 'Grace' },
    ];
    await render(<PassengerSeatPicker seatMap={seedSeatMap} passengers={people} onRespond={onRespond} />);
    await expect.element(page.getByRole('radiogroup', { name: 'Passengers' })).toBeVisible();
    await walk([
      { keys: '{Tab}', role: 'button', name: 'Choose from a list' },
      { keys: '{Tab}', role: 'radio', name: 'Ada', state: { checked: true } },
      { keys: '{ArrowDown}', role: 'radio', name: 'Grace', state: { checked: true } },
      { keys: '{ArrowUp}', role: 'radio', name: 'Ada', state: { checked: true } },
      { keys: '{Tab}', role: 'button', name: '1B, middle', state: { pressed: false } },
      {
        keys: ' ',
        role: 'button',
        name: '1B, middle, Ada’s seat',
        state: { pressed: false },
        says: '1B, middle selected for Ada. 1 of 2 seated. Grace has no seat yet.',
      },
      { keys: '{ArrowLeft}{Enter}', role: 'button', name: '1A, window, taken', says: '1A is taken.' },
      { keys: '{Control>}{ArrowRight}{/Control}', role: 'button', name: '1B, middle, Ada’s seat' },
      { keys: '{Control>}{ArrowRight}{/Control}', role: 'button', name: '1C, aisle' },
      {
        keys: ' ',
        role: 'button',
        name: '1C, aisle, Grace’s seat',
        state: { pressed: true },
        says: '1C, aisle selected for Grace. 2 of 2 seated.',
      },
      {
        keys: '{ArrowLeft} ',
        role: 'button',
        name: '1B, middle, Grace’s seat',
        state: { pressed: true },
        says: '1B, middle selected for Grace. 2 of 2 seated. 1C, for Ada.',
      },
      { keys: '{Tab}', role: 'button', name: 'Confirm 2 seats', state: { disabled: false } },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([
      [
        {
          selections: [
            { passengerId: 'p1', row: 1, seat: 'C' },
            { passengerId: 'p2', row: 1, seat: 'B' },
          ],
        },
        { title: 'Ada 1C · Grace 1B' },
      ],
    ]);
  });

  it('a Confirm is refused first and agreed to second', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    await render(<Confirm message="Book it?" tone="danger" issues={issues} onRespond={onRespond} state="failed" />);
    await expect.element(page.getByRole('group', { name: 'Book it?' })).toHaveAccessibleDescription(/^That is gone/);
    await walk([
      { keys: '{Tab}', role: 'button', name: 'No', says: 'Your answer was not sent.' },
      { keys: '{Tab}', role: 'button', name: 'Confirm' },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ confirmed: true }, { title: 'Yes' }]]);
  });

  it('a ChoiceList passes what cannot be chosen', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    await render(<ChoiceList choices={fares} issues={issues} onRespond={onRespond} onDecline={ignore} />);
    await expect
      .element(page.getByRole('radio', { name: 'First', disabled: true }))
      .toHaveAccessibleDescription('Sold out');
    await walk([
      { keys: '{Tab}', role: 'radio', name: 'Basic', state: { checked: false } },
      { keys: '{Enter}', role: 'radio', name: 'Basic', says: 'Choose one first.' },
      { keys: '{ArrowDown}', role: 'radio', name: 'Full', state: { checked: true }, says: '' },
      { keys: '{ArrowDown}', role: 'radio', name: 'Basic', state: { checked: true } },
      { keys: '{Tab}', role: 'button', name: 'Skip' },
      { keys: '{Tab}', role: 'button', name: 'Continue' },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ choice: 'basic' }, { title: 'Basic' }]]);
  });

  it('a MultiChoiceList is searched, chosen from and answered', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    const choices = [...fares, ...Array.from('abcdefghijk')];
    await render(<MultiChoiceList choices={choices} min={1} onRespond={onRespond} />);
    await walk([
      { keys: '{Tab}', role: 'searchbox', name: 'Search' },
      { keys: 'ful', role: 'searchbox', name: 'Search', says: '1 choice.' },
      { keys: '{Tab}', role: 'checkbox', name: 'Full', state: { checked: false } },
      { keys: '{Enter}', role: 'checkbox', name: 'Full', says: 'Choose at least 1.' },
      { keys: ' ', role: 'checkbox', name: 'Full', state: { checked: true }, says: '1 chosen' },
      { keys: '{Tab}', role: 'button', name: 'Continue' },
    ]);
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ choices: ['full'] }, { title: 'Full' }]]);
  });

  it('a dialog and its card are walked from the ways on to the menu that cancels', async () => {
    const onCancel = vi.fn<() => void>();
    await render(
      <ElicitDialog title="Book a flight" message="Book it?" quietMessage onAside={ignore} onCancel={onCancel}>
        <ElicitCard
          toolName="book_flight"
          message="Book it?"
          state="failed"
          error="The server is away."
          onRetry={ignore}
          onDecline={ignore}
          onCancel={onCancel}
        >
          <Confirm onRespond={ignore} />
        </ElicitCard>
      </ElicitDialog>,
    );
    const dialog = page.getByRole('dialog', { name: 'Book it?' });
    await expect.element(dialog).toHaveFocus();
    await expect.element(dialog).toHaveAccessibleDescription('');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Not sent The server is away. Your answer is kept.');
    const more = 'More about: Book a flight';
    await walk([
      { keys: '{Tab}', role: 'button', name: 'Skip' },
      { keys: '{Tab}', role: 'button', name: 'Try again' },
      { keys: '{Tab}', role: 'button', name: more },
      { keys: '{Enter}', role: 'button', name: more, state: { expanded: true } },
      { keys: '{Tab}', role: 'button', name: 'Cancel this request' },
      { keys: '{Tab}', role: 'button', name: 'Close' },
      { keys: '{Tab}', role: 'button', name: 'Skip' },
    ]);
  });

  it.each([
    ['answered', 'Answered: Seat 35A'],
    ['declined', 'Skipped: Seat 35A'],
    ['cancelled', 'Cancelled: Seat 35A'],
    ['expired', 'Expired: Seat 35A'],
    ['lost', 'Lost: Seat 35A'],
    ['aborted', 'Stopped: Seat 35A'],
  ] as const)('a receipt of what was %s is passed, and says how it ended', async (outcome, name) => {
    await render(
      <>
        <button type="button">Before</button>
        <Receipt outcome={outcome} title="Seat 35A" detail="Included" />
        <button type="button">After</button>
      </>,
    );
    await expect.element(page.getByRole('group', { name, exact: true })).toHaveTextContent('Seat 35A Included');
    await walk([
      { keys: '{Tab}', role: 'button', name: 'Before' },
      { keys: '{Tab}', role: 'button', name: 'After' },
    ]);
  });
});
