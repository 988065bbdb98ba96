import type { ElicitResult } from 'elicitkit/plugin';

/**
 * Tells the model why nothing was booked, so that it says the right thing and does not just call the tool again.
 *
 * @param which - the question, such as `"which flight"` or `"whether to book"`
 */
export function notBooked(result: Exclude<ElicitResult<unknown>, { action: 'accept' }>, which: string): string {
  if (result.action === 'decline') {
    const reason = result.reason ? ` Their reason: ${result.reason}.` : '';
    return `Not booked: the person does not want to say ${which}.${reason} Offer something else, and do not call this again unless they ask.`;
  }
  if (result.reason === 'interrupted') {
    return `Not booked: instead of saying ${which} the person wrote something else. Answer that.`;
  }
  if (result.reason === 'expired') return `Not booked: nobody said ${which} in time. Ask whether to try again.`;
  if (result.reason === 'failed') return `Not booked: no answer to ${which} was usable. Say that it did not work.`;
  return `Not booked: the person closed the question before saying ${which}. Ask what they would like instead.`;
}
