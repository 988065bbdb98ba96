import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seatMapFromAmadeus, seatMapsFromAmadeus } from '../../src/travel-amadeus.ts';
import { TravelDataError } from '../../src/travel/convert/travel-data-error.ts';
import { normalizeSeatMap } from '../../src/travel/normalize-seat-map.ts';
import { seatFor } from '../../src/travel/seat-for.ts';
import { seatsOf, type Cabin, type Facility, type Seat, type SeatMap } from '../../src/travel/seat-map.ts';
import { seatMapSchema } from '../../src/travel/seat-map-schema.ts';
import { describeSeat } from '../../src/travel/seat-name.ts';
import { amadeusDeck, amadeusRow, amadeusSeat, amadeusSeatMap, dictionaries, facility } from './amadeus-samples.ts';

/** The map as a component gets it. */
function mapOf(seatMap: object, options?: Parameters<typeof seatMapsFromAmadeus>[1]): SeatMap {
  const [map] = seatMapsFromAmadeus({ data: [seatMap], dictionaries }, options);
  return normalizeSeatMap(seatMapSchema.parse(map));
}

const cabinsOf = (seats: readonly unknown[], more?: object): readonly Cabin[] =>
  mapOf(amadeusSeatMap([amadeusDeck(seats, { ...more })])).decks[0]!.cabins;

const allSeats = (map: SeatMap): readonly Seat[] => map.decks.flatMap(({ cabins }) => seatsOf(cabins));

const letters = (cabin: Cabin): string =>
  cabin.columns.map((column) => (column.kind === 'aisle' ? '|' : column.letter)).join('');

describe('an Amadeus seat map', () => {
  it('finds the aisles where no seat has its place', () => {
    const [cabin] = cabinsOf([...amadeusRow(12, 0, 'ABC DEF'), ...amadeusRow(14, 1, ' BC DE ')]);
    expect(letters(cabin!)).toBe('ABC|DEF');
    expect(cabin?.columns.at(-1)).toEqual({ kind: 'seat', letter: 'F', position: 'window' });
    expect(cabin?.rows.map(({ number, cells }) => [number, cells.map(({ col }) => col)])).toEqual([
      [12, [0, 1, 2, 4, 5, 6]],
      [14, [1, 2, 4, 5]],
    ]);
  });

  it('makes a cabin of each class, with the columns that are its own', () => {
    const cabins = cabinsOf([
      ...amadeusRow(1, 0, 'A  D  G', { cabin: 'BUSINESS' }),
      ...amadeusRow(2, 1, 'A  D  G', { cabin: 'BUSINESS' }),
      ...amadeusRow(10, 3, 'ABC DEF', { cabin: 'M' }),
    ]);
    expect(cabins.map((cabin) => [cabin.class, letters(cabin), cabin.rows.length])).toEqual([
      ['business', 'A|D|G', 2],
      ['economy', 'ABC|DEF', 1],
    ]);
  });

  it('puts galleys and lavatories where they stand, two side by side as one', () => {
    const cabins = cabinsOf([...amadeusRow(1, 1, 'ABC DEF'), ...amadeusRow(2, 2, 'AB   EF')], {
      facilities: [
        facility('G', 0, 4),
        facility('LA', 0, 0),
        facility('G', 0, 5),
        facility('LA', 2, 2),
        facility('QX', 3, 3),
        facility('ZZ', 4, 0),
        { code: 'LA', position: 'FRONT' },
      ],
    });
    expect(cabins).toHaveLength(1);
    const [front, , second, rear, tail] = cabins[0]!.rows;
    expect(front).toMatchObject({
      cells: [
        { type: 'lavatory', col: 0, span: 1 },
        { type: 'galley', col: 4, span: 2 },
      ],
    });
    expect(front?.number).toBeUndefined();
    expect(second?.cells.find(({ type }) => type !== 'seat')).toEqual({ type: 'lavatory', col: 2, span: 1 });
    expect(rear?.cells).toEqual([{ type: 'prayer_area', col: 3, span: 1 }]);
    expect(tail?.cells).toEqual([{ type: 'facility', col: 0, span: 1 }]);
  });

  it('draws a facility that stands where a seat does behind that row, and not in the aisle', () => {
    const [cabin] = cabinsOf(amadeusRow(1, 0, 'AB CD'), { facilities: [facility('LA', 0, 1), facility('G', 0, 9)] });
    expect(cabin?.rows[0]?.cells.map(({ type }) => type)).toEqual(['seat', 'seat', 'seat', 'seat']);
    expect(cabin?.rows[1]?.cells).toEqual([
      { type: 'lavatory', col: 1, span: 1 },
      { type: 'galley', col: 4, span: 1 },
    ]);
  });

  it('finds a facility without coordinates by its row, and tells of one without either', () => {
    const seats = [...amadeusRow(1, 0, 'AB CD'), ...amadeusRow(2, 1, 'AB CD')];
    const without = (code: string, more: object) => ({ code, ...more });
    const facilities = [
      without('G', { row: '1', column: 'C', position: 'FRONT' }),
      without('LA', { row: '1', column: 'A', position: 'REAR' }),
      without('LA', { row: '2', column: 'D', position: 'SEAT' }),
      without('ST', { row: '99' }),
    ];
    const { map, paths } = warned(amadeusSeatMap([amadeusDeck(seats, { facilities })]));
    const rows = map.decks[0]?.cabins[0]?.rows.map(({ number, cells }) => [
      number,
      cells.flatMap((cell) => (cell.type === 'seat' ? [] : `${cell.type} ${cell.col}`)).join(),
    ]);
    expect(rows).toEqual([
      [undefined, 'galley 3'],
      [1, ''],
      [undefined, 'lavatory 0'],
      [2, ''],
      [undefined, 'lavatory 4'],
    ]);
    expect(paths).toEqual(['facility ST']);
  });

  it('draws as many facilities as there are, wherever they stand', () => {
    const place = fc.record({ x: fc.nat(6), y: fc.nat(9), code: fc.constantFrom('G', 'LA', 'CL') });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 30 }), (things) => {
        const facilities = things.map(({ x, y, code }) => facility(code, x, y));
        const seats = [...amadeusRow(1, 2, 'AB CD'), ...amadeusRow(2, 3, 'A   D', { cabin: 'BUSINESS' })];
        const cells = cabinsOf(seats, { facilities }).flatMap(({ rows }) => rows.flatMap((row) => row.cells));
        const drawn = cells.flatMap((cell) => (cell.type === 'seat' ? [] : [(cell as Facility).span ?? 1]));
        expect(drawn.reduce((sum, span) => sum + span, 0)).toBe(things.length);
      }),
    );
  });

  it('marks the seats of an exit row: those that the airline names, else all of them', () => {
    const named = [
      amadeusSeat('10A', 0, 0, ['5.00'], { characteristicsCodes: ['E'] }),
      amadeusSeat('10B', 0, 1, ['5.00'], { characteristicsCodes: ['IE'] }),
    ];
    // A door, where no seat stands, makes nobody's row an exit row.
    const seats = [...named, ...amadeusRow(11, 1, 'AB'), ...amadeusRow(12, 3, 'AB')];
    const [cabin] = cabinsOf(seats, { deckConfiguration: { exitRowsX: [0, 2, 3] } });
    const exits = seatsOf([cabin!]).filter(({ features }) => features?.includes('exit_row'));
    expect(exits.map(({ designator }) => designator)).toEqual(['10A', '12A', '12B']);
    const child = { id: '1', name: 'Mo', type: 'CHILD' };
    const barred = seatsOf([cabin!]).filter((seat) => seatFor(seat, child).state === 'restricted');
    expect(barred.map(({ designator }) => designator)).toEqual(['10A', '10B', '12A', '12B']);
  });

  it('marks exits and wings by their place, and wings by rows where it must', () => {
    const seats = [...amadeusRow(10, 0, 'AB CD'), ...amadeusRow(12, 1, 'AB CD'), ...amadeusRow(14, 3, 'AB CD')];
    const [cabin] = cabinsOf(seats, { deckConfiguration: { startWingsX: 1, endWingsX: 3, exitRowsX: [2, 3] } });
    expect(cabin?.rows.map(({ number, exit, overwing }) => [number, exit, overwing])).toEqual([
      [10, undefined, false],
      [12, undefined, true],
      [undefined, 'both', true],
      [14, 'both', true],
    ]);
    const [byRows] = cabinsOf(seats, { deckConfiguration: { startWingsRow: 11, endWingsRow: 13 } });
    expect(byRows?.wings).toEqual({ firstRowIndex: 1, lastRowIndex: 1 });
  });

  it('has two decks with their names', () => {
    const map = mapOf(
      amadeusSeatMap([
        amadeusDeck(amadeusRow(40, 0, 'ABC DEF')),
        amadeusDeck(amadeusRow(80, 0, 'AC DF'), { deckType: 'UPPER' }),
      ]),
    );
    expect(map.decks.map(({ id, label }) => [id, label])).toEqual([
      ['main', 'Main deck'],
      ['upper', 'Upper deck'],
    ]);
  });

  it('has seats for those who may have them, at their own price', () => {
    const map = mapOf(
      amadeusSeatMap([
        amadeusDeck([
          amadeusSeat('1A', 0, 0, ['25.00', '19.50']),
          amadeusSeat('1B', 0, 1, ['AVAILABLE', 'BLOCKED']),
          amadeusSeat('1C', 0, 2, ['OCCUPIED', 'OCCUPIED']),
          amadeusSeat('1D', 0, 3, ['OCCUPIED', 'BLOCKED']),
          amadeusSeat('1E', 0, 4, []),
        ]),
      ]),
    );
    const [one, two] = map.passengers!;
    expect(map.passengers).toEqual([
      { id: '1', name: 'Passenger 1' },
      { id: '2', name: 'Passenger 2' },
    ]);
    expect(allSeats(map).map(({ state }) => state)).toEqual([
      'available',
      'available',
      'occupied',
      'blocked',
      'blocked',
    ]);
    expect(allSeats(map).map((seat) => seatFor(seat, two!).state)).toEqual([
      'available',
      'restricted',
      'occupied',
      'blocked',
      'blocked',
    ]);
    expect(allSeats(map).map((seat) => seatFor(seat, one!).price?.amount)).toEqual([
      '25.00',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(map.currency).toBe('EUR');
    const named = [{ id: '2', name: 'Grace Hopper' }];
    expect(mapOf(amadeusSeatMap([amadeusDeck([])]), { passengers: named }).passengers).toEqual(named);
  });

  it('tells what its codes mean, and leaves out places without a seat', () => {
    const [cabin] = cabinsOf([
      amadeusSeat('20A', 0, 0, ['60.00'], { characteristicsCodes: ['1', '1A', 'CH', 'E', 'L', 'LS', 'W', 'toString'] }),
      amadeusSeat('20B', 0, 1, ['BLOCKED'], { characteristicsCodes: ['8'] }),
      amadeusSeat('20C', 0, 2, ['15.00'], { characteristicsCodes: ['A', 'O', '1A_AQC_PREMIUM_SEAT'] }),
    ]);
    const seats = seatsOf([cabin!]);
    expect(seats.map(({ designator, features, restrictions }) => [designator, features, restrictions])).toEqual([
      ['20A', ['exit_row', 'extra_legroom', 'window'], ['no_infant']],
      ['20C', ['aisle', 'preferred'], []],
    ]);
    expect(describeSeat(seats[0]!, cabin!)).toBe('20A, window and aisle, exit row, extra legroom, €60.00');
  });

  it('knows its flight, and does without', () => {
    expect(mapOf(amadeusSeatMap([amadeusDeck([])])).flight).toMatchObject({
      carrier: { code: 'XA', name: 'EXAMPLE AIR' },
      number: 'XA837',
      from: 'MUC',
      to: 'JFK',
      departureAt: '2026-03-01T11:50:00',
      aircraft: { code: '77W', name: 'BOEING 777-300ER' },
    });
    const alone = seatMapFromAmadeus(amadeusSeatMap([amadeusDeck([])], { carrierCode: undefined }));
    expect(alone.flight).toBeUndefined();
  });

  it('loses no seat and doubles none, however its decks are filled', () => {
    const place = fc.tuple(fc.nat(12), fc.nat(10));
    const places = fc.uniqueArray(place, { selector: ([x, y]) => `${x},${y}`, maxLength: 60 });
    const status = fc.constantFrom('5.00', 'AVAILABLE', 'BLOCKED', 'OCCUPIED');
    const cabin = fc.constantFrom('ECONOMY', 'BUSINESS', undefined);
    fc.assert(
      fc.property(
        places,
        places,
        fc.array(status, { minLength: 5, maxLength: 5 }),
        fc.array(cabin, { minLength: 3, maxLength: 3 }),
        (taken, things, statuses, classes) => {
          const number = ([x, y]: readonly [number, number]) => `${x + 1}${String.fromCharCode(65 + y)}`;
          const given = taken.map((at, index) => ({
            at,
            told: statuses[index % statuses.length]!,
            number: number(at),
          }));
          const deck = amadeusDeck(
            given.map(({ at: [x, y], told }) =>
              amadeusSeat(number([x, y]), x, y, [told], { cabin: classes[x % classes.length] }),
            ),
            { facilities: things.map(([x, y]) => facility('G', x, y)), deckConfiguration: { exitRowsX: [3] } },
          );
          const seats = allSeats(mapOf(amadeusSeatMap([deck])));
          expect(seats.map(({ designator }) => designator).toSorted()).toEqual(
            given.map((seat) => seat.number).toSorted(),
          );
          for (const { told, number: designator } of given) {
            const seat = seats.find((other) => other.designator === designator);
            expect(seat?.state).toBe(told === '5.00' ? 'available' : told.toLowerCase());
            expect(`${seat?.row}${seat?.seat}`).toBe(designator);
          }
        },
      ),
    );
  });

  it.for<[what: string, seatMap: unknown, path: string]>([
    ['no deck', amadeusSeatMap([]), 'decks'],
    ['a seat without a row', amadeusSeatMap([amadeusDeck([amadeusSeat('A', 0, 0)])]), 'decks[0].seats[0].number'],
    [
      'a seat without a place',
      amadeusSeatMap([amadeusDeck([amadeusSeat('1A', 0, 0, [], { coordinates: undefined })])]),
      'decks[0].seats[0].coordinates',
    ],
  ])('is refused, with the path to it, for %s', ([, seatMap, path]) => {
    expect(() => seatMapFromAmadeus(seatMap)).toThrow(TravelDataError);
    const whole = expect.objectContaining({ path: `data[0].${path}` });
    expect(() => seatMapsFromAmadeus({ data: [seatMap] })).toThrow(whole);
    expect(() => seatMapFromAmadeus(seatMap)).toThrow(expect.objectContaining({ code: 'TRAVEL_DATA_INVALID', path }));
  });

  const warned = (seatMap: object) => {
    const paths: string[] = [];
    const map = seatMapFromAmadeus(seatMap, { onWarning: ({ path }) => paths.push(path) });
    return { seats: allSeats(map), paths, map };
  };

  it('shows without what nothing reads, such as the time of arrival', () => {
    const more = { carrierCode: 'XA', number: '1', arrival: { iataCode: 'JFK', at: null } };
    const { map, paths } = warned(amadeusSeatMap([amadeusDeck([amadeusSeat('1A', 0, 0)])], more));
    expect([map.flight?.to, paths]).toEqual(['JFK', []]);
  });

  it('bars a seat whose number cannot be read, at its place', () => {
    const seats = [amadeusSeat('1A', 0, 0), amadeusSeat('?', 1, 0), amadeusSeat('2B', 1, 1), amadeusSeat('1B', 0, 1)];
    const { seats: shown, paths } = warned(amadeusSeatMap([amadeusDeck(seats)]));
    expect(shown.map(({ designator, state }) => `${designator} ${state}`)).toEqual([
      '1A available',
      '1B available',
      '2A blocked',
      '2B available',
    ]);
    expect(paths).toEqual(['decks[0].seats[1].number']);
  });

  it('draws one of two seats in one place, and one of two with one number', () => {
    const seats = [amadeusSeat('1A', 0, 0), amadeusSeat('1B', 0, 0), amadeusSeat('1A', 1, 0)];
    const { seats: shown, paths } = warned(amadeusSeatMap([amadeusDeck(seats)]));
    expect(shown.map(({ designator }) => designator)).toEqual(['1A']);
    expect(paths).toEqual(['seat 1B', 'seat 1A']);
  });

  it('finds the traveller where the documents of Amadeus have them', () => {
    const travelerPricing = [{ id: '7', seatAvailabilityStatus: 'AVAILABLE', price: { currency: 'EUR', total: '5' } }];
    const { seats } = warned(amadeusSeatMap([amadeusDeck([amadeusSeat('1A', 0, 0, [], { travelerPricing })])]));
    expect(seats[0]).toMatchObject({ state: 'available', offers: [{ passengerId: '7', price: { amount: '5' } }] });
  });

  it('sells no seat whose price cannot be read', () => {
    const [pricing] = amadeusSeat('1A', 0, 0).travelerPricing;
    const seat = amadeusSeat('1A', 0, 0, [], {
      travelerPricing: [{ ...pricing, price: { ...pricing?.price, total: 'much' } }],
    });
    const { seats, paths } = warned(amadeusSeatMap([amadeusDeck([seat])]));
    expect(seats.map(({ state }) => state)).toEqual(['blocked']);
    expect(paths).toEqual(['decks[0].seats[0].travelerPricing[0]']);
  });

  it('puts cabins that each count from their own front one behind the other', () => {
    const business = { deckConfiguration: { exitRowsX: [1] }, facilities: [facility('G', 2, 0)] };
    const front = amadeusDeck([...amadeusRow(1, 0, 'A C', { cabin: 'BUSINESS' })], business);
    const back = amadeusDeck([...amadeusRow(9, 0, 'ABC'), ...amadeusRow(10, 1, 'ABC')], {
      deckConfiguration: { exitRowsX: [1], startWingsX: 0, endWingsX: 0 },
    });
    const paths: string[] = [];
    const data = [back, front].map((deck) => amadeusSeatMap([deck]));
    const [map] = seatMapsFromAmadeus({ data, dictionaries }, { onWarning: ({ path }) => paths.push(path) });
    const [first, second] = map?.decks[0]?.cabins ?? [];
    expect(seatsOf([first!, second!]).map(({ designator }) => designator)).toEqual(
      '1A 1C 9A 9B 9C 10A 10B 10C'.split(' '),
    );
    // The door and the galley of the front stand between the two.
    expect(second?.rows.map(({ number, exit }) => [number, exit])).toEqual([
      [undefined, 'both'],
      [undefined, undefined],
      [9, undefined],
      [10, 'both'],
    ]);
    expect(second?.wings).toEqual({ firstRowIndex: 2, lastRowIndex: 2 });
    expect(paths).toEqual([]);
  });

  it('puts the cabins of one segment into one map, wherever they came', () => {
    const front = amadeusSeatMap([amadeusDeck([amadeusSeat('1A', 0, 0, [], { cabin: 'BUSINESS' })])]);
    const back = amadeusSeatMap([amadeusDeck([amadeusSeat('9A', 5, 0, [], { cabin: 'ECONOMY' })])]);
    const other = amadeusSeatMap([amadeusDeck([amadeusSeat('3C', 0, 0)])], { segmentId: '2' });
    const maps = seatMapsFromAmadeus({ data: [front, other, back] });
    expect(maps.map((map) => allSeats(map).map(({ designator }) => designator))).toEqual([['1A', '9A'], ['3C']]);
    expect(maps[0]?.decks.map(({ cabins }) => cabins.map((cabin) => cabin.class))).toEqual([['business', 'economy']]);
  });
});
