import { bookLeave } from './book-leave.ts';

export const bookLeaveTool = bookLeave.execute(function* (_params, ctx) {
  const today = new Date(yield* ctx.now()).toISOString().slice(0, 10);
  const answer = yield* ctx.elicit('days', {
    message: 'When do you want to take leave?',
    min: today,
    maxNights: 21,
  });
  if (answer.action !== 'accept') return 'No leave was entered.';
  return `Leave entered from ${answer.content.from} to ${answer.content.to}.`;
});
