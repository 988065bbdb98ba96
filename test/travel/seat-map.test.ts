import { describe, expect, it } from 'vitest';
import { normalizeSeatMap } from '../../src/travel/normalize-seat-map.ts';
import { disclosuresOf, seatsOf, type Cabin, type Seat, type SeatMap } from '../../src/travel/seat-map.ts';
import { pickSeatSchema, seatMapSchema } from '../../src/travel/seat-map-schema.ts';
import { describeCabin, describeSeat, featuresOf, nearbyOf } from '../../src/travel/seat-name.ts';
import { richSeatMap, seatAt, seedSeatMap } from './samples.ts';

const cabinsOf = (map: SeatMap) => map.decks.flatMap((deck) => deck.cabins);
const economy = cabinsOf(richSeatMap)[1] as Cabin;
const seatOf = (map: SeatMap, designator: string) =>
  seatsOf(cabinsOf(map)).find((seat) => seat.designator === designator) as Seat;

describe('normalizeSeatMap', () => {
  it('lays the small shape out as one cabin', () => {
    const map = normalizeSeatMap(seedSeatMap);
    const [cabin] = cabinsOf(map) as [Cabin];
    expect(cabin.columns.map((column) => (column.kind === 'seat' ? column.position : '|'))).toEqual([
      'window',
      'middle',
      'aisle',
      '|',
      'aisle',
      'middle',
      'window',
    ]);
    const seats = seatsOf([cabin]);
    expect(seats).toHaveLength(36);
    expect(seats.filter(({ state }) => state === 'occupied').map(({ designator }) => designator)).toEqual([
      '1A',
      '2C',
      '3D',
    ]);
    expect(seatOf(map, '2F')).toEqual(seatAt(2, 6, 'F'));
  });

  it('calls a lone seat between hull and aisle both', () => {
    const [cabin] = cabinsOf(normalizeSeatMap({ rows: 1, seatsPerRow: ['A', '', 'B', 'C'], taken: [] })) as [Cabin];
    expect(cabin.columns[0]).toEqual({ kind: 'seat', letter: 'A', position: 'window_aisle' });
  });

  it('keeps the numbers of a rich map as they are painted', () => {
    const rows = normalizeSeatMap(richSeatMap).decks[0]?.cabins[1]?.rows.map((row) => row.number);
    expect(rows).toEqual([undefined, 12, 14, undefined, 78]);
  });

  it('marks the rows over the wings', () => {
    const map: SeatMap = {
      decks: [{ id: 'd', cabins: [{ ...economy, wings: { firstRowIndex: 1, lastRowIndex: 2 } }] }],
    };
    const rows = cabinsOf(normalizeSeatMap(map))[0]?.rows.map((row) => row.overwing);
    expect(rows).toEqual([false, true, true, false, false]);
  });

  it('drops seats that are there twice, on one another, or outside the hull', () => {
    const cells = [seatAt(1, 0, 'A'), seatAt(1, 1, 'A'), seatAt(1, 0, 'B'), seatAt(1, 99, 'Z'), seatAt(1, -1, 'Y')];
    const map = normalizeSeatMap({ decks: [{ id: 'd', cabins: [{ ...economy, rows: [{ number: 1, cells }] }] }] });
    expect(seatsOf(cabinsOf(map))).toEqual([seatAt(1, 0, 'A')]);
  });

  it('takes direction marks and endless text out of every word, but not out of ids and the answer', () => {
    const price = { amount: '99', currency: `\u202E${'x'.repeat(5000)}` };
    const cells = [seatAt(1, 0, 'A\u202E', { price })];
    const cabin: Cabin = { ...economy, rows: [{ number: 1, cells }] };
    const { decks } = normalizeSeatMap({ decks: [{ id: 'd\u202E', label: '\u202Eup', cabins: [cabin] }] });
    const [seat] = seatsOf(decks[0]?.cabins ?? []) as [Seat];
    expect(seat.price).toEqual({ amount: '99', currency: `${'x'.repeat(79)}…` });
    expect(seat.seat).toBe('A\u202E');
    expect([decks[0]?.id, decks[0]?.label]).toEqual(['d\u202E', 'up']);
  });

  it('reads prices as they are sent, in the currency of the map, and tells which it cannot', () => {
    const prices = ['9.50', 9.5, { amountMinor: 950 }, { amount: '9.50', amountMinor: 95 }, null, undefined];
    const offers = [{ passengerId: 'a', state: 'available', price: 'much' }];
    const rows = prices.map((price, i) => ({
      cells: [{ ...seatAt(i + 1, 0, 'A'), price, offers: i === 5 ? offers : undefined }],
    }));
    const sent = { currency: 'GBP', decks: [{ id: 'd', cabins: [{ ...economy, rows }] }] };
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    const seats = seatsOf(cabinsOf(normalizeSeatMap(seatMapSchema.parse(sent), { onWarning })));
    expect(seats.map(({ price }) => price && `${price.amount} ${price.currency}`)).toEqual([
      '9.50 GBP',
      '9.5 GBP',
      '9.50 GBP',
      null,
      null,
      undefined,
    ]);
    expect(seats[5]?.offers?.[0]?.price).toBeNull();
    expect(warnings).toEqual([
      expect.stringContaining('decks[0].cabins[0].rows[3].cells[0].price: it names two amounts'),
      expect.stringContaining('decks[0].cabins[0].rows[5].cells[0].offers[0].price: its amount cannot be read'),
    ]);
  });

  it('survives a map larger than any aircraft', () => {
    const map = normalizeSeatMap({
      rows: 1e9,
      seatsPerRow: Array.from({ length: 500 }, (_, i) => String.fromCodePoint(0x400 + i)),
      taken: [],
    });
    expect(seatsOf(cabinsOf(map)).length).toBe(6000);
  });
});

describe('the name of a seat', () => {
  const tiers = richSeatMap.tiers;
  const name = (designator: string) =>
    describeSeat(seatOf(richSeatMap, designator), economy, { tiers, priced: true, locale: 'en-GB' });

  it.each([
    ['12A', '12A, window, exit row, extra legroom, £59.19'],
    ['12B', '12B, middle, Preferred, £22.19'],
    ['14C', '14C, aisle, included'],
    ['14D', '14D, aisle, taken'],
    ['12E', '12E, middle, kept by the airline'],
  ])('of %s is %s', (designator, told) => expect(name(designator)).toBe(told));

  it('speaks of no price where the map has none', () => {
    const [cabin] = cabinsOf(normalizeSeatMap(seedSeatMap)) as [Cabin];
    expect(describeSeat(seatAt(2, 0, 'A'), cabin)).toBe('2A, window');
  });

  it('tells what is near', () => {
    expect(nearbyOf(economy, 4, 0)).toBe('near lavatory');
    expect(nearbyOf(economy, 4, 6)).toBeUndefined();
    expect(nearbyOf(economy, 1, 0)).toBeUndefined();
  });

  it('tells the cabin', () => {
    expect(describeCabin(economy)).toBe('Economy, rows 12 to 78, 6 across');
    expect(describeCabin({ ...economy, class: 'premium_economy', rows: [] })).toBe('Premium economy, 6 across');
  });

  it('names what a seat is sold as once, as the airline does', () => {
    const tiers = [{ id: 't', name: 'Main Cabin Extra Legroom' }];
    expect(featuresOf(seatAt(1, 0, 'A', { tier: 't', features: ['extra_legroom'] }), tiers)).toEqual([
      'Main Cabin Extra Legroom',
    ]);
    expect(featuresOf(seatAt(1, 0, 'A', { tier: 'Preferred', features: ['preferred'] }))).toEqual(['preferred']);
    expect(featuresOf(seatAt(1, 0, 'A', { tier: 'SEAT\u202E ASSIGNMENT' }))).toEqual(['Seat assignment']);
    expect(featuresOf(seatAt(1, 0, 'A', { tier: 'x'.repeat(5000) }))[0]).toHaveLength(80);
  });
});

describe('disclosuresOf', () => {
  it('tells what the airline says, else what an exit row or an adult-only seat means', () => {
    expect(disclosuresOf(seatOf(richSeatMap, '12A'))).toEqual(['You must be 16 or over and able to help the crew.']);
    expect(disclosuresOf(seatAt(1, 0, 'A', { features: ['exit_row'] }))).toHaveLength(1);
    expect(disclosuresOf(seatAt(1, 0, 'A', { restrictions: ['adult_only'] }))).toHaveLength(1);
    expect(disclosuresOf(seatAt(1, 0, 'A', { disclosures: null }))).toEqual([]);
  });
});

describe('seatMapSchema', () => {
  it('takes both shapes', () => {
    expect([seatMapSchema.parse(seedSeatMap), seatMapSchema.parse(richSeatMap)]).toEqual([seedSeatMap, richSeatMap]);
  });

  it.each([
    ['a million rows', { ...seedSeatMap, rows: 1e6 }],
    [
      'a seat without a row',
      { decks: [{ id: 'd', cabins: [{ ...economy, rows: [{ cells: [{ type: 'seat', col: 0 }] }] }] }] },
    ],
    ['no decks', { decks: [] }],
  ])('refuses %s', (_, map) => expect(seatMapSchema.safeParse(map).success).toBe(false));

  it('answers with a row and a letter alone', () => {
    expect(pickSeatSchema.parse({ row: 12, seat: 'A' })).toEqual({ row: 12, seat: 'A' });
    expect(pickSeatSchema.safeParse({ row: 1.5, seat: 'A' }).success).toBe(false);
  });
});
