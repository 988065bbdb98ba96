import type { ElicitResult } from 'elicitkit/plugin';

/**
 * Tells the model why a game has no end.
 *
 * @param what - the answer that was asked for, such as `"a move"`
 */
export function notPlayed(result: Exclude<ElicitResult<unknown>, { action: 'accept' }>, what: string): string {
  if (result.action === 'decline') return `Game left: the person does not want to make ${what}. Offer something else.`;
  if (result.reason === 'interrupted') {
    return `Game left: the person wrote something else instead of ${what}. Answer that.`;
  }
  if (result.reason === 'expired') return `Game left: nobody made ${what} in time. Ask whether to play again.`;
  if (result.reason === 'failed') return `Game left: the answer was not ${what}. Say that it did not work.`;
  return 'Game left: the person closed the game. Do not start another one unless they ask.';
}
