import { describe, expect, it } from 'vitest';
import { flightsFromAmadeusOffers, seatMapsFromAmadeus } from '../../src/travel-amadeus.ts';
import { flightsFromDuffelOffers, seatMapsFromDuffel } from '../../src/travel-duffel.ts';
import type { Flight } from '../../src/travel/flight.ts';
import type { SeatMap } from '../../src/travel/seat-map.ts';
import {
  amadeusDeck,
  amadeusOffer,
  amadeusOffers,
  amadeusRow,
  amadeusSeat,
  amadeusSeatMap,
  amadeusSegment,
  dictionaries,
  facility,
  traveler,
} from './amadeus-samples.ts';
import { corruptions, differences, seatsAt, told } from './corrupt.ts';
import {
  duffelCabin,
  duffelOffer,
  duffelRow,
  duffelSeatElement,
  duffelSeatMap,
  duffelSegment,
  slice,
} from './duffel-samples.ts';

const onWarning = () => {};

/** What may change with a field of an offer, besides the place of the same name: by the end of its path. */
type Reach = readonly (readonly [field: RegExp, shows: RegExp | 'the offer'])[];

const route = /^(legs\.\d+\.segments\.\d+\.)?(departure|arrival)\b/;
const carrier = /(^|\.)(airline|marketing|operating|flightNumber)\b/;

const ofDuffel: Reach = [
  [/^(id|slices|slices\.\d+|slices\.\d+\.segments|slices\.\d+\.segments\.\d+)$/, 'the offer'],
  [/\.(departing_at|arriving_at)$/, 'the offer'],
  [/^owner/, /^airline/],
  [/carrier/, carrier],
  [/^total_(amount|currency)$/, /^price/],
  [/^total_emissions_kg$/, /^emissions/],
  [/conditions/, /^refundable$|conditions/],
  [/passengers/, /baggage|cabin/],
  [/origin|destination/, route],
  [/aircraft/, /aircraft|mode/],
  [/\.stops/, /technicalStops/],
  [/distance$/, /distanceKm/],
  [/duration$/, /duration/],
  [/fare_brand_name$/, /fareBrand/],
  [/\.id$/, /\.id$/],
];

const ofAmadeus: Reach = [
  [/^(id|itineraries|itineraries\.\d+|itineraries\.\d+\.segments|itineraries\.\d+\.segments\.\d+)$/, 'the offer'],
  [/\.(departure|arrival)(\.at)?$/, 'the offer'],
  [/\.(departure|arrival)\./, route],
  [/^price/, /^price/],
  [/^numberOfBookableSeats$/, /^seatsLeft$/],
  [/^pricingOptions/, /^refundable$/],
  [/^validatingAirlineCodes/, /^airline/],
  [/^travelerPricings/, /baggage|cabin|fareBrand/],
  [/aircraft/, /aircraft|mode/],
  [/carrierCode$|operating|\.number$/, carrier],
  [/[sS]tops/, /technicalStops/],
  [/duration$/, /duration/],
  [/co2Emissions/, /^emissions/],
  // What was bought for a flight is told by its id.
  [/segments\.\d+\.id$/, /\.id$|baggage|cabin|fareBrand/],
];

/** Breaks each field of the first of two offers: what that changes where it may not. */
function spreadOf(offer: object, reach: Reach, read: (offers: readonly unknown[]) => readonly Flight[]): string[] {
  const other = { ...offer, id: 'other' };
  const [whole, beside] = read([offer, other]);
  return corruptions(offer).flatMap(({ path, what, broken }) => {
    const at = path.join('.');
    const shows = reach.find(([field]) => field.test(at))?.[1];
    const flights = read([broken, other]);
    const changed = flights.length === 1 ? ['the offer'] : differences(whole, flights[0]);
    const allowed = changed.every((place) => (typeof shows === 'string' ? place === shows : shows?.test(place)));
    const spread = differences(flights.at(-1), beside);
    return (allowed || shows === 'the offer') && spread.length === 0
      ? []
      : `${what} changes ${[...changed, ...spread].join()}`;
  });
}

describe('whatever is wrong with an offer', () => {
  it('of Duffel’s, all that does not hang on it shows', () => {
    const stops = [{ airport: { iata_code: 'BOS', name: 'Logan' }, duration: 'PT1H' }];
    const fee = { allowed: true, penalty_amount: '50.00', penalty_currency: 'GBP' };
    const offer = duffelOffer({
      conditions: { change_before_departure: fee, refund_before_departure: { ...fee, allowed: false } },
      slices: [
        slice([duffelSegment('LHR', 'JFK', '2026-12-01T16:40:00', '2026-12-01T19:45:00', { stops })]),
        slice([
          duffelSegment('JFK', 'BOS', '2026-12-08T10:00:00', '2026-12-08T11:00:00'),
          duffelSegment('BOS', 'LHR', '2026-12-08T21:30:00', '2026-12-09T09:20:00'),
        ]),
      ],
    });
    expect(spreadOf(offer, ofDuffel, (offers) => flightsFromDuffelOffers(offers, { onWarning }))).toEqual([]);
  });

  it('of Amadeus’, all that does not hang on it shows', () => {
    const more = { stops: [{ iataCode: 'CDG', duration: 'PT1H' }], numberOfStops: 1 };
    const co2 = { co2Emissions: [{ weight: 80, weightUnit: 'KG', cabin: 'ECONOMY' }] };
    const first = amadeusSegment('1', 'MUC', 'JFK', '2026-03-01T11:50:00', '2026-03-01T14:45:00', { ...more, ...co2 });
    const second = amadeusSegment('2', 'JFK', 'MUC', '2026-03-08T17:20:00', '2026-03-09T07:20:00', co2);
    const offer = amadeusOffer({
      itineraries: [first, second].map((segment) => ({ duration: 'PT8H55M', segments: [segment] })),
      travelerPricings: [traveler(['1', '2']), traveler(['1', '2'], { travelerId: '2' })],
    });
    expect(
      spreadOf(offer, ofAmadeus, (offers) => flightsFromAmadeusOffers(amadeusOffers(...offers), { onWarning })),
    ).toEqual([]);
  });

  it('is never a dictionary that hides a flight', () => {
    const answer = amadeusOffers(amadeusOffer());
    for (const { path, what, broken } of corruptions(answer)) {
      const flights = path[0] === 'data' ? undefined : flightsFromAmadeusOffers(broken, { onWarning });
      expect(flights?.[0]?.id ?? '1', what).toBe('1');
    }
  });
});

/** The same of a map, for every seat that is not in the field. */
function seatsLost(whole: unknown, number: string, read: (maps: unknown) => readonly SeatMap[]): string[] {
  const before = told(read([whole])[0]);
  if (before.size < 8) return ['too few seats to try'];
  return corruptions(whole).flatMap(({ path, what, broken }) => {
    const gone = new Set(seatsAt(whole, path, number));
    if (gone.size === before.size) return [];
    const after = told(read([broken])[0]);
    const changed = [...before].filter(([designator, seat]) => !gone.has(designator) && after.get(designator) !== seat);
    return changed.length === 0 ? [] : `${what} changes ${changed.join()}`;
  });
}

describe('whatever is wrong with a seat map', () => {
  it('of Duffel’s, every seat that does not hang on it shows as it is', () => {
    const seat = (name: string) =>
      duffelSeatElement(name, { pas_ada: '9.00', pas_grace: '5.00' }, { disclosures: ['Cold.'] });
    const rows = [
      duffelRow([seat('1A'), '1B'], ['1C', duffelSeatElement('1D')]),
      duffelRow(['exit_row'], ['galley']),
      duffelRow(['2A', 'empty'], ['2C', '2D']),
    ];
    const whole = duffelSeatMap([
      duffelCabin(rows, { wings: { first_row_index: 0, last_row_index: 1 } }),
      duffelCabin([duffelRow(['9A', '9B'])], { deck: 1 }),
    ]);
    expect(seatsLost(whole, 'designator', (maps) => seatMapsFromDuffel(maps, { onWarning }))).toEqual([]);
  });

  it('of Amadeus’, every seat that does not hang on it shows as it is', () => {
    const decks = [
      amadeusDeck(
        [amadeusSeat('1A', 0, 0, ['5.00', 'BLOCKED']), ...amadeusRow(2, 1, 'AB CD'), ...amadeusRow(3, 3, 'AB CD')],
        {
          facilities: [facility('LA', 2, 0), facility('G', 2, 4)],
          deckConfiguration: { startWingsX: 0, endWingsX: 1, exitRowsX: [1, 2] },
        },
      ),
      amadeusDeck([...amadeusRow(9, 0, 'A')], { deckType: 'UPPER' }),
    ];
    expect(
      seatsLost(amadeusSeatMap(decks), 'number', (data) => seatMapsFromAmadeus({ data, dictionaries }, { onWarning })),
    ).toEqual([]);
  });
});
