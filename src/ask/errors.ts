import { CodedError } from '../protocol/coded-error.ts';
import type { CancelReason, ElicitCancel, ElicitDecline } from '../protocol/elicit-result.ts';

/**
 * Why a question of a tool has no answer.
 *
 * - `declined`: the person said no to the question.
 * - `cancelled`: they closed it, or left the password page without giving one.
 * - `expired`: its `timeout` passed.
 * - `interrupted`: they wrote a message instead, or the call is being stopped.
 * - `withdrawn`: it was for somebody else, and its own person withdrew it.
 * - `failed`: no answer that fits came.
 */
export type AskDeclinedReason = 'declined' | 'cancelled' | Exclude<CancelReason, 'dismissed'>;

/**
 * The person did not answer. Catch it to go on without the answer. Otherwise the call ends, and the model reads the
 * message.
 */
export class AskDeclinedError extends CodedError<'ASK_DECLINED'> {
  /** Why there is no answer. */
  readonly reason: AskDeclinedReason;
  /** Names the question: its `key`, or the word and a number, such as `text-2`. */
  readonly key: string;

  constructor(key: string, message: string, reason: AskDeclinedReason, words?: string) {
    const said = words === undefined || words === '' ? '' : ` They said: "${words}".`;
    super(
      'ASK_DECLINED',
      `"${message}" was not answered: ${what[reason]}.${said} Do not ask again unless they want it.`,
    );
    this.reason = reason;
    this.key = key;
  }
}

/** Read how a question ended without an answer. */
export function declinedBy(key: string, message: string, result: ElicitDecline | ElicitCancel): AskDeclinedError {
  if (result.action === 'decline') return new AskDeclinedError(key, message, 'declined', result.reason);
  const { reason = 'dismissed' } = result;
  return new AskDeclinedError(key, message, reason === 'dismissed' ? 'cancelled' : reason);
}

/** A password cannot be asked here, or it is not there (any more). */
export class AskSecretError extends CodedError<'ASK_SECRET_UNAVAILABLE'> {
  constructor(toolName: string, problem: 'asked' | 'gone') {
    const text = {
      asked: `${toolName} asked for a password, and has no page for it. A form must not ask for one: its answer would be recorded. Give it a page of your own: .execute(…, { secrets }).`,
      gone: `${toolName} reads a password that its secrets.read(handle) does not have. Keep it until the call has ended, or ask for it again.`,
    };
    super('ASK_SECRET_UNAVAILABLE', text[problem]);
  }
}

/** A choice has nothing to choose from. */
export class AskChoicesError extends CodedError<'ASK_NO_CHOICES'> {
  constructor(toolName: string, word: string, message: string) {
    super(
      'ASK_NO_CHOICES',
      `${toolName} called ask.${word}('${message}') without choices. Give it at least one, or do not ask.`,
    );
  }
}

/** The tool's body yielded something that is no operation. */
export class AskYieldError extends CodedError<'ASK_YIELD'> {
  constructor(toolName: string, problem: string) {
    super('ASK_YIELD', `${toolName} ${problem}`);
  }
}

const what: Record<AskDeclinedReason, string> = {
  declined: 'the person declined',
  cancelled: 'the person closed it',
  withdrawn: 'it was withdrawn',
  expired: 'its time was up',
  interrupted: 'the person went on to something else',
  failed: 'no answer that fits came',
};
