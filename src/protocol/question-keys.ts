import type { ElicitRequest } from './elicit-request.ts';

// In a file without schemas, since forms that load later use it: zod must hear of the page's policy before its first schema.

/** The key of every question in mode 'url'. No declared question has it. */
export const urlQuestionKey = '~url';

/** How the key of a question begins whose schema was made while the tool ran. No declared question's does. */
export const openQuestionKey = '~open:';

/** Names a question of a call, the same in each run. @param mark - ends it, once the call has gone back */
export const elicitIdOf = (callId: string, seq: number, mark = ''): string => `${callId}:elicit:${seq}${mark}`;

/** The call that asks a question, from the question's id. */
export const callOfQuestion = (elicitId: string): string =>
  elicitId.slice(0, Math.max(0, elicitId.lastIndexOf(':elicit:')));

/** The beginning of a wait's key. A wait is for a value of the host, and no person can answer it. */
export const waitKey = '~wait:';

/** Names a wait of a call. @param key - of the operation that made its token */
export const waitIdOf = (callId: string, key: string, mark = ''): string => `${callId}:wait:${key}${mark}`;

/** True for the key of a wait, or of a question in a list of both. */
export const isWait = ({ key }: { readonly key: string }): boolean => key.startsWith(waitKey);

/** True for the id of a wait. */
export const isWaitId = (elicitId: string): boolean => /:wait:[^:]*$/.test(elicitId);

/** The key of a question or wait without its prefix. */
export function bareKey(key: string): string {
  const prefix = [openQuestionKey, waitKey].find((one) => key.startsWith(one)) ?? '';
  return key.slice(prefix.length);
}

/** The place of a question in its call, from its id. */
export const seqOf = (elicitId: string): number => Number.parseInt(elicitId.slice(elicitId.lastIndexOf(':') + 1), 10);

/** While this question waits, the call's answer to the question with this `seq` can be changed. */
export function canChange({ changeable = [] }: Pick<ElicitRequest, 'changeable'>, seq: number): boolean {
  return changeable.some(([from, to]) => from <= seq && seq <= to);
}
