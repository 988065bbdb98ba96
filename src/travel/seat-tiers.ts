import { compareMoney, isFree, type Money } from './money.ts';
import { seatsOf, type Seat, type SeatMap } from './seat-map.ts';

/** Seats that are sold alike: under one name, or for much the same price. */
export interface PriceTier {
  id: string;
  /** As the airline calls it; absent of seats that it sells by price alone. */
  name?: string | undefined;
  /** 0 is included; then from the lowest rank, or the lowest price, up. The dearest of more than five share 5. */
  level: 0 | 1 | 2 | 3 | 4 | 5;
  from?: Money | undefined;
  to?: Money | undefined;
  free: boolean;
}

/** The tiers of the seats that can be had, from the lowest up. Seats without one are in at most five bands of prices. */
export function tiersOf(map: SeatMap): readonly PriceTier[] {
  const seats = seatsOf(map.decks.flatMap(({ cabins }) => cabins)).filter(({ state }) => state === 'available');
  const named = new Map<string, Seat[]>();
  const nameless: Seat[] = [];
  for (const seat of seats) {
    if (seat.tier === undefined) nameless.push(seat);
    else named.set(seat.tier, [...(named.get(seat.tier) ?? []), seat]);
  }
  const ranks = new Map(map.tiers?.map(({ id, rank }) => [id, rank]));
  const names = new Map(map.tiers?.map(({ id, name }) => [id, name]));
  const byRank =
    named.size > 0 && nameless.length === 0 && [...named.keys()].every((id) => ranks.get(id) !== undefined);
  const orderOf = ({ id, from }: Unranked) => (byRank ? (ranks.get(id) ?? 0) : Number(from?.amount ?? 0));
  let level = 0;
  return [
    ...[...named].map(([id, own]) => ({ ...rangeOf(own), id, name: names.get(id) ?? id })),
    ...bandsOf(nameless).map((own, index) => ({ ...rangeOf(own), id: `${band}${index}` })),
  ]
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((tier) => ({ ...tier, level: (tier.free ? 0 : Math.min(5, ++level)) as PriceTier['level'] }));
}

/** The tier of a seat, of those of its map. */
export function tierOf({ tier, price }: Seat, tiers: readonly PriceTier[]): PriceTier | undefined {
  if (tier !== undefined) return tiers.find(({ id }) => id === tier);
  const isFreeSeat = !price || isFree(price);
  return tiers.find(({ id, free, from, to }) => {
    if (!id.startsWith(band) || free !== isFreeSeat) return false;
    return free || (price && from && to && compareMoney(from, price) <= 0 && compareMoney(price, to) <= 0);
  });
}

type Unranked = Omit<PriceTier, 'level'>;

/** Begins the ids of bands; no airline's own begins so. */
const band = '\u0000';

function rangeOf(seats: readonly Seat[]): Pick<PriceTier, 'from' | 'to' | 'free'> {
  const prices = seats.flatMap(({ price }) => price ?? []).toSorted(compareMoney);
  return { from: prices[0], to: prices.at(-1), free: prices.every(isFree) };
}

/** Seats without a price, and up to five bands of prices with as many different ones in each. */
function bandsOf(seats: readonly Seat[]): readonly (readonly Seat[])[] {
  const free = seats.filter(({ price }) => !price || isFree(price));
  const paid = seats.filter((seat) => !free.includes(seat));
  const amounts = [...new Set(paid.map(({ price }) => Number(price?.amount)))].toSorted((a, b) => a - b);
  const bands = Array.from({ length: Math.min(5, amounts.length) }, (): Seat[] => []);
  for (const seat of paid) {
    const place = amounts.indexOf(Number(seat.price?.amount));
    bands[Math.floor((place * bands.length) / amounts.length)]?.push(seat);
  }
  return [free, ...bands].filter((own) => own.length > 0);
}
