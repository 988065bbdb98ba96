import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import {
  answerWith,
  confirmSchema,
  createMcpTool,
  makePlugin,
  pickChoiceSchema,
  pickChoicesSchema,
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
  pickSeatsSchema,
  seatMapSchema,
  type Flight,
  type FlightData,
  type PickSeats,
  type SeatMap,
  type SeatMapData,
} from '../../src/travel.ts';
import { ShortFlightList } from '../../docs/examples/ShortFlightList.tsx';
import { ChoiceList, type ChoiceListProps } from '../../src/ui/choice-list/ChoiceList.tsx';
import { MultiChoiceList, type MultiChoiceListProps } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import { Confirm, type ConfirmProps } from '../../src/ui/confirm/Confirm.tsx';
import { FlightList, type FlightListProps } from '../../src/ui/flight-list/FlightList.tsx';
import { PassengerSeatPicker, type PassengerSeatPickerProps } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SeatPicker, type SeatPickerProps } from '../../src/ui/seat-picker/SeatPicker.tsx';

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string() }))
  .elicits({
    pickFlight: { response: pickFlightSchema, context: z.object({ flights: z.array(flightSchema) }) },
    pickSeat: { response: pickSeatSchema, context: z.object({ seatMap: seatMapSchema }) },
  });
const seatGroup = createMcpTool('seat_group')
  .description('Seat a group')
  .parameters(z.object({}))
  .elicits({ pickSeats: { response: pickSeatsSchema, context: z.object({ seatMap: seatMapSchema }) } });

const settle = createMcpTool('settle')
  .description('Settle')
  .parameters(z.object({}))
  .elicits({
    confirm: { response: confirmSchema, context: z.object({ title: z.string() }) },
    pick: { response: pickChoiceSchema, context: z.object({ choices: z.array(z.string()) }) },
    pickSeveral: { response: pickChoicesSchema, context: z.object({ choices: z.array(z.string()) }) },
  });

describe('the other components', () => {
  it('answer the questions of their schemas in one word', () => {
    makePlugin(settle).onElicit({
      confirm: answerWith(Confirm),
      pick: answerWith(ChoiceList),
      pickSeveral: answerWith(MultiChoiceList),
    });
    makePlugin(settle).onElicit({
      // @ts-expect-error a list of choices does not answer yes or no
      confirm: answerWith(ChoiceList, () => ({ choices: [] })),
      pick: answerWith(ChoiceList),
      // @ts-expect-error one choice is not several
      pickSeveral: answerWith(ChoiceList),
    });
  });
});

describe('the travel components', () => {
  it('answer the questions of their schemas in one word', () => {
    makePlugin(bookFlight).onElicit({ pickFlight: answerWith(FlightList), pickSeat: answerWith(SeatPicker) });
    makePlugin(bookFlight).onElicit({ pickFlight: answerWith(ShortFlightList), pickSeat: answerWith(SeatPicker) });
    makePlugin(seatGroup).onElicit({ pickSeats: answerWith(PassengerSeatPicker) });
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
      | 'flights'
      | 'message'
      | 'locale'
      | 'messages'
      | 'logoOf'
      | 'travellers'
      | 'loading'
      | 'error'
      | 'onReload'
      | 'onWarning'
      | 'className'
      | 'headingLevel'
    >();
    type CardProps =
      | 'message'
      | 'flight'
      | 'locale'
      | 'messages'
      | 'loading'
      | 'error'
      | 'onReload'
      | 'onWarning'
      | 'disabled'
      | 'className'
      | 'headingLevel';
    expectTypeOf<keyof UserProps<SeatPickerProps>>().toEqualTypeOf<'seatMap' | CardProps>();
    expectTypeOf<PassengerSeatPickerProps>().toExtend<InjectedProps<PickSeats>>();
    expectTypeOf<keyof UserProps<PassengerSeatPickerProps>>().toEqualTypeOf<'seatMap' | 'passengers' | CardProps>();
    expectTypeOf<AnswerOfProps<SeatPickerProps>>().toEqualTypeOf<{ row: number; seat: string }>();
  });
});

const anything = createMcpTool('anything')
  .description('Anything')
  .parameters(z.object({}))
  .elicits({
    sure: z.object({ confirmed: z.boolean() }),
    one: { response: z.object({ choice: z.string() }), context: z.object({ choices: z.array(z.string()) }) },
    any: { response: z.object({ choices: z.array(z.string()) }), context: z.object({ choices: z.array(z.string()) }) },
  });

describe('the components that any tool needs', () => {
  it('answer the questions of their schemas', () => {
    makePlugin(anything).onElicit({
      sure: answerWith(Confirm, (request) => ({ message: request.message, tone: 'danger' as const })),
      one: answerWith(ChoiceList),
      any: answerWith(MultiChoiceList),
    });
    expectTypeOf<ConfirmProps>().toExtend<InjectedProps<{ confirmed: boolean }>>();
    expectTypeOf<AnswerOfProps<ChoiceListProps>>().toEqualTypeOf<{ choice: string }>();
    expectTypeOf<AnswerOfProps<MultiChoiceListProps>>().toEqualTypeOf<{ choices: string[] }>();
  });
});

describe('the travel data', () => {
  it('comes in either shape and leaves in the rich one', () => {
    expectTypeOf<z.output<typeof flightSchema>>().toEqualTypeOf<FlightData>();
    expectTypeOf<z.output<typeof seatMapSchema>>().toEqualTypeOf<SeatMapData>();
    expectTypeOf(normalizeFlight).returns.toEqualTypeOf<Flight>();
    expectTypeOf(normalizeSeatMap).returns.toEqualTypeOf<SeatMap>();
  });

  it('takes prices in every form that is read, and in no other', () => {
    const flight = { id: 'a', airline: 'Sky', flightNumber: 'S1', departure: '08:00', arrival: '09:00' };
    expectTypeOf({ ...flight, price: '99.50' }).toExtend<FlightData>();
    expectTypeOf({ ...flight, price: { amountMinor: 9950, currency: 'EUR' } }).toExtend<FlightData>();
    expectTypeOf({ ...flight, price: true }).not.toExtend<FlightData>();
    expectTypeOf({ ...flight, price: { amount: [1] } }).not.toExtend<FlightData>();
    expectTypeOf<SeatMap>().toExtend<SeatMapData>();
    expectTypeOf<SeatMapData>().not.toExtend<SeatMap>();
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
      // @ts-expect-error a flight has its times
      yield* ctx.elicit('pickFlight', { message: '?', flights: [{ id: 'a', airline: 'Sky', flightNumber: 'S1' }] });
    });
  });
});
