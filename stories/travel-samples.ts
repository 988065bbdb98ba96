import type { Flight, FlightInput, Leg, Place, Segment } from '../src/travel/flight.ts';
import type { Cabin, Seat, SeatColumn, SeatMap, SeatMapInput, SeatRow } from '../src/travel/seat-map.ts';

/** Flights in the small shape. */
export const smallFlights: readonly FlightInput[] = [
  {
    id: 'sky',
    airline: 'SkyHigh Airways',
    flightNumber: 'SH101',
    from: 'NYC',
    to: 'LAX',
    departure: '08:00',
    arrival: '11:30',
    duration: '6h 30m',
    price: 299,
  },
  {
    id: 'blue',
    airline: 'Blue Horizon',
    flightNumber: 'BH220',
    from: 'NYC',
    to: 'LAX',
    departure: '12:15',
    arrival: '15:20',
    duration: '6h 05m',
    price: 349,
  },
  {
    id: 'wings',
    airline: 'Pacific Wings',
    flightNumber: 'PW7',
    from: 'NYC',
    to: 'LAX',
    departure: '18:40',
    arrival: '22:25',
    duration: '6h 45m',
    price: 259.5,
  },
];

/** A seat map in the small shape. */
export const smallSeatMap: SeatMapInput = {
  rows: 12,
  seatsPerRow: ['A', 'B', 'C', '', 'D', 'E', 'F'],
  taken: ['1A', '1B', '2C', '3D', '3E', '5A', '7F', '8A', '8B', '8C', '11E'],
};

const places = {
  atl: { code: 'ATL', city: 'Atlanta', timeZone: 'America/New_York' },
  jfk: { code: 'JFK', city: 'New York', timeZone: 'America/New_York' },
  clt: { code: 'CLT', city: 'Charlotte', timeZone: 'America/New_York' },
  mia: { code: 'MIA', city: 'Miami', timeZone: 'America/New_York' },
} satisfies Record<string, Place>;

const carriers = {
  ea: { code: 'EA', name: 'Example Airlines' },
  nw: { code: 'NB', name: 'Northern Blue' },
};

interface Offer {
  id: string;
  number: string;
  departs: string;
  arrives: string;
  duration: string;
  amount?: string;
  via?: keyof typeof places;
  kg: number;
  more?: Partial<Flight>;
}

function offer({ id, number, departs, arrives, duration, amount, via, kg, more }: Offer): Flight {
  const airline = number.startsWith('NB') ? carriers.nw : carriers.ea;
  const departure = { place: places.atl, at: departs };
  const arrival = { place: places.jfk, at: arrives };
  const first: Segment = { marketing: airline, flightNumber: number, departure, arrival };
  const segments = via
    ? [
        { ...first, arrival: { place: places[via], at: departs } },
        { ...first, flightNumber: `${number}8`, departure: { place: places[via], at: arrives }, arrival },
      ]
    : [first];
  return {
    id,
    airline,
    flightNumber: number,
    departure,
    arrival,
    ...(amount && { price: { amount, currency: 'USD' } }),
    legs: [{ segments, duration }],
    emissions: { kgCO2e: kg },
    ...more,
  };
}

/** One-way offers in the rich shape. */
export const offers: readonly Flight[] = [
  offer({
    id: 'early',
    number: 'EA701',
    departs: '2026-09-06T05:00',
    arrives: '2026-09-06T10:00',
    duration: 'PT5H',
    amount: '171.10',
    via: 'clt',
    kg: 53,
  }),
  offer({
    id: 'fast',
    number: 'NB5301',
    departs: '2026-09-06T18:15',
    arrives: '2026-09-06T20:22',
    duration: 'PT2H7M',
    amount: '281.10',
    kg: 55,
    more: { seatsLeft: 2 },
  }),
  offer({
    id: 'noon',
    number: 'EA3926',
    departs: '2026-09-06T15:58',
    arrives: '2026-09-06T22:22',
    duration: 'PT6H24M',
    amount: '221.10',
    via: 'clt',
    kg: 55,
  }),
  offer({
    id: 'late',
    number: 'EA3389',
    departs: '2026-09-06T16:46',
    arrives: '2026-09-07T00:29',
    duration: 'PT7H43M',
    via: 'mia',
    kg: 95,
  }),
  offer({
    id: 'sold',
    number: 'NB12',
    departs: '2026-09-06T20:00',
    arrives: '2026-09-06T22:10',
    duration: 'PT2H10M',
    amount: '199.00',
    kg: 54,
    more: { disabled: { reason: 'Sold out while you were choosing' } },
  }),
];

const [early, fast, ...later] = offers as [Flight, Flight, ...Flight[]];
const fareOf = (fareBrand: string, amount: string, more: Partial<Leg>): Flight => ({
  ...fast,
  id: `fast-${fareBrand.toLowerCase()}`,
  price: { amount, currency: 'USD' },
  legs: fast.legs.map((leg) => ({ ...leg, fareBrand, ...more })),
});

/** The same offers, one of them with three fares. */
export const fares: readonly Flight[] = [
  early,
  fareOf('Standard', '318.40', {
    baggage: { checked: 1 },
    conditions: { change: { allowed: true, penalty: { amount: '60.00', currency: 'USD' } } },
  }),
  fareOf('Light', '281.10', { baggage: { carryOn: 1, checked: 0 }, conditions: { change: { allowed: false } } }),
  fareOf('Flex', '402.00', { baggage: { checked: 1 }, conditions: { refund: { allowed: true } } }),
  ...later,
];

const there: Segment[] = [
  {
    marketing: carriers.ea,
    operating: { code: 'XP', name: 'Example Express' },
    flightNumber: 'EA12',
    departure: { place: places.atl, at: '2026-09-06T17:15', terminal: 'N' },
    arrival: { place: places.clt, at: '2026-09-06T18:25' },
    duration: 'PT1H10M',
    aircraft: { name: 'Example E175' },
    cabin: 'economy',
  },
  {
    marketing: carriers.ea,
    flightNumber: 'EA38',
    departure: { place: places.clt, at: '2026-09-06T20:00' },
    arrival: { place: places.jfk, at: '2026-09-07T00:05', terminal: '8' },
    duration: 'PT4H5M',
    aircraft: { name: 'Example A320' },
    cabin: 'economy',
  },
];
const back: Segment[] = [
  {
    marketing: carriers.ea,
    flightNumber: 'EA13',
    departure: { place: places.jfk, at: '2026-09-13T09:30', terminal: '8' },
    arrival: { place: places.atl, at: '2026-09-13T12:10', terminal: 'N' },
    duration: 'PT2H40M',
    aircraft: { name: 'Example A320' },
    cabin: 'economy',
  },
];

/** Return trips with everything an airline gives. */
export const returnTrips: readonly Flight[] = ['412.60', '389.00'].map((amount, i) => ({
  id: `return-${i}`,
  airline: carriers.ea,
  flightNumber: 'EA12',
  departure: { place: places.atl, at: '2026-09-06T17:15' },
  arrival: { place: places.atl, at: '2026-09-13T12:10' },
  price: { amount, currency: 'USD' },
  legs: [
    {
      segments: i === 0 ? there : there.map((segment, at) => ({ ...segment, flightNumber: `EA9${at}` })),
      duration: 'PT6H50M',
      fareBrand: i === 0 ? 'Main' : 'Basic',
      cabin: 'economy',
      baggage: { carryOn: 1, checked: i === 0 ? 1 : 0 },
      conditions:
        i === 0
          ? { change: { allowed: true, penalty: { amount: '75.00', currency: 'USD' } }, refund: { allowed: false } }
          : { change: { allowed: false }, refund: { allowed: false } },
    },
    {
      segments: back,
      duration: 'PT2H40M',
      fareBrand: i === 0 ? 'Main' : 'Basic',
      baggage: { carryOn: 1, checked: i === 0 ? 1 : 0 },
    },
  ],
  emissions: { kgCO2e: 132, typicalKgCO2e: 150 },
}));

/** As many offers as on a busy day. */
export const manyOffers: readonly Flight[] = Array.from({ length: 220 }, (_, i) => {
  const hour = `${String(5 + (i % 17)).padStart(2, '0')}`;
  const minutes = `${String((i * 7) % 60).padStart(2, '0')}`;
  return offer({
    id: `offer-${i}`,
    number: `${i % 3 ? 'EA' : 'NB'}${100 + i}`,
    departs: `2026-09-06T${hour}:${minutes}`,
    arrives: `2026-09-06T${String(7 + (i % 17)).padStart(2, '0')}:${minutes}`,
    duration: `PT${2 + (i % 5)}H${(i * 7) % 60}M`,
    amount: `${150 + ((i * 37) % 400)}.00`,
    ...(i % 4 ? { via: 'clt' as const } : {}),
    kg: 50 + (i % 40),
  });
});

const letters = (pattern: string): readonly SeatColumn[] =>
  Array.from(pattern, (letter, col): SeatColumn => {
    if (letter === ' ') return { kind: 'aisle' };
    const hull = col === 0 || col === pattern.length - 1;
    const aisle = pattern[col - 1] === ' ' || pattern[col + 1] === ' ';
    const position = hull ? (aisle ? 'window_aisle' : 'window') : aisle ? 'aisle' : 'middle';
    return { kind: 'seat', letter, position };
  });

/** A fixed pattern that looks like people's choices. */
const isTaken = (row: number, col: number) => (row * 7 + col * 11 + ((row * col) % 5)) % 3 === 0;

function row(
  number: number,
  columns: readonly SeatColumn[],
  more: (col: number) => Partial<Seat> = () => ({}),
): SeatRow {
  return {
    number,
    cells: columns.flatMap((column, col): Seat[] => {
      if (column.kind === 'aisle') return [];
      const state = isTaken(number, col) ? 'occupied' : 'available';
      const seat = column.letter;
      return [{ type: 'seat', col, row: number, seat, designator: `${number}${seat}`, state, ...more(col) }];
    }),
  };
}

const business = letters('A DG K');
const wide = letters('ABC DEFG HJK');

const exitSeat = {
  tier: 'legroom',
  features: ['exit_row', 'extra_legroom'],
  price: { amount: '59.19', currency: 'GBP' },
  disclosures: ['Exit row: you must be 16 or over and able to assist the crew.'],
};
const preferredSeat = { tier: 'preferred', price: { amount: '22.19', currency: 'GBP' } };

const economy: Cabin = {
  id: 'economy',
  class: 'economy',
  columns: wide,
  wings: { firstRowIndex: 6, lastRowIndex: 12 },
  rows: [
    {
      cells: [
        { type: 'galley', col: 4, span: 4 },
        { type: 'lavatory', col: 9, span: 3 },
      ],
    },
    { exit: 'both', ...row(48, wide, () => exitSeat) },
    ...[49, 50].map((number) => row(number, wide, () => preferredSeat)),
    ...Array.from({ length: 14 }, (_, i) => row(i + 51, wide)),
    {
      cells: [
        { type: 'lavatory', col: 0 },
        { type: 'lavatory', col: 11 },
        { type: 'galley', col: 4, span: 4 },
      ],
    },
  ],
};

/** A wide aircraft with two cabins, ten abreast, with prices. */
export const wideSeatMap: SeatMap = {
  flight: {
    carrier: { code: 'EA', name: 'Example Airlines' },
    number: 'EA924',
    from: 'SYD',
    to: 'LHR',
    aircraft: { name: 'Example A350' },
  },
  tiers: [
    { id: 'preferred', name: 'Preferred' },
    { id: 'legroom', name: 'Extra legroom' },
  ],
  currency: 'GBP',
  decks: [
    {
      id: 'main',
      label: 'Main deck',
      cabins: [
        { id: 'business', class: 'business', columns: business, rows: [1, 2, 3, 4].map((n) => row(n, business)) },
        economy,
      ],
    },
  ],
};

/** The same aircraft with a second deck. */
export const twoDecks: SeatMap = {
  ...wideSeatMap,
  decks: [
    ...wideSeatMap.decks,
    {
      id: 'upper',
      label: 'Upper deck',
      cabins: [
        {
          id: 'upper',
          class: 'premium_economy',
          columns: letters('AC DE HK'),
          rows: [81, 82, 83].map((n) => row(n, letters('AC DE HK'))),
        },
      ],
    },
  ],
};
