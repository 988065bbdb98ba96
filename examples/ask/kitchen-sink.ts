// Every word of ask, in tools that run in a terminal, over MCP and on a page.
import { AskDeclinedError, createAskTool } from 'elicitkit/ask';
import * as z from 'zod';

/** Stands for a mail service. */
const send = (email: string, text: string) => `Sent to ${email}: ${text}`;

export const signUp = createAskTool('sign_up')
  .description('Sign somebody up for an event')
  .parameters(z.object({ event: z.string().default('the party'), seatsLeft: z.int().min(1).default(9) }))
  .execute(function* ({ event, seatsLeft }, ask) {
    const name = yield* ask.text('What is your name?', { minLength: 2 });
    const email = yield* ask.text('Your email?', { format: 'email' });
    const size = yield* ask.select('T-shirt?', ['S', 'M', 'L']); // 'S' | 'M' | 'L'
    const seats = yield* ask.number('How many seats?', { min: 1, max: seatsLeft, integer: true, default: 1 });
    const day = yield* ask.date('Which day?', { min: '2026-01-01' });
    const extras = yield* ask.selectMany('Extras?', { lunch: 'Lunch', tour: 'City tour' }, { max: 2 });
    const note = yield* ask.text.optional('Anything else?');
    if (!(yield* ask.confirm('Send the confirmation now?'))) return 'Nothing was sent.';

    yield* ask.progress('Sending…', 1, 2);
    const entry = { name, size, seats, day, extras, ...(note !== undefined && { note }) };
    const sent = yield* ask.step('send', () => send(email, `See you at ${event}!`));
    yield* ask.log('info', sent);
    return { ...entry, sent };
  });

export const reserve = createAskTool('reserve')
  .description('Reserve a table, which is held for a moment')
  .parameters(z.object({ milliseconds: z.int().default(60_000) }))
  .execute(function* ({ milliseconds: timeout }, ask) {
    try {
      const guests = yield* ask.number('For how many?', { min: 1, integer: true, timeout });
      return `A table for ${guests} is reserved.`;
    } catch (error) {
      if (error instanceof AskDeclinedError && error.reason === 'expired') return 'The table is gone.';
      throw error;
    } finally {
      console.log('The table is no longer held.');
    }
  });

/** In a terminal, the password is typed hidden. On a page or over MCP, give it a page of yours: `{ secrets }`. */
export const logIn = createAskTool('log_in')
  .description('Log in')
  .parameters(z.object({ name: z.string() }))
  .execute(function* ({ name }, ask) {
    const handle = yield* ask.password(`The password of ${name}?`);
    const length = yield* ask.step('log in', function* () {
      return (yield* ask.secret(handle)).length;
    });
    return `${name} is logged in with ${length} letters.`;
  });
