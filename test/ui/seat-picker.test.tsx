import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { PickSeat, SeatColumn, SeatMap, SeatMapInput } from '../../src/travel/seat-map.ts';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { richSeatMap, seatAt, seedSeatMap } from '../travel/samples.ts';
import { eventually } from '../eventually.ts';
import { focused, ignore, overflow, tabStops } from './page.ts';

const seat = (name: string | RegExp) => page.getByRole('button', { name });
const confirm = () => page.getByRole('button', { name: /^(Confirm \d|Choose a seat$)/ });
const rows = () =>
  page
    .getByRole('row')
    .elements()
    .map((row) => row.getAttribute('aria-label'));
const status = () => page.getByRole('status');
const press = (keys: string) => userEvent.keyboard(keys);

/** The seats that were drawn, in order; a seat counts each time what it is given changes. */
const drawn = vi.hoisted((): string[] => []);
vi.mock(import('../../src/ui/seat-picker/seat-props.ts'), async (original) => {
  const { seatProps } = await original();
  return {
    seatProps(state, ...rest) {
      drawn.push(state.view.key);
      return seatProps(state, ...rest);
    },
  };
});

/** Forty rows, all taken but for ten of them. */
const longMap: SeatMapInput = {
  ...seedSeatMap,
  rows: 40,
  taken: Array.from({ length: 40 }, (_, i) => i + 1)
    .filter((row) => row < 21 || row > 30)
    .flatMap((row) => Array.from('ABCDEF', (letter) => `${row}${letter}`)),
};

describe('SeatPicker', () => {
  it('answers with the row and the letter, when Confirm is pressed and never before', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    await render(<SeatPicker seatMap={seedSeatMap} onRespond={onRespond} />);
    await seat('5F, window').click();
    await expect.element(seat('5F, window')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(status()).toHaveTextContent('5F, window selected.');
    expect(onRespond).not.toHaveBeenCalled();
    await confirm().click();
    expect(onRespond.mock.calls).toEqual([[{ row: 5, seat: 'F' }, { title: '5F, window' }]]);
  });

  it('marks the seat that was refused, begins there, and waits for another one', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    const issues = [{ path: ['seat'], message: 'Somebody was faster.' }];
    const picker = (more: object) => (
      <SeatPicker seatMap={longMap} draft={{ row: 30, seat: 'F' }} onRespond={onRespond} {...more} />
    );
    const screen = await render(picker({ state: 'sending' }));
    await screen.rerender(picker({ issues }));
    expect(page.getByRole('alert').elements()).toEqual([]);
    const refused = seat('30F, window, Somebody was faster.');
    await expect.element(refused).toHaveAttribute('aria-disabled', 'true');
    await expect.element(status()).toHaveTextContent('Somebody was faster.');
    await expect.element(page.getByText('30F', { exact: true })).toBeVisible();
    await confirm().click();
    await expect.element(refused).toHaveFocus();
    await refused.click({ force: true });
    expect(onRespond).not.toHaveBeenCalled();

    await seat('30E, middle').click();
    await confirm().click();
    // The same words about the next one, in a list of issues made anew at every render.
    await screen.rerender(picker({ issues: [...issues], state: 'sending' }));
    await screen.rerender(picker({ issues: [...issues] }));
    await expect.element(seat('30E, middle, Somebody was faster.')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(refused).toHaveAttribute('aria-disabled', 'true');
    expect(onRespond.mock.calls).toEqual([[{ row: 30, seat: 'E' }, { title: '30E, middle' }]]);
  });

  it('shows what was wrong at the top if it was no seat of this map', async () => {
    const issues = [{ path: ['row'], message: 'There is no row 90.' }];
    await render(
      <SeatPicker seatMap={seedSeatMap} draft={{ row: 90, seat: 'A' }} issues={issues} onRespond={ignore} />,
    );
    await expect.element(page.getByRole('alert')).toHaveTextContent('There is no row 90.');
  });

  it('takes a choice back, and moves it', async () => {
    const onDraftChange = vi.fn<(draft: unknown) => void>();
    await render(<SeatPicker seatMap={seedSeatMap} onRespond={ignore} onDraftChange={onDraftChange} />);
    await seat('5F, window').click();
    await seat('5E, middle').click();
    await expect.element(seat('5F, window')).toHaveAttribute('aria-pressed', 'false');
    await seat('5E, middle').click();
    await expect.element(status()).toHaveTextContent('5E is no longer selected.');
    expect(document.querySelector('[aria-pressed=true]')).toBeNull();
    expect(onDraftChange.mock.calls).toEqual([[{ row: 5, seat: 'F' }], [{ row: 5, seat: 'E' }], [undefined]]);
  });

  it('is a grid per cabin, whose rows are named and whose seats show their letters', async () => {
    await render(<SeatPicker seatMap={richSeatMap} onRespond={ignore} locale="en-GB" />);
    await expect.element(page.getByRole('grid', { name: 'First, row 1, 2 across' })).toBeVisible();
    const economy = page.getByRole('grid', { name: 'Economy, rows 12 to 78, 6 across' });
    await expect.element(economy).toBeVisible();
    expect(rows()).toEqual(['1', '12', '14', '78']);
    // Every seat says its row and its letter: a header would say them twice, and none holds a seat.
    expect(document.querySelector('[role=rowheader], [role=columnheader]')).toBeNull();
    for (const button of document.querySelectorAll<HTMLElement>('[data-elicit=seat]')) {
      const letter = getComputedStyle(button, '::before').content;
      expect(letter.startsWith(`"${button.dataset['seat']?.at(-1)}"`)).toBe(button.dataset['state'] !== 'taken');
    }
    await expect
      .element(economy.getByRole('gridcell', { name: '12A, window, exit row, extra legroom, £59.19' }))
      .toBeVisible();
    await expect.element(economy.getByRole('button', { name: '12B, middle, Preferred, £22.19' })).toBeVisible();
    await expect.element(seat('78A, window, near lavatory, included')).toBeVisible();
  });

  it('says why a seat cannot be had, and keeps it reachable', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    await render(<SeatPicker seatMap={richSeatMap} onRespond={onRespond} />);
    const taken = seat('14D, aisle, taken');
    await expect.element(taken).toHaveAttribute('aria-disabled', 'true');
    await expect.element(taken).not.toHaveAttribute('aria-pressed');
    (taken.element() as HTMLElement).focus();
    await press('{Enter}');
    await expect.element(status()).toHaveTextContent('14D is taken.');
    (seat('12E, middle, kept by the airline').element() as HTMLElement).focus();
    await press(' ');
    await expect.element(status()).toHaveTextContent('12E: kept by the airline.');
    (confirm().element() as HTMLElement).click();
    await expect.element(status()).toHaveTextContent('Pick a seat first.');
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('is one tab stop, whatever its size: first free, then last focused, then chosen', async () => {
    const screen = await render(<SeatPicker seatMap={richSeatMap} onRespond={ignore} onDecline={ignore} />);
    const around = (section: string, name: string, confirmed = 'Choose a seat') => {
      const before = ['Choose from a list', 'Show only these seats: Available Included', 'Main deck', section];
      return [...before, name, 'Skip', confirmed];
    };
    expect(await tabStops()).toEqual(around('First 1, 1 free', '1A, window and aisle, near galley, included'));
    (seat(/^14C/).element() as HTMLElement).focus();
    await press('{ArrowRight}');
    expect(await tabStops()).toEqual(around('Economy 12–78, 5 free', '14D, aisle, taken'));
    await screen.unmount();
    await render(
      <SeatPicker seatMap={richSeatMap} onRespond={ignore} onDecline={ignore} draft={{ row: 78, seat: 'A' }} />,
    );
    expect(await tabStops()).toEqual(
      around('Economy 12–78, 5 free', '78A, window, near lavatory, included', 'Confirm 78A'),
    );
  });

  it('is walked, chosen and confirmed by keyboard alone', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    await render(<SeatPicker seatMap={seedSeatMap} onRespond={onRespond} />);
    await press('{Tab}{Tab}');
    expect(focused()).toBe('1B, middle');
    await press('{ArrowLeft}');
    expect(focused()).toBe('1A, window, taken');
    await press('{ArrowLeft}');
    expect(focused()).toBe('1A, window, taken');
    await press('{End}{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('3F, window');
    await press('{Control>}{ArrowLeft}{ArrowLeft}{/Control}');
    expect(focused()).toBe('3C, aisle');
    await press('{PageDown}');
    expect(focused()).toBe('6C, aisle');
    await press('{Control>}{Home}{/Control}{Home}');
    expect(focused()).toBe('1A, window, taken');
    await press('{Control>}{End}{/Control}');
    expect(focused()).toBe('6F, window');
    await press(' ');
    await expect.element(status()).toHaveTextContent('6F, window selected.');
    await press('{Escape}');
    await expect.element(seat('6F, window')).toHaveAttribute('aria-pressed', 'true');
    await press('{Tab}');
    expect(focused()).toBe('Confirm 6F');
    await press('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ row: 6, seat: 'F' }, { title: '6F, window' }]]);
  });

  it('keeps port on the left, in pixels and in arrows, when the page reads from the right', async () => {
    await render(
      <div dir="rtl">
        <SeatPicker seatMap={seedSeatMap} onRespond={ignore} />
      </div>,
    );
    const left = (name: string) => seat(name).element().getBoundingClientRect().left;
    expect(left('5A, window')).toBeLessThan(left('5F, window'));
    (seat('5B, middle').element() as HTMLElement).focus();
    await press('{ArrowLeft}');
    expect(focused()).toBe('5A, window');
  });

  it('shows its decks as tabs and begins with the deck of the restored choice', async () => {
    await render(<SeatPicker seatMap={richSeatMap} onRespond={ignore} draft={{ row: 20, seat: 'K' }} />);
    const upper = page.getByRole('tab', { name: 'Upper deck' });
    await expect.element(upper).toHaveAttribute('aria-selected', 'true');
    await expect.element(seat(/^20K/)).toHaveAttribute('aria-pressed', 'true');
    (upper.element() as HTMLElement).focus();
    await press('{ArrowRight}');
    expect(focused()).toBe('Main deck');
    await expect.element(page.getByRole('tabpanel', { name: 'Main deck' }).getByRole('grid').first()).toBeVisible();
    await expect.element(seat(/^20K/)).not.toBeInTheDocument();
    await expect.element(page.getByText('20K', { exact: true })).toBeVisible();
  });

  it('asks for consent where the airline does, for each seat anew', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    await render(<SeatPicker seatMap={richSeatMap} onRespond={onRespond} />);
    await seat(/^12A/).click();
    await expect.element(page.getByText('You must be 16 or over and able to help the crew.')).toBeVisible();
    (confirm().element() as HTMLElement).click();
    await expect.element(status()).toHaveTextContent('Tick the box first.');
    expect(onRespond).not.toHaveBeenCalled();
    await page.getByRole('checkbox', { name: 'I understand' }).click();
    await seat(/^12B/).click();
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
    await seat(/^12A/).click();
    await expect.element(page.getByRole('checkbox')).not.toBeChecked();
    await page.getByRole('checkbox').click();
    await confirm().click();
    expect(onRespond.mock.calls).toEqual([
      [{ row: 12, seat: 'A' }, { title: '12A, window, exit row, extra legroom, £59.19' }],
    ]);
  });

  it('lets a person choose from a list instead, sorted as they like', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    await render(<SeatPicker seatMap={richSeatMap} onRespond={onRespond} locale="en-GB" />);
    await page.getByRole('button', { name: 'Choose from a list' }).click();
    const list = page.getByRole('group', { name: 'Seats' });
    const names = () =>
      list
        .getByRole('button')
        .elements()
        .map((item) => item.textContent);
    expect(names().at(-1)).toMatch(/£59\.19/);
    expect(names().some((name) => name?.startsWith('14D'))).toBe(false);
    await page.getByRole('button', { name: 'Aisle', exact: true }).click();
    expect(names()[0]).toMatch(/aisle/i);
    (list.getByRole('button').first().element() as HTMLElement).focus();
    await press('{End}');
    expect(focused()).toBe(names().at(-1));
    await list.getByRole('button', { name: /^12B / }).click();
    await confirm().click();
    expect(onRespond.mock.calls).toEqual([[{ row: 12, seat: 'B' }, { title: '12B, middle, Preferred, £22.19' }]]);
    await page.getByRole('button', { name: 'Show the map' }).click();
    await expect.element(seat(/^12B/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('explains only what is on the map, and keeps its height when a seat is chosen', async () => {
    const legend = () =>
      page
        .getByRole('list', { name: 'Legend' })
        .getByRole('listitem')
        .elements()
        .map((e) => e.textContent.trim());
    const screen = await render(<SeatPicker seatMap={seedSeatMap} onRespond={ignore} />);
    expect(legend()).toEqual(['Available', 'Yours', 'Taken']);
    await seat('5F, window').click();
    expect(legend()).toEqual(['Available', 'Yours', 'Taken']);
    await screen.rerender(<SeatPicker seatMap={richSeatMap} onRespond={ignore} />);
    expect(legend().slice(0, 2)).toEqual(['Yours', 'Taken']);
  });

  it('shows the seats of one price, and takes none of the others away', async () => {
    await render(<SeatPicker seatMap={richSeatMap} onRespond={ignore} locale="en-GB" />);
    const prices = page.getByRole('toolbar', { name: 'Prices' });
    const tiers = prices.getByRole('button').elements() as HTMLElement[];
    expect(tiers.map((tier) => tier.textContent)).toEqual([
      'Available Included',
      'Preferred £22.19',
      'Extra legroom £59.19',
    ]);
    tiers[0]?.focus();
    await press('{ArrowRight}{Enter}');
    await expect
      .element(prices.getByRole('button', { name: 'Preferred £22.19' }))
      .toHaveAttribute('aria-pressed', 'true');
    const edge = (key: string) =>
      getComputedStyle(document.querySelector(`[data-seat="${key}"]`) as Element).boxShadow !== 'none';
    expect([edge('12B'), edge('12A')]).toEqual([true, false]);
    await seat(/^12A/).click();
    await expect.element(seat(/^12A/)).toHaveAttribute('aria-pressed', 'true');
    await press('{Shift>}{Tab}{/Shift}');
    tiers[1]?.click();
    await expect.poll(() => edge('12B')).toBe(false);
  });

  it('fills a seat the deeper, the dearer it is', async () => {
    await render(<SeatPicker seatMap={richSeatMap} onRespond={ignore} locale="en-GB" />);
    const fills = ['14C', '12B', '12A'].map(
      (key) => getComputedStyle(document.querySelector(`[data-seat="${key}"]`) as Element).backgroundColor,
    );
    expect(new Set(fills).size).toBe(3);
  });

  it('shows the seats of one tier of many, though the dearest are marked alike', async () => {
    const columns: SeatColumn[] = [{ kind: 'seat', letter: 'A', position: 'window' }];
    const rows = Array.from({ length: 8 }, (_, i) => ({
      number: i + 1,
      cells: [seatAt(i + 1, 0, 'A', { tier: `T${i}`, price: { amount: `${i + 1}`, currency: 'GBP' } })],
    }));
    const map: SeatMap = { decks: [{ id: 'd', cabins: [{ id: 'c', class: 'economy', columns, rows }] }] };
    await render(<SeatPicker seatMap={map} onRespond={ignore} locale="en-GB" />);
    const pressed = () =>
      [...document.querySelectorAll('[data-elicit=tier][aria-pressed=true]')].map((tier) => tier.textContent);
    const shown = () =>
      [...document.querySelectorAll<HTMLElement>('[data-elicit=seat]')]
        .filter((button) => getComputedStyle(button).boxShadow !== 'none')
        .map((button) => button.dataset['seat']);
    await page.getByRole('button', { name: 'Prices' }).click();
    await page.getByRole('button', { name: 'T6 £7.00' }).click();
    expect([pressed(), shown()]).toEqual([['T6 £7.00'], ['7A']]);
    await page.getByRole('button', { name: 'T7 £8.00' }).click();
    expect([pressed(), shown()]).toEqual([['T7 £8.00'], ['8A']]);
    await page.getByRole('button', { name: 'T7 £8.00' }).click();
    expect([pressed(), shown()]).toEqual([[], []]);
  });

  it('shows prices as they are sent, says which is on request, and tells the host', async () => {
    const warnings: string[] = [];
    const onWarning = ({ path }: { path: string }) => warnings.push(path);
    const prices = ['9.50', { amountMinor: 2219 }, { amount: '9.50', amountMinor: 95 }];
    const columns: SeatColumn[] = [{ kind: 'seat', letter: 'A', position: 'window' }];
    const rows = prices.map((price, i) => ({ number: i + 1, cells: [{ ...seatAt(i + 1, 0, 'A'), price }] }));
    const map = { currency: 'GBP', decks: [{ id: 'd', cabins: [{ id: 'c', class: 'economy', columns, rows }] }] };
    await render(<SeatPicker seatMap={map} onRespond={ignore} locale="en-GB" onWarning={onWarning} />);
    await expect.element(seat('1A, window, £9.50')).toBeVisible();
    await expect.element(seat('2A, window, £22.19')).toBeVisible();
    await seat('3A, window, price on request').click();
    await expect.element(page.getByText('Price on request', { exact: true }).last()).toBeVisible();
    // A folded corner: there is something to know.
    const marks = (key: string) =>
      getComputedStyle(document.querySelector(`[data-seat="${key}"]`) as Element).backgroundImage;
    expect(marks('1A')).not.toContain('225deg');
    expect(
      getComputedStyle(document.querySelector('[data-elicit=swatch][data-note]') as Element).backgroundImage,
    ).toContain('225deg');
    const tiers = page.getByRole('toolbar', { name: 'Prices' }).getByRole('button').elements();
    expect(tiers.map(({ textContent }) => textContent)).toEqual(['£9.50 ', '£22.19 ', 'Price on request ']);
    expect(warnings).toEqual(['decks[0].cabins[0].rows[2].cells[0].price']);
  });

  it('moves nothing when a seat is chosen', async () => {
    await page.viewport(360, 800);
    await render(<SeatPicker seatMap={longMap} onRespond={ignore} onDecline={ignore} />);
    const box = () => JSON.stringify(document.querySelector('[data-seat="25C"]')?.getBoundingClientRect());
    const height = () => document.querySelector('[data-elicit=map]')?.getBoundingClientRect().height;
    const before = [box(), height()];
    await seat('25C, aisle').click();
    await expect.element(seat('25C, aisle')).toHaveAttribute('aria-pressed', 'true');
    expect([box(), height()]).toEqual(before);
    await seat('25C, aisle').click();
    expect([box(), height()]).toEqual(before);
  });

  it('says in its header which flight it is', async () => {
    const flight = {
      id: 'f',
      airline: 'SkyHigh',
      flightNumber: 'SH101',
      from: 'NYC',
      to: 'LAX',
      departure: '08:00',
      arrival: '11:30',
      price: 1,
    };
    const screen = await render(<SeatPicker seatMap={seedSeatMap} flight={flight} onRespond={ignore} />);
    await expect.element(page.getByRole('group')).toHaveAccessibleName('Pick a seat SH101, NYC to LAX');
    await screen.rerender(<SeatPicker seatMap={richSeatMap} flight={flight} onRespond={ignore} />);
    await expect.element(page.getByRole('group')).toHaveAccessibleName('Pick a seat XA388, LHR to SIN, Example A380');
    // An airline's code is no flight: where no number follows it, its name says more.
    const nameless = { carrier: { code: 'XA', name: 'Example Air' }, number: 'XA', from: '', to: '' };
    await screen.rerender(<SeatPicker seatMap={{ ...richSeatMap, flight: nameless }} onRespond={ignore} />);
    await expect.element(page.getByRole('group')).toHaveAccessibleName('Pick a seat Example Air');
  });

  it.each([null, 'x', {}, { row: '5', seat: 'F' }, { row: 99, seat: 'Z' }, { row: 1, seat: 'A' }])(
    'ignores the draft %j',
    async (draft) => {
      const onRespond = vi.fn<(answer: PickSeat) => void>();
      await render(<SeatPicker seatMap={seedSeatMap} onRespond={onRespond} draft={draft} />);
      expect(document.querySelector('[aria-pressed=true]')).toBeNull();
      (confirm().element() as HTMLElement).click();
      expect(onRespond).not.toHaveBeenCalled();
    },
  );

  it('drops a choice that has been taken meanwhile', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    const screen = await render(<SeatPicker seatMap={seedSeatMap} onRespond={onRespond} />);
    await seat('5F, window').click();
    await screen.rerender(<SeatPicker seatMap={{ ...seedSeatMap, taken: ['5F'] }} onRespond={onRespond} />);
    (confirm().element() as HTMLElement).click();
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('is inert while sending, says so, and keeps the choice when that fails', async () => {
    const props = {
      seatMap: seedSeatMap,
      onRespond: vi.fn<(answer: PickSeat) => void>(),
      draft: { row: 5, seat: 'F' },
    };
    const screen = await render(<SeatPicker {...props} state="sending" />);
    await expect.element(status()).toHaveTextContent('Sending your choice…');
    expect(await tabStops()).toEqual([]);
    await screen.rerender(<SeatPicker {...props} state="failed" />);
    await expect.element(status()).toHaveTextContent('Your choice was not sent.');
    await expect.element(seat('5F, window')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(props.onRespond.mock.calls).toEqual([[{ row: 5, seat: 'F' }, { title: '5F, window' }]]);
  });

  it('has one way on where no seat is free, and lets the map be seen', async () => {
    const onDecline = vi.fn<() => void>();
    const map = { rows: 1, seatsPerRow: ['A'], taken: ['1A'] };
    await render(<SeatPicker seatMap={map} onRespond={ignore} onDecline={onDecline} />);
    await expect.element(page.getByText('No seats left to choose')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Choose from a list' })).not.toBeInTheDocument();
    await expect.element(confirm()).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'See the map' }).click();
    await expect.element(seat(/^1A, .*taken$/)).toBeVisible();
    await page.getByRole('button', { name: 'Continue without a seat' }).click();
    expect(onDecline).toHaveBeenCalledOnce();
  });

  it('shows about ten rows round the free seats, then those at either end in place', async () => {
    await render(<SeatPicker seatMap={longMap} onRespond={ignore} />);
    expect(rows()).toEqual(['21', '22', '23', '24', '25', '26', '27', '28', '29', '30']);
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '40');
    await expect.element(page.getByRole('row').first()).toHaveAttribute('aria-rowindex', '21');
    await page.getByRole('button', { name: 'Show rows 1–20' }).click();
    expect(rows()).toHaveLength(30);
    expect(focused()).toBe('21A, window');
    await page.getByRole('button', { name: 'Show rows 31–40' }).click();
    expect(rows()).toHaveLength(40);
    await expect.element(page.getByRole('grid')).not.toHaveAttribute('aria-rowcount');
    await expect.element(page.getByRole('button', { name: /^Show rows/ })).not.toBeInTheDocument();
  });

  it('leads to the best free seat of a part of the aircraft', async () => {
    await render(<SeatPicker seatMap={{ ...longMap, taken: ['1A'] }} onRespond={ignore} />);
    const jump = page.getByRole('toolbar', { name: 'Go to' });
    await jump.getByRole('button', { name: /^Back/ }).click();
    expect(focused()).toBe('28A, window');
    await expect.element(jump.getByRole('button', { name: /^Back/ })).toHaveAttribute('aria-current', 'true');
    await jump.getByRole('button', { name: /^Front/ }).click();
    expect(focused()).toBe('1C, aisle');
  });

  it('lets the arrows walk on into rows that were not on show', async () => {
    await render(<SeatPicker seatMap={longMap} onRespond={ignore} />);
    (seat('30D, aisle').element() as HTMLElement).focus();
    await press('{ArrowDown}');
    expect(focused()).toBe('31D, aisle, taken');
    await press('{Control>}{Home}{/Control}');
    expect(focused()).toBe('1A, window, taken');
  });

  it('begins round the seat of its draft', async () => {
    await render(<SeatPicker seatMap={{ ...longMap, taken: [] }} onRespond={ignore} draft={{ row: 38, seat: 'B' }} />);
    await expect.element(seat('38B, middle')).toHaveAttribute('aria-pressed', 'true');
    expect(document.querySelector('[data-seat="1A"]')).toBeNull();
  });

  it('draws no seat again but the two that change when one is chosen or focused', async () => {
    await render(<SeatPicker seatMap={longMap} onRespond={ignore} />);
    await seat('25A, window').click();
    drawn.length = 0;
    await seat('22F, window').click();
    expect([...new Set(drawn)].toSorted()).toEqual(['22F', '25A']);
    drawn.length = 0;
    await press('{ArrowDown}');
    expect(drawn.toSorted()).toEqual(['22F', '23F']);
  });

  it('writes the number of a row into its aisles', async () => {
    const map = { rows: 2, seatsPerRow: ['A', 'B', '', 'C', 'D', '', 'E', 'F', '', 'G'], taken: [] };
    await render(<SeatPicker seatMap={map} onRespond={ignore} />);
    // The first two are written by the style sheet, a third by an element, all for the eye alone.
    const row = page.getByRole('row').first().element();
    for (const pseudo of ['::before', '::after']) expect(getComputedStyle(row, pseudo).content).toContain('1');
    const third = row.querySelector('[data-elicit=row-number]') as HTMLElement;
    expect([third.textContent, third.getAttribute('aria-hidden')]).toEqual(['1', 'true']);
    const left = (name: string) => seat(name).element().getBoundingClientRect().left;
    const at = third.getBoundingClientRect();
    expect(left('1F, aisle') < at.left && at.right <= left('1G, window and aisle')).toBe(true);
  });

  it('writes no number where something stands in the aisle', async () => {
    const cabin = richSeatMap.decks[0]?.cabins[1];
    if (!cabin) throw new Error('no cabin');
    const cells = [seatAt(7, 0, 'A'), { type: 'closet', col: 2, span: 2 }, seatAt(7, 6, 'F')];
    const map = { decks: [{ id: 'd', cabins: [{ ...cabin, rows: [{ number: 7, cells }] }] }] };
    await render(<SeatPicker seatMap={map} onRespond={ignore} />);
    const row = page.getByRole('row', { name: '7' });
    await expect.element(row).not.toHaveAttribute('data-number');
    expect(getComputedStyle(row.element(), '::before').content).toBe('none');
  });

  it('lets columns that never share a row overlap by half a seat', async () => {
    const letters = ['A', 'B', undefined, 'J', 'K'];
    const columns = letters.map((letter): SeatColumn => (letter ? { kind: 'seat', letter } : { kind: 'aisle' }));
    const rowsOf = [1, 2, 3, 4].map((number) => ({
      number,
      cells: letters.flatMap((letter, col) =>
        letter && (col + number) % 2 === (col < 2 ? 0 : 1) ? [seatAt(number, col, letter)] : [],
      ),
    }));
    const map = { decks: [{ id: 'd', cabins: [{ id: 'b', class: 'business', columns, rows: rowsOf }] }] };
    await render(<SeatPicker seatMap={map} onRespond={ignore} />);
    const box = (key: string) => (document.querySelector(`[data-seat="${key}"]`) as Element).getBoundingClientRect();
    const [a, b] = [box('2A'), box('1B')];
    expect(b.left - a.left).toBeGreaterThan(a.width / 2);
    expect(b.left - a.left).toBeLessThan(a.width / 2 + 4);
  });

  it('keeps a place for a map that loads, and says why there is none', async () => {
    const onReload = vi.fn<() => void>();
    const screen = await render(<SeatPicker seatMap={seedSeatMap} onRespond={ignore} loading />);
    const words = page.getByText('Loading the seat map…');
    await expect.element(words).toBeVisible();
    // To be read, and not only to be heard.
    expect(words.element().getBoundingClientRect().height).toBeGreaterThan(12);
    expect(document.querySelector('[data-elicit=seat]')).toBeNull();
    await screen.rerender(<SeatPicker seatMap={seedSeatMap} onRespond={ignore} error="No map." onReload={onReload} />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('The seats could not be loadedNo map.');
    await expect.element(confirm()).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(onReload).toHaveBeenCalledOnce();
  });

  it('shows a map that is there to look at, and says why', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    const why = 'Seats are given out at check-in.';
    const props = { seatMap: seedSeatMap, onRespond, onDecline: ignore, draft: { row: 5, seat: 'F' } };
    await render(<SeatPicker {...props} disabled={why} />);
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(seat('5F, window, not available')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(confirm()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Continue without a seat' })).toBeVisible();
  });

  it('shows hostile words as words, and holds them at 360 px', async () => {
    await page.viewport(360, 800);
    const nasty = `<img src=x onerror="window.hacked=1">\u202Egnp.exe${'W'.repeat(5000)}`;
    const cabin = richSeatMap.decks[0]?.cabins[1];
    const map: SeatMap = {
      ...richSeatMap,
      flight: { carrier: { code: nasty }, number: nasty, from: nasty, to: nasty, aircraft: { name: nasty } },
      decks: [
        {
          id: nasty,
          label: nasty,
          cabins: [
            {
              id: nasty,
              class: nasty,
              columns:
                cabin?.columns.map((column) => (column.kind === 'seat' ? { ...column, letter: nasty } : column)) ?? [],
              rows: [
                {
                  number: 123_456_789,
                  cells: [seatAt(1, 0, nasty, { designator: nasty, disclosures: [nasty], features: [nasty] })],
                },
                { number: 2, cells: [{ type: nasty, col: 0, span: 99 }] },
              ],
            },
          ],
        },
        { id: 'other', label: nasty, cabins: [] },
      ],
    };
    await render(<SeatPicker seatMap={map} message={nasty} onRespond={ignore} onDecline={ignore} />);
    (page.getByRole('gridcell').getByRole('button').element() as HTMLElement).click();
    expect(document.querySelector('img')).toBeNull();
    expect(window).not.toHaveProperty('hacked');
    expect(document.body.textContent).not.toContain('\u202E');
    expect(overflow()).toEqual([]);
  });

  it.each([
    [360, 24],
    [320, 24],
  ])('fits ten seats abreast at %i px without scrolling, none smaller than %i px', async (width, least) => {
    await page.viewport(width, 800);
    const map: SeatMapInput = { rows: 40, seatsPerRow: 'ABC DEFG HJK'.split('').map((c) => c.trim()), taken: [] };
    await render(
      <div style={{ marginInline: 8 }}>
        <SeatPicker seatMap={map} onRespond={ignore} />
      </div>,
    );
    expect(overflow()).toEqual([]);
    await eventually(() => {
      document.querySelector<HTMLElement>('[data-elicit=more]')?.click();
      expect(document.querySelectorAll('[data-elicit=seat]')).toHaveLength(400);
    });
    expect(overflow()).toEqual([]);
    const box = seat('40K, window').element().getBoundingClientRect();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(least);
  });
});
