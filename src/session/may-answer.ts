import type { Operation } from 'effection';
import { after, comingOf, firstOf } from '../base/coming.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitAction } from '../protocol/elicit-result.ts';
import type { Addressee, AskedTo, Answerer, Person } from '../protocol/person.ts';
import { sourceOf } from '../runtime/journal.ts';
import { actionOf, type Passed } from '../runtime/way-of.ts';
import type { InnerCall } from './call.ts';

/** What a host is asked before an answer counts. */
export interface AnswerToAllow {
  /** Who answers. Undefined for somebody whom the host did not identify. */
  readonly who: Person | undefined;
  /** Whom the question is for. Undefined for the person for whom the call runs. */
  readonly to: readonly Addressee[] | undefined;
  /** For whom the call runs. */
  readonly owner: string | undefined;
  readonly question: Pick<ElicitRequest, 'toolName' | 'callId' | 'elicitId' | 'key' | 'params'>;
  /** What was answered in this call before, without an answer that this one is to replace, and those after it. */
  readonly answers: readonly GivenAnswer[];
}

/** An answer that counts. */
export interface GivenAnswer {
  readonly elicitId: string;
  readonly key: string;
  readonly action: ElicitAction;
  readonly by: Answerer | undefined;
}

/** Says whether a person may answer. Everybody else hears that there is no such question. */
export type MayAnswer = (answer: AnswerToAllow) => boolean | Promise<boolean>;

/** Whether a question is for this person. */
export function isAddressed(to: AskedTo | undefined, who: Person | undefined, owner: string | undefined): boolean {
  if (to === undefined) return owner === undefined || owner === who?.id;
  // Who asks without a name could be anybody, and so could who answers.
  if (who === undefined || (to.notOwner === true && (owner === undefined || owner === who.id))) return false;
  return to.who.some(
    ({ id, role }) => (id !== undefined && id === who.id) || (role !== undefined && who.roles?.includes(role) === true),
  );
}

/** Who judges, and who hears why they could not. */
export interface Judging extends Pick<InnerCall, 'report'> {
  readonly host: Pick<InnerCall['host'], 'mayAnswer' | 'answers'>;
  readonly limits: Pick<InnerCall['limits'], 'patience'>;
}

/** Whether the host lets a person answer whom the question is for. An answer that it cannot judge does not count. */
export function* isAllowed(call: InnerCall, ...asked: AskedOf): Operation<boolean> {
  // Most hosts have none: a long call need not look at all of its answers then.
  if (call.host.mayAnswer === undefined) return true;
  try {
    return yield* judge(call, askedOf(call.record, ...asked));
  } catch {
    return false;
  }
}

/**
 * Ask the host whether a person whom the question is for may answer it.
 *
 * @throws {CodedError} `MAY_ANSWER_FAILED`. The host has heard why
 */
export function* judge(
  { host: { mayAnswer, answers }, report, limits }: Judging,
  asked: AnswerToAllow,
): Operation<boolean> {
  if (mayAnswer === undefined || answers === 'all') return true;
  const { key } = asked.question;
  let cause: unknown;
  try {
    const judged = comingOf(Promise.resolve().then(() => mayAnswer(asked)));
    const said = yield* firstOf<boolean | 'late'>(judged, after(limits.patience, 'late'));
    if (said !== 'late') return said === true;
    const what = `mayAnswer took too long to judge an answer to the question "${key}".`;
    const next = 'Nobody may answer meanwhile: look up what it needs faster, or raise limits.patience.';
    cause = new CodedError('MAY_ANSWER_TIMEOUT', `${what} ${next}`);
  } catch (error) {
    cause = error;
  }
  report(cause);
  const what = 'The server could not find out whether this person may answer.';
  throw new CodedError('MAY_ANSWER_FAILED', `${what} Try again in a moment.`, { cause });
}

type AskedOf = [question: Pick<ElicitRequest, 'elicitId' | 'key' | 'to'>, who: Person | undefined];

/** What a host is asked about an answer to a question of this call. */
export function askedOf({ entry, way }: InnerCall['record'], ...[{ elicitId, key, to }, who]: AskedOf): AnswerToAllow {
  const { owner, toolName, id: callId, params } = entry;
  const question = { toolName, callId, elicitId, key, params };
  return { who, to: to?.who, owner, question, answers: answersBefore(elicitId, way.now().passed) };
}

/** What counts of a call's answers before this question was closed. All, if it waits. */
export function answersBefore(elicitId: string, passed: readonly Passed[]): GivenAnswer[] {
  const at = passed.findIndex(({ entry }) => entry.question?.elicitId === elicitId);
  return passed.slice(0, at === -1 ? passed.length : at).flatMap(({ entry }) => {
    const { elicitId = '' } = entry.question ?? {};
    const source = sourceOf(entry.question);
    return source === undefined ? [] : [{ elicitId, key: entry.name, action: actionOf(entry), by: source.by }];
  });
}
