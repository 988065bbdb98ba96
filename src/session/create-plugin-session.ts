import { createQueue, scoped, spawn, type Operation, type Scope } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { BridgeEvent, BridgeSample } from '../runtime/bridge-event.ts';
import { createBridgeHost } from '../runtime/bridge-host.ts';
import type { JournalEntry } from '../runtime/journal.ts';
import type { AnyMcpTool } from '../tool/create-mcp-tool.ts';
import { answerSample } from './answer-sample.ts';
import { internalError, JournalError } from './internal-error.ts';
import type { AbortedBy, PluginSession, PluginSessionEvent, SessionOutcome } from './plugin-session.ts';
import { runToOutcome } from './run-outcome.ts';
import type { OnServerEvent, TellOfSession } from './server-event.ts';
import { createSessionEnding } from './session-ending.ts';
import type { SessionLimits } from './session-limits.ts';
import { createSessionQuestion } from './session-question.ts';
import { createSessionRecord } from './session-record.ts';
import { createSessionTimes } from './session-times.ts';
import { createToolRun, stopRun, type ToolRun } from './tool-run.ts';
import type { ToolSessionEntry, ToolSessionStore } from './tool-session-store.ts';
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
  const { scope, store, provider, tool, limits, onEvent, onEnded } = options;
  const { id, callId, createdAt } = options.entry;
  const record = createSessionRecord(options.entry, store);
  const events = createQueue<PluginSessionEvent, never>();
  const ending = createSessionEnding(conclude);
  const times = createSessionTimes({
    limits,
    onOver: (reason) => background(() => abort(reason, 'timeout')),
    onExpired: (elicitId) => background(() => question.expire(elicitId)),
  });
  const tell: TellOfSession = (event) => onEvent({ sessionId: id, toolName: tool.name, ...event });
  let run: ToolRun | undefined;
  const question = createSessionQuestion({
    record,
    limits,
    times,
    ending,
    run: () => run,
    start,
    emit: (event) => events.add(event),
    tell,
    onToolError: (error) => onEvent({ type: 'error', where: 'tool', error }),
    onStoreError: (error) => onEvent({ type: 'error', where: 'session', error }),
  });

  function* start(): Operation<void> {
    if (run !== undefined || ending.isOver) return;
    const host = createBridgeHost({
      tool,
      params: record.current.params,
      callId,
      maxContextBytes: limits.contextBytes,
      journal: record.current.journal,
      append: keep,
    });
    const begun = (run = createToolRun(host));
    if (record.current.pending === undefined) times.running();
    begun.task = scope.run(function* () {
      const outcome = yield* runHandled(begun);
      yield* ending.end(outcome);
    });
  }

  function* keep(completed: JournalEntry): Operation<void> {
    try {
      yield* record.write({ journal: [...record.current.journal, completed] });
    } catch (error) {
      onEvent({ type: 'error', where: 'session', error });
      // In the tool's place, so that what a store says of itself is not told to the model and the person.
      throw new JournalError({ cause: error });
    }
  }

  /** Run the tool and do what it asks for. Where that fails the call is over: nobody would hear the tool any more. */
  function* runHandled(begun: ToolRun): Operation<SessionOutcome> {
    try {
      return yield* scoped(function* () {
        yield* spawn(function* () {
          for (;;) yield* handle(begun, (yield* begun.host.events.next()).value);
        });
        return yield* runToOutcome(begun.host, (error) => tell({ type: 'tool_failed', error }));
      });
    } catch (error) {
      onEvent({ type: 'error', where: 'session', error });
      return { status: 'failed', error: internalError };
    }
  }

  function* handle(begun: ToolRun, event: BridgeEvent): Operation<void> {
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
        yield* question.withdraw(begun, event.elicitId);
        return;
      case 'elicit':
        yield* question.ask(begun, event);
    }
  }

  function* sample(event: BridgeSample): Operation<void> {
    yield* record.setStatus('awaiting_sample');
    event.respond(yield* answerSample(provider, event, limits.sampleTime, onEvent));
    yield* record.setStatus(record.current.pending === undefined ? 'running' : 'awaiting_elicit');
  }

  function* abort(reason: string | undefined, by: AbortedBy): Operation<void> {
    function* stop(): Operation<void> {
      const begun = run;
      if (begun !== undefined) yield* within(limits.cleanupTime, () => stopRun(begun));
    }
    // In the session's scope: what was begun is ended, also where whoever stops it goes away meanwhile.
    yield* scope.run(() => ending.end({ status: 'aborted', by, reason }, stop));
    // Where somebody else has stopped it, not before that is done.
    yield* ending.concluded();
  }

  function* conclude(outcome: SessionOutcome): Operation<void> {
    times.stop();
    try {
      yield* record.close({ status: outcome.status, pending: undefined });
    } catch (error) {
      // The call is over even where that cannot be written.
      onEvent({ type: 'error', where: 'session', error });
    }
    onEnded();
    events.add({ type: 'ended', outcome });
    const { status } = outcome;
    const by = outcome.status === 'aborted' ? outcome.by : undefined;
    const code = outcome.status === 'failed' ? outcome.error.code : undefined;
    tell({ type: 'session_ended', status, by, code, duration: Date.now() - createdAt });
  }

  function background(work: () => Operation<unknown>): void {
    scope.run(work).catch((error: unknown) => {
      if (!ending.isOver) onEvent({ type: 'error', where: 'session', error });
    });
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
      const outcome = yield* question.respond({ elicitId, result, attempt, owner, answerId });
      if (outcome.outcome !== 'recorded' && outcome.outcome !== 'refused') {
        tell({ type: 'answer_ignored', elicitId, outcome: outcome.outcome });
      }
      return outcome;
    },
    interrupt: question.interrupt,
    abort: (reason, by = 'user') => abort(reason, by),
    cool: () =>
      question.undisturbed(function* () {
        const begun = run;
        if (ending.isOver || begun?.asking === undefined) return false;
        let isCool = false;
        // While nothing else reaches the tool: an outcome that is just being kept may be the end of its question.
        yield* begun.asking.settle(function* () {
          if (ending.isOver || begun.host.isAtWork()) return undefined;
          run = undefined;
          begun.host.drop();
          yield* stopRun(begun);
          isCool = true;
          return undefined;
        });
        return isCool;
      }),
  };
}
