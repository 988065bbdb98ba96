import type { ElicitResult } from 'elicitkit/plugin';
import { bagsOf, checkPassengerIn } from './airline';
import { checkIn } from './check-in';

export const checkInTool = checkIn.execute(function* ({ booking }, ctx) {
  const passenger = yield* ctx.elicit('passenger', { message: 'Who is flying?' }, { timeout: 600_000 });
  if (passenger.action !== 'accept') return notCheckedIn(passenger);

  yield* ctx.notify('Looking at what your fare includes…');
  const choices = yield* ctx.step('bags', () => bagsOf(booking), { pure: true });
  const bags = yield* ctx.elicit('bags', { message: 'How many bags?', choices });
  if (bags.action !== 'accept') return notCheckedIn(bags);

  const { name } = passenger.content;
  return yield* ctx.step('check in', () => checkPassengerIn(booking, name, bags.content.choice));
});

/** Tells the model how the question ended, so that it does not simply call the tool again. */
function notCheckedIn(result: Exclude<ElicitResult<unknown>, { action: 'accept' }>): string {
  if (result.action === 'decline') return `Not checked in: the person said no. ${result.reason ?? ''}`.trim();
  switch (result.reason) {
    case 'interrupted':
      return 'Not checked in: the person wrote something else instead. Answer that.';
    case 'expired':
      return 'Not checked in: nobody answered in time. Ask whether to try again.';
    case 'failed':
      return 'Not checked in: no answer was usable. Say that it did not work.';
    default:
      return 'Not checked in: the person closed the question. Ask what they would like instead.';
  }
}
