import flights from 'virtual:given/flights';
import seatMaps from 'virtual:given/seatmaps';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { Flight } from '../../src/travel/flight.ts';
import type { Money } from '../../src/travel/money.ts';
import { isSeat, seatsOf, type Deck, type Seat } from '../../src/travel/seat-map.ts';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { cut, ignore, overflow } from './page.ts';
import { eventually } from '../eventually.ts';

// What is expected is worked out from the file alone, not by the code under test.
const money = ({ amount, currency }: Money) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount as `${number}`);
const costs = ({ price }: Seat) => (price ? Number(price.amount) > 0 : false);

describe('at 360 px', () => {
  it.each(flights)('every flight of $name is shown right, and fits', async ({ data }) => {
    await page.viewport(360, 800);
    await render(<FlightList flights={data} onRespond={ignore} onDecline={ignore} locale="en-US" />);
    await page.getByRole('button', { name: /^Show \d+ more flights$/ }).click();
    const radios = page.getByRole('radio').elements() as HTMLInputElement[];
    const rows = cheapestOfEach(data);
    expect(radios.map(({ value }) => value)).toEqual(rows.map(({ id }) => id));
    expect(overflow()).toEqual([]);
    expect(cut()).toEqual([]);
    const cards = [...document.querySelectorAll('[data-elicit=flight]')];
    for (const [i, flight] of rows.entries()) {
      const price = flight.price ? money(flight.price) : 'Price on request';
      const clocks = flight.legs.flatMap(({ segments }) => [segments[0]?.departure, segments.at(-1)?.arrival]);
      const name = radios[i]?.getAttribute('aria-label') ?? '';
      const said = flight.disabled?.reason ?? price;
      const side = cards[i]?.querySelector('[data-elicit=flight-side]')?.firstElementChild;
      expect(side?.lastChild?.textContent, flight.id).toBe(said);
      expect(name).toContain(flight.price ? price : 'price on request');
      expect(name).toContain(flight.airline.name ?? flight.airline.code);
      for (const { flightNumber } of flight.legs.flatMap(({ segments }) => segments))
        expect(name).toContain(flightNumber);
      for (const point of clocks) expect(name).toContain(point?.at.slice(11, 16));
      expect(radios[i]?.disabled).toBe(flight.disabled !== undefined);
      expect(name).toContain(flight.disabled?.reason ?? '');
    }
    const nodes = document.querySelectorAll('[data-elicit=flights] *').length;
    const legs = rows.flatMap((flight) => flight.legs).length;
    expect(nodes).toBeLessThanOrEqual(rows.length * 10 + legs * 15);
  });

  it.each(seatMaps)('every seat of $name is shown right, fits, and is none below 24 px', async ({ data: map }) => {
    await page.viewport(360, 800);
    await render(
      <div style={{ padding: 16 }}>
        <SeatPicker seatMap={map} onRespond={ignore} onDecline={ignore} locale="en-US" />
      </div>,
    );
    // A map without a free seat is seen only on request.
    (page.getByRole('button', { name: 'See the map' }).elements()[0] as HTMLElement | undefined)?.click();
    let elements = 0;
    for (const [index, deck] of map.decks.entries()) {
      await openDeck(index, deck);
      expect(overflow()).toEqual([]);
      const buttons = [...document.querySelectorAll<HTMLElement>('[data-elicit=seat]')];
      const sizes = buttons.map((seat) => seat.getBoundingClientRect());
      expect(Math.min(...sizes.flatMap(({ width, height }) => [width, height]))).toBeGreaterThanOrEqual(24);
      elements += document.querySelectorAll('[data-elicit=map] *').length;

      const seats = seatsOf(deck.cabins);
      const names = buttons.map((button) => button.getAttribute('aria-label') ?? '');
      expect(names.map((name) => name.split(',')[0])).toEqual(inOrder(deck).map(({ designator }) => designator));
      expect(new Set(names).size).toBe(names.length);
      const ends = (end: string) => names.filter((name) => name.endsWith(`, ${end}`)).length;
      const of = (fits: (seat: Seat) => boolean) => seats.filter(fits).length;
      expect(document.querySelectorAll('[data-elicit=seat][data-state=available]')).toHaveLength(
        of(({ state }) => state === 'available'),
      );
      expect(ends('taken')).toBe(of(({ state }) => state === 'occupied'));
      expect(ends('kept by the airline')).toBe(of(({ state }) => state === 'blocked'));
      expect(ends('not available')).toBe(of(({ state }) => state === 'restricted'));
      const priced = seats.filter((seat) => seat.state === 'available' && costs(seat));
      for (const price of new Set(priced.flatMap((seat) => (seat.price ? money(seat.price) : [])))) {
        expect(ends(price), price).toBe(
          of((s) => s.state === 'available' && Boolean(s.price && money(s.price) === price)),
        );
      }
      const rows = deck.cabins.flatMap((cabin) => cabin.rows.filter((row) => row.cells.some(isSeat)));
      expect(
        page
          .getByRole('row')
          .elements()
          .filter((row) => row.querySelector('[data-elicit=seat]'))
          .map((row) => row.getAttribute('aria-label')),
      ).toEqual(rows.map(({ number }) => `${number}`));
      expect(page.getByRole('grid').elements()).toHaveLength(deck.cabins.length);
    }
    const total = seatsOf(map.decks.flatMap(({ cabins }) => cabins)).length;
    // A small aircraft has too few seats to share its headings.
    expect(elements / total).toBeLessThanOrEqual(total >= 100 ? 2.3 : 2.6);
  });

  const open = seatMaps.filter(({ data }) =>
    seatsOf(data.decks.flatMap(({ cabins }) => cabins)).some(({ state }) => state === 'available'),
  );
  it.each(open)('the passengers of $name find every seat that is offered to them', async ({ data: map }) => {
    await page.viewport(360, 800);
    const passengers = map.passengers?.length ? map.passengers : [{ id: 'p', name: 'Ada' }];
    await render(<PassengerSeatPicker seatMap={map} passengers={passengers} onRespond={ignore} />);
    expect(overflow()).toEqual([]);
    const chips = page.getByRole('radiogroup', { name: 'Passengers' }).getByRole('radio').elements();
    expect(chips).toHaveLength(passengers.length);
    const first = document.querySelector<HTMLElement>('[data-elicit=seat][data-state=available]');
    first?.click();
    await eventually(() => expect(chips[0]?.textContent).toContain(first?.dataset['seat'] ?? ''));
    expect(overflow()).toEqual([]);
  });
});

/** Of the offers with the same segments the cheapest that can be had, in the order in which the flights came. */
function cheapestOfEach(flights: readonly Flight[]): Flight[] {
  const rank = ({ price, disabled }: Flight) => (disabled ? 1e12 : Number(price?.amount ?? 1e9));
  const groups = new Map<string, Flight[]>();
  for (const flight of flights) {
    const { id, legs, price } = flight;
    const flown = legs.map(({ segments }) => segments.map((part) => `${part.flightNumber} ${part.departure.at}`));
    const key = legs.length === 0 ? id : JSON.stringify([price?.currency, flown]);
    groups.set(key, [...(groups.get(key) ?? []), flight]);
  }
  return Array.from(groups.values(), (group) => group.toSorted((a, b) => rank(a) - rank(b))[0] as Flight);
}

async function openDeck(index: number, deck: Deck): Promise<void> {
  (page.getByRole('tab').elements()[index] as HTMLElement | undefined)?.click();
  await eventually(() => {
    document.querySelector<HTMLElement>('[data-elicit=map] [data-elicit=more]')?.click();
    expect(document.querySelectorAll('[data-elicit=seat]')).toHaveLength(seatsOf(deck.cabins).length);
  });
}

/** The seats as they are drawn: row by row, from port. */
function inOrder(deck: Deck): Seat[] {
  return deck.cabins.flatMap((cabin) =>
    cabin.rows.flatMap((row) => row.cells.filter(isSeat).toSorted((a, b) => a.col - b.col)),
  );
}
