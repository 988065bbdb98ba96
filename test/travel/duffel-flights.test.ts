import { describe, expect, it, vi } from 'vitest';
import { flightsFromDuffelOffers } from '../../src/travel-duffel.ts';
import { TravelDataError } from '../../src/travel/convert/travel-data-error.ts';
import type { Flight } from '../../src/travel/flight.ts';
import { flightSchema } from '../../src/travel/flight-schema.ts';
import { describeFlight, operators, summarizeLegs } from '../../src/travel/flight-summary.ts';
import { normalizeFlight } from '../../src/travel/normalize-flight.ts';
import { airline, airport, duffelOffer, duffelSegment, passengerOn, slice } from './duffel-samples.ts';

function flightOf(offer: object): Flight {
  const [flight] = flightsFromDuffelOffers([offer]);
  return normalizeFlight(flightSchema.parse(flight));
}

/** The error that these offers make. */
function problemOf(offers: unknown): { code: string; path: string } {
  try {
    flightsFromDuffelOffers(offers);
  } catch (error) {
    if (error instanceof TravelDataError) return { code: error.code, path: error.path };
  }
  throw new Error('nothing was thrown');
}

describe('a Duffel offer', () => {
  it('becomes a flight that says all that a card shows', () => {
    const flight = flightOf(duffelOffer());
    expect(flight).toMatchObject({
      id: 'off_1',
      airline: { code: 'XA', name: 'Example Air' },
      flightNumber: 'XA117',
      price: { amount: '912.40', currency: 'GBP' },
      duration: 'PT8H5M',
      departure: { place: { code: 'LHR', city: 'London', timeZone: 'Europe/London' }, at: '2026-12-01T16:40:00' },
      arrival: { place: { code: 'JFK' }, at: '2026-12-01T19:45:00' },
      emissions: { kgCO2e: 824 },
    });
    expect(flight.legs[0]).toMatchObject({
      fareBrand: 'Basic',
      cabin: 'economy',
      baggage: { carryOn: 1, checked: 2 },
      conditions: { seatSelection: true },
    });
    expect(flight.legs[0]?.segments[0]).toMatchObject({
      aircraft: { code: '77W', name: 'Boeing 777-300ER' },
      cabinName: 'World Traveller',
      distanceKm: 5539.715,
      departure: { terminal: '5' },
    });
    expect(flight.legs[0]?.segments[0]?.operating).toBeUndefined();
  });

  it('keeps its money to the last digit', () => {
    const dear = flightOf(duffelOffer({ total_amount: '90071992547409931.10', total_currency: 'KWD' }));
    expect(dear.price).toEqual({ amount: '90071992547409931.10', currency: 'KWD' });
  });

  it('keeps both ways of a return, and the day it arrives', () => {
    const flight = flightOf(
      duffelOffer({
        slices: [
          slice([duffelSegment('LHR', 'JFK', '2026-12-01T16:40:00', '2026-12-01T19:45:00')]),
          slice([duffelSegment('JFK', 'LHR', '2026-12-08T21:30:00', '2026-12-09T09:20:00')], { id: 'sli_2' }),
        ],
      }),
    );
    expect(summarizeLegs(flight).map(({ days, stops }) => [days, stops])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(flight.arrival.place?.code).toBe('JFK');
    expect(flight.duration).toBeUndefined();
  });

  it('says who else flies it, where the traveller changes, and where it only lands', () => {
    const flight = flightOf(
      duffelOffer({
        slices: [
          slice([
            duffelSegment('LHR', 'BOS', '2026-12-01T10:00:00', '2026-12-01T13:00:00', {
              operating_carrier: airline('XB', 'Other Air'),
              stops: [{ id: 'sto_1', airport: airport('KEF'), duration: 'PT1H' }],
            }),
            duffelSegment('BOS', 'JFK', '2026-12-01T15:00:00', '2026-12-01T16:10:00'),
          ]),
        ],
      }),
    );
    expect(operators(flight)).toBe('Other Air');
    expect(summarizeLegs(flight)[0]).toMatchObject({ stops: 2, via: ['BOS', 'KEF'] });
    expect(describeFlight(flight)).toContain('operated by Other Air');
  });

  it('promises only the bags that everybody with a seat has all the way', () => {
    const bags = (id: string, checked: number) => passengerOn(id, { carry_on: 1, checked });
    const first = { passengers: [bags('pas_ada', 2), bags('pas_grace', 1), bags('pas_baby', 0)] };
    const second = { passengers: [bags('pas_ada', 1), bags('pas_grace', 2), bags('pas_baby', 0)] };
    const flight = flightOf(
      duffelOffer({
        passengers: [
          { id: 'pas_ada', type: 'adult' },
          { id: 'pas_grace' },
          { id: 'pas_baby', type: 'infant_without_seat' },
        ],
        slices: [
          slice([
            duffelSegment('LHR', 'BOS', '2026-12-01T10:00:00', '2026-12-01T13:00:00', first),
            duffelSegment('BOS', 'JFK', '2026-12-01T15:00:00', '2026-12-01T16:10:00', second),
          ]),
        ],
      }),
    );
    expect(flight.legs[0]?.baggage).toEqual({ carryOn: 1, checked: 1 });
  });

  it.for<[what: string, passengers: unknown]>([
    ['of one of them', [passengerOn('pas_ada'), { ...passengerOn('pas_grace'), baggages: undefined }]],
    ['of one who cannot be read', [passengerOn('pas_ada'), 7]],
    ['of anybody on one of the flights', undefined],
  ])('promises no bags where those %s are not known', ([, passengers]) => {
    const out = duffelSegment('LHR', 'BOS', '2026-12-01T10:00:00', '2026-12-01T13:00:00');
    const on = duffelSegment('BOS', 'JFK', '2026-12-01T15:00:00', '2026-12-01T16:10:00', { passengers });
    const [flight] = flightsFromDuffelOffers([duffelOffer({ slices: [slice([out, on])] })], { onWarning: () => {} });
    expect(flight?.legs[0]?.baggage).toBeUndefined();
  });

  it.for(['total_amount', 'total_currency'])('has no price where its %s cannot be read', (field) => {
    const paths: string[] = [];
    const [flight] = flightsFromDuffelOffers([duffelOffer({ [field]: 'much' })], {
      onWarning: ({ path }) => paths.push(path),
    });
    expect([flight?.id, flight?.price, paths]).toEqual(['off_1', undefined, [`[0].${field}`]]);
  });

  it('does not call a change free of charge whose fee cannot be read', () => {
    const fee = { allowed: true, penalty_amount: 'some', penalty_currency: 'GBP' };
    const offer = duffelOffer({ conditions: { change_before_departure: fee, refund_before_departure: null } });
    const [flight] = flightsFromDuffelOffers([offer], { onWarning: () => {} });
    expect(flight?.legs[0]?.conditions?.change).toEqual({ allowed: true });
  });

  it('tells a fee that is nothing from one that is unknown, as `null` says', () => {
    const [free, unknown] = ['0.00', null].map((penalty_amount) => {
      const change_before_departure = { allowed: true, penalty_amount, penalty_currency: penalty_amount && 'GBP' };
      return flightOf(duffelOffer({ conditions: { change_before_departure, refund_before_departure: null } }));
    });
    expect(free?.legs[0]?.conditions?.change).toEqual({ allowed: true, penalty: { amount: '0.00', currency: 'GBP' } });
    expect(unknown?.legs[0]?.conditions?.change).toEqual({ allowed: true });
  });

  it('says what a change and a refund cost: of the slice first, of the whole offer else', () => {
    const paid = { allowed: true, penalty_amount: '100.00', penalty_currency: 'GBP' };
    const flight = flightOf(
      duffelOffer({
        conditions: { change_before_departure: { allowed: false }, refund_before_departure: paid },
        slices: [
          slice([duffelSegment('LHR', 'JFK', '2026-12-01T16:40:00', '2026-12-01T19:45:00')], {
            conditions: { change_before_departure: paid, advance_seat_selection: false },
          }),
          slice([duffelSegment('JFK', 'LHR', '2026-12-08T21:30:00', '2026-12-09T09:20:00')], { conditions: null }),
        ],
      }),
    );
    const penalty = { amount: '100.00', currency: 'GBP' };
    expect(flight.refundable).toBe(true);
    expect(flight.legs.map(({ conditions }) => conditions)).toEqual([
      { change: { allowed: true, penalty }, refund: { allowed: true, penalty }, seatSelection: false },
      { change: { allowed: false }, refund: { allowed: true, penalty } },
    ]);
  });

  it('takes trains for trains, and an airline without a code by its name', () => {
    const train = { aircraft: { iata_code: 'TRN', name: 'Train' }, marketing_carrier: airline(null, 'Rail & Fly') };
    const flight = flightOf(
      duffelOffer({
        slices: [slice([duffelSegment('LHR', 'JFK', '2026-12-01T10:00:00', '2026-12-01T12:00:00', train)])],
      }),
    );
    expect(flight.legs[0]?.segments[0]).toMatchObject({ mode: 'train', marketing: { code: 'Rail & Fly' } });
  });

  it('lets the page load no logo unless the host wants them', () => {
    expect(JSON.stringify(flightsFromDuffelOffers([duffelOffer()]))).not.toContain('https:');
    const [flight] = flightsFromDuffelOffers([duffelOffer()], { logos: true });
    expect(flight?.airline.logoUrl).toBe('https://logos.example/Example Air.svg');
  });

  it('needs no more than what it must have', () => {
    const bare = {
      id: 'off_2',
      owner: { name: 'Example Air' },
      total_amount: '1',
      total_currency: 'EUR',
      slices: [
        {
          id: 'sli_1',
          segments: [
            {
              id: 'seg_1',
              marketing_carrier: { iata_code: 'XA', name: 'Example Air' },
              marketing_carrier_flight_number: '1',
              origin: {},
              destination: {},
              departing_at: '2026-12-01T16:40',
              arriving_at: '2026-12-01T19:45',
            },
          ],
        },
      ],
    };
    expect(flightOf(bare)).toMatchObject({ flightNumber: 'XA1', price: { amount: '1', currency: 'EUR' } });
  });

  it.for<[what: string, offers: unknown, path: string]>([
    ['no list', { data: [] }, ''],
    ['no slices', [duffelOffer({ slices: [] })], '[0].slices'],
    [
      'a time with an offset',
      [duffelOffer({ slices: [slice([duffelSegment('LHR', 'JFK', '2026-12-01T16:40:00Z', '2026-12-01T19:45:00')])] })],
      '[0].slices[0].segments[0].departing_at',
    ],
  ])('is refused, with the path to it, for %s', ([, offers, path]) => {
    expect(problemOf(offers)).toEqual({ code: 'TRAVEL_DATA_INVALID', path });
  });

  it('leaves out an offer that cannot be read, and says which', () => {
    const onWarning = vi.fn<(warning: TravelDataError) => void>();
    const flights = flightsFromDuffelOffers([duffelOffer({ slices: [] }), duffelOffer({ id: 'off_2' })], { onWarning });
    expect(flights.map(({ id }) => id)).toEqual(['off_2']);
    expect(onWarning.mock.calls.map(([{ code, path }]) => [code, path])).toEqual([
      ['TRAVEL_DATA_INVALID', '[0].slices'],
    ]);
  });

  it('shows an offer without a field that it can do without', () => {
    const onWarning = vi.fn<(warning: TravelDataError) => void>();
    const offer = duffelOffer({ total_emissions_kg: 'a lot' });
    expect(flightsFromDuffelOffers([offer], { onWarning })[0]?.emissions).toBeUndefined();
    expect(onWarning).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: '[0].total_emissions_kg' }));
  });

  it('takes a price as a number, in major units', () => {
    expect(flightOf(duffelOffer({ total_amount: 912.4 })).price).toEqual({ amount: '912.4', currency: 'GBP' });
  });

  it('warns on the console, once, when nobody listens', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    flightsFromDuffelOffers([duffelOffer({ slices: [] }), duffelOffer({ slices: [] }), duffelOffer()]);
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/\[0\]\.slices: .* That part is left out\. So are 1 more parts\./)],
    ]);
    warn.mockRestore();
  });
});
