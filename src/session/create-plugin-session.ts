import { createQueue, race, sleep, spawn, withResolvers, type Operation, type Scope, type Task } from 'effection';
import { escapeMessage, writeContext } from '../protocol/context-data.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { toJson, type JsonValue } from '../protocol/json.ts';
import type { BridgeElicit, BridgeEvent, BridgeSample } from '../runtime/bridge-event.ts';
import { createBridgeHost, type BridgeHost } from '../runtime/bridge-host.ts';
import { recordError } from '../runtime/journal.ts';
import type { AnyMcpTool } from '../tool/create-mcp-tool.ts';
import { createDeadline } from './deadline.ts';
import { createMutex } from './mutex.ts';
import type { PluginSession, PluginSessionEvent, RespondToElicitOutcome, SessionOutcome } from './plugin-session.ts';
import { runToOutcome } from './run-outcome.ts';
import { runProvider } from './run-provider.ts';
import type { ToolSessionEntry, ToolSessionStore } from './tool-session-store.ts';

export interface SessionOptions {
  /** Runs live here, so that no request's end stops them. */
  scope: Scope;
  store: ToolSessionStore;
  provider: ChatProvider;
  tool: AnyMcpTool;
  entry: ToolSessionEntry;
  /** How often a question is asked before it ends as `cancel` with reason `failed`. */
  maxAttempts: number;
  /** How long a stopped tool's clean-up may take, in milliseconds. */
  cleanupTimeout: number;
  /** Called once, when the call has ended. */
  onEnded(): void;
}

/** Make the session of a stored entry. It is cold: `start` runs its tool, or runs it again. */
export function createPluginSession(options: SessionOptions): PluginSession & { start(): Operation<void> } {
  const { scope, store, provider, tool, maxAttempts, cleanupTimeout, onEnded } = options;
  const { id, callId } = options.entry;
  const events = createQueue<PluginSessionEvent, never>();
  // Whatever may settle a question takes its turn here, so that no two do at once.
  const answering = createMutex();
  const deadline = createDeadline();
  let entry = options.entry;
  let warm: Warm | undefined;
  let ended = false;
  let concluded = false;
  let interrupted = false;
  watchDeadline();

  function* write(change: Partial<ToolSessionEntry>): Operation<void> {
    if (concluded) return;
    entry = { ...entry, ...change };
    yield* store.set(id, entry);
  }

  function* start(): Operation<void> {
    if (warm !== undefined || ended) return;
    const host = createBridgeHost({
      tool,
      params: entry.params,
      callId,
      journal: entry.journal,
      append: (completed) => write({ journal: [...entry.journal, completed] }),
    });
    const asked = withResolvers<void>();
    const next: Warm = { host, asking: undefined, asked: asked.operation, onAsked: asked.resolve, task: undefined };
    warm = next;
    next.task = scope.run(function* () {
      yield* spawn(function* () {
        for (;;) {
          const { value } = yield* host.events.next();
          yield* handle(next, value);
        }
      });
      yield* finish(yield* runToOutcome(host));
    });
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
        yield* spawn(() => answerSample(event));
        return;
      case 'withdraw':
        yield* answering.run(() => withdraw(run, event.elicitId));
        return;
      case 'elicit':
        yield* ask(run, event);
    }
  }

  function* ask(run: Warm, event: BridgeElicit): Operation<void> {
    if (entry.pending?.elicitId === event.elicitId) {
      // Asked again by a repeated run. Whoever brings the answer may be waiting for just this, so take no turn.
      park(run, event);
      return;
    }
    yield* answering.run(function* () {
      const recorded = (yield* store.get(id))?.answers[event.elicitId];
      if (recorded !== undefined) {
        // Recorded while the tool was cold, or before a restart.
        event.respond({ ok: true, value: recorded as unknown as JsonValue });
        return;
      }
      yield* write({ status: 'awaiting_elicit', pending: requestOf(event, entry) });
      park(run, event);
      if (interrupted) yield* settle({ action: 'cancel', reason: 'interrupted' });
      else events.add({ type: 'elicit_request', request: entry.pending as ElicitRequest });
      watchDeadline();
    });
  }

  function park(run: Warm, event: BridgeElicit): void {
    run.asking = event;
    run.onAsked();
  }

  function watchDeadline(): void {
    const { pending } = entry;
    if (pending?.expiresAt === undefined) return;
    deadline.set(pending.expiresAt, () => {
      scope
        .run(() =>
          answering.run(function* () {
            if (entry.pending?.elicitId === pending.elicitId) yield* settle({ action: 'cancel', reason: 'expired' });
          }),
        )
        .catch(() => undefined);
    });
  }

  function* withdraw(run: Warm, elicitId: string): Operation<void> {
    if (!ended && run.asking?.elicitId === elicitId) yield* settle({ action: 'cancel', reason: 'interrupted' });
  }

  /** Record what came of the question that is asked, and tell it to the tool. Only while `answering`. */
  function* settle(result: ElicitResult<unknown>, owner = entry.owner): Operation<RespondToElicitOutcome> {
    const { pending } = entry;
    if (pending === undefined) return { outcome: 'unknown' };
    const { elicitId, attempt } = pending;
    const outcome = yield* store.answer(id, { elicitId, attempt, owner, result });
    if (outcome.outcome !== 'recorded') return outcome;
    deadline.clear();
    yield* write({ status: 'running', pending: undefined, owner });
    events.add({ type: 'elicit_settled', elicitId, action: result.action });
    const asking = warm?.asking;
    if (warm !== undefined) warm.asking = undefined;
    // A cold tool, or one that has not come to its question again yet, finds the answer in the store.
    asking?.respond({ ok: true, value: result as unknown as JsonValue });
    yield* start();
    return outcome;
  }

  function* respond(
    elicitId: string,
    result: ElicitResult<unknown>,
    attempt: number | undefined,
    owner: string | undefined,
  ): Operation<RespondToElicitOutcome> {
    const { pending } = entry;
    const answer = { elicitId, attempt: attempt ?? pending?.attempt ?? 1, owner, result };
    // Anything but the first answer to what is asked now changes nothing: the store says what it is.
    if (ended || pending?.elicitId !== elicitId || pending.attempt !== answer.attempt || !mayAnswer(owner)) {
      return yield* lookUp(answer);
    }
    if (result.action !== 'accept') return yield* settle(result, owner ?? entry.owner);
    if (warm?.asking === undefined) {
      yield* start();
      if (warm?.task !== undefined) yield* race([warm.asked, over(warm.task)]);
    }
    const asking = warm?.asking;
    if (asking === undefined) return yield* lookUp(answer);
    const issues = yield* issuesWith(asking, result.content);
    if (issues.length === 0) return yield* settle(result, owner ?? entry.owner);
    if (pending.attempt >= maxAttempts) {
      yield* settle({ action: 'cancel', reason: 'failed' });
      return { outcome: 'refused' };
    }
    const again = { ...pending, attempt: pending.attempt + 1, issues };
    yield* write({ pending: again });
    events.add({ type: 'elicit_request', request: again });
    return { outcome: 'refused' };
  }

  /** What the store says of an answer that is not to be recorded. */
  function* lookUp(answer: Parameters<ToolSessionStore['answer']>[1]): Operation<RespondToElicitOutcome> {
    return yield* store.answer(id, { ...answer, attempt: Number.NaN });
  }

  function mayAnswer(owner: string | undefined): boolean {
    return entry.owner === undefined || entry.owner === owner;
  }

  function* answerSample(event: BridgeSample): Operation<void> {
    yield* setStatus('awaiting_sample');
    try {
      const { text, usage } = yield* runProvider(provider, event.messages, {
        tools: [],
        systemPrompt: event.systemPrompt,
      });
      event.respond({ ok: true, value: toJson({ text, usage }, 'The result of a sample') });
    } catch (error) {
      event.respond({ ok: false, error: recordError(error) });
    }
    yield* setStatus(entry.pending === undefined ? 'running' : 'awaiting_elicit');
  }

  function* setStatus(status: PluginSessionStatus): Operation<void> {
    if (ended) return;
    entry = { ...entry, status };
    yield* store.updateStatus(id, status);
  }

  function* finish(outcome: SessionOutcome): Operation<void> {
    if (ended) return;
    ended = true;
    yield* conclude(outcome);
  }

  function* conclude(outcome: SessionOutcome): Operation<void> {
    deadline.clear();
    yield* write({ status: outcome.status, pending: undefined });
    concluded = true;
    onEnded();
    events.add({ type: 'ended', outcome });
  }

  return {
    id,
    callId,
    toolName: tool.name,
    start,
    *status() {
      return entry.status;
    },
    pending: () => entry.pending,
    *nextEvent() {
      return (yield* events.next()).value;
    },
    respondToElicit: (elicitId, result, { attempt, owner } = {}) =>
      answering.run(() => respond(elicitId, result, attempt, owner)),
    *interrupt() {
      interrupted = true;
      yield* answering.run(function* () {
        if (entry.pending !== undefined) yield* settle({ action: 'cancel', reason: 'interrupted' });
      });
    },
    *abort(reason, by = 'user') {
      if (ended) return;
      ended = true;
      if (warm?.task !== undefined) yield* race([stopped(warm.task), sleep(cleanupTimeout)]);
      yield* conclude({ status: 'aborted', by, reason });
    },
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

function requestOf(event: BridgeElicit, entry: ToolSessionEntry): ElicitRequest {
  return {
    sessionId: entry.id,
    callId: entry.callId,
    toolName: entry.toolName,
    elicitId: event.elicitId,
    key: event.question.key,
    message: escapeMessage(event.message),
    schema: writeContext(event.question.json, event.context),
    seq: event.seq,
    attempt: 1,
    params: entry.params,
    ...(event.timeout !== undefined && { expiresAt: Date.now() + event.timeout }),
  };
}

function* issuesWith(asking: BridgeElicit, content: unknown): Operation<readonly ElicitIssue[]> {
  try {
    return yield* asking.check(content);
  } catch {
    return [{ path: [], message: 'This answer could not be checked. Please try again.' }];
  }
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
