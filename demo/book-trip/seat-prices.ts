import { sumMoney, type Money, type PickSeats, type SeatMap } from 'elicitkit/travel';
import { findSeat } from '../airline/find-seat.ts';
import type { Traveller } from './party.ts';

/** The price tiers of a trip's seats. */
export const tiers = [
  { id: 'standard', name: 'Standard', rank: 0 },
  { id: 'preferred', name: 'Preferred', rank: 1 },
  { id: 'legroom', name: 'Extra legroom', rank: 2 },
  { id: 'business', name: 'Business', rank: 3 },
] as const;

export type TierId = (typeof tiers)[number]['id'];

/** The price of a seat for one traveller, or undefined if it has none. */
export function priceFor(tier: TierId, type: Traveller['type']): Money | undefined {
  const amount = prices[tier][type];
  return amount === undefined ? undefined : { amount, currency: 'USD' };
}

/** The total price of an answer's seats. */
export function priceOfSeats(map: SeatMap, { selections }: PickSeats): Money {
  const paid = selections.flatMap((selection) => {
    const offer = findSeat(map, selection)?.offers?.find(({ passengerId }) => passengerId === selection.passengerId);
    return offer?.price ?? [];
  });
  return sumMoney(paid) ?? nothing;
}

const nothing: Money = { amount: '0.00', currency: 'USD' };

const prices: Record<TierId, { adult?: string; child?: string }> = {
  standard: {},
  preferred: { adult: '34.50', child: '17.25' },
  legroom: { adult: '89.90' },
  business: { adult: '640.00', child: '480.00' },
};
