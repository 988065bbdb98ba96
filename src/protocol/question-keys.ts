import type { ElicitRequest } from './elicit-request.ts';

// In a file without schemas, since forms that load later use it: zod must hear of the page's policy before its first schema.

/** The key of every question in mode 'url'. No declared question has it. */
export const urlQuestionKey = '~url';

/** How the key of a question begins whose schema was made while the tool ran. No declared question's does. */
export const openQuestionKey = '~open:';

/** Names a question of a call, the same in each run. @param mark - ends it, once the call has gone back */
export const elicitIdOf = (callId: string, seq: number, mark = ''): string => `${callId}:elicit:${seq}${mark}`;

/** The place of a question in its call, from its id. */
export const seqOf = (elicitId: string): number => Number.parseInt(elicitId.slice(elicitId.lastIndexOf(':') + 1), 10);

/** While this question waits, the call's answer to the question with this `seq` can be changed. */
export function canChange({ changeable = [] }: Pick<ElicitRequest, 'changeable'>, seq: number): boolean {
  return changeable.some(([from, to]) => from <= seq && seq <= to);
}
