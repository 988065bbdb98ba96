// Invented seat maps and offers in Duffel's shape. They never change: every contestant gets the same ones.

const passenger = 'pas_1';

/** 3-4-3 in one cabin: 36 rows of ten and one of eight, numbered from 40 without a 49. */
export function wideMap() {
  const rows = Array.from({ length: 36 }, (_, index) => rowOf(40 + index + (index > 8 ? 1 : 0), 'ABC DEFG HJK'));
  return map('wide', [cabin(0, 'economy', furnished([...rows, rowOf(77, '-BC DEFG HJ-')]))]);
}

/** Two decks: 427 seats below, 188 above. */
export function twoDeckMap() {
  const below = Array.from({ length: 42 }, (_, index) => rowOf(41 + index, 'ABC DEFG HJK'));
  const above = Array.from({ length: 23 }, (_, index) => rowOf(6 + index, 'AC DEFG HK'));
  return map('two-deck', [
    cabin(0, 'economy', furnished([...below, rowOf(83, '-BC DEF- HJ-')])),
    cabin(1, 'business', furnished([...above, rowOf(29, '-- DEFG --')])),
  ]);
}

/** Every seat element, with its deck. */
export function seatsIn(seatMap) {
  return seatMap.cabins.flatMap(({ deck, rows }) =>
    rows.flatMap(({ sections }) =>
      sections.flatMap(({ elements }) =>
        elements.filter(({ type }) => type === 'seat').map((element) => ({ deck, element })),
      ),
    ),
  );
}

/** One-way offers with at most one stop. Each flight has five to seven fares, as airlines sell them. */
export function offers(count) {
  const sold = [];
  for (let flight = 0; sold.length < count; flight += 1) {
    for (let fare = 0; fare < [7, 6, 5, 6, 5, 6][flight % 6] && sold.length < count; fare += 1) {
      sold.push({ index: flight, fare });
    }
  }
  return sold.map(({ index, fare }) => {
    const minutes = 300 + ((index * 37) % 600);
    const hour = 5 + (index % 15);
    const stops = index % 3 === 0 ? 0 : 1;
    const carrier = carriers[index % carriers.length];
    const clock = (after) => {
      const all = hour * 60 + (index % 60) + after;
      const pad = (value) => String(value).padStart(2, '0');
      return `2026-12-0${1 + Math.floor(all / 1440)}T${pad(Math.floor(all / 60) % 24)}:${pad(all % 60)}:00`;
    };
    const half = Math.floor(minutes / 2);
    const segments =
      stops === 0
        ? [segment(index, 0, carrier, 'ATL', 'JFK', clock(0), clock(minutes))]
        : [
            segment(index, 0, carrier, 'ATL', 'CLT', clock(0), clock(half - 30)),
            segment(index, 1, carrier, 'CLT', 'JFK', clock(half + 30), clock(minutes)),
          ];
    return {
      id: `off_${index}_${fare}`,
      owner: carrier,
      base_amount: String(120 + ((index * 53) % 900) + fare * 45),
      base_currency: 'USD',
      total_amount: `${140 + ((index * 53) % 900) + fare * 45}.10`,
      total_currency: 'USD',
      total_emissions_kg: String(60 + ((index * 7) % 90)),
      conditions: { change_before_departure: null, refund_before_departure: { allowed: fare > 2 } },
      passengers: [{ id: passenger, type: 'adult' }],
      slices: [
        {
          id: `sli_${index}_${fare}`,
          duration: `PT${Math.floor(minutes / 60)}H${minutes % 60}M`,
          fare_brand_name: fareNames[fare],
          ngs_shelf: 1,
          origin: airport('ATL'),
          destination: airport('JFK'),
          conditions: { change_before_departure: null, advance_seat_selection: true },
          segments,
        },
      ],
    };
  });
}

/** The request that Duffel's list takes. */
export function offerRequest(count) {
  return {
    id: 'orq_1',
    slices: [{ origin: airport('ATL'), destination: airport('JFK'), departure_date: '2026-12-01' }],
    passengers: [{ id: passenger, type: 'adult' }],
    offers: offers(count),
  };
}

const fareNames = ['Basic', 'Main', 'Main Plus', 'Main Flexible', 'Select', 'First', 'First Flexible'];

const carriers = ['Example Air', 'Other Air', 'Third Air'].map((name, index) => ({
  id: `arl_${index}`,
  name,
  iata_code: `X${'ABC'[index]}`,
  logo_symbol_url: null,
  logo_lockup_url: null,
}));

function airport(code) {
  const city_name = { ATL: 'Atlanta', CLT: 'Charlotte', JFK: 'New York' }[code];
  return { type: 'airport', iata_code: code, name: `${city_name} Airport`, city_name, iata_country_code: 'US' };
}

function segment(index, part, carrier, from, to, departs, arrives) {
  return {
    id: `seg_${index}_${part}`,
    marketing_carrier: carrier,
    marketing_carrier_flight_number: String(1000 + index * 2 + part),
    operating_carrier: carrier,
    operating_carrier_flight_number: String(1000 + index * 2 + part),
    origin: airport(from),
    destination: airport(to),
    departing_at: departs,
    arriving_at: arrives,
    origin_terminal: null,
    destination_terminal: null,
    duration: 'PT2H',
    distance: '500',
    aircraft: { id: 'arc_1', iata_code: '320', name: 'Airbus A320' },
    stops: [],
    passengers: [
      {
        passenger_id: passenger,
        cabin_class: 'economy',
        cabin_class_marketing_name: 'Economy',
        baggages: [
          { type: 'carry_on', quantity: 1 },
          { type: 'checked', quantity: index % 3 },
        ],
      },
    ],
  };
}

function map(id, cabins) {
  return { id, slice_id: 'sli_1', segment_id: 'seg_1', cabins };
}

function cabin(deck, cabin_class, rows) {
  return { deck, cabin_class, aisles: 2, wings: { first_row_index: 12, last_row_index: 20 }, rows };
}

/** Adds what a real aircraft has: toilets and a galley at both ends and in the middle, and two exits. */
function furnished(rows) {
  const kitchen = rowOfThings('lavatory', 'galley', 'lavatory');
  const exit = rowOfThings('exit_row', 'empty', 'exit_row');
  const [third, half] = [Math.floor(rows.length / 3), Math.floor(rows.length / 2)];
  return [
    kitchen,
    exit,
    ...rows.slice(0, third),
    exit,
    ...rows.slice(third, half),
    kitchen,
    ...rows.slice(half),
    rowOfThings('lavatory', 'closet', 'galley'),
  ];
}

const rowOfThings = (...types) => ({ sections: types.map((type) => ({ elements: [{ type }] })) });

/** The fare of a row: front rows and every ninth row cost more. */
function fareOf(number) {
  if (number % 9 === 0) return { name: 'Extra Legroom Seat', price: 60 };
  return number % 9 < 4 ? { name: 'Preferred Seat', price: 35 } : { name: 'Standard Seat', price: 20 };
}

/** A dash is a gap without a seat. Two of five seats are taken. */
function rowOf(number, letters) {
  const { name, price } = fareOf(number);
  return {
    sections: letters.split(' ').map((section) => ({
      elements: section.split('').map((letter, index) => {
        if (letter === '-') return { type: 'empty' };
        const designator = `${number}${letter}`;
        const taken = (number * 3 + letter.charCodeAt(0)) % 5 < 2;
        return {
          type: 'seat',
          designator,
          name,
          disclosures: number % 9 === 8 ? ['This seat has limited recline.'] : [],
          available_services: taken
            ? []
            : [
                {
                  id: `ase_${designator}`,
                  passenger_id: passenger,
                  total_amount: `${price + index}.00`,
                  total_currency: 'USD',
                },
              ],
        };
      }),
    })),
  };
}
