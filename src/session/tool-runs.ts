import { scoped, spawn, until, useScope, type Operation, type Scope, type Task } from 'effection';
import { after, comingOf, createOnce, createTicker, firstOf, unless, type Coming } from '../base/coming.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { AnswerSource } from '../protocol/person.ts';
import { isObject } from '../protocol/json.ts';
import type { BridgeElicit, BridgeEvent, BridgeSample } from '../runtime/bridge-event.ts';
import { createBridgeHost, type BridgeHost, type BridgeHostOptions } from '../runtime/bridge-host.ts';
import type { Checked, Settlement } from '../runtime/check-answer.ts';
import type { OperationOutcome } from '../runtime/journal.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { askedNow, elicitRequestOf, isForNobody, nobodyError } from './asked-request.ts';
import { findPending } from './call-entry.ts';
import type { InnerCall } from './call.ts';
import type { MayAnswer } from './may-answer.ts';
import type { PluginSessionEvent, SessionOutcome } from './plugin-session.ts';
import { runToOutcome, serverFailed, type ToolExit } from './run-outcome.ts';

/** What the host of a call does for it besides asking the person. */
export interface CallHost {
  /** What is there for tools that require it. @default all */
  readonly can?: BridgeHostOptions['can'];
  /** What this person allowed for good. @default nothing is remembered */
  readonly approvals?: BridgeHostOptions['approvals'];
  /** Says more about who may answer. @default whom the question is for */
  readonly mayAnswer?: MayAnswer | undefined;
  /**
   * Who can answer. `all`: one person is there, who answers every question, whomever it is for. `caller`: only the person
   * of the call can be reached, and the host says so of a question for somebody else. @default whom a question is for
   */
  readonly answers?: 'all' | 'caller' | undefined;
  /** A script answers: questions have no deadlines, and the tool's time goes on while they wait. @default false */
  readonly isScripted?: boolean | undefined;
  /** How many events are kept for readers. @default 1000 */
  readonly mostEvents?: number | undefined;
  /** Gets each event of the call in this process, as readers do, and acts on it later. */
  readonly hear?: ((event: PluginSessionEvent) => void) | undefined;
  /** Gets how the tool itself ended in this process. */
  readonly exited?: ((exit: ToolExit) => void) | undefined;
  /**
   * Answer for the model. What this throws ends the call, and the tool does not hear of it. @default the manager's
   *
   * @param asks - say whether somebody outside is asked, so that nothing comes of this before they answer
   */
  sample?(event: BridgeSample, asks: (isAsked: boolean) => void): Operation<OperationOutcome>;
}

export interface ToolRun {
  readonly host: BridgeHost;
  task?: Task<void>;
  /** The tool has got all of the journal. */
  readonly replayed: Coming<void>;
  /** The questions that the tool waits for, by `elicitId`. */
  readonly asking: Map<string, BridgeElicit>;
  /** Ticks when the tool asks a question, or when one is closed. */
  readonly asked: ReturnType<typeof createTicker>;
  /** What it has requested, and where that is done which its requests begin. */
  readonly requests: BridgeEvent[];
  scope?: Scope;
  /** What the tool asks the model now, and whether somebody outside is asked. */
  readonly samples: Map<BridgeSample, boolean>;
  /** No other question comes before an answer. */
  isWaiting: boolean;
}

/** The runs of a call's tool in this process: one at a time, each from the journal. */
export function createToolRuns(call: InnerCall) {
  const { scope, record, tool, limits, times } = call;
  const { entry, way } = record;
  let { parsed } = call;
  let run: ToolRun | undefined;
  /** Resolves when the run before is over, or has taken too long. */
  let leaving: Coming<void> | undefined;

  /** Run the tool, if it does not run and the call is open. @param ends - what it does not wait beyond */
  function* start(...ends: readonly Coming<never>[]): Operation<void> {
    if (leaving !== undefined) yield* firstOf(leaving, ...ends);
    if (call.state() === 'parked' || call.state() === 'dropped') yield* firstOf(...ends);
    if (run !== undefined || call.state() === 'over' || tool === undefined) return;
    const begun = (run = openRun(call, tool, parsed));
    // Use the parsed value for the first run only: the tool may change it.
    parsed = undefined;
    times.sleeps(Infinity);
    if (entry.pending.length === 0) times.running();
    begun.task = scope.run(function* () {
      yield* call.end(yield* runHandled(call, begun));
    });
    // Its process ended on the way back.
    if (way.now().toUndo.length > 0) call.goingBack.resume(begun);
  }

  /** See `Call`. */
  function rests(): boolean {
    if (call.state() === 'over') return false;
    if (run === undefined) return entry.pending.length > 0;
    const outside = askedOutside(run);
    if (run.host.isAtWork(outside)) return false;
    // What the tool got last may make it begin something.
    return outside.size > 0 || (run.isWaiting && !run.host.goesOn() && entry.pending.length > 0);
  }

  return {
    /** The run that goes on. Undefined while the call is cold. */
    now: () => run,
    start,
    /** Drop a run: only its journal is left. Resolves when it is over, or takes too long. */
    *leave(left: ToolRun): Operation<void> {
      times.sleeps(left.host.sleepsUntil());
      if (run === left) run = undefined;
      left.asking.clear();
      // A run that cannot be repeated has nobody who goes on.
      if (tool?.runsOnce !== true) left.host.leave();
      const { coming, resolve, reject } = createOnce<void>();
      // It may hold something that it never gives back.
      const inTime = after(limits.cleanupTime, undefined)(resolve, reject);
      const onOver = () => {
        inTime();
        resolve();
      };
      if (left.task === undefined) onOver();
      else left.task.halt().then(onOver, onOver);
      leaving = coming;
      yield* firstOf(coming);
    },
    /**
     * Find the question in the running tool, which alone can check an answer. Start the tool if it is cold.
     *
     * @returns undefined if the question no longer waits
     */
    *askingOf(elicitId: string): Operation<{ run: ToolRun; asking: BridgeElicit } | undefined> {
      if (run === undefined) yield* start(call.news.lost);
      const begun = run;
      while (begun !== undefined && findPending(entry, elicitId) !== undefined && !begun.asking.has(elicitId)) {
        if ((yield* firstOf<void | 'over'>(begun.asked.coming, over(begun), call.news.lost)) === 'over') break;
      }
      const asking = begun?.asking.get(elicitId);
      return begun !== undefined && asking !== undefined ? { run: begun, asking } : undefined;
    },
    /** A question waits no more. */
    closed(elicitId: string): void {
      if (run === undefined) return;
      run.isWaiting = false;
      run.asking.delete(elicitId);
      run.asked.tick();
    },
    rests,
    /** Let nothing reach the tool any more. @returns false, with no effect, if something of it runs */
    *park(left: ToolRun): Operation<boolean> {
      const outside = askedOutside(left);
      if (left.host.isAtWork(outside)) return false;
      const parking = outside.size > 0 ? left.host.park(outside) : [...left.asking.values()][0]?.park();
      const lost: Coming<undefined> = (resolve) => call.news.lost(resolve, () => resolve(undefined));
      return parking !== undefined && (yield* firstOf(parking.coming, lost)) === true;
    },
  };
}

/** Make a run of the tool from its journal. It begins with its task. */
function openRun(call: InnerCall, tool: AnyMcpTool, parsed: InnerCall['parsed']): ToolRun {
  const { turns, toUndo } = call.record.way.now();
  const replayed = createOnce<void>();
  const host = hostOf(call, tool, {
    ...(parsed && { parsed }),
    refusal: call.budget.refusal,
    onStepped: (ended) => call.tellHost({ type: 'step_ended', ...ended }),
    ...(turns > 0 && { mark: `~${turns}` }),
    onReplayed: replayed.resolve,
    replayOnly: toUndo.length > 0,
    emit: (event) => run.requests.push(event) === 1 && handle(call, run),
  });
  const run: ToolRun = {
    host,
    replayed: replayed.coming,
    requests: [],
    asking: new Map(),
    asked: createTicker(),
    samples: new Map(),
    isWaiting: false,
  };
  return run;
}

/** Check an answer to a question of the journal, by its key there, with what the tool knew when it asked. */
export function* checkAt(
  call: InnerCall,
  replayTo: string,
  sent: ElicitResult<unknown>,
  source: AnswerSource,
): Operation<Checked | undefined> {
  const { tool } = call;
  if (tool === undefined) return undefined;
  const asked = createOnce<void>();
  const host = hostOf(call, tool, { replayTo, replayOnly: true, onReplayed: asked.resolve, emit: () => undefined });
  // The call goes on in another run, whatever becomes of the check.
  host.leave();
  return yield* scoped(function* () {
    yield* spawn(host.run);
    yield* firstOf(asked.coming);
    const check = host.operation(replayTo)?.check;
    return check && (yield* check<never>(sent, source));
  });
}

type RunOptions = Pick<BridgeHostOptions, 'emit'> & Partial<BridgeHostOptions>;

function hostOf(call: InnerCall, tool: AnyMcpTool, more: RunOptions): BridgeHost {
  const { record, host, times } = call;
  const { params, parsed, id: callId, owner, parent, limits } = record.entry;
  return createBridgeHost({
    tool,
    params,
    ...(parsed !== undefined && more.parsed === undefined && { parsed: { value: structuredClone(parsed) } }),
    callId,
    owner,
    parent,
    can: host.can,
    approvals: host.approvals,
    clock: times.clock,
    append: call.append,
    limits,
    maxContextBytes: call.limits.contextBytes,
    isDurable: record.isDurable,
    journal: record.way.now().passed.map(({ entry }) => entry),
    ...more,
  });
}

/** Run the tool. A request of it that cannot be handled ends the call, since the tool would go unheard. */
function* runHandled(call: InnerCall, run: ToolRun): Operation<SessionOutcome> {
  try {
    return yield* scoped(function* () {
      run.scope = yield* useScope();
      const failed = () => failedIn(call);
      const about = { toolName: call.record.entry.toolName, most: call.limits.resultBytes };
      return yield* runToOutcome(run.host, failed, about, (exit) => {
        if ('error' in exit) call.tellHost({ type: 'tool_failed', error: exit.error });
        call.host.exited?.(exit);
      });
    });
  } catch (error) {
    call.report(error);
    call.host.exited?.({ error });
    return serverFailed;
  }
}

/** The keys of the questions that failed. */
function failedIn({ record }: InnerCall): readonly string[] {
  const failed = record.way.now().passed.filter(({ entry: { kind, outcome } }) => {
    const result = kind === 'elicit' && outcome.ok ? outcome.value : undefined;
    return isObject(result) && result['action'] === 'cancel' && result['reason'] === 'failed';
  });
  return [...new Set(failed.map(({ entry }) => entry.name))];
}

/** Handle the requests that wait, up to a question. The rest come after it for readers, too. */
function handle(call: InnerCall, run: ToolRun): void {
  for (let [event] = run.requests; event !== undefined; [event] = run.requests) {
    if (event.type === 'elicit') return ask(call, run, event);
    run.requests.shift();
    if (event.type === 'log' || event.type === 'progress') void call.news.tell([event]);
    if (event.type === 'sample') void run.scope?.run(() => sample(call, run, event));
    if (event.type !== 'idle') continue;
    run.isWaiting = !event.isSampling;
    tellIfResting(call);
  }
}

function* sample(call: InnerCall, run: ToolRun, event: BridgeSample): Operation<void> {
  const { host, record } = call;
  run.samples.set(event, false);
  const asks = (isAsked: boolean) => {
    if (!run.samples.has(event)) return;
    run.samples.set(event, isAsked);
    if (isAsked) tellIfResting(call);
  };
  try {
    const outcome = yield* unless<OperationOutcome, void>(host.sample(event, asks), event.abandoned);
    // A script answers in the order in which it is asked.
    while (host.isScripted === true && record.entry.pending.length > 0) yield* firstOf(run.asked.coming);
    if (outcome) event.respond(outcome);
  } finally {
    run.samples.delete(event);
  }
}

function tellIfResting(call: InnerCall): void {
  if (call.runs.rests()) void call.news.tell([{ type: 'waiting' }]);
}

/** Ids of the samples that somebody outside is asked. */
function askedOutside({ samples }: ToolRun): ReadonlySet<string> {
  return new Set([...samples].flatMap(([{ sampleId }, isOutside]) => (isOutside ? [sampleId] : [])));
}

/** Handle a question from the tool: a new one, or the pending one in a replay. */
function ask(call: InnerCall, run: ToolRun, event: BridgeElicit): void {
  const fail = (error: Error) => void run.scope?.run(() => until(Promise.reject(error)));
  event
    .hold(() => asking(call, run, event, fail))
    .coming((isOpen) => {
      run.requests.shift();
      if (isOpen !== undefined) handle(call, run);
    }, fail);
}

/** Ask a question that the tool waits for. Nothing reaches the tool meanwhile. */
function* asking(call: InnerCall, run: ToolRun, event: BridgeElicit, fail: (error: Error) => void): Operation<void> {
  const { record, news, waits } = call;
  const end = () => call.interruption ?? (isForNobody(call, event.to) ? failed : undefined);
  const pending = findPending(record.entry, event.elicitId);
  const request = pending === undefined ? elicitRequestOf(event, call) : askedNow(event, pending);
  if (request !== undefined) {
    const { elicitId, attempt } = request;
    record.change({ ask: request, ...(pending && { asked: { elicitId, attempt: pending.attempt } }) });
    news.asked({ ...request, attempt }, end() === undefined && !waits.has(event));
  }
  run.asking.set(event.elicitId, event);
  run.asked.tick();
  const settlement = end();
  if (waits.has(event)) call.background(() => waits.give(event));
  else if (settlement !== undefined) {
    if (settlement === failed) call.report(nobodyError(call, event.question.key));
    event.settle(settlement).coming(() => undefined, fail);
  }
}

const failed: Settlement = { action: 'cancel', reason: 'failed' };

/** Comes when a run is over, however it ends. */
export function over({ task }: ToolRun): Coming<'over'> {
  const isOver = () => 'over' as const;
  return comingOf(Promise.resolve(task).then(isOver, isOver));
}

/** Stop a run and wait for its clean-up. */
export function* stopRun({ task }: ToolRun): Operation<void> {
  try {
    if (task !== undefined) yield* task.halt();
  } catch {
    // The clean-up failed, but it has run: the run is over all the same.
  }
}
