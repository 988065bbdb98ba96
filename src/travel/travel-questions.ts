import * as z from 'zod';
import type { Choice } from '../protocol/choice.ts';
import { question, type Question } from '../tool/question.ts';
import type { FlightData, PickFlight } from './flight.ts';
import { flightSchema, pickFlightSchema } from './flight-schema.ts';
import { describeFlight } from './flight-summary.ts';
import { normalizeFlight } from './normalize-flight.ts';
import { normalizeSeatMap } from './normalize-seat-map.ts';
import { seatFor } from './seat-for.ts';
import { isSeat, type Passenger, type PickSeat, type PickSeats, type SeatMapData } from './seat-map.ts';
import { pickSeatSchema, pickSeatsSchema, seatMapSchema } from './seat-map-schema.ts';
import { barredWords, describeSeat } from './seat-name.ts';

/**
 * "Which flight?": the tool passes the `flights` on offer, and gets the `flightId` of one. `FlightList` is its card.
 *
 * @example
 * createMcpTool('book_flight').elicits({ pickFlight: flightQuestion })
 */
export const flightQuestion: Question<
  z.ZodType<PickFlight, PickFlight>,
  z.ZodObject<{ flights: z.ZodArray<z.ZodType<FlightData, FlightData>> }>
> = question({
  context: z.object({ flights: z.array(flightSchema) }),
  response: pickFlightSchema,
  choices: ({ flights }) =>
    flights.map((given) => {
      const flight = normalizeFlight(given);
      return { value: { flightId: flight.id }, label: describeFlight(flight), disabled: flight.disabled };
    }),
});

/** "Which seat?": the tool passes the `seatMap`, and gets the `row` and the letter of a free seat. `SeatPicker` is its card. */
export const seatQuestion: Question<
  z.ZodType<PickSeat, PickSeat>,
  z.ZodObject<{ seatMap: z.ZodType<SeatMapData, SeatMapData> }>
> = question({
  context: z.object({ seatMap: seatMapSchema }),
  response: pickSeatSchema,
  choices: ({ seatMap }) => seatsOf(seatMap),
});

/**
 * "Which seats?", for a party: the tool passes a `seatMap` that names its `passengers`, and gets one seat for each.
 * `PassengerSeatPicker` is its card. Elsewhere there is one list for each passenger.
 */
export const seatsQuestion: Question<
  z.ZodType<PickSeats, PickSeats>,
  z.ZodObject<{ seatMap: z.ZodType<SeatMapData, SeatMapData> }>
> = question({
  context: z.object({ seatMap: seatMapSchema }),
  response: pickSeatsSchema,
  check({ selections }, { seatMap }) {
    const passengers = normalizeSeatMap(seatMap).passengers ?? [];
    const standing = passengers.find(({ id }) => !selections.some(({ passengerId }) => passengerId === id));
    // One more than there are passengers is one of somebody twice, or of a stranger.
    const wrong = selections.slice(0, passengers.length + 1).flatMap((selection, nth, all) => {
      const passenger = passengers.find(({ id }) => id === selection.passengerId);
      const message = faultOfSeat(selection, all.slice(0, nth), seatMap, passenger);
      return message === undefined ? [] : [{ path: ['selections', nth], message }];
    });
    return [...wrong, ...(standing ? [{ path: ['selections'], message: `Choose a seat for ${standing.name}.` }] : [])];
  },
  plain({ seatMap }) {
    const passengers = normalizeSeatMap(seatMap).passengers ?? [];
    return {
      fields: Object.fromEntries(
        passengers.map((passenger) => [passenger.id, { title: passenger.name, choices: seatsOf(seatMap, passenger) }]),
      ),
      toAnswer: (of) => ({ selections: passengers.map(({ id }) => ({ passengerId: id, ...(of[id] as PickSeat) })) }),
      fieldOf: ([, index]) => passengers[Number(index)]?.id,
    };
  },
});

function seatsOf(given: SeatMapData, passenger?: Passenger): Choice<PickSeat>[] {
  const { decks, tiers } = normalizeSeatMap(given);
  const isPriced = decks.some(({ cabins }) =>
    cabins.some(({ rows }) => rows.some(({ cells }) => cells.some((cell) => isSeat(cell) && cell.price != null))),
  );
  return decks.flatMap(({ cabins }) =>
    cabins.flatMap((cabin) =>
      cabin.rows.flatMap(({ cells }) =>
        cells.filter(isSeat).map((any) => {
          const seat = passenger === undefined ? any : seatFor(any, passenger);
          const value = { row: seat.row, seat: seat.seat };
          const barred = barredWords(seat);
          return barred === undefined
            ? { value, label: describeSeat(seat, cabin, { tiers, priced: isPriced }) }
            : { value, label: `Seat ${seat.designator}`, disabled: { reason: barred } };
        }),
      ),
    ),
  );
}

/** Why this passenger cannot have this seat, beside the others that were given out. */
function faultOfSeat(
  { row, seat }: PickSeat,
  others: PickSeats['selections'],
  seatMap: SeatMapData,
  passenger: Passenger | undefined,
): string | undefined {
  if (passenger === undefined) return 'There is no such passenger.';
  if (others.some(({ passengerId }) => passengerId === passenger.id)) return `${passenger.name} has a seat already.`;
  const designator = `${row}${seat}`;
  if (others.some((other) => other.row === row && other.seat === seat))
    return `Seat ${designator} was given out twice.`;
  const choice = seatsOf(seatMap, passenger).find(({ value }) => value.row === row && value.seat === seat);
  if (choice === undefined) return `There is no seat ${designator}. Choose another one.`;
  return choice.disabled && `${choice.label}: ${choice.disabled.reason}. Choose another one.`;
}
