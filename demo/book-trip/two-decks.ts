import type { Cabin, Seat, SeatCell, SeatColumn, SeatMap, SeatPosition, SeatRow, Segment } from 'elicitkit/travel';
import { createRandom } from '../airline/random.ts';
import { business, mainEconomy, upperEconomy, type CabinPlan } from './cabin-plans.ts';
import type { Traveller } from './party.ts';
import { priceFor, tiers, type TierId } from './seat-prices.ts';

/**
 * A two-deck aircraft with offers for each traveller. Taken seats are derived from the flight number, so that runs
 * repeat.
 */
export function seatMapOf(segment: Segment, party: readonly Traveller[]): SeatMap {
  const random = createRandom(segment.flightNumber);
  const cabin = (plan: CabinPlan): Cabin => cabinOf(plan, party, random);
  return {
    flight: {
      carrier: segment.marketing,
      number: segment.flightNumber,
      ...(segment.departure.place && { from: segment.departure.place.code }),
      ...(segment.arrival.place && { to: segment.arrival.place.code }),
      departureAt: segment.departure.at,
      ...(segment.aircraft && { aircraft: segment.aircraft }),
    },
    currency: 'USD',
    tiers,
    passengers: party,
    decks: [
      { id: 'main', label: 'Main deck', cabins: [cabin(mainEconomy)] },
      { id: 'upper', label: 'Upper deck', cabins: [cabin(business), cabin(upperEconomy)] },
    ],
  };
}

function cabinOf(plan: CabinPlan, party: readonly Traveller[], random: () => number): Cabin {
  const letters = Array.from(plan.letters);
  return {
    id: plan.id,
    class: plan.class,
    columns: letters.map((letter, col): SeatColumn => {
      return letter === ' ' ? { kind: 'aisle' } : { kind: 'seat', letter, position: positionAt(letters, col) };
    }),
    rows: plan.rows.map((row): SeatRow => {
      if (row === 'doors') return { exit: 'both', cells: [] };
      if (typeof row !== 'number') return { cells: row };
      const [first, last] = plan.wings ?? [Infinity, 0];
      const cells = letters.flatMap((letter, col): SeatCell[] => {
        if (letter === ' ') return [];
        return [
          {
            type: 'seat',
            col,
            row,
            seat: letter,
            designator: `${row}${letter}`,
            ...offerOf(plan, `${row}${letter}`, row, party, random() < 0.42),
          },
        ];
      });
      return { number: row, overwing: row >= first && row <= last, cells };
    }),
  };
}

type SeatOfferPart = Pick<Seat, 'state' | 'tier' | 'features' | 'restrictions' | 'disclosures' | 'offers'>;

/** The state of a seat, and its price for each traveller who may have it. */
function offerOf(
  plan: CabinPlan,
  designator: string,
  row: number,
  party: readonly Traveller[],
  taken: boolean,
): SeatOfferPart {
  const tier = tierOf(plan, row);
  const isExit = plan.exits.includes(row);
  const state = plan.kept.includes(designator) ? 'restricted' : taken ? 'occupied' : 'available';
  return {
    state,
    tier,
    ...(tier === 'preferred' && { features: ['preferred'] }),
    ...(isExit && {
      features: ['extra_legroom', 'exit_row'],
      restrictions: ['adult_only', 'no_infant'],
      disclosures: [exitRow],
    }),
    // A traveller without an offer cannot take the seat. A seat without offers is free for anyone.
    ...(state === 'available' &&
      tier !== 'standard' && {
        offers: party
          .filter(({ type }) => type === 'adult' || !isExit)
          .map(({ id, type }) => {
            const price = priceFor(tier, type);
            return { passengerId: id, state: 'available', ...(price && { price }) };
          }),
      }),
  };
}

const exitRow = 'Exit row: you must be 16 or over, and able and willing to help the crew to open the door.';

function tierOf(plan: CabinPlan, row: number): TierId {
  if (plan.class === 'business') return 'business';
  if (plan.exits.includes(row)) return 'legroom';
  return plan.preferred.includes(row) ? 'preferred' : 'standard';
}

function positionAt(letters: readonly string[], col: number): SeatPosition {
  const isWindow = col === 0 || col === letters.length - 1;
  const isAisle = letters[col - 1] === ' ' || letters[col + 1] === ' ';
  if (isWindow) return isAisle ? 'window_aisle' : 'window';
  return isAisle ? 'aisle' : 'middle';
}
