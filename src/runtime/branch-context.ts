import { action, race, scoped, type Operation } from 'effection';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { constant, sleepUntil } from '../base/wait.ts';
import { isForsaken } from '../tool/foreign-yield.ts';
import { InvalidArgumentsError, UnknownToolError } from '../tool/model-call.ts';
import type {
  BranchOptions,
  Eventual,
  McpBranchContext,
  StepAbout,
  StepOptions,
  UndoableStep,
} from '../tool/tool-context.ts';
import type { AnyMcpTool, BoundTool } from '../tool/tool-facts.ts';
import { readTime, readToolLimits, type ToolLimits } from '../tool/tool-limits.ts';
import { lackingNeed } from '../tool/tool-needs.ts';
import { callBody, inOperations } from './call-body.ts';
import { McpToolDepthError, McpToolTimeoutError, StepError, MissingNeedError, ToolRunError } from './errors.ts';
import { eventual } from './eventual.ts';
import { failure, sleepKey, valueOf, type OperationOutcome } from './journal.ts';
import { once } from './recorder.ts';
import { createSampler, type Budget } from './sampler.ts';
import { stepJson } from './step-json.ts';
import { describeIssues, parsedBy, recordable, type Structured } from './structured-sample.ts';
import type { ToolContextOptions } from './call-context.ts';

/** A branch's context, whatever tools it has. */
type AnyBranchContext = McpBranchContext<readonly BoundTool[]>;

/** Where in a tool's tree of branches something happens. */
export interface Place {
  /** The indexes that lead to it, such as `2.0`. Empty for the tool itself. */
  readonly path: string;
  /** The key of the next operation here. */
  readonly nextKey: () => string;
  readonly depth: number;
  /** The greatest depth that branches below may have. */
  readonly maxDepth?: number | undefined;
  readonly parentMessages: readonly ChatMessage[];
  /** The side conversation. It grows. */
  readonly messages: ChatMessage[];
  /** The limits of tokens that count here: its own and those around it. */
  readonly budgets: readonly Budget[];
  /** The tools that can be called here. */
  readonly tools: readonly BoundTool[];
}

/** The keys of a branch's operations, in order. */
export function createKeys(prefix: string): () => string {
  let index = 0;
  return () => {
    const key = `${prefix}${index}`;
    index += 1;
    return key;
  };
}

/** The same place, with its own limits besides those around it. */
export function withLimits(place: Place, { maxDepth = Infinity, maxTokens = Infinity }: ToolLimits): Place {
  const { budgets, depth, maxDepth: around = Infinity } = place;
  return {
    ...place,
    maxDepth: Math.min(around, depth + maxDepth),
    budgets: maxTokens === Infinity ? budgets : [...budgets, { limit: maxTokens, used: 0 }],
  };
}

export function createBranchContext(options: ToolContextOptions, place: Place): AnyBranchContext {
  const { tool, callId, owner, parent, there, recorder } = options;
  const { nextKey, depth, messages: history, parentMessages, tools } = place;
  const isRepeatable = tool.isRepeatable || options.isRepeatable === true;
  const work = createRecordedWork(options, nextKey, isRepeatable);
  const around = { toolName: tool.name, place, expired: work.expired };

  const sample = createSampler(options, place, { parseOnce, callTool });

  /** Parse once in the call's life: a replay gets the value that the first run got. */
  function* parseOnce(parse: () => Operation<Structured>): Operation<Structured> {
    let live: Structured | undefined;
    const { outcome } = yield* recorder.record({
      key: nextKey(),
      kind: 'step',
      name: 'value',
      back: 'free',
      *perform() {
        live = yield* parse();
        return { ok: true, value: recordable(live) };
      },
    });
    if (live !== undefined) return live;
    const kept = valueOf(outcome) as Structured;
    // What JSON cannot hold was not kept, so it is parsed again.
    return kept.ok && !('value' in kept) ? yield* parse() : kept;
  }

  function* callTool(name: string, params: unknown): Operation<unknown> {
    const called = tools.find((bound) => bound.name === name);
    const names = () => tools.map((bound) => bound.name);
    if (called === undefined) throw new UnknownToolError(name, names());
    const need = lackingNeed(called.needs, { ...there, parentMessages: true });
    if (need !== undefined) throw new MissingNeedError(name, need);
    const parsed = yield* parseOnce(() => parsedBy(called.parameters, params));
    if (!parsed.ok) throw new InvalidArgumentsError(name, describeIssues(parsed.issues));
    const limits = { ...called.toolLimits, inheritMessages: false, tools: [] };
    const of = { ...options, tool: called, isRepeatable };
    return yield* branchOf(of, around, limits, (inner) => callBody(called, parsed.value, inner));
  }

  const branch = <T>(fn: (ctx: AnyBranchContext) => Operation<T>, given: BranchOptions = {}): Operation<T> =>
    branchOf(options, around, given, fn);

  return {
    callId,
    owner,
    get signal() {
      return recorder.signal();
    },
    depth,
    parentMessages,
    parentSystemPrompt: parent?.systemPrompt,
    parentOmitted: depth === 0 ? (parent?.omitted ?? 0) : 0,
    get messages() {
      return [...history];
    },
    sample: sample as AnyBranchContext['sample'],
    branch: branch as AnyBranchContext['branch'],
    callTool: callTool as AnyBranchContext['callTool'],
    ...work.shared,
  };
}

/** Where a branch begins. */
interface Around {
  readonly toolName: string;
  readonly place: Place;
  readonly expired: ReturnType<typeof createRecordedWork>['expired'];
}

function* branchOf<T>(
  of: ToolContextOptions,
  { toolName, place, expired }: Around,
  given: BranchOptions,
  fn: (ctx: AnyBranchContext) => Operation<T>,
): Operation<T> {
  const { nextKey, depth, messages, budgets, maxDepth = Infinity } = place;
  const { inheritMessages = true, tools: bound = place.tools } = given;
  const { timeout, ...limits } = readToolLimits(`The branch of ${toolName}`, given);
  refuseAsking(toolName, bound);
  const key = nextKey();
  const inner: Place = {
    path: key,
    nextKey: createKeys(`${key}.`),
    depth: depth + 1,
    maxDepth,
    parentMessages: [...messages],
    messages: inheritMessages ? [...messages] : [],
    budgets,
    tools: bound,
  };
  if (inner.depth > maxDepth) throw new McpToolDepthError(toolName, maxDepth);
  const context = createBranchContext(of, withLimits(inner, limits));
  const elicit = () => {
    throw new ToolRunError('ELICIT_IN_BRANCH', of.tool.name);
  };
  const waitFor = () => {
    throw new ToolRunError('WAIT_IN_BRANCH', of.tool.name);
  };
  const more = { elicit: Object.assign(elicit, { url: elicit }), waitFor: Object.assign(waitFor, { token: waitFor }) };
  const body = () => inOperations(toolName, fn(Object.assign(context, more)));
  if (timeout === undefined || timeout === Infinity) return yield* scoped(body);
  const end = yield* race([ended(body), expired(`${key}.timeout`, timeout)]);
  if (end === 'expired') throw new McpToolTimeoutError(toolName, timeout);
  return end.value;
}

/** What a branch does itself: its entries in the journal. @param isRepeatable - each step has to be idempotent */
function createRecordedWork(options: ToolContextOptions, nextKey: () => string, isRepeatable: boolean) {
  const { tool, callId, recorder, clock, emit } = options;

  /** Returns once the time is up. That it was is recorded, so a replay does not wait. */
  function* expired(key: string, milliseconds: number): Operation<'expired'> {
    const passed = () => action<void>((resolve) => clock.after(milliseconds, resolve));
    yield* once(recorder, { key, kind: 'timeout', args: { milliseconds } }, passed);
    return 'expired';
  }

  function* step<T>(
    name: string,
    fn: (about: StepAbout) => Eventual<T>,
    { idempotent = false, pure = false, undo }: StepOptions & Partial<UndoableStep<T>> = {},
  ): Operation<T> {
    if (isForsaken(fn) || typeof fn !== 'function') throw new ToolRunError('NOT_AN_OPERATION', tool.name, 'stepped');
    if (isRepeatable && !idempotent && !pure) throw new ToolRunError('STEP_NOT_IDEMPOTENT', tool.name, name);
    const key = nextKey();
    const about = { idempotencyKey: `${callId}:${key}${options.mark ?? ''}` };
    const inStep = <V>(work: () => Eventual<V>) => recorder.inStep(name, eventual(work));
    let thrown: ErrorOptions | undefined;
    const { outcome } = yield* recorder.record({
      key,
      kind: 'step',
      name,
      ...(pure ? { back: 'free' } : { once: { isRepeatable: idempotent } }),
      ...(undo !== undefined &&
        !pure && {
          back: 'undo',
          undo: (value, idempotencyKey) =>
            attempt(name, asNothing(inStep<unknown>(() => undo(value as T, { idempotencyKey })))),
        }),
      perform: () =>
        attempt(
          name,
          inStep<T>(() => fn(about)),
          (cause) => (thrown = { cause }),
        ),
    });
    if (!outcome.ok && outcome.error.code === 'STEP_OUTCOME_UNKNOWN')
      throw new ToolRunError('STEP_OUTCOME_UNKNOWN', name);
    if (!outcome.ok) throw new StepError(name, outcome.error, thrown);
    return outcome.value as T;
  }

  function* instant<T extends number | string>(
    kind: 'now' | 'uuid',
    make: () => T,
    { key = nextKey(), sleeps }: { key?: string; sleeps?: number | undefined } = {},
  ): Operation<T> {
    return yield* once(recorder, { key, kind, sleeps }, () => constant(make()));
  }

  const shared: Pick<AnyBranchContext, 'step' | 'now' | 'uuid' | 'sleep' | 'log' | 'notify'> = {
    step,
    now: () => instant('now', () => Date.now()),
    uuid: () => instant('uuid', () => crypto.randomUUID()),
    *sleep(given) {
      const milliseconds = readTime(`${tool.name}'s ctx.sleep: time`, given);
      const key = nextKey();
      const sleeps = Number.isFinite(milliseconds) ? milliseconds : undefined;
      // Record the start separately: a replay waits only for the remaining time, and the call is woken at its end.
      const from = yield* instant('now', () => Date.now(), { key, sleeps });
      const until = from + milliseconds;
      const asleep = { key: sleepKey(key), kind: 'sleep', args: { from, milliseconds }, until } as const;
      yield* once(recorder, asleep, () => sleepUntil(until));
    },
    *log(level, message) {
      if (!recorder.isReplaying()) emit({ type: 'log', level, message: reported(message) });
    },
    *notify(message, progress, total) {
      if (!recorder.isReplaying()) {
        emit({ type: 'progress', message: reported(message), progress: finite(progress), total: finite(total) });
      }
    },
  };
  return { expired, shared };
}

/** @throws {ToolRunError} `TOOL_ASKS` for a tool that could ask the person */
function refuseAsking(toolName: string, tools: readonly BoundTool[]): void {
  const asks = tools.find((bound: AnyMcpTool) => bound.questions.size > 0 || bound.asksUrl || bound.asksOpen);
  if (asks !== undefined) throw new ToolRunError('TOOL_ASKS', toolName, asks.name);
}

function* ended<T>(body: () => Operation<T>): Operation<{ value: T }> {
  return { value: yield* body() };
}

/** The words of a report. A page reads them in one line, and nobody reads more. */
const reported = (message: unknown) => String(message).slice(0, 20_000);

/** Drop progress values that JSON cannot hold, such as NaN and bigints. */
function finite(value: number | undefined): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function* asNothing(work: Operation<unknown>): Operation<void> {
  yield* work;
}

/** @param onThrown - gets the error as it was thrown. The journal keeps less of it */
function* attempt<T>(
  name: string,
  work: Operation<T>,
  onThrown?: (error: unknown) => void,
): Operation<OperationOutcome> {
  try {
    const value = yield* work;
    return value === undefined ? { ok: true } : { ok: true, value: stepJson(value, name) };
  } catch (error) {
    onThrown?.(error);
    return failure(error);
  }
}
