import type { Flight, SeatMap } from 'elicitkit/travel';
import { flightsFromAmadeusOffers, seatMapsFromAmadeus } from 'elicitkit/travel/amadeus';

/** Amadeus sends codes, and names in capitals. Put better names here. */
const names = {
  place: (code: string) => airports.get(code),
  carrier: (code: string) => (code === 'XA' ? { code, name: 'Example Air' } : undefined),
};

const airports = new Map([['JFK', { code: 'JFK', city: 'New York', timeZone: 'America/New_York' }]]);

/** @param response the whole response of `GET /v2/shopping/flight-offers` */
export function flightsOfAmadeus(response: unknown): Flight[] {
  return flightsFromAmadeusOffers(response, names);
}

/** @param response the whole response of `POST /v1/shopping/seatmaps` */
export function seatsOfAmadeus(response: unknown): SeatMap[] {
  const passengers = [
    { id: '1', name: 'Ada Lovelace' },
    { id: '2', name: 'Grace Hopper' },
  ];
  return seatMapsFromAmadeus(response, { ...names, passengers });
}
