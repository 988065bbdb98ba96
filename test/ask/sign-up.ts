import * as z from 'zod';
import { createAskTool } from '../../src/ask.ts';

/** Every word that a form asks, once. It tells what it did. */
export function createSignUp(done: string[] = []) {
  return createAskTool('sign_up')
    .description('Sign somebody up')
    .parameters(z.object({ event: z.string() }))
    .execute(function* ({ event }, ask) {
      const name = yield* ask.text('What is your name?', {
        minLength: 2,
        title: 'Name',
        description: 'Your first name.',
      });
      const email = yield* ask.text.optional('Your email?', { format: 'email' });
      const size = yield* ask.select('T-shirt?', ['S', 'M', 'L'], { default: 'M' });
      const seats = yield* ask.number('How many seats?', { min: 1, max: 9, integer: true, default: 1 });
      const day = yield* ask.date('Which day?', { min: '2027-01-01' });
      const extras = yield* ask.selectMany('Extras?', { lunch: 'Lunch', tour: 'City tour' }, { max: 1 });
      if (!(yield* ask.confirm('Sign up now?'))) return 'Nobody was signed up.';
      yield* ask.progress('Signing up…', 1, 2);
      const id = yield* ask.uuid();
      yield* ask.step('sign up', () => {
        done.push(`${name}: ${event}`);
      });
      return { name, email: email ?? null, size, seats, day, extras, hasId: id.length === 36 };
    });
}

/** Right answers to its questions, in order. */
export const right = ['Ada', 'ada@example.com', 'L', 2, '2027-05-01', ['tour'], true];
export const signedUp = {
  name: 'Ada',
  email: 'ada@example.com',
  size: 'L',
  seats: 2,
  day: '2027-05-01',
  extras: ['tour'],
  hasId: true,
};
/** Answers that each question refuses, but for the last: what a form sends for it always fits. */
export const wrong = ['A', 'ada', 'XL', 2.5, '2026-12-31', ['lunch', 'tour']];
export const keys = ['text-1', 'text-2', 'select-1', 'number-1', 'date-1', 'selectMany-1', 'confirm-1'];
