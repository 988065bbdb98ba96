import { createQueue, race, scoped, spawn, withResolvers, type Operation, type Scope, type Task } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { BridgeElicit, BridgeEvent, BridgeSample } from '../runtime/bridge-event.ts';
import { createBridgeHost, type BridgeHost } from '../runtime/bridge-host.ts';
import type { JournalEntry } from '../runtime/journal.ts';
import type { AnyMcpTool } from '../tool/create-mcp-tool.ts';
import { answerSample } from './answer-sample.ts';
import { checkWithin } from './check-within.ts';
import { elicitRequestOf } from './elicit-request-of.ts';
import { internalError, JournalError } from './internal-error.ts';
import { createMutex } from './mutex.ts';
import type {
  AbortedBy,
  PluginSession,
  PluginSessionEvent,
  RespondOptions,
  RespondToElicitOutcome,
  SessionOutcome,
} from './plugin-session.ts';
import { runToOutcome } from './run-outcome.ts';
import type { OnServerEvent } from './server-event.ts';
import type { SessionLimits } from './session-limits.ts';
import { createSessionRecord } from './session-record.ts';
import { createSessionTimes } from './session-times.ts';
import type { SessionAnswer, ToolSessionEntry, ToolSessionStore } from './tool-session-store.ts';
import { within } from './within.ts';

export interface SessionOptions {
  /** Runs live here, so that no request's end stops them. */
  scope: Scope;
  store: ToolSessionStore;
  provider: ChatProvider;
  tool: AnyMcpTool;
  entry: ToolSessionEntry;
  limits: SessionLimits;
  onEvent: OnServerEvent;
  /** Called once, when the call has ended. */
  onEnded(): void;
}

/** A session that the manager can set going: its tool runs, or runs again from its journal. */
export interface StartableSession extends PluginSession {
  start(): Operation<void>;
}

/** Make the session of a stored entry; it is cold. */
export function createPluginSession(options: SessionOptions): StartableSession {
  const { scope, store, provider, tool, limits, onEnded } = options;
  const { id, callId, createdAt } = options.entry;
  const about = { sessionId: id, toolName: tool.name };
  const record = createSessionRecord(options.entry, store);
  const events = createQueue<PluginSessionEvent, never>();
  // Whatever may settle a question takes its turn here, so that no two do at once.
  const answering = createMutex();
  const onToolError = (error: unknown) => options.onEvent({ type: 'error', where: 'tool', error });
  const times = createSessionTimes({
    limits,
    onOver: (reason) => background(() => abort(reason, 'timeout')),
    onExpired: (elicitId) => background(() => answering.run(() => expire(elicitId))),
  });
  let warm: Warm | undefined;
  let askedAt = createdAt;
  let ended = false;
  const end = withResolvers<void>();
  let interrupted = false;
  if (options.entry.pending !== undefined) wait(options.entry.pending);

  function* start(): Operation<void> {
    if (warm !== undefined || ended) return;
    const host = createBridgeHost({
      tool,
      params: record.current.params,
      callId,
      maxContextBytes: limits.contextBytes,
      journal: record.current.journal,
      append: keep,
    });
    const asked = withResolvers<void>();
    const run: Warm = { host, asking: undefined, asked: asked.operation, onAsked: asked.resolve, task: undefined };
    warm = run;
    if (record.current.pending === undefined) times.running();
    run.task = scope.run(function* () {
      yield* finish(yield* runHandled(run));
    });
  }

  function* keep(completed: JournalEntry): Operation<void> {
    try {
      yield* record.write({ journal: [...record.current.journal, completed] });
    } catch (error) {
      options.onEvent({ type: 'error', where: 'session', error });
      // In the tool's place, so that what a store says of itself is not told to the model and the person.
      throw new JournalError({ cause: error });
    }
  }

  /** Run the tool and do what it asks for. Where that fails the call is over: nobody would hear the tool any more. */
  function* runHandled(run: Warm): Operation<SessionOutcome> {
    try {
      return yield* scoped(function* () {
        yield* spawn(function* () {
          for (;;) yield* handle(run, (yield* run.host.events.next()).value);
        });
        return yield* runToOutcome(run.host, (error) => tell({ type: 'tool_failed', error }));
      });
    } catch (error) {
      options.onEvent({ type: 'error', where: 'session', error });
      return { status: 'failed', error: internalError };
    }
  }

  function* handle(run: Warm, event: BridgeEvent): Operation<void> {
    switch (event.type) {
      case 'log':
        events.add({ type: 'log', level: event.level, message: event.message });
        return;
      case 'notify':
        events.add({ type: 'progress', message: event.message, progress: event.progress, total: event.total });
        return;
      case 'sample':
        yield* spawn(() => sample(event));
        return;
      case 'withdraw':
        yield* answering.run(() => withdraw(run, event.elicitId));
        return;
      case 'elicit':
        yield* ask(run, event);
    }
  }

  function* ask(run: Warm, event: BridgeElicit): Operation<void> {
    if (record.current.pending?.elicitId === event.elicitId) {
      // Asked again by a repeated run. Whoever brings the answer may be waiting for just this, so take no turn.
      park(run, event);
      return;
    }
    yield* answering.run(function* () {
      const recorded = yield* record.answerTo(event.elicitId);
      if (recorded !== undefined) {
        // Recorded while the tool was cold, or before a restart.
        event.respond({ ok: true, value: recorded as unknown as JsonValue });
        return;
      }
      const request = elicitRequestOf(event, record.current);
      askedAt = Date.now();
      yield* record.write({ status: 'awaiting_elicit', pending: request });
      park(run, event);
      if (interrupted) yield* settle({ action: 'cancel', reason: 'interrupted' });
      else announce(request);
    });
  }

  function announce(request: ElicitRequest): void {
    wait(request);
    events.add({ type: 'elicit_request', request });
    tell({ type: 'asked', elicitId: request.elicitId, key: request.key, attempt: request.attempt });
  }

  function wait({ elicitId, expiresAt }: ElicitRequest): void {
    times.waiting(elicitId, expiresAt);
  }

  function* expire(elicitId: string): Operation<void> {
    if (record.current.pending?.elicitId === elicitId) yield* settle({ action: 'cancel', reason: 'expired' });
  }

  function* withdraw(run: Warm, elicitId: string): Operation<void> {
    if (!ended && run.asking?.elicitId === elicitId) yield* settle({ action: 'cancel', reason: 'interrupted' });
  }

  /** Record what came of the question that is asked, and tell it to the tool. Only while `answering`. */
  function* settle(
    result: ElicitResult<unknown>,
    { owner = record.current.owner, answerId }: Pick<RespondOptions, 'owner' | 'answerId'> = {},
  ): Operation<RespondToElicitOutcome> {
    const { pending } = record.current;
    if (pending === undefined || ended) return { outcome: 'unknown' };
    const { elicitId, attempt, key } = pending;
    const outcome = yield* record.answer({ elicitId, attempt, owner, result, answerId });
    if (outcome.outcome !== 'recorded') return outcome;
    yield* record.write({ status: 'running', pending: undefined, owner });
    const { action } = result;
    events.add({ type: 'elicit_settled', elicitId, action, answerId });
    const reason = action === 'cancel' ? result.reason : undefined;
    tell({ type: 'settled', elicitId, key, action, reason, duration: Date.now() - askedAt });
    const asking = warm?.asking;
    if (warm !== undefined) warm.asking = undefined;
    times.running();
    // A cold tool, or one that has not come to its question again yet, finds the answer in the store.
    asking?.respond({ ok: true, value: result as unknown as JsonValue });
    yield* start();
    return outcome;
  }

  function* respond(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
    const { pending, owner } = record.current;
    const isMine = owner === undefined || owner === answer.owner;
    // Anything but the first answer to what is asked now changes nothing: the store says what it is.
    if (ended || pending?.elicitId !== answer.elicitId || pending.attempt !== answer.attempt || !isMine) {
      return yield* record.lookUp(answer);
    }
    if (answer.result.action !== 'accept') return yield* settle(answer.result, answer);
    if (warm?.asking === undefined) {
      yield* start();
      if (warm?.task !== undefined) yield* race([warm.asked, over(warm.task)]);
    }
    const asking = warm?.asking;
    if (asking === undefined) return yield* record.lookUp(answer);
    const { content } = answer.result;
    const issues = yield* race([checkWithin(limits.checkTime, asking, content, onToolError), whenEnded()]);
    // Stopped meanwhile: the tool will not hear of it.
    if (issues === undefined || ended) return yield* record.lookUp(answer);
    return issues.length === 0 ? yield* settle(answer.result, answer) : yield* askAgain(pending, issues);
  }

  function* askAgain(pending: ElicitRequest, issues: readonly ElicitIssue[]): Operation<RespondToElicitOutcome> {
    tell({ type: 'refused', elicitId: pending.elicitId, key: pending.key, attempt: pending.attempt });
    if (interrupted || pending.attempt >= limits.attempts) {
      yield* settle({ action: 'cancel', reason: interrupted ? 'interrupted' : 'failed' });
      return { outcome: 'refused' };
    }
    const again = { ...pending, attempt: pending.attempt + 1, issues };
    yield* record.write({ pending: again });
    announce(again);
    return { outcome: 'refused' };
  }

  function* whenEnded(): Operation<undefined> {
    yield* end.operation;
    return undefined;
  }

  function* sample(event: BridgeSample): Operation<void> {
    yield* record.setStatus('awaiting_sample');
    event.respond(yield* answerSample(provider, event, limits.sampleTime, options.onEvent));
    yield* record.setStatus(record.current.pending === undefined ? 'running' : 'awaiting_elicit');
  }

  function* abort(reason: string | undefined, by: AbortedBy): Operation<void> {
    if (ended) return;
    ended = true;
    end.resolve();
    const task = warm?.task;
    if (task !== undefined) yield* within(limits.cleanupTime, () => stopped(task));
    yield* conclude({ status: 'aborted', by, reason });
  }

  function* finish(outcome: SessionOutcome): Operation<void> {
    if (ended) return;
    ended = true;
    end.resolve();
    yield* conclude(outcome);
  }

  function* conclude(outcome: SessionOutcome): Operation<void> {
    times.stop();
    try {
      yield* record.write({ status: outcome.status, pending: undefined });
    } catch (error) {
      // The call is over even where that cannot be written.
      options.onEvent({ type: 'error', where: 'session', error });
    }
    record.close();
    onEnded();
    events.add({ type: 'ended', outcome });
    const { status } = outcome;
    const by = outcome.status === 'aborted' ? outcome.by : undefined;
    const code = outcome.status === 'failed' ? outcome.error.code : undefined;
    tell({ type: 'session_ended', status, by, code, duration: Date.now() - createdAt });
  }

  function background(work: () => Operation<unknown>): void {
    scope.run(work).catch((error: unknown) => {
      if (!ended) options.onEvent({ type: 'error', where: 'session', error });
    });
  }

  function tell(event: EventOfSession): void {
    options.onEvent({ ...about, ...event });
  }

  return {
    id,
    callId,
    toolName: tool.name,
    start,
    *status() {
      return record.current.status;
    },
    pending: () => record.current.pending,
    *nextEvent() {
      return (yield* events.next()).value;
    },
    *respondToElicit(elicitId, result, { attempt = record.current.pending?.attempt ?? 1, owner, answerId } = {}) {
      const outcome = yield* answering.run(() => respond({ elicitId, result, attempt, owner, answerId }));
      if (outcome.outcome !== 'recorded' && outcome.outcome !== 'refused') {
        tell({ type: 'answer_ignored', elicitId, outcome: outcome.outcome });
      }
      return outcome;
    },
    *interrupt() {
      interrupted = true;
      yield* answering.run(function* () {
        if (record.current.pending !== undefined) yield* settle({ action: 'cancel', reason: 'interrupted' });
      });
    },
    abort: (reason, by = 'user') => abort(reason, by),
    cool: () =>
      answering.run(function* () {
        const run = warm;
        if (ended || run?.task === undefined || run.asking === undefined) return false;
        warm = undefined;
        run.host.drop();
        yield* run.task.halt();
        return true;
      }),
  };
}

/** One run of the tool in this process. */
interface Warm {
  host: BridgeHost;
  task: Task<void> | undefined;
  /** The question the generator is parked at. */
  asking: BridgeElicit | undefined;
  /** The generator has asked its question, or asked it again. */
  asked: Operation<void>;
  onAsked(): void;
}

/** An event of this session, before it is said whose. */
type EventOfSession = WithoutAbout<Parameters<OnServerEvent>[0]>;
type WithoutAbout<Event> = Event extends { sessionId: string } ? Omit<Event, 'sessionId' | 'toolName'> : never;

function park(run: Warm, event: BridgeElicit): void {
  run.asking = event;
  run.onAsked();
}

function* over(task: Task<void>): Operation<void> {
  try {
    yield* task;
  } catch {
    // That it is over is all that matters here.
  }
}

function* stopped(task: Task<void>): Operation<void> {
  try {
    yield* task.halt();
  } catch {
    // A clean-up that fails has run; the call is over all the same.
  }
}
