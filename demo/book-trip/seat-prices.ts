import { sumMoney, type Money, type PickSeats, type SeatMap } from 'elicitkit/travel';
import { findSeat } from '../airline/find-seat.ts';
import type { Traveller } from './party.ts';

/** What seats are sold as on a trip. */
export const tiers = [
  { id: 'standard', name: 'Standard', rank: 0 },
  { id: 'preferred', name: 'Preferred', rank: 1 },
  { id: 'legroom', name: 'Extra legroom', rank: 2 },
  { id: 'business', name: 'Business', rank: 3 },
] as const;

export type TierId = (typeof tiers)[number]['id'];

/** What a seat costs one traveller; undefined where it costs nothing. */
export function priceFor(tier: TierId, type: Traveller['type']): Money | undefined {
  const amount = prices[tier][type];
  return amount === undefined ? undefined : { amount, currency: 'USD' };
}

/** What all seats of an answer cost together. */
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
