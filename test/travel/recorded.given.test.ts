import flights from 'virtual:given/flights';
import seatMaps from 'virtual:given/seatmaps';
import { describe, expect, it } from 'vitest';
import { flightSchema } from '../../src/travel/flight-schema.ts';
import { describeFlight } from '../../src/travel/flight-summary.ts';
import { normalizeFlight } from '../../src/travel/normalize-flight.ts';
import { normalizeSeatMap } from '../../src/travel/normalize-seat-map.ts';
import { seatMapSchema } from '../../src/travel/seat-map-schema.ts';
import { isSeat, seatsOf, type Seat, type SeatMap } from '../../src/travel/seat-map.ts';
import { describeSeat } from '../../src/travel/seat-name.ts';
import { reached } from './press.ts';

const cabinsOf = (map: SeatMap) => map.decks.flatMap((deck) => deck.cabins);

describe('recorded flights', () => {
  it.each(flights)('of $name parse, normalise and can be told', ({ data }) => {
    for (const flight of data) {
      const parsed = flightSchema.parse(flight);
      const told = describeFlight(normalizeFlight(parsed), { locale: 'en-US' });
      expect(told).toMatch(/\d\d:\d\d to \d\d:\d\d/);
      expect(told).not.toMatch(/undefined|NaN|\[object/);
    }
  });
});

describe('recorded seat maps', () => {
  it.each(seatMaps)('$name parses, keeps every seat, and names each one', ({ data }) => {
    const given = seatMapSchema.parse(data) as SeatMap;
    const map = normalizeSeatMap(given);
    expect(seatsOf(cabinsOf(map))).toHaveLength(seatsOf(cabinsOf(given)).length);
    const names = cabinsOf(map).flatMap((cabin) =>
      cabin.rows.flatMap((row) =>
        row.cells.filter(isSeat).map((seat) => describeSeat(seat, cabin, { tiers: map.tiers })),
      ),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.join()).not.toMatch(/undefined|NaN|_/);
  });

  it.each(seatMaps)('the arrows reach every seat of $name', ({ data }) => {
    for (const { cabins } of normalizeSeatMap(data).decks) {
      const [first] = seatsOf(cabins);
      expect(reached(cabins, first as Seat).size).toBe(seatsOf(cabins).length);
    }
  });
});
