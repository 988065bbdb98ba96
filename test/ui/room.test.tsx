import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { arabic } from '../../src/messages-ar.ts';
import { german } from '../../src/messages-de.ts';
import type { Flight } from '../../src/travel/flight.ts';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { ElicitLocaleProvider } from '../../src/ui/language/ElicitLocaleProvider.tsx';
import type { ElicitMessages } from '../../src/ui/language/elicit-messages.ts';
import type { SeatMap, SeatMapInput } from '../../src/travel/seat-map.ts';
import { SchemaForm } from '../../src/ui/schema-form/SchemaForm.tsx';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { flightOf, richSeatMap, seatAt, seedFlights, seedSeatMap, segment } from '../travel/samples.ts';
import { cut, emulateTouch, ignore, overflow } from './page.ts';
import { questions } from './question-samples.tsx';

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

describe.each(Object.entries(questions))('a question, as a card of its own: %s,', (_, card) => {
  const controls = [
    'title',
    'subtitle',
    'choice',
    'choice-amount',
    'cell-label',
    'change',
    'file-choose',
    'file-name',
    'file-remove',
  ];
  const languages = [
    ['en', undefined],
    ['de', german],
    ['ar', arabic],
  ] as const;

  it.each([280, 360, 560, 720, 1100])('has no part on another one, nor outside, in %i px', async (width) => {
    await page.viewport(Math.max(width, 300) + 20, 800);
    for (const [locale, messages] of languages) {
      const { unmount } = await render(
        <ElicitLocaleProvider locale={locale} messages={messages}>
          <div dir={locale === 'ar' ? 'rtl' : 'ltr'} style={{ inlineSize: width }}>
            {card}
          </div>
        </ElicitLocaleProvider>,
      );
      expect(overlaps('card', [...controls, 'skip', 'commit']), locale).toEqual([]);
      expect(overflow(), locale).toEqual([]);
      expect(cut('[data-elicit=reviewed], [data-elicit=call-text], [data-elicit=table-scroll]'), locale).toEqual([]);
      await unmount();
    }
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
    // A row: its checkbox first, then its words. What all cost stands with what one costs.
    const [tick, words] = document.querySelectorAll('[data-elicit=disclosures] :is(input, label > span)');
    expect(tick?.getBoundingClientRect().right).toBeLessThan(words?.getBoundingClientRect().left ?? 0);
    const { clientHeight = 0 } = document.querySelector('[data-elicit=disclosures]') ?? {};
    expect(clientHeight).toBeLessThanOrEqual(width < 720 ? 110 : 48);
    await expect.element(page.getByRole('checkbox')).toHaveAccessibleName(/^I understand Exit row: you must be 16/);
    expect(document.querySelector('[data-elicit=detail-price] [data-elicit=summary]')).toHaveTextContent(
      '1 of 2 seated',
    );
    for (const name of ['detail', 'disclosures']) {
      expect(document.querySelector(`[data-elicit=${name}]`)?.clientWidth).toBeGreaterThan(Math.min(width, 640) * 0.5);
    }
  });
});

it('a seat that is chosen stays clear of the dock, which grows by what is to be agreed to', async () => {
  await page.viewport(360, 560);
  const rows = Array.from({ length: 20 }, (_, i) => i + 1);
  const cells = (number: number) => [
    seatAt(number, 0, 'A', { features: ['exit_row'], disclosures: ['You must be able to help the crew. '.repeat(3)] }),
  ];
  const cabin = { id: 'economy', class: 'economy', columns: [{ kind: 'seat', letter: 'A' }] } as const;
  const seatMap: SeatMap = {
    decks: [{ id: 'main', cabins: [{ ...cabin, rows: rows.map((number) => ({ number, cells: cells(number) })) }] }],
  };
  await render(<SeatPicker seatMap={seatMap} onRespond={ignore} onDecline={ignore} />);
  const dock = document.querySelector('[data-elicit=dock]') as HTMLElement;
  const seats = [...document.querySelectorAll<HTMLElement>('[data-elicit=seat]')];
  const lowest = seats.findLast((seat) => seat.getBoundingClientRect().bottom < dock.getBoundingClientRect().top - 4)!;
  expect(getComputedStyle(dock).position).toBe('sticky');
  lowest.focus({ preventScroll: true });
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('checkbox', { name: 'I understand' })).toBeVisible();
  await expect
    .poll(() => lowest.getBoundingClientRect().bottom - dock.getBoundingClientRect().top)
    .toBeLessThanOrEqual(0);
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

describe('a dock in a column of 280 px', () => {
  const people = ['Augusta Ada King', 'Charles Babbage'].map((name, i) => ({ id: `p${i}`, name, type: 'adult' }));
  const exit = {
    features: ['exit_row'],
    disclosures: [`Exit row. ${'You must be able to help the crew. '.repeat(4)}`],
  };
  const map: SeatMap = {
    decks: [
      {
        id: 'main',
        cabins: [
          {
            id: 'economy',
            class: 'economy',
            columns: ['A', 'B', 'C'].map((letter) => ({ kind: 'seat', letter })),
            rows: [1, 2].map((number) => ({
              number,
              cells: ['A', 'B', 'C'].map((letter, col) =>
                seatAt(number, col, letter, {
                  price: { amount: '1189.28', currency: 'USD' },
                  features: ['extra_legroom', 'limited_recline'],
                  ...(number === 2 && exit),
                }),
              ),
            })),
          },
        ],
      },
    ],
  };
  const heightOf = (part: string) =>
    document.querySelector(`[data-elicit=${part}]`)?.getBoundingClientRect().height ?? 0;
  const languages: [string, 'ltr' | 'rtl', ElicitMessages | undefined][] = [
    ['English', 'ltr', undefined],
    ['German', 'ltr', german],
    ['Arabic', 'rtl', arabic],
  ];

  it.each(languages)('is a line that says what is chosen, and the buttons (%s)', async (_, dir, messages) => {
    await page.viewport(300, 740);
    await render(
      <div dir={dir} style={{ inlineSize: 280 }}>
        <PassengerSeatPicker
          seatMap={map}
          passengers={people}
          messages={messages}
          onRespond={ignore}
          onDecline={ignore}
        />
      </div>,
    );
    for (const name of ['1B', '1C']) {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      await expect.poll(() => heightOf('detail')).toBeLessThanOrEqual(62);
      expect(heightOf('dock')).toBeLessThanOrEqual(114);
      // What all cost is told whole.
      const sum = document.querySelector<HTMLElement>('[data-elicit=detail] [data-elicit=summary]');
      expect(sum?.scrollWidth).toBeLessThanOrEqual(sum?.clientWidth ?? 0);
      expect(sum?.scrollHeight).toBeLessThanOrEqual(sum?.clientHeight ?? 0);
    }
    expect(overlaps('dock', dockParts)).toEqual([]);
    expect(overflow()).toEqual([]);
  });

  it('leaves two thirds of a window to the map while there is something to agree to', async () => {
    await page.viewport(300, 560);
    await render(
      <div style={{ inlineSize: 280 }}>
        <PassengerSeatPicker seatMap={map} passengers={people} onRespond={ignore} onDecline={ignore} />
      </div>,
    );
    await page.getByRole('button', { name: /^2B/ }).click();
    await expect.element(page.getByRole('checkbox', { name: 'I understand' })).toBeVisible();
    expect(heightOf('dock')).toBeLessThanOrEqual(560 / 3);
  });
});

it.each([720, 1100])('a map that needs but a line of marks has the card for itself in %i px', async (width) => {
  await page.viewport(width + 20, 800);
  const widthOf = async (seatMap: SeatMap | SeatMapInput) => {
    const { unmount } = await render(
      <div style={{ inlineSize: width }}>
        <SeatPicker seatMap={seatMap} onRespond={ignore} />
      </div>,
    );
    const { width: found = 0 } = document.querySelector('[data-elicit=map]')?.getBoundingClientRect() ?? {};
    await unmount();
    return found;
  };
  expect(await widthOf(seedSeatMap)).toBeGreaterThan(width - 4);
  expect(await widthOf(richSeatMap)).toBeLessThan(width - 300);
});

it('a fare in 280 px has its name in one line', async () => {
  await page.viewport(300, 800);
  const fare = (id: string, fareBrand: string) =>
    flightOf([segment('ATL', 'JFK', '2026-09-06T08:00', '2026-09-06T10:10')], {
      id,
      price: { amount: '1318.40', currency: 'USD' },
      legs: [{ segments: [segment('ATL', 'JFK', '2026-09-06T08:00', '2026-09-06T10:10')], fareBrand }],
    });
  await render(
    <div style={{ inlineSize: 280 }}>
      <FlightList flights={[fare('a', 'Light'), fare('b', 'Standard')]} onRespond={ignore} draft={{ flightId: 'b' }} />
    </div>,
  );
  const { height = 0 } = document.querySelectorAll('[data-elicit=fare-name]')[1]?.getBoundingClientRect() ?? {};
  expect(height).toBeLessThan(30);
});

it.each([280, 360])('a flight in %i px has its price beside its airline', async (width) => {
  await page.viewport(width + 20, 800);
  await render(
    <div style={{ inlineSize: width }}>
      <FlightList flights={seedFlights} onRespond={ignore} />
    </div>,
  );
  for (const flight of document.querySelectorAll('[data-elicit=flight]')) {
    const [airline, side] = ['airline', 'flight-side'].map((part) =>
      flight.querySelector(`[data-elicit=${part}]`)!.getBoundingClientRect(),
    );
    expect(side?.top).toBeLessThan(airline?.bottom ?? 0);
    // A word or two, none of which is broken.
    expect(airline?.height).toBeLessThan(40);
  }
});

it.each([280, 360, 720])(
  'the fields of a form in %i px begin below its icon, and end above its button',
  async (width) => {
    await page.viewport(width + 20, 800);
    const schema = { type: 'object', properties: { name: { type: 'string', title: 'Name' } } };
    await render(
      <div style={{ inlineSize: width }}>
        <SchemaForm message="Who are you?" schema={schema} onRespond={ignore} />
      </div>,
    );
    const [icon, field, commit] = ['icon-tile', 'field', 'commit'].map((part) =>
      document.querySelector(`[data-elicit=${part}]`)!.getBoundingClientRect(),
    );
    expect(field?.left).toBe(icon?.left);
    expect(Math.abs((field?.right ?? 0) - (commit?.right ?? 0))).toBeLessThanOrEqual(4);
  },
);

it('the name of a fare is not broken in 720 px', async () => {
  await page.viewport(740, 800);
  const fares = ['Basic', 'Standard', 'Flexible'].map((fareBrand) => ({
    ...oneWay,
    id: fareBrand,
    price: { amount: '1318.40', currency: 'USD' },
    legs: [{ segments: [out], fareBrand }],
  }));
  await render(
    <div style={{ inlineSize: 720 }}>
      <FlightList flights={fares} draft={{ flightId: 'Basic' }} onRespond={ignore} />
    </div>,
  );
  await expect.poll(() => document.querySelectorAll('[data-elicit=fare-name]').length).toBe(3);
  for (const name of document.querySelectorAll('[data-elicit=fare-name]'))
    expect(name.getBoundingClientRect().height).toBeLessThan(30);
});

it.each([280, 360])('a list of seats in %i px has the price beside its seat', async (width) => {
  await page.viewport(width + 20, 800);
  await render(
    <div style={{ inlineSize: width }}>
      <SeatPicker seatMap={richSeatMap} messages={german} onRespond={ignore} />
    </div>,
  );
  await page.getByRole('button', { name: german.seatPicker.toList }).click();
  const items = [...document.querySelectorAll('[data-elicit=seat-item]')];
  expect(items.length).toBeGreaterThan(3);
  for (const item of items) {
    const [seat, price] = ['detail-seat', 'detail-price'].map((part) =>
      item.querySelector(`[data-elicit=${part}]`)!.getBoundingClientRect(),
    );
    expect(price?.top).toBeLessThan(seat?.bottom ?? 0);
  }
  expect(overflow()).toEqual([]);
});

describe.each(['ltr', 'rtl'])('what explains a map (%s)', (dir) => {
  const fittings = { cells: ['galley', 'closet', 'stairs'].map((type, col) => ({ type, col })) };
  const manyMarks: SeatMap = {
    ...richSeatMap,
    decks: richSeatMap.decks.map((deck) => ({
      ...deck,
      cabins: deck.cabins.map((cabin) => ({ ...cabin, rows: [...cabin.rows, fittings] })),
    })),
  };
  const ask = async (width: number, seatMap: SeatMap | SeatMapInput) => {
    await page.viewport(width + 20, 653);
    await render(
      <div dir={dir} style={{ inlineSize: width }}>
        <SeatPicker seatMap={seatMap} onRespond={ignore} />
      </div>,
    );
  };
  const side = () => document.querySelector('[data-elicit=side]')!.getBoundingClientRect().height;
  const legend = page.getByRole('list', { name: 'Legend' });

  it.each([
    [256, 1],
    [336, 2],
  ])('in %i px has no more lines than %i, and the rest is shown on demand', async (width, lines) => {
    await ask(width, manyMarks);
    expect(side()).toBeLessThanOrEqual(44 * lines);
    expect(legend.elements()).toEqual([]);
    const [unfold] = page.getByRole('button', { name: 'Legend' }).elements();
    expect(unfold).toHaveAttribute('aria-expanded', 'false');
    await page.elementLocator(unfold as Element).click();
    expect(unfold).toHaveAttribute('aria-expanded', 'true');
    await expect.element(legend.getByText('Yours')).toBeVisible();
    await expect.element(legend.getByText('Toilet')).toBeVisible();
    if (lines === 1) await page.getByRole('button', { name: 'Prices' }).click();
    await expect.element(page.getByRole('toolbar', { name: 'Prices' })).toBeVisible();
    expect(overlaps('side', ['prices', 'tiers', 'marks', 'legend'])).toEqual([]);
    expect(overflow()).toEqual([]);
  });

  it.each([256, 336, 720])('stands there from the start in %i px if it is short', async (width) => {
    await ask(width, seedSeatMap);
    await expect.element(legend.getByText('Taken')).toBeVisible();
    expect(page.getByRole('button', { name: 'Legend' }).elements()).toEqual([]);
  });

  it('stands beside a wide map whole', async () => {
    await ask(1100, manyMarks);
    await expect.element(legend.getByText('Not available')).toBeVisible();
    await expect.element(page.getByRole('toolbar', { name: 'Prices' })).toBeVisible();
    for (const name of ['Legend', 'Prices']) expect(page.getByRole('button', { name }).elements()).toEqual([]);
  });
});

describe.each([
  { under: 'a finger', touch: true },
  { under: 'a mouse', touch: false },
])('a question of seats at 360 × 740, under $under', ({ touch }) => {
  beforeEach(async () => {
    await page.viewport(360, 740);
    await emulateTouch(touch);
  });
  afterEach(() => emulateTouch(false));

  const people = ['Augusta Ada King', 'Charles Babbage'].map((name, i) => ({ id: `p${i}`, name, type: 'adult' }));
  const letters = ['A', 'B', 'C', 'D', 'E', 'F'];
  /** A map of 30 rows, in sections, that costs as many amounts as there are tiers. */
  const mapOf = (tiers: number): SeatMap => ({
    tiers: Array.from({ length: tiers }, (_, i) => ({ id: `t${i}`, name: `Comfort ${i}` })),
    decks: [
      {
        id: 'main',
        cabins: [
          {
            id: 'economy',
            class: 'economy',
            columns: [...letters.slice(0, 3), '', ...letters.slice(3)].map((letter) =>
              letter ? ({ kind: 'seat', letter } as const) : ({ kind: 'aisle' } as const),
            ),
            rows: Array.from({ length: 30 }, (_row, r) => ({
              number: r + 1,
              cells: letters.map((letter, i) =>
                seatAt(r + 1, i > 2 ? i + 1 : i, letter, {
                  tier: `t${r % tiers}`,
                  price: { amount: `${(r % tiers) * 10}.00`, currency: 'USD' },
                  features: ['extra_legroom', 'limited_recline'],
                }),
              ),
            })),
          },
        ],
      },
    ],
  });
  const box = (name: string) => document.querySelector(`[data-elicit=${name}]`)?.getBoundingClientRect();
  const ask = (tiers: number) =>
    render(
      <ElicitCard state="pending" toolName="book_trip" message="Who sits where on the way out, on SH 934?">
        <PassengerSeatPicker seatMap={mapOf(tiers)} passengers={people} onRespond={ignore} onDecline={ignore} />
      </ElicitCard>,
    );

  it.each([3, 5])('arrives with rows of seats in view, and what %i prices mean in one line', async (tiers) => {
    await ask(tiers);
    expect(matchMedia('(pointer: coarse)').matches).toBe(touch);
    expect(box('dock')?.height).toBeLessThanOrEqual(touch ? 53 : 110);
    const dock = box('dock')?.top ?? 0;
    const rows = [...document.querySelectorAll('[data-elicit=row][data-number]')].map((row) =>
      row.getBoundingClientRect(),
    );
    expect(rows.filter(({ top, bottom }) => top > 0 && bottom <= dock).length).toBeGreaterThan(0);
    expect(scrollY).toBe(0);
    expect(box(tiers > 3 ? 'prices' : 'tiers')?.height).toBe(36);
    expect(overflow()).toEqual([]);
    if (tiers <= 3) return;
    const [prices] = page.getByRole('button', { name: 'Prices' }).elements();
    expect(box('tiers')?.height).toBe(0);
    await page.elementLocator(prices as Element).click();
    expect(prices).toHaveAttribute('aria-expanded', 'true');
    await expect.element(page.getByRole('button', { name: /^Show only these seats: Comfort 4/ })).toBeVisible();
    expect(overflow()).toEqual([]);
  });

  it('has a dock of 110 px or less for each seat that is chosen', async () => {
    await ask(3);
    for (const [name, count] of [
      ['2B', 1],
      ['3C', 2],
    ] as const) {
      await page.getByRole('button', { name: new RegExp(`^${name},`) }).click();
      await expect.poll(() => document.querySelector('[data-elicit=dock]')?.textContent).toContain(`${count} of 2`);
      expect(box('dock')?.height).toBeLessThanOrEqual(110);
    }
    expect(overlaps('dock', dockParts)).toEqual([]);
  });
});
