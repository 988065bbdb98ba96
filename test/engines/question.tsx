// One question in a page of its own, for what the demo does not have.
//   ?ask=flights|fares|seats|party|form|list|long  &as=dialog  &dir=rtl
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import {
  createPluginClient,
  ElicitOutlet,
  FlightList,
  PassengerSeatPicker,
  PluginSessionProvider,
  SeatPicker,
} from 'elicitkit';
import type { ChatTransport } from 'elicitkit/client';
import { arabic } from 'elicitkit/messages/ar';
import { answerWith, createMcpTool, makePlugin } from 'elicitkit/plugin';
import { flightSchema, seatMapSchema } from 'elicitkit/travel';
import 'elicitkit/styles.css';
import { scriptStream } from '../../stories/scripted-stream.ts';
import { fares, smallFlights, smallSeatMap } from '../../stories/travel-samples.ts';

const params = new URLSearchParams(location.search);
const isRtl = params.get('dir') === 'rtl';
document.documentElement.dir = isRtl ? 'rtl' : 'ltr';
const locale = isRtl ? 'ar' : 'en-US';

const everyKind = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2, maxLength: 40 },
    email: { type: 'string', format: 'email', title: 'Email' },
    site: { type: 'string', format: 'uri', title: 'Website' },
    day: { type: 'string', format: 'date', title: 'Day' },
    at: { type: 'string', format: 'date-time', title: 'Start' },
    weight: { type: 'number', title: 'Weight', minimum: 0.5, maximum: 32 },
    bags: { type: 'integer', title: 'Bags', minimum: 0 },
    terms: { type: 'boolean', title: 'I have read the terms' },
    fare: {
      oneOf: [
        { const: 'b', title: 'Basic' },
        { const: 'f', title: 'Flex' },
      ],
      title: 'Fare',
    },
    city: { enum: ['Berlin', 'Lisbon', 'Oslo', 'Paris', 'Rome', 'Vienna'], title: 'City' },
    extras: { type: 'array', items: { enum: ['Wifi', 'Meal', 'Lounge'] }, title: 'Extras', minItems: 1, maxItems: 2 },
    story: { type: 'string', title: 'Anything else?', maxLength: 500 },
    token: { type: 'string', title: 'Reference' },
  },
  required: ['name', 'email', 'weight', 'fare'],
};
const travellers = {
  type: 'object',
  properties: {
    people: {
      type: 'array',
      title: 'Travellers',
      minItems: 1,
      maxItems: 3,
      items: {
        type: 'object',
        title: 'Traveller',
        properties: { name: { type: 'string', title: 'Name', minLength: 1 }, age: { type: 'integer', title: 'Age' } },
        required: ['name'],
      },
    },
  },
  required: ['people'],
};

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({}))
  .elicits({
    flights: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(flightSchema) }) },
    seats: { response: z.object({ row: z.number(), seat: z.string() }), context: z.object({ seatMap: seatMapSchema }) },
    party: {
      response: z.object({
        selections: z.array(z.object({ passengerId: z.string(), row: z.number(), seat: z.string() })),
      }),
      context: z.object({ seatMap: seatMapSchema }),
    },
  });
const passengers = [
  { id: 'ada', name: 'Ada Lovelace' },
  { id: 'grace', name: 'Grace Hopper' },
  { id: 'mary', name: 'Mary Jackson' },
];
const plugin = makePlugin(bookFlight)
  .onElicit({
    flights: answerWith(FlightList, ({ flights }) => ({ flights, locale })),
    seats: answerWith(SeatPicker, ({ seatMap }) => ({ seatMap, locale })),
    party: answerWith(PassengerSeatPicker, ({ seatMap }) => ({ seatMap, passengers, locale })),
  })
  .build();

const travel = (key: string, context: object) => ({
  toolName: 'book_flight',
  key,
  schema: { type: 'object', 'x-model-context': context },
});
const questions: Record<string, object> = {
  flights: travel('flights', { flights: smallFlights }),
  fares: travel('flights', { flights: fares }),
  seats: travel('seats', { seatMap: smallSeatMap }),
  party: travel('party', { seatMap: smallSeatMap }),
  // No plugin answers for this tool, so its questions are forms.
  form: { toolName: 'feedback', key: 'form', schema: everyKind },
  list: { toolName: 'feedback', key: 'list', schema: travellers },
  long: {
    toolName: 'feedback',
    key: 'list',
    schema: travellers,
    message: 'Say who travels. '.repeat(30),
  },
};
const ids = { sessionId: 'call_1', callId: 'call_1', elicitId: 'call_1:0' };
const stream = scriptStream();

/** The answers that reached this page's server. */
const answers: unknown[] = [];
Object.assign(globalThis, { answers });
const transport: ChatTransport = async ({ body }) => {
  const [answer] = body.pluginElicitResponses ?? [];
  if (answer === undefined) {
    const asked = questions[params.get('ask') ?? 'flights'];
    return stream(body, { type: 'plugin_elicit_request', ...ids, message: 'Which one?', ...asked });
  }
  answers.push(answer.result);
  return stream(body, { type: 'plugin_elicit_settled', ...ids, action: answer.result.action });
};

const client = createPluginClient({ transport, plugins: [plugin], retry: false, storage: false });
const dialog = params.get('as') === 'dialog' ? { presentation: 'dialog' as const } : {};
const language = isRtl ? { messages: arabic, locale } : {};

/** Asks once the outlet is there. Until then nothing shows a question without a plugin, and the console says so. */
function Ask(): null {
  useEffect(() => void client.send('Ask me'), []);
  return null;
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <PluginSessionProvider client={client} assistant="Desk" toolTitles={{ book_flight: 'Book a flight' }} {...language}>
    <a href="#before">Before</a>
    <ElicitOutlet {...dialog} />
    <Ask />
    <a href="#after">After</a>
  </PluginSessionProvider>,
);
