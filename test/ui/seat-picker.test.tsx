import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { PickSeat, SeatMap, SeatMapInput } from '../../src/travel/seat-map.ts';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { richSeatMap, seatAt, seedSeatMap } from '../travel/samples.ts';
import { focused, ignore, overflow, tabStops } from './page.ts';

const seat = (name: string | RegExp) => page.getByRole('button', { name });
const confirm = () => page.getByRole('button', { name: 'Confirm' });
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
    expect(onRespond.mock.calls).toEqual([[{ row: 5, seat: 'F' }]]);
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

  it('is a grid per cabin with headers for its rows and letters', async () => {
    await render(<SeatPicker seatMap={richSeatMap} onRespond={ignore} locale="en-GB" />);
    await expect.element(page.getByRole('grid', { name: 'First, row 1, 2 across' })).toBeVisible();
    const economy = page.getByRole('grid', { name: 'Economy, rows 12 to 78, 6 across' });
    await expect.element(economy).toBeVisible();
    expect(
      economy
        .getByRole('columnheader')
        .elements()
        .map((e) => e.textContent),
    ).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    expect(
      economy
        .getByRole('rowheader')
        .elements()
        .map((e) => e.textContent),
    ).toEqual(['12', '14', '78']);
    await expect
      .element(economy.getByRole('gridcell', { name: '12A, window, exit row, extra legroom, £59.19' }))
      .toBeVisible();
    await expect.element(economy.getByRole('button', { name: '12B, middle, preferred, £22.19' })).toBeVisible();
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
    (seat('12E, middle, not available').element() as HTMLElement).focus();
    await press(' ');
    await expect.element(status()).toHaveTextContent('12E cannot be chosen.');
    (confirm().element() as HTMLElement).click();
    await expect.element(status()).toHaveTextContent('Pick a seat first.');
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('is one tab stop, whatever its size: first free, then last focused, then chosen', async () => {
    const screen = await render(<SeatPicker seatMap={richSeatMap} onRespond={ignore} onDecline={ignore} />);
    const around = (name: string) => ['Choose from a list', 'Main deck', name, 'Skip', 'Confirm'];
    expect(await tabStops()).toEqual(around('1A, window and aisle, near galley, included'));
    (seat(/^14C/).element() as HTMLElement).focus();
    await press('{ArrowRight}');
    expect(await tabStops()).toEqual(around('14D, aisle, taken'));
    await screen.unmount();
    await render(
      <SeatPicker seatMap={richSeatMap} onRespond={ignore} onDecline={ignore} draft={{ row: 78, seat: 'A' }} />,
    );
    expect(await tabStops()).toEqual(around('78A, window, near lavatory, included'));
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
    expect(focused()).toBe('Confirm');
    await press('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ row: 6, seat: 'F' }]]);
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
    expect(onRespond.mock.calls).toEqual([[{ row: 12, seat: 'A' }]]);
  });

  it('lets a person choose from a list instead', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    await render(<SeatPicker seatMap={richSeatMap} onRespond={onRespond} locale="en-GB" />);
    await page.getByRole('button', { name: 'Choose from a list' }).click();
    const list = page.getByRole('combobox', { name: 'Seat' });
    await userEvent.selectOptions(list, '12B, middle, preferred, £22.19');
    expect(list.getByRole('option', { name: '14D' }).elements()).toEqual([]);
    await confirm().click();
    expect(onRespond.mock.calls).toEqual([[{ row: 12, seat: 'B' }]]);
    await page.getByRole('button', { name: 'Show the map' }).click();
    await expect.element(seat(/^12B/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('explains only what is on the map', async () => {
    const legend = () =>
      page
        .getByRole('list', { name: 'Legend' })
        .getByRole('listitem')
        .elements()
        .map((e) => e.textContent.trim());
    const screen = await render(<SeatPicker seatMap={seedSeatMap} onRespond={ignore} />);
    expect(legend()).toEqual(['Available', 'Taken']);
    await seat('5F, window').click();
    expect(legend()).toEqual(['Available', 'Taken', 'Selected']);
    await screen.rerender(<SeatPicker seatMap={richSeatMap} onRespond={ignore} />);
    expect(legend()).toEqual(['Included', 'Preferred £22.19', 'Extra legroom £59.19', 'Taken']);
  });

  it('says in its legend from what price on a kind of seats is to be had', async () => {
    const [deck] = richSeatMap.decks;
    const price = (amount: string, currency = 'EUR') => ({ price: { amount, currency }, features: ['extra_legroom'] });
    const show = (...given: object[]) => (
      <SeatPicker
        seatMap={{
          decks: [
            {
              id: 'd',
              cabins: [
                {
                  id: 'c',
                  class: '',
                  columns: deck?.cabins[1]?.columns ?? [],
                  rows: [{ number: 1, cells: given.map((its, col) => seatAt(1, col, 'ABC'[col] ?? '', its)) }],
                },
              ],
            },
          ],
        }}
        locale="de"
        onRespond={ignore}
      />
    );
    const first = () => page.getByRole('list', { name: 'Legend' }).getByRole('listitem').first();
    const screen = await render(show(price('100.5'), price('20.00'), price('30')));
    await expect.element(first()).toHaveTextContent('Extra legroom from 20,00 €');
    await screen.rerender(show(price('20'), price('20.00')));
    await expect.element(first()).toHaveTextContent('Extra legroom 20,00 €');
    await screen.rerender(show(price('20'), price('30', 'USD')));
    await expect.element(first()).toHaveTextContent(/^Extra legroom$/);
    await screen.rerender(show(price('20'), { features: ['extra_legroom'] }));
    await expect.element(first()).toHaveTextContent(/^Extra legroom$/);
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
    await expect.element(page.getByRole('group')).toHaveAccessibleName('Pick a seat SH101 · NYC → LAX');
    await screen.rerender(<SeatPicker seatMap={richSeatMap} flight={flight} onRespond={ignore} />);
    await expect.element(page.getByRole('group')).toHaveAccessibleName('Pick a seat XA388 · LHR → SIN · Example A380');
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
    await expect.element(status()).toHaveTextContent('Sending…');
    expect(await tabStops()).toEqual([]);
    await screen.rerender(<SeatPicker {...props} state="failed" />);
    await expect.element(status()).toHaveTextContent('Your choice was not sent.');
    await expect.element(seat('5F, window')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(props.onRespond.mock.calls).toEqual([[{ row: 5, seat: 'F' }]]);
  });

  it('says that no seat is free', async () => {
    await render(<SeatPicker seatMap={{ rows: 1, seatsPerRow: ['A'], taken: ['1A'] }} onRespond={ignore} />);
    await expect.element(page.getByText('No seats left.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Choose from a list' })).not.toBeInTheDocument();
  });

  it('shows about ten rows round the free seats, then all of them in place', async () => {
    await render(<SeatPicker seatMap={longMap} onRespond={ignore} />);
    const headers = () =>
      page
        .getByRole('rowheader')
        .elements()
        .map((element) => Number(element.textContent));
    expect(headers()).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '41');
    await expect.element(page.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '22');
    await page.getByRole('button', { name: 'Show all 40 rows' }).click();
    expect(headers()).toHaveLength(40);
    expect(focused()).toBe('21A, window');
    await expect.element(page.getByRole('grid')).not.toHaveAttribute('aria-rowcount');
    await expect.element(page.getByRole('button', { name: /^Show all/ })).not.toBeInTheDocument();
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

  it('heads each row with its number, beside the seat at the first aisle', async () => {
    const map = { rows: 2, seatsPerRow: ['A', 'B', '', 'C', 'D', '', 'E', 'F', '', 'G'], taken: [] };
    await render(<SeatPicker seatMap={map} onRespond={ignore} />);
    const heads = page.getByRole('rowheader');
    expect(heads.elements().map((head) => head.textContent)).toEqual(['1', '2']);
    await expect.element(heads.first()).toHaveAccessibleName('1');
    await expect.element(heads.first().getByRole('button', { name: '1B, aisle' })).toBeVisible();
    // The second aisle is written by the style sheet, the third for the eye alone.
    const row = page.getByRole('row').nth(1).element();
    expect(getComputedStyle(row, '::after').content).toContain('1');
    const third = row.querySelector('[data-part=row-number]') as HTMLElement;
    expect([third.textContent, third.getAttribute('aria-hidden')]).toEqual(['1', 'true']);
    const left = (name: string) => seat(name).element().getBoundingClientRect().left;
    const at = third.getBoundingClientRect();
    expect(left('1F, aisle') < at.left && at.right <= left('1G, window and aisle')).toBe(true);
  });

  it('heads a row in a cell of its own where something stands between its seats and the aisle', async () => {
    const cabin = richSeatMap.decks[0]?.cabins[1];
    if (!cabin) throw new Error('no cabin');
    const rows = [
      {
        number: 7,
        cells: [seatAt(7, 0, 'A'), { type: 'closet', col: 2 }, { type: 'closet', col: 4 }, seatAt(7, 6, 'F')],
      },
      { number: 8, cells: [seatAt(8, 0, 'A'), seatAt(8, 6, 'F')] },
    ];
    await render(<SeatPicker seatMap={{ decks: [{ id: 'd', cabins: [{ ...cabin, rows }] }] }} onRespond={ignore} />);
    await expect.element(page.getByRole('rowheader', { name: '7' })).toHaveTextContent('7');
    expect(page.getByRole('gridcell').elements()).toHaveLength(3);
    // Across empty floor the number still stands in the aisle.
    const head = page.getByRole('rowheader', { name: '8' });
    await expect.element(head.getByRole('button', { name: '8A, window' })).toBeVisible();
    const range = document.createRange();
    range.selectNodeContents(head.element().lastChild as Node);
    const aisle = page.getByRole('rowheader', { name: '7' }).element().getBoundingClientRect();
    const number = range.getBoundingClientRect();
    expect(number.left).toBeGreaterThanOrEqual(aisle.left);
    expect(number.right).toBeLessThanOrEqual(aisle.right);
  });

  it('keeps a place for a map that loads, and says why there is none', async () => {
    const onReload = vi.fn<() => void>();
    const screen = await render(<SeatPicker seatMap={seedSeatMap} onRespond={ignore} loading />);
    await expect.element(page.getByText('Loading the seat map…')).toBeInTheDocument();
    expect(document.querySelector('[data-part=seat]')).toBeNull();
    await screen.rerender(<SeatPicker seatMap={seedSeatMap} onRespond={ignore} error="No map." onReload={onReload} />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('No map.');
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(onReload).toHaveBeenCalledOnce();
  });

  it('shows a map that is there to look at, and says why', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    const why = 'Seats are given out at check-in.';
    await render(
      <SeatPicker seatMap={seedSeatMap} onRespond={onRespond} draft={{ row: 5, seat: 'F' }} disabled={why} />,
    );
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(seat('5F, window, not available')).toHaveAttribute('aria-disabled', 'true');
    (confirm().element() as HTMLElement).click();
    expect(onRespond).not.toHaveBeenCalled();
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
    await page.getByRole('gridcell').getByRole('button').click();
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
    await page.getByRole('button', { name: 'Show all 40 rows' }).click();
    expect(overflow()).toEqual([]);
    const box = seat('40K, window').element().getBoundingClientRect();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(least);
  });
});
