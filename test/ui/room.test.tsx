import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { Flight } from '../../src/travel/flight.ts';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import type { SeatMap } from '../../src/travel/seat-map.ts';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { flightOf, seatAt, seedSeatMap, segment } from '../travel/samples.ts';
import { ignore, overflow } from './page.ts';

const london = { place: { code: 'LON', city: 'London' } };
const singapore = { place: { code: 'SIN', city: 'Singapore' } };
const out = segment('LON', 'SIN', '2026-12-07T10:55:00', '2026-12-08T08:40:00', {
  departure: { ...london, at: '2026-12-07T10:55:00' },
  arrival: { ...singapore, at: '2026-12-08T08:40:00' },
});
const back = segment('SIN', 'LON', '2026-12-16T09:00:00', '2026-12-16T14:35:00', {
  departure: { ...singapore, at: '2026-12-16T09:00:00' },
  arrival: { ...london, at: '2026-12-16T14:35:00' },
});
const oneWay = flightOf([out], { price: { amount: '2789.28', currency: 'USD' }, emissions: { kgCO2e: 3220 } });
const lists: readonly (readonly [string, readonly Flight[]])[] = [
  ['one way', [oneWay]],
  ['there and back', [{ ...oneWay, legs: [out, back].map((one) => ({ segments: [one], duration: 'PT13H45M' })) }]],
];

/** The pairs of these parts that lie on each other. */
function overlaps(within: string, names: readonly string[]): string[] {
  const selector = names.map((name) => `[data-elicit=${within}] [data-elicit=${name}]`).join();
  const parts = [...document.querySelectorAll<HTMLElement>(selector)].filter((part) => part.offsetWidth > 1);
  return parts.flatMap((one, index) =>
    parts.slice(index + 1).flatMap((other) => {
      if (one.contains(other) || other.contains(one)) return [];
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const isApart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
      return isApart ? [] : [`${one.dataset['elicit']} and ${other.dataset['elicit']}`];
    }),
  );
}

const widths = [320, 360, 440, 560, 640, 700, 720, 740, 800, 870, 900, 940, 960, 1000, 1100];
const flightParts = ['carrier', 'leg-title', 'end', 'day-shift', 'track', 'flight-side', 'details-toggle'];
const dockParts = ['detail-seat', 'detail-text', 'detail-price', 'disclosures', 'summary', 'skip', 'commit'];

describe.each(lists)('a flight %s', (_, flights) => {
  it.each([280, ...widths])('has no part on another one, nor outside, in %i px', async (width) => {
    await page.viewport(Math.max(width, 300) + 20, 800);
    await render(
      <div style={{ inlineSize: width }}>
        <FlightList flights={flights} onRespond={ignore} />
      </div>,
    );
    await expect.element(page.getByRole('radio')).toBeInTheDocument();
    expect(overlaps('flight', flightParts)).toEqual([]);
    expect(overflow()).toEqual([]);
  });
});

describe('an exit row for the first of two passengers', () => {
  const exit = {
    features: ['exit_row'],
    disclosures: ['Exit row: you must be 16 or over, and able to help the crew.'],
  };
  const map: SeatMap = {
    passengers: [
      { id: 'p1', name: 'Augusta Ada King', type: 'adult' },
      { id: 'p2', name: 'Charles Babbage', type: 'adult' },
    ],
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
            rows: [1, 2].map((number) => ({
              number,
              cells: ['A', 'B'].map((letter, col) => seatAt(number, col, letter, number === 1 ? exit : {})),
            })),
          },
        ],
      },
    ],
  };

  it.each(widths)('leaves its words their room in %i px', async (width) => {
    await page.viewport(width + 20, 800);
    await render(
      <div style={{ inlineSize: width }}>
        <PassengerSeatPicker seatMap={map} onRespond={ignore} onDecline={ignore} />
      </div>,
    );
    await page.getByRole('button', { name: /^1A/ }).click();
    await expect.element(page.getByRole('checkbox', { name: 'I understand' })).toBeVisible();
    expect(overlaps('dock', dockParts)).toEqual([]);
    expect(overflow()).toEqual([]);
    for (const name of ['detail', 'disclosures']) {
      expect(document.querySelector(`[data-elicit=${name}]`)?.clientWidth).toBeGreaterThan(Math.min(width, 640) * 0.5);
    }
  });
});

describe('the seat that is looked at', () => {
  const two = [
    { id: 'p1', name: 'Augusta Ada King', type: 'adult' },
    { id: 'p2', name: 'Charles Babbage', type: 'adult' },
  ];

  it.each([360, 560, 720, 1100])('takes no more room than none in %i px, or it would cover it', async (width) => {
    await page.viewport(width + 20, 800);
    await render(
      <div style={{ inlineSize: width }}>
        <PassengerSeatPicker seatMap={seedSeatMap} passengers={two} onRespond={ignore} onDecline={ignore} />
      </div>,
    );
    const heights = new Set<number>();
    const measure = () => {
      const { height = 0 } = document.querySelector('[data-elicit=dock]')?.getBoundingClientRect() ?? {};
      heights.add(Math.round(height));
    };
    const seated = async (count: number) => {
      await expect
        .poll(() => document.querySelector('[data-elicit=dock]')?.textContent)
        .toContain(`${count} of 2 seated`);
    };
    const free = (name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) });
    await seated(0);
    measure();
    await free('1B').click();
    await seated(1);
    measure();
    for (const name of ['1C', '4A', '1F']) {
      await free(name).hover();
      measure();
    }
    await free('1C').click();
    await seated(2);
    measure();
    expect([...heights]).toHaveLength(1);
    expect(overlaps('dock', dockParts)).toEqual([]);
  });
});
