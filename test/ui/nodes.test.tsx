import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { Cabin, Deck, SeatColumn, SeatMap, SeatRow } from '../../src/travel/seat-map.ts';
import type { Segment } from '../../src/travel/flight.ts';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { flightOf, seatAt, segment, tenAbreast } from '../travel/samples.ts';
import { ignore } from './page.ts';
import { eventually } from '../eventually.ts';

/** A cabin with a galley at the nose, lavatories at the tail and doors in the middle. */
function cabinOf(id: string, pattern: string, from: number, rows: number): Cabin {
  const columns = Array.from(pattern, (letter): SeatColumn => {
    return letter === ' ' ? { kind: 'aisle' } : { kind: 'seat', letter };
  });
  const tail = columns.length - 1;
  return {
    id,
    class: id,
    columns,
    rows: [
      { cells: [{ type: 'galley', col: 0, span: 3 }] },
      ...Array.from({ length: rows }, (_, i): SeatRow => {
        const number = from + i;
        const cells = columns.flatMap((column, col) =>
          column.kind === 'seat' ? [seatAt(number, col, column.letter, { features: i % 9 ? [] : ['preferred'] })] : [],
        );
        return { number, cells, ...(i === rows >> 1 && { exit: 'both' }) };
      }),
      {
        cells: [
          { type: 'lavatory', col: 0 },
          { type: 'lavatory', col: tail },
        ],
        exit: 'both',
      },
    ],
  };
}

const deck = (id: string, cabins: Cabin[]): Deck => ({ id, label: id, cabins });
const maps: Record<string, SeatMap> = {
  'three and three': { decks: [deck('main', [cabinOf('economy', 'ABC DEF', 1, 30)])] },
  'two, four and two': { decks: [deck('main', [cabinOf('economy', 'AB DEFG HK', 20, 30)])] },
  'three, four and three in two cabins': {
    decks: [deck('main', [cabinOf('business', 'A DG K', 1, 5), cabinOf('economy', 'ABC DEFG HJK', 20, 37)])],
  },
  'two decks, 615 seats': {
    decks: [
      deck('main', [cabinOf('economy', 'ABC DEFG HJK', 43, 45)]),
      deck('upper', [cabinOf('business', 'A DG K', 1, 6), cabinOf('premium', 'AC DEF HK', 20, 20)]),
    ],
  },
};

// The recorded maps are counted where they are walked.
describe('the elements of a map', () => {
  it.each(Object.entries(maps))('are at most 2.3 a seat: %s, nothing taken', async (_, map) => {
    await render(<SeatPicker seatMap={map} onRespond={ignore} />);
    const tabs = page.getByRole('tab').elements();
    let [seats, elements] = [0, 0];
    for (const [index, { cabins }] of map.decks.entries()) {
      (tabs[index] as HTMLElement | undefined)?.click();
      const wanted = cabins.flatMap(({ rows }) =>
        rows.flatMap(({ cells }) => cells.filter(({ type }) => type === 'seat')),
      );
      await eventually(() => {
        document.querySelector<HTMLElement>('[data-elicit=map] [data-elicit=more]')?.click();
        expect(document.querySelectorAll('[data-elicit=seat]')).toHaveLength(wanted.length);
      });
      seats += wanted.length;
      elements += document.querySelectorAll('[data-elicit=map] *').length;
    }
    expect(seats).toBeGreaterThanOrEqual(100);
    expect(elements / seats).toBeLessThanOrEqual(2.3);
  });

  it('are at most 2.3 a seat in the small shape', async () => {
    await render(<SeatPicker seatMap={tenAbreast} onRespond={ignore} />);
    await eventually(() => {
      document.querySelector<HTMLElement>('[data-elicit=map] [data-elicit=more]')?.click();
      expect(document.querySelectorAll('[data-elicit=seat]')).toHaveLength(400);
    });
    expect(document.querySelectorAll('[data-elicit=seat]')).toHaveLength(400);
    expect(document.querySelectorAll('[data-elicit=map] *').length / 400).toBeLessThanOrEqual(2.3);
  });
});

describe('the elements of a list of flights', () => {
  const out = [
    segment('ATL', 'CLT', '2026-09-06T16:46', '2026-09-06T18:00', {
      operating: { code: 'XP', name: 'Example Express' },
    }),
    segment('CLT', 'JFK', '2026-09-06T22:00', '2026-09-07T00:29', { flightNumber: 'XA2' }),
  ];
  const flights = Array.from({ length: 1000 }, (_, i) =>
    flightOf(
      out.map((part) => ({ ...part, flightNumber: `${part.flightNumber}${i}` })),
      {
        id: `${i}`,
        price: { amount: `${1000 + ((i * 37) % 900)}.10`, currency: 'USD' },
        seatsLeft: 2,
        emissions: { kgCO2e: 53 },
        badges: ['Best value'],
      },
    ),
  );

  it('are at most 25 a card with everything that a card can say', async () => {
    await render(<FlightList flights={flights.slice(0, 4)} onRespond={ignore} />);
    expect(document.querySelectorAll('[data-elicit=flights] *').length / 4).toBeLessThanOrEqual(25);
  });

  it('are at most 40 a return with all that', async () => {
    const cities = { ATL: 'Atlanta', JFK: 'New York', CLT: 'Charlotte' };
    const named = out.map((part) => {
      const ends = [part.departure, part.arrival].map((point) => {
        const code = point.place?.code as keyof typeof cities;
        return { ...point, place: { code, city: cities[code] } };
      });
      return { ...part, departure: ends[0], arrival: ends[1] } as Segment;
    });
    const trips = flights.slice(0, 4).map((flight, i) => {
      const legs = [0, 1].map(() => ({
        segments: named.map((part) => ({ ...part, flightNumber: `XA${i}` })),
        duration: 'PT7H43M',
      }));
      return { ...flight, legs };
    });
    await render(<FlightList flights={trips} onRespond={ignore} />);
    expect(document.querySelectorAll('[data-elicit=flights] *').length / 4).toBeLessThanOrEqual(40);
  });

  it('are those of the few on show, however many there are', async () => {
    const shown = () => page.getByRole('radio').elements().length;
    await render(<FlightList flights={flights} onRespond={ignore} />);
    expect(shown()).toBeLessThanOrEqual(10);
    await page.getByRole('button', { name: 'Cheapest' }).click();
    expect(shown()).toBeLessThanOrEqual(10);
    await page.getByRole('button', { name: 'Show 200 of 996 more flights' }).click();
    expect(shown()).toBe(204);
    await page.getByRole('radio').nth(203).click();
    await expect.element(page.getByRole('radio').nth(203)).toBeChecked();
  });
});
