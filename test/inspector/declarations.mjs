import { choiceQuestion, createMcpTool } from 'elicitkit/plugin';
import { flightQuestion, seatQuestion } from 'elicitkit/travel';
import * as z from 'zod';

const declare = (name) => createMcpTool(name).description(`Calls ${name}`).parameters(z.object({}));

export const bookFlight = declare('book_flight').elicits({ pickFlight: flightQuestion, pickSeat: seatQuestion });
export const order = declare('order').elicits({ dish: choiceQuestion });
export const refund = declare('refund').elicits({}).approve({ tone: 'danger' });
export const rateStay = declare('rate_stay').elicits({
  rating: z.object({ stay: z.object({ mood: z.enum(['Good', 'Bad']) }) }),
});
const person = z.object({ name: z.string(), home: z.object({ city: z.string() }) });
export const sendMail = declare('send_mail').elicits({ to: person });
/** Its card throws. */
export const crash = declare('crash').elicits({ pick: z.object({ word: z.string() }) });
/** Its app answers what was not asked. */
export const lie = declare('lie').elicits({ pick: z.object({ word: z.string() }) });
/** Its app never says a word. */
export const mute = declare('mute').elicits({ pick: z.object({ word: z.string() }) });
