import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import {
  answerWith,
  createMcpTool,
  makePlugin,
  type AnswerOfProps,
  type InjectedProps,
  type UserProps,
} from '../../src/plugin.ts';
import {
  flightSchema,
  normalizeFlight,
  normalizeSeatMap,
  pickFlightSchema,
  pickSeatSchema,
  seatMapSchema,
  type Flight,
  type FlightInput,
  type SeatMap,
  type SeatMapInput,
} from '../../src/travel.ts';
import { FlightList, type FlightListProps } from '../../src/ui/flight-list/FlightList.tsx';
import { SeatPicker, type SeatPickerProps } from '../../src/ui/seat-picker/SeatPicker.tsx';

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string() }))
  .elicits({
    pickFlight: { response: pickFlightSchema, context: z.object({ flights: z.array(flightSchema) }) },
    pickSeat: { response: pickSeatSchema, context: z.object({ seatMap: seatMapSchema }) },
  });

describe('the travel components', () => {
  it('answer the questions of their schemas in one word', () => {
    makePlugin(bookFlight).onElicit({ pickFlight: answerWith(FlightList), pickSeat: answerWith(SeatPicker) });
  });

  it('answer them in a handler too', () => {
    makePlugin(bookFlight).onElicit({
      pickFlight: function* (request, ctx) {
        const content = yield* ctx.render(FlightList, { flights: request.flights, message: request.message });
        expectTypeOf(content).toEqualTypeOf<{ flightId: string }>();
        return { action: 'accept', content };
      },
      pickSeat: function* (request, ctx) {
        const content = yield* ctx.render(SeatPicker, { seatMap: request.seatMap, message: request.message });
        expectTypeOf(content).toEqualTypeOf<{ row: number; seat: string }>();
        return { action: 'accept', content };
      },
    });
  });

  it('do not answer one another’s questions', () => {
    makePlugin(bookFlight).onElicit({
      // @ts-expect-error a seat is not a flight
      pickFlight: answerWith(SeatPicker),
      pickSeat: answerWith(SeatPicker),
    });
  });

  it('take what the outlet gives, and from a handler the rest', () => {
    expectTypeOf<FlightListProps>().toExtend<InjectedProps<{ flightId: string }>>();
    expectTypeOf<SeatPickerProps>().toExtend<InjectedProps<{ row: number; seat: string }>>();
    expectTypeOf<keyof UserProps<FlightListProps>>().toEqualTypeOf<
      'flights' | 'message' | 'locale' | 'logoOf' | 'travellers' | 'loading' | 'error' | 'onReload' | 'className'
    >();
    expectTypeOf<keyof UserProps<SeatPickerProps>>().toEqualTypeOf<'seatMap' | 'message' | 'flight' | 'locale'>();
    expectTypeOf<AnswerOfProps<SeatPickerProps>>().toEqualTypeOf<{ row: number; seat: string }>();
  });
});

describe('the travel data', () => {
  it('comes in either shape and leaves in the rich one', () => {
    expectTypeOf<z.output<typeof flightSchema>>().toEqualTypeOf<FlightInput | Flight>();
    expectTypeOf<z.output<typeof seatMapSchema>>().toEqualTypeOf<SeatMapInput | SeatMap>();
    expectTypeOf(normalizeFlight).returns.toEqualTypeOf<Flight>();
    expectTypeOf(normalizeSeatMap).returns.toEqualTypeOf<SeatMap>();
  });

  it('is offered in the small shape without further ado', () => {
    bookFlight.execute(function* (_, ctx) {
      yield* ctx.elicit('pickFlight', {
        message: 'Which one?',
        flights: [{ id: 'a', airline: 'Sky', flightNumber: 'S1', departure: '08:00', arrival: '09:00', price: 99 }],
      });
      yield* ctx.elicit('pickSeat', {
        message: 'Which one?',
        seatMap: { rows: 2, seatsPerRow: ['A', '', 'B'], taken: [] },
      });
      // @ts-expect-error a flight has a price
      yield* ctx.elicit('pickFlight', { message: '?', flights: [{ id: 'a', airline: 'Sky', flightNumber: 'S1' }] });
    });
  });
});
