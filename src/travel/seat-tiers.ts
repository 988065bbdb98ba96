import { plainText } from '../protocol/plain-text.ts';
import { groupBy } from './convert/common.ts';
import { compareMoney, isFree, type Money } from './money.ts';
import { seatsOf, type Seat, type SeatMap, type SeatTier } from './seat-map.ts';

/** A group of seats that are sold alike: an airline's tier, or a band of prices for seats without a tier. */
export interface PriceTier {
  /**
   * The `tier` of its seats. For a band: its currency and highest price, `''` if it is free, or `'on request'`.
   */
  id: string;
  /** As the airline sends it, but not all in capitals. Absent for a band. */
  name?: string | undefined;
  /** 0: free, or no price is known. 1 to 5: the place in the tiers' order. Later tiers share level 5. */
  level: 0 | 1 | 2 | 3 | 4 | 5;
  /** The lowest and the highest price of an available seat. Absent if no price is known. */
  from?: Money | undefined;
  to?: Money | undefined;
  /** True if every seat of the tier is free of charge. */
  free: boolean;
}

/**
 * The tiers of the available seats, ordered by the `rank` of the map's tiers, or else by lowest price. Seats without a
 * tier form at most five price bands in each currency, one band of free seats, and one of seats on request.
 *
 * @param map - the map as seen by the passenger whose prices count
 */
export function tiersOf(map: SeatMap): readonly PriceTier[] {
  const seats = seatsOf(map.decks.flatMap(({ cabins }) => cabins)).filter(({ state }) => state === 'available');
  const tiered = seats.filter(({ tier }) => tier);
  const untiered = seats.filter(({ tier }) => !tier);
  const paid = untiered.flatMap(({ price }) => (price && !isFree(price) ? [price] : []));
  const groups = [
    ...[...groupBy(tiered, ({ tier = '' }) => tier)].map(([id, own]) => tierGroup(id, own, map)),
    ...[...groupBy(paid, ({ currency }) => currency).values()].flatMap(bandsOf),
  ];
  const asked = untiered.filter(({ price }) => price === null);
  if (paid.length + asked.length < untiered.length) groups.push({ tier: { id: '', free: true } });
  if (asked.length > 0) groups.push({ tier: { id: onRequest, free: false } });

  let level = 0;
  return inOrder(groups).map(({ tier }) => ({
    ...tier,
    level: (tier.free || !tier.from ? 0 : Math.min(5, ++level)) as PriceTier['level'],
  }));
}

/** A seat's tier among those of its map. Undefined if it has none, as with some taken seats. */
export function tierOf({ tier, price }: Seat, tiers: readonly PriceTier[]): PriceTier | undefined {
  if (tier) return tiers.find(({ id }) => id === tier);
  if (price === null) return tiers.find(({ id, name }) => id === onRequest && name === undefined);
  if (!price || isFree(price)) return tiers.find(({ id }) => id === '');
  return tiers.find(
    ({ name, from, to }) =>
      name === undefined &&
      from?.currency === price.currency &&
      to &&
      compareMoney(from, price) <= 0 &&
      compareMoney(price, to) <= 0,
  );
}

/** A tier's name, or else its id. What is all in capitals, such as `"SEAT ASSIGNMENT"`, becomes a sentence. */
export function tierName(id: string, tiers: readonly SeatTier[]): string {
  // Clean the text: an id was left as it came.
  const name = plainText(tiers.find((tier) => tier.id === id)?.name || id, 80);
  const isLoud = name.length > 4 && name === name.toUpperCase();
  return isLoud ? name.charAt(0) + name.slice(1).toLowerCase() : name;
}

interface Group {
  tier: Omit<PriceTier, 'level'>;
  rank?: number | undefined;
}

function tierGroup(id: string, seats: readonly Seat[], { tiers = [] }: SeatMap): Group {
  const { rank } = tiers.find((tier) => tier.id === id) ?? {};
  const known = seats.flatMap(({ price }) => price ?? []);
  // If other seats of the tier have a price, a seat without one is free.
  const isAsked = seats.some(({ price }) => price === null);
  const nothing = known[0] && seats.some(({ price }) => price === undefined) ? [{ ...known[0], amount: '0' }] : [];
  const prices = [...known, ...nothing].toSorted(compareMoney);
  const tier = {
    id,
    name: tierName(id, tiers),
    from: prices[0],
    to: prices.at(-1),
    free: !isAsked && prices.every(isFree),
  };
  return { tier, rank };
}

/** Cut the prices into at most five bands, where the ratio between neighbouring prices is largest. */
function bandsOf(prices: readonly Money[]): Group[] {
  const sorted = prices.toSorted(compareMoney);
  const ratio = (i: number) => Number(sorted[i]?.amount) / Number(sorted[i - 1]?.amount);
  const steps = sorted.flatMap((_, i) => (i > 0 && ratio(i) > 1 ? [i] : []));
  const cuts = steps.toSorted((a, b) => ratio(b) - ratio(a) || a - b).slice(0, 4);
  return [0, ...cuts.toSorted((a, b) => a - b)].flatMap((start, i, starts): Group[] => {
    const [from, to] = [sorted[start], sorted[(starts[i + 1] ?? sorted.length) - 1]];
    return from && to ? [{ tier: { id: `${to.currency} ${to.amount}`, from, to, free: false } }] : [];
  });
}

/** Sort by rank. A group without a rank goes after the last group that is not dearer. */
function inOrder(groups: readonly Group[]): Group[] {
  const least = ({ tier }: Group) => Number(tier.from?.amount ?? (tier.free ? 0 : Infinity));
  const ranked = groups.filter(({ rank }) => rank !== undefined);
  const order = ranked.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || least(a) - least(b));
  for (const group of groups.filter(({ rank }) => rank === undefined).toSorted((a, b) => least(a) - least(b))) {
    order.splice(order.findLastIndex((other) => least(other) <= least(group)) + 1, 0, group);
  }
  return order;
}

const onRequest = 'on request';
