/**
 * Flights and seat maps: types, schemas and words, without React.
 *
 * @module elicitkit/travel
 */

export type {
  Carrier,
  ChangeCondition,
  Flight,
  FlightData,
  FlightInput,
  FlightPoint,
  Leg,
  LegConditions,
  PickFlight,
  Place,
  Segment,
} from './travel/flight.ts';
export type { FlightBadge } from './travel/flight-sort.ts';
export { flightInputSchema, flightSchema, pickFlightSchema } from './travel/flight-schema.ts';
export type { FlightSort } from './travel/flight-sort.ts';
export type { FlightWords } from './travel/flight-words.ts';
export { describeFlight } from './travel/flight-summary.ts';
export type { Layover } from './travel/layover.ts';
export { clockOf, dayShift, formatDay, formatDuration } from './travel/local-time.ts';
export { formatMoney, sumMoney, type Money } from './travel/money.ts';
export { moneySchema, priceSchema } from './travel/shared-schemas.ts';
export type { TravelDataError } from './travel/convert/travel-data-error.ts';
export { normalizeFlight } from './travel/normalize-flight.ts';
export { normalizeSeatMap } from './travel/normalize-seat-map.ts';
export type { PriceInput } from './travel/read-price.ts';
export type {
  Cabin,
  Deck,
  Facility,
  Passenger,
  PickSeat,
  PickSeats,
  Seat,
  SeatCell,
  SeatColumn,
  SeatMap,
  SeatMapData,
  SeatMapFlight,
  SeatMapInput,
  SeatOffer,
  SeatPosition,
  SeatRow,
  SeatTier,
} from './travel/seat-map.ts';
export { pickSeatSchema, pickSeatsSchema, seatMapInputSchema, seatMapSchema } from './travel/seat-map-schema.ts';
export { flightQuestion, seatQuestion, seatsQuestion } from './travel/travel-questions.ts';
export { describeSeat } from './travel/seat-name.ts';
export type { SeatWords } from './travel/seat-words.ts';
export type { Spoken } from './words/word-for.ts';
