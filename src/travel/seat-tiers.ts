import { compareMoney, isFree, type Money } from './money.ts';
import { seatsOf, type Seat, type SeatMap } from './seat-map.ts';

/** A price tier. */
export interface SeatTier {
  id: string;
  name?: string | undefined;
  level: 0 | 1 | 2 | 3 | 4 | 5;
  from?: Money | undefined;
  to?: Money | undefined;
  free: boolean;
}

export function tiersOf(map: SeatMap): readonly SeatTier[] {
  const seats = seatsOf(map.decks.flatMap(({ cabins }) => cabins)).filter(({ state }) => state === 'available');
  const groups = new Map<string, Seat[]>();
  for (const seat of seats) groups.set(keyOf(seat), [...(groups.get(keyOf(seat)) ?? []), seat]);
  let level = 0;
  return [...groups]
    .map(([id, own]) => {
      const prices = own.flatMap(({ price }) => price ?? []).toSorted(compareMoney);
      const name = map.tiers?.find((tier) => tier.id === id)?.name ?? own[0]?.tier;
      return { id, name, from: prices[0], to: prices.at(-1), free: prices.every(isFree) };
    })
    .toSorted((a, b) => Number(a.from?.amount ?? 0) - Number(b.from?.amount ?? 0))
    .map((tier) => ({ ...tier, level: (tier.free ? 0 : Math.min(5, ++level)) as SeatTier['level'] }));
}

export function tierOf(seat: Seat, tiers: readonly SeatTier[]): SeatTier | undefined {
  return tiers.find(({ id }) => id === keyOf(seat));
}

const keyOf = ({ tier, price }: Seat): string => tier ?? (price && !isFree(price) ? price.amount : '');
