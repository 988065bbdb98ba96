// The tools that the Inspector is given. Each asks with another card.
import * as declared from './declarations.mjs';

const route = { airline: 'SkyHigh Airways', from: 'NYC', to: 'LAX' };
const flights = [
  { ...route, id: 'SH142', flightNumber: 'SH 142', departure: '08:00', arrival: '11:30', price: 299 },
  { ...route, id: 'SH420', flightNumber: 'SH 420', departure: '14:00', arrival: '17:25', price: 219 },
];
const seatMap = { rows: 12, seatsPerRow: ['A', 'B', 'C', '', 'D', 'E', 'F'], taken: ['7A', '7B'] };
const isFull = ({ flightId }) => (flightId === 'SH142' ? ['That flight is full.'] : undefined);

export const bookFlight = declared.bookFlight.execute(function* (_, ctx) {
  const picked = yield* ctx.elicit('pickFlight', { message: 'Which flight to LAX?', flights }, { check: isFull });
  if (picked.action !== 'accept') return `Not booked: ${picked.action}.`;
  const seated = yield* ctx.elicit('pickSeat', { message: 'Which seat?', seatMap });
  if (seated.action !== 'accept') return `Not booked: no seat (${seated.action}).`;
  const { row, seat } = seated.content;
  return `Booked ${picked.content.flightId}, seat ${row}${seat}.`;
});

export const order = declared.order.execute(function* (_, ctx) {
  return yield* ctx.elicit('dish', { message: 'What would you like?', choices: ['Soup', 'Salad'] });
});

export const refund = declared.refund.execute(function* () {
  return 'Paid back.';
});

const asking = (tool, key, message) =>
  tool.execute(function* (_, ctx) {
    return yield* ctx.elicit(key, { message });
  });

export const rateStay = asking(declared.rateStay, 'rating', 'How was it?');
export const sendMail = asking(declared.sendMail, 'to', 'Whom to?');
export const crash = asking(declared.crash, 'pick', 'Which word?');
export const lie = asking(declared.lie, 'pick', 'Which word?');
export const mute = asking(declared.mute, 'pick', 'Which word?');
