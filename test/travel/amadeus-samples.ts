/** Invented data in the shape of Amadeus' Self-Service APIs. `more` is what the test is about. */

type More = Readonly<Record<string, unknown>>;

export const dictionaries = {
  locations: { MUC: { cityCode: 'MUC', countryCode: 'DE' }, JFK: { cityCode: 'NYC', countryCode: 'US' } },
  aircraft: { '77W': 'BOEING 777-300ER' },
  currencies: { EUR: 'EURO' },
  carriers: { XA: 'EXAMPLE AIR', XB: 'OTHER AIR' },
  facilities: { LA: 'Lavatory', G: 'Galley', QX: 'Prayer area' },
};

export function amadeusSegment(id: string, from: string, to: string, departs: string, arrives: string, more?: More) {
  return {
    id,
    departure: { iataCode: from, terminal: '2', at: departs },
    arrival: { iataCode: to, at: arrives },
    carrierCode: 'XA',
    number: '837',
    aircraft: { code: '77W' },
    operating: { carrierCode: 'XA' },
    duration: 'PT8H55M',
    numberOfStops: 0,
    blacklistedInEU: false,
    ...more,
  };
}

export function traveler(segmentIds: readonly string[], more?: More, fare?: More) {
  return {
    travelerId: '1',
    fareOption: 'STANDARD',
    travelerType: 'ADULT',
    price: { currency: 'EUR', total: '781.55', base: '386.00' },
    fareDetailsBySegment: segmentIds.map((segmentId) => ({
      segmentId,
      cabin: 'PREMIUM_ECONOMY',
      fareBasis: 'TMPF8LGT',
      brandedFare: 'ECOBASIC',
      class: 'T',
      includedCheckedBags: { quantity: 1 },
      ...fare,
    })),
    ...more,
  };
}

export function amadeusOffer(more?: More) {
  return {
    type: 'flight-offer',
    id: '1',
    source: 'GDS',
    oneWay: false,
    numberOfBookableSeats: 4,
    itineraries: [
      {
        duration: 'PT8H55M',
        segments: [amadeusSegment('1', 'MUC', 'JFK', '2026-03-01T11:50:00', '2026-03-01T14:45:00')],
      },
    ],
    price: { currency: 'EUR', total: '781.55', base: '386.00', grandTotal: '790.05' },
    pricingOptions: { fareType: ['PUBLISHED'], includedCheckedBagsOnly: true },
    validatingAirlineCodes: ['XA'],
    travelerPricings: [traveler(['1'])],
    ...more,
  };
}

export const amadeusOffers = (...data: readonly unknown[]) => ({ meta: { count: data.length }, data, dictionaries });

type Status = 'AVAILABLE' | 'BLOCKED' | 'OCCUPIED';

/** A seat at its place. `told` has each traveller's status or price, from traveller 1 on. */
export function amadeusSeat(number: string, x: number, y: number, told: readonly string[] = ['10.00'], more?: More) {
  return {
    cabin: 'ECONOMY',
    number,
    characteristicsCodes: ['CH'],
    travelerPricing: told.map((word, index) => ({ travelerId: String(index + 1), ...statusOf(word) })),
    coordinates: { x, y },
    ...more,
  };
}

function statusOf(word: string): { seatAvailabilityStatus: Status; price?: object } {
  if (/^[A-Z]+$/.test(word)) return { seatAvailabilityStatus: word as Status };
  return { seatAvailabilityStatus: 'AVAILABLE', price: { currency: 'EUR', total: word, base: word, taxes: [] } };
}

/** A row of seats by their letters, where a space is an aisle: `amadeusRow(12, 0, 'AB CD')`. */
export function amadeusRow(number: number, x: number, letters: string, more?: More) {
  return letters
    .split('')
    .flatMap((letter, y) => (letter === ' ' ? [] : [amadeusSeat(`${number}${letter}`, x, y, ['10.00'], more)]));
}

export const facility = (code: string, x: number, y: number) => ({ code, position: 'SEAT', coordinates: { x, y } });

export function amadeusDeck(seats: readonly unknown[], more?: More) {
  return {
    deckType: 'MAIN',
    deckConfiguration: { width: 7, length: 30, startSeatRow: 1, endSeatRow: 30, exitRowsX: [] },
    facilities: [],
    seats,
    ...more,
  };
}

export function amadeusSeatMap(decks: readonly unknown[], more?: More) {
  return {
    id: '1',
    type: 'seatmap',
    departure: { iataCode: 'MUC', terminal: '2', at: '2026-03-01T11:50:00' },
    arrival: { iataCode: 'JFK', at: '2026-03-01T14:45:00' },
    carrierCode: 'XA',
    number: '837',
    operating: { carrierCode: 'XA' },
    aircraft: { code: '77W' },
    class: 'T',
    flightOfferId: '1',
    segmentId: '1',
    decks,
    ...more,
  };
}
