import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { PickSeats, SeatMap } from '../../src/travel/seat-map.ts';
import { german } from '../../src/ui/language/german.ts';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { seatAt, seedSeatMap, tenAbreast } from '../travel/samples.ts';
import { ignore, overflow, tabStops } from './page.ts';
import { eventually } from '../eventually.ts';

const ada = { id: 'p1', name: 'Ada Lovelace', initials: 'AL', type: 'adult' };
const mo = { id: 'p2', name: 'Mo', type: 'child' };
const seat = (name: string | RegExp) => page.getByRole('button', { name });
const confirm = () => seat(/^(Confirm \d|Choose a seat for )/);
const chip = (name: RegExp) => page.getByRole('radiogroup', { name: 'Passengers' }).getByRole('radio', { name });
const status = () => page.getByRole('status');

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

/** Seats that are not the same to everybody. */
const offered: SeatMap = {
  passengers: [ada, mo],
  decks: [
    {
      id: 'main',
      cabins: [
        {
          id: 'economy',
          class: 'economy',
          columns: [
            { kind: 'seat', letter: 'A', position: 'window' },
            { kind: 'seat', letter: 'B', position: 'aisle' },
            { kind: 'aisle' },
          ],
          rows: [
            {
              number: 1,
              cells: [
                seatAt(1, 0, 'A', {
                  offers: [
                    { passengerId: 'p1', state: 'available', price: { amount: '20.10', currency: 'GBP' } },
                    { passengerId: 'p2', state: 'available', price: { amount: '5.25', currency: 'GBP' } },
                  ],
                }),
                seatAt(1, 1, 'B', {
                  offers: [{ passengerId: 'p1', state: 'available', price: { amount: '0.20', currency: 'GBP' } }],
                }),
              ],
            },
            { number: 2, cells: [seatAt(2, 0, 'A', { restrictions: ['adult_only'] }), seatAt(2, 1, 'B')] },
          ],
        },
      ],
    },
  ],
};

describe('PassengerSeatPicker', () => {
  it('says what kind of passenger each is, unless the name begins with that', async () => {
    const unnamed = { id: 'p3', name: 'Adult 3', initials: 'A3', type: 'adult' };
    const alike = { id: 'p4', name: 'Childers', initials: 'C', type: 'child' };
    await render(<PassengerSeatPicker seatMap={seedSeatMap} passengers={[ada, unnamed, alike]} onRespond={ignore} />);

    expect(
      chip(/./)
        .elements()
        .map((one) => one.querySelector('[data-elicit=passenger-name]')?.textContent),
    ).toEqual(['Ada Lovelace Adult', 'Adult 3 ', 'Childers Child']);
  });

  it('marks the seat that was refused, and asks for another one for its passenger', async () => {
    const onRespond = vi.fn<(answer: PickSeats) => void>();
    const issues = [{ path: ['selections', 0, 'seat'], message: 'Somebody was faster.' }];
    const picker = (more: object) => (
      <PassengerSeatPicker seatMap={seedSeatMap} passengers={[ada, mo]} onRespond={onRespond} {...more} />
    );
    const screen = await render(picker({}));
    await seat('2A, window').click();
    await seat('2B, middle').click();
    await seat(/^Confirm/).click();
    await screen.rerender(picker({ state: 'sending' }));
    await screen.rerender(picker({ issues }));
    expect(page.getByRole('alert').elements()).toEqual([]);
    const refused = seat('2A, window, Somebody was faster.');
    await expect.element(refused).toHaveAttribute('aria-disabled', 'true');
    await expect.element(status()).toHaveTextContent('Somebody was faster.');
    await expect.element(chip(/^Ada Lovelace/)).toBeChecked();
    await confirm().click();
    await expect.element(refused).toHaveFocus();

    await seat('5C, aisle').click();
    await seat(/^Confirm/).click();
    expect(onRespond.mock.calls.at(-1)).toEqual([
      {
        selections: [
          { passengerId: 'p1', row: 5, seat: 'C' },
          { passengerId: 'p2', row: 2, seat: 'B' },
        ],
      },
      { title: 'Ada Lovelace 5C · Mo 2B' },
    ]);
  });

  it('says how far a seat is from the nearest of the others', async () => {
    const draft = { selections: [{ passengerId: 'p1', row: 2, seat: 'B' }] };
    await render(<PassengerSeatPicker seatMap={seedSeatMap} passengers={[ada, mo]} draft={draft} onRespond={ignore} />);
    const detail = () => document.querySelector('[data-elicit=detail-text]')?.textContent;
    await seat('5B, middle').hover();
    await eventually(() => expect(detail()).toBe('Middle 3 rows behind Ada Lovelace'));
    await seat('1B, middle').hover();
    await eventually(() => expect(detail()).toBe('Middle 1 row in front of Ada Lovelace'));
    await seat('2A, window').hover();
    await eventually(() => expect(detail()).toBe('Window Same row as Ada Lovelace'));
    await seat(/^2B, middle/).hover();
    await eventually(() => expect(detail()).toBe('Middle '));
  });

  it('adds nothing up where a price is on request', async () => {
    const offers = (own: string | null) => [{ passengerId: 'a', state: 'available', price: own }];
    const cells = [
      { ...seatAt(1, 0, 'A'), offers: [...offers('5'), { passengerId: 'b', state: 'available', price: 'much' }] },
      { ...seatAt(1, 1, 'B'), offers: [...offers('5'), { passengerId: 'b', state: 'available', price: '5' }] },
    ];
    const columns = ['A', 'B'].map((letter) => ({ kind: 'seat' as const, letter }));
    const cabin = { id: 'c', class: '', columns, rows: [{ number: 1, cells }] };
    const people = ['a', 'b'].map((id) => ({ id, name: id.toUpperCase() }));
    const told = vi.fn<() => void>();
    await render(
      <PassengerSeatPicker
        seatMap={{ currency: 'GBP', decks: [{ id: 'd', cabins: [cabin] }] }}
        passengers={people}
        draft={{
          selections: [
            { passengerId: 'a', row: 1, seat: 'B' },
            { passengerId: 'b', row: 1, seat: 'A' },
          ],
        }}
        onRespond={ignore}
        onWarning={told}
        locale="en-GB"
      />,
    );
    await expect.element(page.getByText('Price on request 2 of 2 seated')).toBeVisible();
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('seats one after the other and answers with a seat for each', async () => {
    const onRespond = vi.fn<(answer: PickSeats) => void>();
    await render(<PassengerSeatPicker seatMap={seedSeatMap} passengers={[ada, mo]} onRespond={onRespond} />);
    await expect.element(chip(/^Ada/)).toBeChecked();
    await seat('5F, window').click();
    await expect
      .element(status())
      .toHaveTextContent('5F, window selected for Ada Lovelace. 1 of 2 seated. Mo has no seat yet.');
    await expect.element(chip(/^Mo/)).toBeChecked();
    await expect.element(chip(/^Ada Lovelace .*5F/)).toBeVisible();
    await expect.element(seat('5F, window, Ada Lovelace’s seat')).toHaveAttribute('aria-pressed', 'false');

    (confirm().element() as HTMLElement).click();
    await expect.element(status()).toHaveTextContent('Mo has no seat yet.');
    expect(onRespond).not.toHaveBeenCalled();

    await seat('5E, middle').click();
    await confirm().click();
    expect(onRespond.mock.calls).toEqual([
      [
        {
          selections: [
            { passengerId: 'p1', row: 5, seat: 'F' },
            { passengerId: 'p2', row: 5, seat: 'E' },
          ],
        },
        { title: 'Ada Lovelace 5F · Mo 5E' },
      ],
    ]);
  });

  it('names in its main button the first who has no seat, and turns to them', async () => {
    await render(<PassengerSeatPicker seatMap={seedSeatMap} passengers={[ada, mo]} onRespond={ignore} />);
    await expect.element(seat('Choose a seat for Ada Lovelace')).toBeVisible();
    await seat('5F, window').click();
    await expect.element(seat('Choose a seat for Mo')).toBeVisible();
    await chip(/^Ada/).click();
    await seat('Choose a seat for Mo').click();
    await expect.element(chip(/^Mo/)).toBeChecked();
  });

  it('says an amount once in the dock', async () => {
    await render(<PassengerSeatPicker seatMap={offered} onRespond={ignore} locale="en-GB" />);
    await seat(/^1A/).click();
    await chip(/^Ada/).click();
    const dock = page.elementLocator(document.querySelector('[data-elicit=dock]') as Element);
    await expect.element(dock.getByText('£20.10')).toBeVisible();
  });

  it.each([280, 360, 560])('keeps the map in its place at %i px when a seat is chosen', async (width) => {
    await page.viewport(width, 900);
    await render(<PassengerSeatPicker seatMap={seedSeatMap} passengers={[ada, mo]} onRespond={ignore} />);
    const top = () => seat(/^6F/).element().getBoundingClientRect().top + scrollY;
    const before = top();
    await seat(/^5F/).click();
    await expect.element(chip(/^Ada Lovelace .*5F/)).toBeVisible();
    expect(top()).toBe(before);
    await page.viewport(1000, 800);
  });

  it('breaks no word of its dock, and keeps the main button beside the other, in a narrow card', async () => {
    await page.viewport(280, 900);
    const exit = seatAt(7, 0, 'A', { features: ['exit_row'], price: { amount: '22.19', currency: 'GBP' } });
    const cabin = { id: 'e', class: 'economy', columns: [{ kind: 'seat' as const, letter: 'A' }] };
    const seatMap: SeatMap = { decks: [{ id: 'd', cabins: [{ ...cabin, rows: [{ number: 7, cells: [exit] }] }] }] };
    await render(
      <PassengerSeatPicker
        seatMap={seatMap}
        passengers={[ada, mo]}
        messages={german}
        onRespond={ignore}
        onDecline={ignore}
      />,
    );
    await seat(/^7A/).click();
    await page.getByRole('radio', { name: /^Ada/ }).click();
    const words = document.querySelector('[data-elicit=detail-text] > strong')?.firstChild as Text;
    const at = words.data.indexOf('Notausgang');

    const range = document.createRange();
    range.setStart(words, at);
    range.setEnd(words, at + 'Notausgang'.length);
    expect(new Set(Array.from(range.getClientRects(), ({ top }) => top)).size).toBe(1);
    const [skip, main] = [seat('Überspringen'), seat('Platz für Mo wählen')].map((one) =>
      one.element().getBoundingClientRect(),
    );
    expect(main!.left).toBeGreaterThan(skip!.right);
    expect(main!.top).toBeLessThan(skip!.bottom);
    await page.viewport(1000, 800);
  });

  it('swaps a seat that somebody else was given, and takes one’s own back', async () => {
    const onDraftChange = vi.fn<(draft: PickSeats) => void>();
    const draft = {
      selections: [
        { passengerId: 'p1', row: 5, seat: 'F' },
        { passengerId: 'p2', row: 5, seat: 'E' },
      ],
    };
    await render(
      <PassengerSeatPicker
        seatMap={seedSeatMap}
        passengers={[ada, mo]}
        onRespond={ignore}
        draft={draft}
        onDraftChange={onDraftChange}
      />,
    );
    await chip(/^Mo/).click();
    await seat(/^5F/).click();
    expect(onDraftChange.mock.lastCall?.[0].selections).toEqual([
      { passengerId: 'p1', row: 5, seat: 'E' },
      { passengerId: 'p2', row: 5, seat: 'F' },
    ]);
    await expect
      .element(status())
      .toHaveTextContent('5F, window selected for Mo. 2 of 2 seated. 5E, for Ada Lovelace.');
    await seat(/^5F/).click();
    await expect.element(status()).toHaveTextContent('5F is no longer selected. 1 of 2 seated.');
    await confirm().click();
    await expect.element(status()).toHaveTextContent('Mo has no seat yet.');
    await expect.element(seat(/^5F/)).toHaveFocus();
  });

  it('shows each passenger their own prices and seats, and adds them up exactly', async () => {
    await render(<PassengerSeatPicker seatMap={offered} onRespond={ignore} locale="en-GB" />);
    await seat('1A, window, £20.10').click();
    await expect.element(seat('1A, window, £5.25, Ada Lovelace’s seat')).toBeVisible();
    await expect.element(seat('1B, aisle, not for Mo')).toHaveAttribute('aria-disabled', 'true');
    (seat('2A, window, adults only').element() as HTMLElement).click();
    await expect.element(status()).toHaveTextContent('2A: adults only.');
    await seat(/^2B/).click();
    await expect.element(page.getByText('£20.10 total, 2 of 2 seated')).toBeVisible();
    // Ada may have Mo's seat, and Mo may have Ada's: at his own price.
    await chip(/^Mo/).click();
    await seat(/^1A/).click();
    await expect.element(page.getByText('£5.25 total, 2 of 2 seated')).toBeVisible();
    // Nobody may send Mo to a seat that is not offered to him: he stands again.
    await chip(/^Ada/).click();
    await seat(/^1B/).click();
    await seat(/^1A/).click();
    const summary = () => document.querySelector('[data-elicit=summary]')?.textContent;
    await eventually(() => expect(summary()).toBe('£20.10 total, 1 of 2 seated'));
  });

  it.each([null, 'x', {}, { selections: 'x' }, { selections: [null, { passengerId: 1 }] }, twice()])(
    'ignores what a draft %j says wrong',
    async (draft) => {
      const onRespond = vi.fn<(answer: PickSeats) => void>();
      await render(
        <PassengerSeatPicker seatMap={seedSeatMap} passengers={[ada, mo]} onRespond={onRespond} draft={draft} />,
      );
      (confirm().element() as HTMLElement).click();
      expect(onRespond).not.toHaveBeenCalled();
    },
  );

  it('is one tab stop for the map and one for the passengers, whom the arrows walk', async () => {
    await render(<PassengerSeatPicker seatMap={seedSeatMap} passengers={[ada, mo]} onRespond={ignore} />);
    const stops = await tabStops();
    expect(stops).toEqual([
      'Choose from a list',
      expect.stringContaining('Ada Lovelace'),
      '1B, middle',
      'Choose a seat for Ada Lovelace',
    ]);
    (chip(/^Ada/).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(chip(/^Mo/)).toBeChecked();
    await expect.element(chip(/^Mo/)).toHaveFocus();
  });

  it('draws no seat again but those concerned when the next passenger is seated', async () => {
    const people = [ada, mo, { id: 'p3', name: 'Grace Hopper' }];
    await render(<PassengerSeatPicker seatMap={tenAbreast} passengers={people} onRespond={ignore} />);
    await seat(/^4A,/).click();
    drawn.length = 0;
    await seat(/^5B,/).click();
    await expect.element(chip(/^Grace/)).toBeChecked();
    expect([...new Set(drawn)].toSorted()).toEqual(['4A', '5B']);
    drawn.length = 0;
    await userEvent.keyboard('{ArrowRight}');
    expect(drawn.toSorted()).toEqual(['5B', '5C']);
  });

  it('draws only those seats anew that are not the same to the next passenger', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      number: i + 1,
      cells: ['A', 'B'].map((letter, col) =>
        seatAt(i + 1, col, letter, i === 3 ? { features: ['exit_row'], disclosures: ['Help.'] } : {}),
      ),
    }));
    const [deck] = offered.decks;
    const map = {
      ...offered,
      decks: [
        {
          ...deck,
          id: 'main',
          cabins: [{ ...deck?.cabins[0], id: 'e', class: '', columns: deck?.cabins[0]?.columns ?? [], rows }],
        },
      ],
    };
    await render(<PassengerSeatPicker seatMap={map} onRespond={ignore} />);
    drawn.length = 0;
    await seat(/^1A/).click();
    // Mo is a child, who may not sit at an exit.
    await expect.element(seat('4A, window, exit row, adults only')).toBeVisible();
    expect([...new Set(drawn)].toSorted()).toEqual(['1A', '4A', '4B']);
    drawn.length = 0;
    await chip(/^Ada/).click();
    await expect.element(seat('4A, window, exit row')).toBeVisible();
    expect([...new Set(drawn)]).toEqual(['1A']);
  });

  it('holds hostile names at 360 px', async () => {
    await page.viewport(360, 800);
    const nasty = `<img src=x onerror="window.hacked=1">\u202E${'W'.repeat(5000)}`;
    const people = [
      { id: 'p1', name: nasty, initials: nasty },
      { id: 'p2', name: 'Mo' },
    ];
    await render(<PassengerSeatPicker seatMap={seedSeatMap} passengers={people} onRespond={ignore} />);
    await seat('5F, window').click();
    expect(document.querySelector('img')).toBeNull();
    expect(document.body.textContent).not.toContain('\u202E');
    expect(overflow()).toEqual([]);
  });
});

function twice(): PickSeats {
  return { selections: ['p1', 'p2'].map((passengerId) => ({ passengerId, row: 5, seat: 'F' })) };
}
