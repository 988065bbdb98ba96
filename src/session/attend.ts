import { ensure, race, scoped, spawn, useScope, withResolvers, type Operation, type Task } from 'effection';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { AnswerVia, Person } from '../protocol/person.ts';
import { isWait } from '../protocol/question-keys.ts';
import type { ToolReport } from '../protocol/tool-report.ts';
import { McpToolTimeoutError } from '../runtime/errors.ts';
import { strictest, type ToolLimits } from '../tool/tool-limits.ts';
import type { Call, PluginSessionEvent, SessionOutcome } from './plugin-session.ts';
import { keepCalls, type KeepCallsOptions } from './plugin-session-manager.ts';
import type { CreatePluginSession } from './new-call.ts';
import type { ToolExit } from './run-outcome.ts';
import { defaultSessionLimits, readSessionLimits } from './session-limits.ts';
import { toldOfWait } from './wait-tokens.ts';
import type { CallHost } from './tool-runs.ts';

/** Asks a person who has no page, such as one at a terminal. */
export interface Asker extends CallHost {
  /** Where it asks. */
  readonly via: AnswerVia;
  /**
   * Ask a question. If its answer is refused, it is asked again, with issues and in the same scope. The scope ends when
   * the question is closed, whatever closed it. A wait comes here, too, under a key that begins with `~wait:`.
   *
   * @returns undefined to leave a wait to the host, who brings its value
   */
  ask(question: ElicitRequest): Operation<ElicitResult<unknown> | undefined>;
  /** A name for the answer to a question. @default none */
  answerIdOf?(question: ElicitRequest): string;
  /** Who gives the answer, if not the person who is there. @default that person */
  byOf?(question: ElicitRequest): Person | undefined;
  /** A question is closed. Its scope ends after this. @default does nothing */
  closed?(event: Extract<PluginSessionEvent, { type: 'elicit_settled' }>): void;
  tell(report: ToolReport): void;
}

/**
 * Ask everything that a call asks, until the call ends. What is asked then ends with the caller.
 *
 * @param by - the person who answers
 * @returns how it ended
 * @throws what the asker throws; the call goes on
 */
export function* attend(session: Call, asker: Asker, by?: string | Person): Operation<SessionOutcome> {
  function* ask(question: ElicitRequest): Operation<void> {
    const { elicitId, attempt } = question;
    const result = yield* asker.ask(question);
    if (result === undefined) return toldOfWait(question).forEach(asker.tell);
    const about = {
      attempt,
      by: asker.byOf?.(question) ?? by,
      via: asker.via,
      answerId: asker.answerIdOf?.(question),
      ...(isWait(question) && { '~ofWait': true as const }),
    };
    const { outcome } = yield* session.respondToElicit(elicitId, result, about);
    const again = session.pending().find((waits) => waits.elicitId === elicitId);
    if (outcome === 'refused' && again !== undefined) yield* ask(again);
  }

  const events = session.getEvents();
  const asked = new Map<string, Task<void>>();
  for (;;) {
    const { event } = (yield* events.next()).value;
    if (event.type === 'ended') return event.outcome;
    if (event.type === 'log' || event.type === 'progress') asker.tell(event);
    if (event.type === 'elicit_settled') {
      asker.closed?.(event);
      const asking = asked.get(event.elicitId);
      if (asking !== undefined) yield* asking.halt();
    }
    // What was refused is asked again where it was asked first.
    if (event.type !== 'elicit_request' || asked.has(event.request.elicitId)) continue;
    const asking = yield* spawn(() => ask(event.request));
    asked.set(event.request.elicitId, asking);
    if (asker.isScripted === true) yield* asking;
  }
}

/** A call that is kept nowhere. */
export interface CallInMemory extends Omit<CreatePluginSession, 'host' | 'tenant'> {
  /** Limits besides those that the tool declares. The strictest counts. */
  limits: ToolLimits | undefined;
}

/**
 * Run a tool as a call in this process's memory, and ask its questions. Halting this stops the call, with its clean-up.
 *
 * @returns the tool's value itself
 * @throws {InvalidArgumentsError} if the arguments do not fit the tool's parameters
 * @throws {MissingNeedError} if what the tool requires is not there
 * @throws {McpToolTimeoutError} if the tool runs for longer than a limit allows
 * @throws what the tool, the check of a question or the asker throws
 */
export function runInMemory({ limits: given, ...call }: CallInMemory, asker: Asker): Operation<unknown> {
  return scoped(function* () {
    const { tool, owner } = call;
    const { maxDepth, maxTokens, timeout } = strictest(tool.toolLimits, given);
    const failed = withResolvers<never>();
    const limits = readSessionLimits({ ...unlimited, toolDepth: maxDepth, toolTokens: maxTokens, runTime: timeout });
    const options: KeepCallsOptions = {
      provider: { stream: unasked },
      onEvent(event) {
        if (event.type === 'error' && event.where === 'tool') failed.reject(event.error as Error);
      },
    };
    const sessions = keepCalls(options, limits, undefined, yield* useScope());
    yield* ensure(() => sessions.close());
    const exits: ToolExit[] = [];
    const host = { ...asker, mostEvents: Infinity, exited: (how: ToolExit) => void exits.push(how) };
    const session = yield* sessions.create({ ...call, host });
    const { status } = yield* race([attend(session, asker, owner), failed.operation]);
    const exit = exits.at(-1);
    // Only its time stops the call.
    if (status === 'aborted' || exit === undefined) throw new McpToolTimeoutError(tool.name, timeout);
    if ('error' in exit) throw exit.error;
    return exit.value;
  });
}

const unlimited = Object.fromEntries(Object.keys(defaultSessionLimits).map((name) => [name, Infinity]));

function unasked(): never {
  throw new TypeError('The asker answers for the model.');
}
