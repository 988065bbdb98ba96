import type { Fact } from 'elicitkit';
import { clockOf, dayShift, formatDay, formatMoney, sumMoney, type Flight } from 'elicitkit/travel';
import { describeParty, type Traveller } from './party.ts';
import { priceOfSeats } from './seat-prices.ts';
import { seatsOf, type Seated } from './seated.ts';
import type { Trip } from './trip.ts';

/** The prices to pay, to the cent. */
export function pricesOf(flight: Flight, seated: readonly Seated[]): Trip['prices'] {
  const fare = flight.price ?? nothing;
  const seats = sumMoney(seated.map(({ seatMap, answer }) => priceOfSeats(seatMap, answer))) ?? nothing;
  return { fare, seats, total: sumMoney([fare, seats]) ?? fare };
}

const nothing = { amount: '0.00', currency: 'USD' };

/** The booking line by line, with the total last. */
export function detailsOf(seated: readonly Seated[], party: readonly Traveller[], prices: Trip['prices']): Fact[] {
  const ways = seated.flatMap(({ segment, answer }, index) => {
    const { departure, arrival } = segment;
    const days = dayShift(departure.at, arrival.at);
    const clocks = `${clockOf(departure.at)} → ${clockOf(arrival.at)}${days === 0 ? '' : ` (${days > 0 ? '+' : '−'}${Math.abs(days)})`}`;
    const seats = seatsOf(answer, party).map(({ traveller, seat }) => `${traveller} ${seat}`);
    const way = index === 0 ? 'out' : 'back';
    return [
      {
        label: `Way ${way}`,
        value: [segment.flightNumber, formatDay(departure.at, 'en-US'), clocks].filter(Boolean).join(' · '),
      },
      { label: `Seats ${way}`, value: seats.join(', ') },
    ];
  });
  return [
    ...ways,
    { label: `Fare, ${describeParty(party)}`, value: formatMoney(prices.fare, 'en-US') },
    { label: 'Seat charges', value: formatMoney(prices.seats, 'en-US') },
    { label: 'Total', value: formatMoney(prices.total, 'en-US'), total: true },
  ];
}
