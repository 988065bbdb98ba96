import { formatMoney, type Segment } from 'elicitkit/travel';
import { describeParty, type Traveller } from './party.ts';
import { seatsOf, type Seated } from './seated.ts';
import type { Trip, TripFlight } from './trip.ts';

/** Records the booking. */
export function book(
  seated: readonly Seated[],
  party: readonly Traveller[],
  prices: Trip['prices'],
  { tip, reference }: { tip: string; reference: string },
): Trip {
  const [out, back] = seated.map((one) => tripFlightOf(one, party)) as [TripFlight, TripFlight];
  const route = `${out.departure.code} ⇄ ${out.arrival.code}`;
  return {
    reference: `EK${reference.slice(0, 6).toUpperCase()}`,
    out,
    back,
    prices,
    travelTip: tip,
    message: `Booked ${route} for ${describeParty(party)}: ${out.number} out, ${back.number} back, ${formatMoney(prices.total, 'en-US')} in all.`,
  };
}

function tripFlightOf({ segment, answer }: Seated, party: readonly Traveller[]): TripFlight {
  return {
    number: segment.flightNumber,
    airline: segment.marketing.name ?? segment.marketing.code,
    departure: pointOf(segment.departure),
    arrival: pointOf(segment.arrival),
    seats: seatsOf(answer, party),
  };
}

function pointOf({ place, at }: Segment['departure']): TripFlight['departure'] {
  return { code: place?.code ?? '', city: place?.city ?? '', at };
}
