import { totalMinutes } from './flight-summary.ts';
import type { Flight } from './flight.ts';

/** What flights are compared by: a price, or the minutes on the way; undefined where nobody said. */
export const rankBy = {
  cheapest: ({ price }: Flight): number | undefined => price && Number(price.amount),
  fastest: totalMinutes,
};

/** The first of these flights; undefined where they are all alike, or their prices are in several currencies. */
export function firstBy(by: keyof typeof rankBy, flights: readonly Flight[]): Flight | undefined {
  const ranked = flights
    .flatMap((flight) => {
      const rank = rankBy[by](flight);
      return rank === undefined ? [] : [{ flight, rank, unit: by === 'cheapest' && flight.price?.currency }];
    })
    .toSorted((a, b) => a.rank - b.rank);
  const [first] = ranked;
  return first?.rank === ranked.at(-1)?.rank || ranked.some(({ unit }) => unit !== first?.unit)
    ? undefined
    : first?.flight;
}
