import { describe, expect, it, vi } from 'vitest';
import { flightsFromAmadeusOffers } from '../../src/travel-amadeus.ts';
import { TravelDataError } from '../../src/travel/convert/travel-data-error.ts';
import type { Flight } from '../../src/travel/flight.ts';
import { flightSchema } from '../../src/travel/flight-schema.ts';
import { operators, summarizeLegs } from '../../src/travel/flight-summary.ts';
import { normalizeFlight } from '../../src/travel/normalize-flight.ts';
import { amadeusOffer, amadeusOffers, amadeusSegment, traveler } from './amadeus-samples.ts';

function flightOf(offer: object, options?: Parameters<typeof flightsFromAmadeusOffers>[1]): Flight {
  const [flight] = flightsFromAmadeusOffers(amadeusOffers(offer), options);
  return normalizeFlight(flightSchema.parse(flight));
}

const oneWay = (...segments: readonly object[]) => ({ itineraries: [{ duration: 'PT10H', segments }] });

describe('an Amadeus offer', () => {
  it('becomes a flight that says all that a card shows', () => {
    const flight = flightOf(amadeusOffer());
    expect(flight).toMatchObject({
      id: '1',
      airline: { code: 'XA', name: 'EXAMPLE AIR' },
      flightNumber: 'XA837',
      // The grand total: fees are to be paid too.
      price: { amount: '790.05', currency: 'EUR' },
      duration: 'PT8H55M',
      departure: { place: { code: 'MUC', countryCode: 'DE' }, at: '2026-03-01T11:50:00', terminal: '2' },
      seatsLeft: 4,
    });
    expect(flight.legs[0]).toMatchObject({
      fareBrand: 'ECOBASIC',
      cabin: 'premium_economy',
      baggage: { checked: 1 },
      segments: [{ aircraft: { code: '77W', name: 'BOEING 777-300ER' } }],
    });
    expect(flight.legs[0]?.segments[0]?.operating).toBeUndefined();
  });

  it('keeps both ways of a return, and the day it arrives', () => {
    const flight = flightOf(
      amadeusOffer({
        itineraries: [
          {
            duration: 'PT9H',
            segments: [amadeusSegment('1', 'MUC', 'JFK', '2026-03-01T11:50:00', '2026-03-01T14:45:00')],
          },
          {
            duration: 'PT8H',
            segments: [amadeusSegment('2', 'JFK', 'MUC', '2026-03-08T17:20:00', '2026-03-09T07:20:00')],
          },
        ],
        travelerPricings: [traveler(['1', '2'])],
      }),
    );
    expect(summarizeLegs(flight).map(({ days, duration }) => [days, duration])).toEqual([
      [0, 'PT9H'],
      [1, 'PT8H'],
    ]);
    expect([flight.arrival.place?.code, flight.duration]).toEqual(['JFK', undefined]);
  });

  it('says who else flies it, by code, by the dictionary or by the name it comes with', () => {
    const segment = (id: string, operating: object) =>
      amadeusSegment(id, 'MUC', 'JFK', '2026-03-01T11:50:00', '2026-03-01T14:45:00', { operating });
    const flight = flightOf(
      amadeusOffer(
        oneWay(
          segment('1', { carrierCode: 'XB' }),
          segment('2', { carrierName: 'Tiny Jet' }),
          segment('3', { carrierCode: 'XC' }),
        ),
      ),
    );
    expect(operators(flight)).toBe('OTHER AIR, Tiny Jet, XC');
  });

  it('counts the stops that nobody names', () => {
    const stops = { numberOfStops: 2, stops: [{ iataCode: 'KEF', duration: 'PT1H' }] };
    const segment = amadeusSegment('1', 'MUC', 'JFK', '2026-03-01T11:50:00', '2026-03-01T14:45:00', stops);
    expect(summarizeLegs(flightOf(amadeusOffer(oneWay(segment))))[0]).toMatchObject({ stops: 2, via: ['KEF'] });
  });

  it('promises only the bags that everybody with a seat has all the way', () => {
    const offer = (...travelers: readonly object[]) => flightOf(amadeusOffer({ travelerPricings: travelers }));
    const bags = (checked: object, more?: object) => traveler(['1'], { ...more }, { includedCheckedBags: checked });
    const baby = bags({ quantity: 0 }, { travelerType: 'HELD_INFANT' });
    expect(offer(bags({ quantity: 2 }), bags({ quantity: 1 }), baby).legs[0]?.baggage?.checked).toBe(1);
    expect(offer(bags({ weight: 30, weightUnit: 'KG' })).legs[0]?.baggage?.checked).toBe(1);
    expect(offer(traveler(['1'], {}, { includedCheckedBags: undefined })).legs[0]?.baggage).toBeUndefined();
  });

  it.for<[what: string, more: Readonly<Record<string, unknown>>]>([
    ['bags', { fareDetailsBySegment: [{ segmentId: '1', includedCheckedBags: { quantity: 'many' } }] }],
    ['fare', { fareDetailsBySegment: [7] }],
    ['fares', { fareDetailsBySegment: null }],
  ])('promises no bags where the %s of one traveller cannot be read', ([, more]) => {
    const offer = amadeusOffer({ travelerPricings: [traveler(['1']), traveler(['1'], more)] });
    const [flight] = flightsFromAmadeusOffers(amadeusOffers(offer), { onWarning: () => {} });
    expect(flight?.legs[0]).toMatchObject({ fareBrand: 'ECOBASIC', cabin: 'premium_economy' });
    expect(flight?.legs[0]?.baggage).toBeUndefined();
  });

  it('tells of few seats, and takes nine for what it means: nine or more', () => {
    expect(flightOf(amadeusOffer({ numberOfBookableSeats: 8 })).seatsLeft).toBe(8);
    expect(flightOf(amadeusOffer({ numberOfBookableSeats: 9 })).seatsLeft).toBeUndefined();
  });

  it('adds up what is emitted where every segment says', () => {
    const segment = (id: string, co2?: object) =>
      amadeusSegment(id, 'MUC', 'JFK', '2026-03-01T11:50:00', '2026-03-01T14:45:00', { co2Emissions: co2 && [co2] });
    const kg = (weight: number) => ({ weight, weightUnit: 'KG', cabin: 'ECONOMY' });
    expect(flightOf(amadeusOffer(oneWay(segment('1', kg(80)), segment('2', kg(120))))).emissions).toEqual({
      kgCO2e: 200,
    });
    expect(flightOf(amadeusOffer(oneWay(segment('1', kg(80)), segment('2')))).emissions).toBeUndefined();
  });

  it('takes the names that the host knows better', () => {
    const flight = flightOf(amadeusOffer(), {
      carrier: (code, name) => (name === 'EXAMPLE AIR' ? { code, name: 'Example Air' } : undefined),
      place: (code) => (code === 'JFK' ? { code, city: 'New York', timeZone: 'America/New_York' } : undefined),
    });
    expect(flight.airline.name).toBe('Example Air');
    expect(flight.arrival.place).toEqual({ code: 'JFK', city: 'New York', timeZone: 'America/New_York' });
    expect(flight.departure.place).toMatchObject({ code: 'MUC', countryCode: 'DE' });
  });

  it('does without dictionaries, and never looks beyond them', () => {
    const odd = amadeusSegment('1', 'MUC', 'JFK', '2026-03-01T11:50:00', '2026-03-01T14:45:00', {
      carrierCode: 'constructor',
    });
    const offer = amadeusOffer({ ...oneWay(odd), validatingAirlineCodes: null });
    const [flight] = flightsFromAmadeusOffers({ data: [offer] });
    expect(flight?.airline).toEqual({ code: 'constructor' });
    expect(flightOf(offer).airline).toEqual({ code: 'constructor' });
  });

  it.for<[what: string, response: unknown, path: string]>([
    ['the bare list', [amadeusOffer()], ''],
    ['no itinerary', amadeusOffers(amadeusOffer({ itineraries: [] })), 'data[0].itineraries'],
    [
      'a time with an offset',
      amadeusOffers(
        amadeusOffer(oneWay(amadeusSegment('1', 'MUC', 'JFK', '2026-03-01T11:50:00', '2026-03-01T14:45:00-05:00'))),
      ),
      'data[0].itineraries[0].segments[0].arrival.at',
    ],
  ])('is refused, with the path to it, for %s', ([, response, path]) => {
    expect(() => flightsFromAmadeusOffers(response)).toThrow(TravelDataError);
    expect(() => flightsFromAmadeusOffers(response)).toThrow(
      expect.objectContaining({ code: 'TRAVEL_DATA_INVALID', path }),
    );
  });

  it('asks for no other price than the whole one', () => {
    const onWarning = vi.fn<(warning: TravelDataError) => void>();
    const odd = amadeusOffer({ price: { currency: 'EUR', total: '700.00', grandTotal: 'much' } });
    expect(flightsFromAmadeusOffers(amadeusOffers(odd), { onWarning })[0]?.price).toBeUndefined();
    expect(onWarning.mock.calls.map(([{ path }]) => path)).toEqual(['data[0].price']);
  });
});
