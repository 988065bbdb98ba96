/** Invented data in the shape of Duffel's API. `more` is what the test is about. */

type More = Readonly<Record<string, unknown>>;

export const airline = (code: string | null, name: string) => ({
  id: `arl_${name}`,
  iata_code: code,
  name,
  logo_symbol_url: `https://logos.example/${name}.svg`,
});

const airports: Readonly<Record<string, More>> = {
  LHR: { name: 'Heathrow Airport', city_name: 'London', iata_country_code: 'GB', time_zone: 'Europe/London' },
  JFK: {
    name: 'John F. Kennedy Airport',
    city_name: 'New York',
    iata_country_code: 'US',
    time_zone: 'America/New_York',
  },
  BOS: { name: 'Logan Airport', city_name: 'Boston', iata_country_code: 'US', time_zone: 'America/New_York' },
};

export const airport = (code: string) => ({ type: 'airport', iata_code: code, ...airports[code] });

export function duffelSegment(from: string, to: string, departs: string, arrives: string, more?: More) {
  return {
    id: `seg_${from}${to}`,
    marketing_carrier: airline('XA', 'Example Air'),
    marketing_carrier_flight_number: '117',
    operating_carrier: airline('XA', 'Example Air'),
    operating_carrier_flight_number: '117',
    origin: airport(from),
    destination: airport(to),
    departing_at: departs,
    arriving_at: arrives,
    origin_terminal: '5',
    destination_terminal: null,
    duration: 'PT8H5M',
    distance: '5539.715',
    aircraft: { id: 'arc_1', iata_code: '77W', name: 'Boeing 777-300ER' },
    passengers: [passengerOn('pas_ada'), passengerOn('pas_grace')],
    stops: [],
    ...more,
  };
}

export function passengerOn(id: string, bags: Readonly<Record<string, number>> = { carry_on: 1, checked: 2 }) {
  return {
    passenger_id: id,
    cabin_class: 'economy',
    cabin_class_marketing_name: 'World Traveller',
    fare_basis_code: 'OLN0Z',
    baggages: Object.entries(bags).map(([type, quantity]) => ({ type, quantity })),
  };
}

export function slice(segments: readonly unknown[], more?: More) {
  return {
    id: 'sli_1',
    duration: 'PT8H5M',
    fare_brand_name: 'Basic',
    conditions: { change_before_departure: null, advance_seat_selection: true },
    segments,
    ...more,
  };
}

const out = () => slice([duffelSegment('LHR', 'JFK', '2026-12-01T16:40:00', '2026-12-01T19:45:00')]);

export function duffelOffer(more?: More) {
  return {
    id: 'off_1',
    live_mode: false,
    owner: airline('XA', 'Example Air'),
    total_amount: '912.40',
    total_currency: 'GBP',
    tax_amount: null,
    total_emissions_kg: '824',
    conditions: { change_before_departure: null, refund_before_departure: null },
    passengers: [
      { id: 'pas_ada', type: 'adult', given_name: 'Ada', family_name: 'Lovelace' },
      { id: 'pas_grace', type: 'adult' },
    ],
    slices: [out()],
    ...more,
  };
}

/** A seat for these passengers at these prices. Without prices, it is for nobody. */
export function duffelSeatElement(number: string, prices: Readonly<Record<string, string>> = {}, more?: More) {
  return {
    type: 'seat',
    designator: number,
    name: 'Standard',
    disclosures: [],
    available_services: Object.entries(prices).map(([passenger, total]) => ({
      id: `ase_${number}_${passenger}`,
      passenger_id: passenger,
      total_amount: total,
      total_currency: 'GBP',
    })),
    ...more,
  };
}

export const thing = (type: string) => ({ type });

/**
 * `row(['12A', '12B'], ['12C'])`: a row from sections of elements. A string is an available seat, or a kind of element.
 */
export function duffelRow(...sections: readonly (readonly (string | object)[])[]) {
  return {
    sections: sections.map((elements) => ({
      elements: elements.map((element) => {
        if (typeof element !== 'string') return element;
        return /^\d/.test(element) ? duffelSeatElement(element, { pas_ada: '20.00' }) : thing(element);
      }),
    })),
  };
}

export function duffelCabin(rows: readonly unknown[], more?: More) {
  return { deck: 0, cabin_class: 'economy', wings: null, aisles: 1, rows, ...more };
}

export function duffelSeatMap(cabins: readonly unknown[], more?: More) {
  return { id: 'sea_1', slice_id: 'sli_1', segment_id: 'seg_LHRJFK', cabins, ...more };
}
