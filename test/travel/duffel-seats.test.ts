import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seatMapFromDuffel, seatMapsFromDuffel } from '../../src/travel-duffel.ts';
import { TravelDataError } from '../../src/travel/convert/travel-data-error.ts';
import { normalizeSeatMap } from '../../src/travel/normalize-seat-map.ts';
import { seatFor } from '../../src/travel/seat-for.ts';
import { seatsOf, type Cabin, type Seat, type SeatMap } from '../../src/travel/seat-map.ts';
import { seatMapSchema } from '../../src/travel/seat-map-schema.ts';
import { describeSeat } from '../../src/travel/seat-name.ts';
import {
  duffelCabin,
  duffelOffer,
  duffelRow,
  duffelSeatElement,
  duffelSeatMap,
  duffelSegment,
  slice,
} from './duffel-samples.ts';

/** The map as a component gets it. */
function mapOf(seatMap: object, options?: Parameters<typeof seatMapFromDuffel>[1]): SeatMap {
  return normalizeSeatMap(seatMapSchema.parse(seatMapFromDuffel(seatMap, options)));
}

const cabinOf = (rows: readonly unknown[], more?: object): Cabin =>
  mapOf(duffelSeatMap([duffelCabin(rows, { ...more })])).decks[0]!.cabins[0]!;

const allSeats = (map: SeatMap): readonly Seat[] => map.decks.flatMap(({ cabins }) => seatsOf(cabins));

/** `"12A@0"`: what stands in which column. */
const drawn = (cabin: Cabin): string[] =>
  cabin.rows.map(({ cells }) =>
    cells.map((cell) => `${'designator' in cell ? cell.designator : cell.type}@${cell.col}`).join(' '),
  );

const letters = (cabin: Cabin): string =>
  cabin.columns.map((column) => (column.kind === 'aisle' ? '|' : column.letter || '?')).join('');

describe('a Duffel seat map', () => {
  it('has an aisle between two sections, and columns named after their seats', () => {
    const cabin = cabinOf([
      duffelRow(['1A', '1B', '1C'], ['1D', '1E', '1F']),
      duffelRow(['2A', '2B', '2C'], ['2D', '2E', '2F']),
    ]);
    expect(letters(cabin)).toBe('ABC|DEF');
    expect(cabin.columns.map((column) => (column.kind === 'seat' ? column.position : '|'))).toEqual([
      'window',
      'middle',
      'aisle',
      '|',
      'aisle',
      'middle',
      'window',
    ]);
  });

  it('keeps the numbers of its rows, which skip, and rows in which no seat stands', () => {
    const cabin = cabinOf(
      [duffelRow(['12A'], ['12C']), duffelRow(['exit_row'], ['exit_row']), duffelRow(['14A'], ['14C'])],
      { wings: { first_row_index: 0, last_row_index: 1 } },
    );
    expect(cabin.rows.map(({ number, exit, overwing }) => [number, exit, overwing])).toEqual([
      [12, undefined, true],
      [undefined, 'both', true],
      [14, undefined, false],
    ]);
    expect(cabin.rows[1]?.cells).toEqual([]);
  });

  it('knows on which side an exit is', () => {
    const exits = cabinOf([
      duffelRow(['1A'], ['1C'], ['1D']),
      duffelRow(['exit_row'], ['lavatory'], ['empty']),
      duffelRow(['empty'], ['galley'], ['exit_row']),
      duffelRow(['exit_row'], ['galley'], ['exit_row']),
    ]);
    expect(exits.rows.map(({ exit }) => exit)).toEqual([undefined, 'left', 'right', 'both']);
  });

  it('marks the seats right behind an exit, in the sections that it opens into, and keeps children out', () => {
    const cabin = cabinOf([
      duffelRow(['1A', '1B'], ['1C'], ['1D']),
      duffelRow(['exit_row'], ['empty'], ['exit_row']),
      duffelRow(['2A', '2B'], ['2C'], ['2D']),
      duffelRow(['3A', '3B'], ['3C'], ['3D']),
      duffelRow(['exit_row'], [], ['exit_row']),
      duffelRow(['lavatory'], [], ['lavatory']),
      duffelRow(
        [duffelSeatElement('4A', { pas_ada: '5.00' }, { disclosures: ['Passenger must be an adult'] }), '4B'],
        [],
        [],
      ),
    ]);
    const named = (fits: (seat: Seat) => boolean | undefined) =>
      seatsOf([cabin]).flatMap((seat) => (fits(seat) ? seat.designator : []));
    expect(named(({ features }) => features?.includes('exit_row'))).toEqual(['2A', '2B', '2D']);
    const child = { id: 'pas_ada', name: 'Mo', type: 'child' };
    expect(named((seat) => seatFor(seat, child).state === 'restricted')).toEqual(['2A', '2B', '2D', '4A']);
    expect(describeSeat(seatsOf([cabin])[4]!, cabin)).toBe('2A, window, exit row, Standard, £20.00');
  });

  it('pads: an empty place is floor, and a short row stands under the letters that it has', () => {
    const cabin = cabinOf([
      duffelRow(['1A', 'empty', '1C'], ['1D', '1E', '1F']),
      duffelRow(['2A', '2B', '2C'], ['2D', '2E', '2F']),
      duffelRow(['3B', '3C'], ['3D', '3F']),
    ]);
    expect(drawn(cabin)).toEqual(['1A@0 1C@2 1D@4 1E@5 1F@6', '2A@0 2B@1 2C@2 2D@4 2E@5 2F@6', '3B@1 3C@2 3D@4 3F@6']);
  });

  it('lets facilities fill a section they have to themselves, and stand in line with seats otherwise', () => {
    const cabin = cabinOf([
      duffelRow(['lavatory'], ['galley', 'closet'], ['stairs']),
      duffelRow(['1A', '1B'], ['1D', '1E', '1F', '1G'], ['1J', '1K']),
      duffelRow(['empty', 'bassinet'], ['2D', 'lavatory', '2F', '2G'], ['2J', '2K']),
    ]);
    expect(cabin.rows[0]?.cells).toEqual([
      { type: 'lavatory', col: 0, span: 2 },
      { type: 'galley', col: 3, span: 2 },
      { type: 'closet', col: 5, span: 2 },
      { type: 'stairs', col: 8, span: 2 },
    ]);
    expect(drawn(cabin)[2]).toBe('bassinet@1 2D@3 lavatory@4 2F@5 2G@6 2J@8 2K@9');
  });

  it('sorts two decks from the lowest, each with its cabins', () => {
    const map = mapOf(
      duffelSeatMap([
        duffelCabin([duffelRow(['11A'], ['11K'])], { deck: 1, cabin_class: 'business' }),
        duffelCabin([duffelRow(['1A'], ['1K'])], { cabin_class: 'first' }),
        duffelCabin([duffelRow(['41A'], ['41K'])]),
      ]),
    );
    expect(map.decks.map(({ id, label, cabins }) => [id, label, cabins.map((cabin) => cabin.class)])).toEqual([
      ['main', 'Main deck', ['first', 'economy']],
      ['upper', 'Upper deck', ['business']],
    ]);
  });

  it('has seats for those who may have them, at their own price', () => {
    const map = mapOf(
      duffelSeatMap([
        duffelCabin([
          duffelRow(
            [duffelSeatElement('1A', { pas_ada: '25.00', pas_grace: '19.50' })],
            [duffelSeatElement('1B', { pas_grace: '0.00' }), duffelSeatElement('1C')],
          ),
        ]),
      ]),
      { offer: duffelOffer() },
    );
    const [ada, grace] = map.passengers!;
    expect(map.passengers).toEqual([
      { id: 'pas_ada', name: 'Ada Lovelace', type: 'adult' },
      { id: 'pas_grace', name: 'Passenger 2', type: 'adult' },
    ]);
    expect(allSeats(map).map((seat) => seatFor(seat, ada!).state)).toEqual(['available', 'restricted', 'occupied']);
    expect(allSeats(map).map((seat) => seatFor(seat, grace!).price?.amount)).toEqual(['19.50', '0.00', undefined]);
    // For nobody in particular: what nobody pays more than.
    expect(allSeats(map).map(({ price }) => price?.amount)).toEqual(['25.00', '0.00', undefined]);
    expect(map.currency).toBe('GBP');
    expect(allSeats(map)[0]?.offers?.[0]?.serviceId).toBe('ase_1A_pas_ada');
  });

  it('tells of an exit row, extra legroom and what a seat is sold as', () => {
    const exit = { name: 'Extra Legroom', disclosures: ['You must be able to help at the emergency exit row.'] };
    const cabin = cabinOf([
      duffelRow([duffelSeatElement('20A', { pas_ada: '60.00' }, exit), '20B'], ['20C']),
      duffelRow([duffelSeatElement('21A', {}, { type: 'restricted_seat_general' }), '21B'], ['21C']),
    ]);
    const [first, , , restricted] = seatsOf([cabin]);
    expect(first).toMatchObject({ tier: 'Extra Legroom', disclosures: exit.disclosures });
    expect(describeSeat(first!, cabin)).toBe('20A, window, exit row, extra legroom, £60.00');
    expect(restricted?.state).toBe('restricted');
  });

  it.each([
    ['More Leg Room seat', true],
    ['Seat with additional legroom', true],
    ['Legroom, no more', false],
    ['Extra legroomy', false],
    ['more '.repeat(100_000), false],
  ])('looks for extra legroom in a name of any length (%#)', (name, isExtra) => {
    const [seat] = allSeats(mapOf(duffelSeatMap([duffelCabin([duffelRow([duffelSeatElement('20A', {}, { name })])])])));
    expect(seat?.features?.includes('extra_legroom') ?? false).toBe(isExtra);
  });

  it('knows its flight from the offer', () => {
    const offer = duffelOffer({
      slices: [slice([duffelSegment('LHR', 'JFK', '2026-12-01T16:40:00', '2026-12-01T19:45:00')])],
    });
    const [map, other] = seatMapsFromDuffel(
      [duffelSeatMap([duffelCabin([])]), duffelSeatMap([duffelCabin([])], { segment_id: 'seg_other' })],
      { offer },
    );
    expect(map?.flight).toMatchObject({ number: 'XA117', from: 'LHR', to: 'JFK', aircraft: { code: '77W' } });
    expect(other?.flight).toBeUndefined();
  });

  it('loses no seat and doubles none, however its rows are made', () => {
    const element = fc.constantFrom(
      'seat',
      'seat',
      'seat',
      'empty',
      'bassinet',
      'lavatory',
      'galley',
      'exit_row',
      'closet',
    );
    const section = fc.array(element, { minLength: 0, maxLength: 4 });
    const cabins = fc.array(
      fc.array(fc.array(section, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(cabins, fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }), (shapes, free) => {
        const given: { designator: string; free: boolean }[] = [];
        let number = 0;
        const rowsOf = (rows: readonly (readonly (readonly string[])[])[]) =>
          rows.map((sections) => {
            number += 1;
            let letter = 0;
            return duffelRow(
              ...sections.map((elements) =>
                elements.map((kind) => {
                  letter += 1;
                  if (kind !== 'seat') return kind;
                  const designator = `${number}${String.fromCharCode(64 + letter)}`;
                  const isFree = free[given.length % free.length]!;
                  given.push({ designator, free: isFree });
                  return duffelSeatElement(designator, isFree ? { pas_ada: '5.00' } : {});
                }),
              ),
            );
          });
        const map = mapOf(duffelSeatMap(shapes.map((rows, deck) => duffelCabin(rowsOf(rows), { deck: deck % 2 }))));
        const seats = allSeats(map);
        expect(seats.map(({ designator }) => designator).toSorted()).toEqual(
          given.map(({ designator }) => designator).toSorted(),
        );
        for (const { designator, free: isFree } of given) {
          const seat = seats.find((other) => other.designator === designator);
          expect([seat?.state, `${seat?.row}${seat?.seat}`]).toEqual([isFree ? 'available' : 'occupied', designator]);
        }
      }),
    );
  });

  it.for<[what: string, seatMap: unknown, path: string]>([
    ['no cabin', duffelSeatMap([]), 'cabins'],
    [
      'a seat without a row',
      duffelSeatMap([duffelCabin([duffelRow([duffelSeatElement('A')])])]),
      'cabins[0].rows[0].sections[0].elements[0].designator',
    ],
    ['nothing at all', undefined, ''],
  ])('is refused, with the path to it, for %s', ([, seatMap, path]) => {
    expect(() => seatMapFromDuffel(seatMap)).toThrow(TravelDataError);
    expect(() => seatMapFromDuffel(seatMap)).toThrow(expect.objectContaining({ code: 'TRAVEL_DATA_INVALID', path }));
  });

  const warned = (seatMap: object) => {
    const paths: string[] = [];
    const map = seatMapFromDuffel(seatMap, { onWarning: ({ path }) => paths.push(path) });
    return { seats: allSeats(map).map(({ designator, state }) => `${designator} ${state}`), paths };
  };

  it('bars what it cannot read at its place, and says where that stands', () => {
    const odd = { type: 'seat', designator: 'B2' };
    const rows = [duffelRow(['1A', '1B', '1C'], ['1D']), duffelRow(['2A', odd, '2C'], ['2D'])];
    const { seats, paths } = warned(duffelSeatMap([duffelCabin(rows)]));
    expect(seats).toEqual([
      '1A available',
      '1B available',
      '1C available',
      '1D available',
      '2A available',
      '2B blocked',
      '2C available',
      '2D available',
    ]);
    expect(paths).toEqual(['cabins[0].rows[1].sections[0].elements[1].designator']);
  });

  it.each([[{}], [{ designator: null }], [{ designator: '' }]])(
    'keeps the place of a restricted seat with no number of its own (%j), and warns of one that has none',
    (more) => {
      const none = { type: 'restricted_seat_general', ...more };
      const rows = [duffelRow(['70A', '70B', '70C'], ['70D', '70E']), duffelRow(['71A', none, '71C'], [none, '71E'])];
      const { seats, paths } = warned(duffelSeatMap([duffelCabin(rows)]));
      expect(seats.slice(5)).toEqual(['71A available', '71B blocked', '71C available', '71D blocked', '71E available']);
      expect(paths).toEqual([]);
      // No seat of its row or its column says which it is.
      const lost = duffelSeatMap([duffelCabin([...rows, duffelRow(['empty', none, 'empty'], ['empty', 'empty'])])]);
      expect(warned(lost).paths).toEqual(['seat ?B']);
    },
  );

  it('sells no seat whose price cannot be read, to whom it cannot be read for', () => {
    const seat = duffelSeatElement('1B', { pas_ada: 'ten', pas_grace: '5.00' });
    const { seats, paths } = warned(
      duffelSeatMap([duffelCabin([duffelRow(['1A', seat, duffelSeatElement('1C', { pas_ada: 'ten' })])])]),
    );
    expect(seats).toEqual(['1A available', '1B available', '1C occupied']);
    expect(paths).toEqual([
      'cabins[0].rows[0].sections[0].elements[1].available_services[0]',
      'cabins[0].rows[0].sections[0].elements[2].available_services[0]',
    ]);
  });

  it('draws a seat once, and a segment once', () => {
    const map = duffelSeatMap([duffelCabin([duffelRow(['1A', '1A'])])]);
    expect(warned(map)).toEqual({ seats: ['1A available'], paths: ['seat 1A'] });
    const paths: string[] = [];
    const maps = seatMapsFromDuffel([map, map], { onWarning: ({ path }) => paths.push(path) });
    expect(maps).toHaveLength(1);
    expect(paths).toContain('[1]');
  });
});
