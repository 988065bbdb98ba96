import { action, race, scoped, type Operation } from 'effection';
import type * as z from 'zod';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { JsonObject } from '../protocol/json.ts';
import { sleepUntil } from '../base/wait.ts';
import type { BranchOptions, Eventual, McpBranchContext, SampleRequest, SampleResult } from '../tool/tool-context.ts';
import { jsonSchemaOf } from '../tool/json-schema.ts';
import { readToolLimits, type ToolLimits } from '../tool/tool-limits.ts';
import {
  ElicitInBranchError,
  McpToolDepthError,
  McpToolTimeoutError,
  McpToolTokenError,
  SampleError,
  SampleSchemaError,
  StepError,
} from './errors.ts';
import { eventual } from './eventual.ts';
import { recordError, valueOf, type OperationOutcome } from './journal.ts';
import { stepJson } from './step-json.ts';
import {
  asksForJson,
  describeIssues,
  mending,
  readStructured,
  recordable,
  type Structured,
} from './structured-sample.ts';
import { tokensOf } from './tokens.ts';
import type { ToolContextOptions } from './tool-context.ts';

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
}

/** A limit of tokens, and how many of them have been used. */
interface Budget {
  readonly limit: number;
  used: number;
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

/** Create the context of one branch of a run. */
export function createBranchContext(options: ToolContextOptions, place: Place): McpBranchContext {
  const { toolName, callId, owner, signal, recorder, clock, emit } = options;
  const { path, nextKey, depth, messages: history, parentMessages, budgets, maxDepth = Infinity } = place;

  function* sample(asked: SampleRequest & { schema?: z.ZodType }): Operation<SampleResult & { value?: unknown }> {
    const { systemPrompt, schema, maxTokens } = asked;
    const messages: readonly ChatMessage[] =
      'messages' in asked ? asked.messages : [...history, { role: 'user', content: asked.prompt }];
    const result = yield* schema === undefined
      ? sampleOnce({ messages, systemPrompt, maxTokens })
      : sampleStructured({ messages, systemPrompt, maxTokens }, schema);
    if ('prompt' in asked) {
      history.push({ role: 'user', content: asked.prompt }, { role: 'assistant', content: result.text });
    }
    return result;
  }

  function* sampleStructured(asked: Asked, schema: z.ZodType): Operation<SampleResult & { value: unknown }> {
    const json = jsonSchemaOf(schema, `${toolName}'s ctx.sample`);
    const first = yield* sampleOnce({ ...asked, schema: json });
    const read = yield* readOnce(schema, first.text);
    if (read.ok) return { ...first, value: read.value };
    const messages = mending(asked.messages, first.text, read.issues);
    const second = yield* sampleOnce({ ...asked, messages, schema: json });
    const again = yield* readOnce(schema, second.text);
    if (again.ok) return { ...second, value: again.value };
    throw new SampleSchemaError(describeIssues(again.issues), again.issues, second.text);
  }

  /** Parse once in the call's life: a replay gets the value that the first run got. */
  function* readOnce(schema: z.ZodType, text: string): Operation<Structured> {
    let live: Structured | undefined;
    const { outcome } = yield* recorder.record({
      key: nextKey(),
      kind: 'step',
      name: 'value',
      args: null,
      *perform() {
        live = yield* readStructured(schema, text);
        return { ok: true, value: recordable(live) };
      },
    });
    if (live !== undefined) return live;
    const kept = valueOf(outcome) as Structured;
    // What JSON cannot hold was not kept, so it is parsed again.
    return kept.ok && !('value' in kept) ? yield* readStructured(schema, text) : kept;
  }

  function* sampleOnce({ messages, systemPrompt, schema, maxTokens: most = Infinity }: Asked): Operation<SampleResult> {
    const maxTokens = Math.min(most, ...budgets.map(({ limit, used }) => limit - used));
    refuseUsedUp(maxTokens <= 0, false);
    const { outcome } = yield* recorder.record({
      key: nextKey(),
      kind: 'sample',
      name: '',
      args: { messages, systemPrompt },
      *perform({ complete, abandoned }) {
        // The schema is not part of `args`: its default may be another one in a replay.
        const prompt = schema === undefined ? systemPrompt : asksForJson(systemPrompt, schema);
        const request = { messages, systemPrompt: prompt, schema, maxTokens, branch: path };
        emit({ type: 'sample', ...request, respond: complete, abandoned });
        return undefined;
      },
    });
    if (!outcome.ok) throw new SampleError(outcome.error);
    const { text, usage: told } = outcome.value as unknown as SampleResult;
    const usage = tokensOf(told, messages, text);
    for (const budget of budgets) budget.used += (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
    refuseUsedUp(
      budgets.some(({ used, limit }) => used > limit),
      usage.estimated === true,
    );
    return { text, usage };
  }

  function refuseUsedUp(isUsedUp: boolean, isEstimated: boolean): void {
    const strictest = budgets.toSorted((a, b) => a.limit - a.used - (b.limit - b.used))[0];
    if (isUsedUp && strictest !== undefined) {
      throw new McpToolTokenError(toolName, strictest.used, strictest.limit, isEstimated);
    }
  }

  function* branch<T>(fn: (ctx: McpBranchContext) => Operation<T>, given: BranchOptions = {}): Operation<T> {
    const { inheritMessages = true } = given;
    const { timeout, ...limits } = readToolLimits(`The branch of ${toolName}`, given);
    const key = nextKey();
    const inner: Place = {
      path: key,
      nextKey: createKeys(`${key}.`),
      depth: depth + 1,
      maxDepth,
      parentMessages: [...history],
      messages: inheritMessages ? [...history] : [],
      budgets,
    };
    if (inner.depth > maxDepth) throw new McpToolDepthError(toolName, maxDepth);
    const context = createBranchContext(options, withLimits(inner, limits));
    const elicit = () => {
      throw new ElicitInBranchError(toolName);
    };
    const body = () => fn(Object.assign(context, { elicit: Object.assign(elicit, { url: elicit }) }));
    if (timeout === undefined || timeout === Infinity) return yield* scoped(body);
    const end = yield* race([ended(body), expired(`${key}.timeout`, timeout)]);
    if (end === 'expired') throw new McpToolTimeoutError(toolName, timeout);
    return end.value;
  }

  /** Returns once the time is up. That it was is recorded, so a replay does not wait. */
  function* expired(key: string, milliseconds: number): Operation<'expired'> {
    yield* recorder.record({
      key,
      kind: 'timeout',
      name: '',
      args: { milliseconds },
      *perform() {
        yield* action<void>((resolve) => clock.after(milliseconds, resolve));
        return { ok: true };
      },
    });
    return 'expired';
  }

  function* step<T>(name: string, fn: () => Eventual<T>): Operation<T> {
    const perform = () => attempt(name, fn);
    const { outcome } = yield* recorder.record({ key: nextKey(), kind: 'step', name, args: null, perform });
    if (!outcome.ok) throw new StepError(name, outcome.error);
    return outcome.value as T;
  }

  function* instant<T extends number | string>(kind: 'now' | 'uuid', make: () => T): Operation<T> {
    const { outcome } = yield* recorder.record({
      key: nextKey(),
      kind,
      name: '',
      args: null,
      *perform() {
        return { ok: true, value: make() };
      },
    });
    return valueOf(outcome) as T;
  }

  const now = () => instant('now', () => Date.now());

  return {
    callId,
    owner,
    signal,
    depth,
    parentMessages,
    get messages() {
      return [...history];
    },
    sample: sample as McpBranchContext['sample'],
    branch,
    step,
    now,
    uuid: () => instant('uuid', () => crypto.randomUUID()),
    *sleep(milliseconds) {
      // Record the start separately, so that a replay waits only for the remaining time.
      const from = yield* now();
      yield* recorder.record({
        key: nextKey(),
        kind: 'sleep',
        name: '',
        args: { from, milliseconds },
        *perform() {
          yield* sleepUntil(from + milliseconds);
          return { ok: true };
        },
      });
    },
    *log(level, message) {
      if (!recorder.isReplaying()) emit({ type: 'log', level, message: String(message) });
    },
    *notify(message, progress, total) {
      if (!recorder.isReplaying()) {
        emit({ type: 'notify', message: String(message), progress: finite(progress), total: finite(total) });
      }
    },
  };
}

/** A request on its way to the model. */
interface Asked {
  messages: readonly ChatMessage[];
  systemPrompt: string | undefined;
  schema?: JsonObject | undefined;
  maxTokens: number | undefined;
}

function* ended<T>(body: () => Operation<T>): Operation<{ value: T }> {
  return { value: yield* body() };
}

/** Drop progress values that JSON cannot hold, such as NaN and bigints. */
function finite(value: number | undefined): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function* attempt<T>(name: string, fn: () => Eventual<T>): Operation<OperationOutcome> {
  try {
    const value = yield* eventual(fn);
    return value === undefined ? { ok: true } : { ok: true, value: stepJson(value, name) };
  } catch (error) {
    return { ok: false, error: recordError(error) };
  }
}
