import { createAskTool } from 'elicitkit/ask';
import { until } from 'effection';
import * as z from 'zod';

export const createSignUpTool = (signUp: (entry: object) => Promise<string>) =>
  createAskTool('sign_up')
    .description('Sign somebody up for an event')
    .parameters(z.object({ event: z.string() }))
    .execute(function* ({ event }, ask) {
      const name = yield* ask.text('What is your name?', { minLength: 2 });
      const email = yield* ask.text('Your email?', { format: 'email' });
      const size = yield* ask.select('T-shirt?', ['S', 'M', 'L']); // 'S' | 'M' | 'L'
      const seats = yield* ask.number('How many seats?', { min: 1, max: 9, integer: true, default: 1 });
      const day = yield* ask.date('Which day?');
      const extras = yield* ask.selectMany('Extras?', { lunch: 'Lunch', tour: 'City tour' });
      // Undefined if the person declines to say.
      const note = yield* ask.text.optional('Anything else?', { maxLength: 500 });
      if (!(yield* ask.confirm('Sign you up now?'))) return 'Nobody was signed up.';

      yield* ask.progress('Signing you up…', 1, 2);
      const entry = { event, name, email, size, seats, day, extras, ...(note !== undefined && { note }) };
      return yield* ask.step('sign up', () => until(signUp(entry)));
    });
